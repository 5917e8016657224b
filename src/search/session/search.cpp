#include "search/session/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <set>
#include <span>

#include "files/corrupt_file.h"
#include "search/elements/candidates.h"
#include "search/elements/unit_maker.h"
#include "search/index/impacts.h"
#include "search/query/element_counts.h"
#include "search/query/term_list.h"
#include "search/ranking/field_counts.h"
#include "search/ranking/impact_ranking.h"
#include "search/ranking/max_score.h"
#include "search/selection/selection.h"

namespace fovea::search {

namespace {

/// The terms of a query that the collection has, with their lists in one index.
struct Prepared {
  ScoringInput input;
  std::vector<TermList> lists;
  std::vector<std::size_t> terms;  ///< numbers in the query
  std::vector<TermList> excluded;
  std::vector<bool> brings_candidates;
  std::vector<bool> required;
  bool impossible = false;  ///< a required term is nowhere
};

Prepared prepare(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline) {
  if (all.terms.size() != query.terms.size()) throw CorruptFile("counts of another query");
  Prepared prepared;
  const bool by_sentence = df_of(pipeline.settings) == "sentence";
  prepared.input.units = by_sentence ? all.sentences : all.documents;
  prepared.input.words = all.words;
  prepared.input.mean_length = static_cast<double>(all.words) / static_cast<double>(all.documents);
  for (std::size_t i = 0; i < kFields; ++i)
    prepared.input.mean_field_lengths[i] =
        static_cast<double>(all.field_words[i]) / static_cast<double>(all.documents);
  bool discerning = false;
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    if (pipeline.check) pipeline.check();
    const TermCounts& counts = all.terms[i];
    if (counts.occurrences == 0) {
      prepared.impossible = prepared.impossible || query.terms[i].required;
      continue;
    }
    prepared.terms.push_back(i);
    prepared.input.terms.push_back({by_sentence ? counts.sentences : counts.documents, counts.occurrences,
                                    query.terms[i].weight, query.terms[i].once});
    prepared.lists.push_back(find_list(index, query.terms[i]));
    prepared.required.push_back(query.terms[i].required);
    prepared.brings_candidates.push_back(counts.documents < all.documents);
    discerning = discerning || prepared.brings_candidates.back();
  }
  // A query of words that are everywhere ranks everything.
  if (!discerning) prepared.brings_candidates.assign(prepared.lists.size(), true);
  for (const QueryTerm& term : query.excluded) prepared.excluded.push_back(find_list(index, term));
  return prepared;
}

/// Every document has each word of the query, none of which has impacts: no one is better.
std::vector<RankedDocument> all_documents(const Index& index, std::size_t depth) {
  std::vector<RankedDocument> ranked;
  for (DocumentNumber document = index.documents(); document > 0 && ranked.size() < depth; --document)
    ranked.push_back({0, document - 1});
  return ranked;
}

std::vector<RankedDocument> rank_impacts(const Index& index, const Prepared& prepared, const QueryCounts& all,
                                         const Pipeline& pipeline, std::uint64_t& postings_read) {
  const auto limit = [&](std::string_view name) {
    return pipeline.exhaustive
               ? 0
               : static_cast<std::uint64_t>(number_setting(*pipeline.model, pipeline.settings, name));
  };
  const auto in_all = [&](std::size_t term) { return all.terms[term].documents == all.documents; };
  if (std::ranges::all_of(prepared.terms, in_all)) return all_documents(index, pipeline.ranked());
  std::vector<ImpactList> lists;
  for (std::size_t i = 0; i < prepared.lists.size(); ++i) {
    if (prepared.lists[i].term != UINT64_MAX)
      lists.push_back({index.impact_list(prepared.lists[i].term),
                       least_impact(all.terms[prepared.terms[i]], limit("K"))});
  }
  return rank_by_impacts(index, lists, limit("rho"), pipeline.ranked(), postings_read);
}

bool before(const Answer& a, const Answer& b) {
  return a.score != b.score ? a.score > b.score : a.id > b.id;
}

}  // namespace

QueryCounts count(const Index& index, const Query& query, const std::function<void()>& check) {
  QueryCounts counts{index.documents(),
                     index.facts().sentences,
                     index.facts().words,
                     index.facts().characters,
                     index.facts().field_words,
                     {},
                     {}};
  std::vector<TermList> lists;
  for (const QueryTerm& term : query.terms) {
    if (check) check();
    TermList list = find_list(index, term);
    counts.terms.push_back(list.counts);
    if (!query.tags.empty()) lists.push_back(std::move(list));
  }
  if (!query.tags.empty()) counts.tags = count_elements(index, query, lists);
  return counts;
}

