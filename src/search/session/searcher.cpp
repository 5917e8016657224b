#include "search/session/searcher.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "runs/order.h"
#include "runs/run_format.h"
#include "search/analysis/stop_words.h"
#include "search/session/categories.h"
#include "search/session/expansion.h"

namespace fovea::search {

namespace {

/// The texts of some fields, one behind the other.
std::string text_of(const Topic& topic, std::string_view fields) {
  std::string text;
  while (!fields.empty()) {
    const std::string_view name = fields.substr(0, fields.find('+'));
    fields.remove_prefix(std::min(fields.size(), name.size() + 1));
    const TopicField* const field = find_topic_field(name);
    if (field == nullptr) continue;
    if (!text.empty()) text += ' ';
    text += topic.*field->text;
  }
  return text;
}

/// What a topic asks in NEXI: its castitle; its title, where that is one, as in files of one query a topic; else any
/// element about its title.
std::optional<nexi::Query> castitle_of(const Topic& topic, Diagnostics& diagnostics) {
  if (topic.castitle.empty() && !topic.title.starts_with("//")) return about_anything(topic.title);
  return nexi::parse(topic.castitle.empty() ? topic.title : topic.castitle, topic.castitle_place,
                     diagnostics);
}

/// The articles of a run's topic, in its order, each once. Scores are the run's unless they would order them otherwise.
std::vector<GivenArticle> articles_of(TopicResults results, RankOrder order) {
  put_in_order(results, order);
  std::vector<GivenArticle> articles;
  std::set<std::string_view> seen;
  for (const Result& result : results.results) {
    if (seen.insert(result.doc).second) articles.push_back({std::string(result.doc), result.score});
  }
  const bool in_order = std::ranges::is_sorted(articles, [](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : a.id > b.id;
  });
  for (std::size_t i = 0; !in_order && i < articles.size(); ++i)
    articles[i].score = static_cast<double>(articles.size() - i);
  return articles;
}

/// The first `most` articles as they were ranked: their answers, or where one has none the whole of it.
void add_whole_articles(SearchFindings& findings, std::size_t most) {
  std::map<std::string_view, std::vector<const Answer*>> parts;
  for (const Answer& each : findings.answers) parts[each.id].push_back(&each);
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < std::min(most, findings.articles.size()); ++i) {
    const auto own = parts.find(findings.articles[i].id);
    if (own == parts.end()) {
      answers.push_back(findings.articles[i]);
    } else {
      for (const Answer* const part : own->second) answers.push_back(*part);
    }
  }
  findings.answers = std::move(answers);
}

}  // namespace

bool CountedQuery::known() const {
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    if (!query.terms[i].tag && counts.terms[i].occurrences > 0) return true;
  }
  return false;
}

Searcher::Searcher(std::vector<const Index*> indexes, const Collection* collection, Pipeline pipeline,
                   Diagnostics& diagnostics)
    : indexes_(std::move(indexes)), collection_(collection), pipeline_(std::move(pipeline)) {
  AnalysisSettings settings = indexes_.front()->facts().analysis;
  if (const auto stop = stop_list(pipeline_.stop, diagnostics))
    settings.stop_words.insert(settings.stop_words.end(), stop->begin(), stop->end());
  analyser_ = std::make_unique<Analyser>(settings);
  if (pipeline_.tag_weight > 0) {
    std::set<std::string> names;  // of all indexes, so that each is asked the same
    for (const Index* index : indexes_) {
      for (const TagEntry& tag : index->tags()) names.insert(tag.name);
    }
    for (const std::string& name : names) {
      const std::vector<std::string> words = analyser_->analyse_query(name);
      if (words.size() == 1 && !words.front().empty()) tags_by_word_.emplace(words.front(), name);
    }
  }
  if (!pipeline_.reference.empty()) reference_ = Run::open(pipeline_.reference, diagnostics);
}

std::optional<Query> Searcher::read(const Topic& topic, Diagnostics& diagnostics) {
  Query query;
  if (pipeline_.query == "castitle") {
    const auto castitle = castitle_of(topic, diagnostics);
    if (!castitle) return std::nullopt;
    // Whole articles are asked about words alone.
    const bool parts = pipeline_.candidates.kind != Candidates::Kind::kArticle;
    query = structured_query(*castitle, *analyser_, pipeline_.phrases, parts ? pipeline_.cas : Cas::kCo,
                             pipeline_.tag_weight);
  } else {
    query = parse_query(text_of(topic, pipeline_.query), *analyser_, pipeline_.phrases, pipeline_.signs);
    add_named_tags(query);
  }
  ask_for_tags(indexes_, pipeline_, query);
  if (!reference_) return query;
  query.given.emplace();
  for (std::size_t i = 0; i < reference_->topics(); ++i) {
    if (reference_->topic(i) != topic.id) continue;
    TopicResults results;
    reference_->read(i, results, diagnostics);
    query.given = articles_of(std::move(results), reference_->format().order);
  }
  return query;
}