namespace {

std::vector<RankedDocument> given_articles(const Index& index, const Query& query, const Pipeline& pipeline) {
  std::vector<RankedDocument> found;
  for (const GivenArticle& each : *query.given) {
    const auto number = index.find(each.id);
    if (number) found.push_back({each.score, *number});
  }
  std::ranges::sort(found, ranked_before);
  if (found.size() > pipeline.ranked()) found.resize(pipeline.ranked());
  return found;
}

std::vector<RankedDocument> rank_articles(const Index& index, const Query& query, const QueryCounts& all,
                                          const Pipeline& pipeline, std::uint64_t& postings_read) {
  // Where the given ones only come first, all are ranked.
  if (query.given && pipeline.selection.group != Selection::Group::kReference)
    return given_articles(index, query, pipeline);
  Prepared prepared = prepare(index, query, all, pipeline);
  if (prepared.impossible || prepared.lists.empty()) return {};
  if (pipeline.model->traits.impacts) return rank_impacts(index, prepared, all, pipeline, postings_read);
  std::optional<FieldCounts> fields;
  if (pipeline.model->traits.fields) prepared.input.fields = &fields.emplace(index, prepared.lists);
  const auto scorer = pipeline.model->make(pipeline.settings, prepared.input);
  const RankingTask task{index,
                         *scorer,
                         prepared.lists,
                         prepared.brings_candidates,
                         prepared.required,
                         prepared.excluded,
                         pipeline.ranked(),
                         pipeline.check};
  return pipeline.exhaustive ? rank_exhaustively(task, postings_read)
                             : rank_by_max_score(task, postings_read);
}

}  // namespace

Partial answer(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline,
               const Collection* collection) {
  Partial partial;
  const std::vector<RankedDocument> ranked =
      rank_articles(index, query, all, pipeline, partial.postings_read);
  for (const RankedDocument& each : ranked) partial.articles.push_back({index.id(each.document), each.score});
  if (!pipeline.has_units() && !pipeline.has_limits()) return partial;
  assert(collection != nullptr);
  if (pipeline.has_limits()) {
    for (Answer& each : partial.articles) {
      if (const auto document = collection->find(each.id)) each.span.end = document->length();
    }
  }
  if (!pipeline.has_units()) return partial;
  const std::size_t with_units = std::min(ranked.size(), pipeline.depth);
  partial.units = make_units(index, *collection, query, all, pipeline, std::span(ranked).first(with_units));
  return partial;
}

Partial merge(const Partial& a, const Partial& b, const Pipeline& pipeline) {
  Partial both;
  both.postings_read = a.postings_read + b.postings_read;
  for (std::size_t at_a = 0, at_b = 0;
       both.articles.size() < pipeline.ranked() && (at_a < a.articles.size() || at_b < b.articles.size());) {
    const bool first =
        at_b == b.articles.size() || (at_a < a.articles.size() && before(a.articles[at_a], b.articles[at_b]));
    const Partial& from = first ? a : b;
    const std::size_t place = first ? at_a++ : at_b++;
    // Units of the first `depth` of both are among those of each.
    if (both.units.size() == both.articles.size() && both.units.size() < pipeline.depth &&
        place < from.units.size())
      both.units.push_back(from.units[place]);
    both.articles.push_back(from.articles[place]);
  }
  return both;
}

std::vector<Answer> finish(Partial partial, const Query& query, const Pipeline& pipeline) {
  std::vector<Answer> answers = make_answer(std::move(partial), query, pipeline);
  for (Answer& each : answers) {
    const auto place = place_of_chunk(each.id);
    if (!place) continue;
    each.span = place->span;
    each.kind = ResultKind::kPassage;
    each.id.resize(place->document.size());
  }
  return answers;
}

void ask_for_tags(const std::vector<const Index*>& indexes, const Pipeline& pipeline, Query& query) {
  using Kind = Candidates::Kind;
  const Kind kind = pipeline.candidates.kind;
  const bool windows = kind == Kind::kWords || kind == Kind::kSentences || kind == Kind::kCharacters ||
                       kind == Kind::kBest || kind == Kind::kStart;
  if (!query.structure && (pipeline.score == nullptr || windows)) return;
  query.tags_with_terms = pipeline.score != nullptr && counts_tags(*pipeline.score, pipeline.score_settings);
  const bool some = query.tags_with_terms && !query.structure && kind == Kind::kElements;
  std::set<std::string> names;
  for (const Index* index : indexes) {
    const std::vector<bool> chosen = chosen_tags(*index, pipeline.candidates);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (!some || chosen[i]) names.insert(index->tags()[i].name);
    }
  }
  query.tags.assign(names.begin(), names.end());
}

namespace {

/// Whether units are scored by weights of features that are as the model has them.
bool has_untrained_weights(const Pipeline& pipeline) {
  if (pipeline.score == nullptr || !pipeline.has_units() ||
      !has_weights(*pipeline.score, ModelParameter::Weights::kFeatures))
    return false;
  return weights_setting(*pipeline.score, pipeline.score_settings, "weights") ==
         weights_setting(*pipeline.score, {}, "weights");
}

}  // namespace

bool can_serve(const std::vector<const Index*>& indexes, const Pipeline& pipeline, Diagnostics& diagnostics) {
  const std::uint64_t before_these = diagnostics.errors();
  for (const Index* index : indexes) {
    if (!(index->facts().analysis == indexes.front()->facts().analysis)) {
      diagnostics.error({index->path()}, "other-analysis",
                        fmt::format("words are analysed in another way than in {}", indexes.front()->path()));
    }
    if (pipeline.model->traits.impacts && index->facts().impact_bits == 0)
      diagnostics.error({index->path()}, "needs-impacts", "has no impacts, which the model needs");
    if (index->facts().unit.kind != indexes.front()->facts().unit.kind)
      diagnostics.error({index->path()}, "other-units",
                        fmt::format("its documents are {}, and those of {} {}", to_text(index->facts().unit),
                                    indexes.front()->path(), to_text(indexes.front()->facts().unit)));
    if (index->facts().unit.kind != ChunkUnit::Kind::kArticle && !pipeline.serves_chunks())
      diagnostics.error(
          {index->path()}, "needs-articles",
          "its documents are chunks, which are ranked as they are: parts of articles, limits of "
          "characters, fields and expansion need an index of articles");
    if (pipeline.stem != "any" && index->facts().analysis.stem != pipeline.stem)
      diagnostics.warning({index->path()}, "other-stemmer",
                          fmt::format("its words are stemmed by {}, and the preset is made for {}",
                                      quote(index->facts().analysis.stem), quote(pipeline.stem)));
    if (!index->facts().positions && pipeline.needs_positions())
      diagnostics.error({index->path()}, "needs-positions",
                        "has no positions, which phrases, bm25f and parts of articles need");
  }
  if (has_untrained_weights(pipeline) && !pipeline.learning)
    diagnostics.warning({}, "untrained-weights",
                        fmt::format("the weights of {} are not trained", pipeline.score->name));
  const Candidates& wanted = pipeline.candidates;
  // Roles fit any collection, plain texts too; names of tags may be mistyped.
  const bool names_tags = wanted.kind == Candidates::Kind::kElements && !wanted.tags.empty();
  if (names_tags && std::ranges::none_of(indexes, [&](const Index* index) {
        return std::ranges::count(chosen_tags(*index, wanted), true) > 0;
      })) {
    diagnostics.warning(
        {indexes.front()->path()}, "no-candidates",
        fmt::format(
            "has no element that the preset looks for, tags {}: paragraphs or passages are found instead",
            quote(wanted.tags)));
  }
  const bool asks_abouts = pipeline.query == "castitle" && pipeline.cas != Cas::kCo;
  if (asks_abouts && pipeline.score != nullptr && pipeline.score->traits.whole_topics)
    diagnostics.error(
        {}, "needs-words",
        fmt::format("the model {} scores whole topics, and no about() of a castitle", pipeline.score->name));
  if (pipeline.model->traits.impacts && indexes.size() > 1 && !pipeline.exhaustive &&
      number_setting(*pipeline.model, pipeline.settings, "rho") > 0) {
    diagnostics.warning({}, "rho-in-shards",
                        "rho counts the postings of each index by itself: the answer is not that of a single "
                        "index of all documents");
  }
  for (std::size_t i = 1; pipeline.model->traits.impacts && i < indexes.size(); ++i) {
    const IndexFacts& facts = indexes[i]->facts();
    if (facts.keep > 0 || indexes.front()->facts().keep > 0) {
      diagnostics.error(
          {indexes[i]->path()}, "several-kept",
          "impacts of several indexes cannot be added up where each keeps some of its postings");
    } else if (facts.impact_range != indexes.front()->facts().impact_range ||
               facts.impact_bits != indexes.front()->facts().impact_bits) {
      diagnostics.error(
          {indexes[i]->path()}, "several-impacts",
          fmt::format("its impacts cannot be added to those of {}: each has statistics of its own",
                      indexes.front()->path()));
    }
  }
  return diagnostics.errors() == before_these;
}