void Searcher::add_named_tags(Query& query) const {
  const std::size_t words = query.terms.size();
  for (std::size_t i = 0; i < words; ++i) {
    if (query.terms[i].is_phrase()) continue;
    const auto [first, last] = tags_by_word_.equal_range(query.terms[i].words.front());
    for (auto tag = first; tag != last; ++tag) {
      query.terms.push_back({{tag->second}, 1, false, 0, true});
      query.terms.back().set_weight(pipeline_.tag_weight);
    }
  }
}

CountedQuery Searcher::count(Query query) const {
  CountedQuery counted;
  counted.counts = count_in_all(query);
  counted.query = std::move(query);
  return counted;
}

std::vector<Answer> Searcher::search(const CountedQuery& counted) const {
  Gathered gathered = gather(counted);
  return finish(std::move(gathered.partial), gathered.query, pipeline_);
}

Gathered Searcher::gather(const CountedQuery& counted) const {
  const CountedQuery asked = asked_for(counted);
  return {asked.query, final_answer(asked, pipeline_)};
}

SearchFindings Searcher::findings_of(CountedQuery asked, const Pipeline& pipeline) const {
  SearchFindings findings;
  findings.asked = std::move(asked);
  Partial partial = final_answer(findings.asked, pipeline);
  findings.articles = partial.articles;
  findings.answers = finish(std::move(partial), findings.asked.query, pipeline);
  return findings;
}

SearchFindings Searcher::find(const CountedQuery& counted) const {
  return findings_of(asked_for(counted), pipeline_);
}

SearchFindings Searcher::find_first(const CountedQuery& counted, std::size_t most) const {
  CountedQuery asked = asked_for(counted);
  const bool in_order =
      pipeline_.form == AnswerForm::kGroups && pipeline_.selection.group == Selection::Group::kRank;
  if (!in_order) return findings_of(std::move(asked), pipeline_);
  const bool structured = asked.query.structure.has_value();
  Pipeline unpadded = pipeline_;
  unpadded.cut.pad = false;
  // Scaled scores and those of castitles depend on those of other articles.
  if (!structured && !pipeline_.scales_scores() && !pipeline_.has_limits())
    unpadded.depth = std::min(most, pipeline_.depth);
  SearchFindings findings = findings_of(std::move(asked), unpadded);
  findings.in_order = true;
  if (!structured || findings.answers.empty()) add_whole_articles(findings, most);
  return findings;
}

CountedQuery Searcher::with_feedback(const CountedQuery& counted,
                                     std::span<const RelevantText> relevant) const {
  Feedback lent;
  for (const Index* index : indexes_)
    lent = merge(std::move(lent), relevance_feedback(*index, *collection_, relevant));
  Expansion expansion = pipeline_.expansion;
  if (expansion.kind == Expansion::Kind::kNone) expansion = *parse_expansion("rocchio");
  CountedQuery wider = expanded(counted, lent, expansion);
  wider.has_feedback = true;
  return wider;
}

QueryCounts Searcher::count_in_all(const Query& query) const {
  QueryCounts counts = search::count(*indexes_.front(), query, pipeline_.check);
  for (std::size_t i = 1; i < indexes_.size(); ++i)
    counts = merge(std::move(counts), search::count(*indexes_[i], query, pipeline_.check));
  return counts;
}

Partial Searcher::answer_in_all(const CountedQuery& counted, const Pipeline& pipeline) const {
  Partial best;
  for (const Index* index : indexes_)
    best = merge(best, answer(*index, counted.query, counted.counts, pipeline, collection_), pipeline);
  return best;
}

Partial Searcher::final_answer(const CountedQuery& counted, const Pipeline& pipeline) const {
  Partial partial = answer_in_all(counted, pipeline);
  if (!pipeline.category_element().empty())
    add_category_scores(partial, counted.query, pipeline, *collection_);
  return partial;
}

CountedQuery Searcher::asked_for(const CountedQuery& counted) const {
  if (pipeline_.expansion.kind == Expansion::Kind::kNone || counted.query.given || counted.has_feedback)
    return counted;
  const Partial best = answer_in_all(counted, pipeline_.of_articles());
  Feedback lent;
  for (const Index* index : indexes_)
    lent =
        merge(std::move(lent), feedback(*index, *collection_, best.articles, pipeline_.expansion.documents));
  return expanded(counted, lent, pipeline_.expansion);
}

CountedQuery Searcher::expanded(const CountedQuery& counted, const Feedback& lent,
                                const Expansion& expansion) const {
  const Query asked = terms_to_count(lent, expansion);
  return count(expand(counted.query, expansion, lent, counted.counts, {asked, count_in_all(asked)},
                      pipeline_.model->traits.log_likelihoods));
}

}  // namespace fovea::search