Explanation explain(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline,
                    DocumentNumber document) {
  Prepared prepared = prepare(index, query, all, pipeline);
  std::optional<FieldCounts> fields;
  if (pipeline.model->traits.fields) prepared.input.fields = &fields.emplace(index, prepared.lists);
  Explanation explanation;
  explanation.length = index.length(document);
  explanation.mean_length = prepared.input.mean_length;
  explanation.units = prepared.input.units;
  const auto scorer =
      pipeline.model->traits.impacts ? nullptr : pipeline.model->make(pipeline.settings, prepared.input);
  std::vector<std::uint32_t> tfs;
  for (std::size_t i = 0; i < prepared.lists.size(); ++i) {
    const TermList& list = prepared.lists[i];
    TermExplanation term;
    term.term = query.terms[prepared.terms[i]].text();
    term.n = prepared.input.terms[i].n;
    term.cf = prepared.input.terms[i].cf;
    term.weight = prepared.input.terms[i].weight;
    if (list.counts.documents > 0) {
      PostingCursor cursor(list.postings);
      cursor.seek(document);
      if (cursor.document() == document) term.tf = cursor.tf();
    }
    if (scorer != nullptr) {
      if (term.tf > 0 || scorer->counts_absent())
        term.part = scorer->part_in(document, i, term.tf, explanation.length);
    } else if (list.term != UINT64_MAX) {
      std::vector<DocumentNumber> documents;
      for (const ImpactSegment& segment : read_segments(index.impact_list(list.term))) {
        read_segment(segment, index.documents(), documents);
        if (std::ranges::binary_search(documents, document)) term.part = segment.impact;
      }
    }
    explanation.score += term.part;
    explanation.terms.push_back(std::move(term));
  }
  return explanation;
}

std::optional<Explanation> explain_element(const Index& index, const Query& query, const QueryCounts& all,
                                           const Pipeline& pipeline, const Collection* collection,
                                           DocumentNumber document, std::uint32_t element) {
  if (pipeline.score == nullptr) return std::nullopt;
  const UnitInput input = unit_input(index, collection, query, all, pipeline);
  ArticleHits article;
  ArticleReader(index, input.terms).read(document, article);
  const auto place = std::ranges::find(article.elements, element, &ElementWords::number);
  if (place == article.elements.end()) return std::nullopt;
  const UnitWords unit = article.unit(static_cast<std::uint32_t>(place - article.elements.begin()));
  const auto score_of = [&](const UnitInput& asked, ArticleHits& hits) {
    const auto scorer = make_unit_scorer(*pipeline.score, pipeline.score_settings, asked);
    scorer->enter(hits);
    return scorer->score(hits, unit);
  };
  const bool by_tag = counts_tags(*pipeline.score, pipeline.score_settings);
  const ScoringInput scoring =
      scoring_input(input, by_tag ? "tag" : df_of(pipeline.score_settings), class_of(article, unit));
  Explanation explanation;
  explanation.length = static_cast<std::uint32_t>(article.length_of(unit));
  explanation.mean_length = scoring.mean_length;
  explanation.units = scoring.units;
  explanation.score = score_of(input, article);
  for (std::size_t i = 0; i < input.terms.size(); ++i) {
    UnitInput alone = input;
    alone.terms = {input.terms[i]};
    alone.numbers = {input.numbers[i]};
    alone.quoted.clear();
    ArticleHits hits = article;
    hits.hits = {article.hits[i]};
    hits.count();
    explanation.terms.push_back({input.terms[i].text(), article.tf(unit, i), scoring.terms[i].n,
                                 scoring.terms[i].cf, scoring.terms[i].weight, score_of(alone, hits)});
  }
  return explanation;
}

}  // namespace fovea::search
