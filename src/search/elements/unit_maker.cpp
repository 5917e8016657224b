#include "search/elements/unit_maker.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "search/elements/candidates.h"
#include "search/nexi/castitle_scorer.h"

namespace fovea::search {

namespace {

/// What the terms of a query are worth to candidates.
struct CandidateTerms {
  std::vector<double> idf;
  std::vector<bool> discerning;
};

CandidateTerms candidate_terms(const UnitInput& input) {
  CandidateTerms terms;
  bool any = false;
  for (const std::size_t number : input.numbers) {
    const std::uint64_t n = input.all.terms[number].documents;
    terms.idf.push_back(std::log(static_cast<double>(input.all.documents) / static_cast<double>(n)));
    terms.discerning.push_back(n < input.all.documents);
    any = any || terms.discerning.back();
  }
  if (!any) terms.discerning.assign(terms.idf.size(), true);
  return terms;
}

class UnitMaker {
 public:
  UnitMaker(const Index& index, const Collection& collection, const Query& query, const QueryCounts& all,
            const Pipeline& pipeline)
      : query_(query),
        pipeline_(pipeline),
        input_(unit_input(index, &collection, query, all, pipeline)),
        reader_(index, input_.terms) {
    CandidateTerms terms = candidate_terms(input_);
    finder_.emplace(index, collection, pipeline.candidates, std::move(terms.idf),
                    std::move(terms.discerning));
    if (query.structure) {
      castitle_.emplace(*query.structure, input_, pipeline);
    } else if (pipeline.score != nullptr) {
      scorer_ = make_unit_scorer(*pipeline.score, pipeline.score_settings, input_);
    }
  }

  ArticleUnits make(const RankedDocument& article) {
    ArticleUnits made;
    reader_.read(article.document, hits_);
    finder_->enter(hits_);
    if (castitle_) {
      castitle_->score(article.document, made);
      for (Unit& unit : made.units) unit.span = tree().span(unit.element);
    } else {
      finder_->find(hits_, made.units);
      if (scorer_ && !made.units.empty()) scorer_->enter(hits_);
      for (Unit& unit : made.units) {
        unit.score = scorer_ ? scorer_->score(hits_, unit.words) : article.score;
        if (scorer_) scorer_->values(hits_, unit.words, made.values);
        // Only counts that contradict each other make no number.
        if (std::isnan(unit.score)) ByteReader::fail();
      }
    }
    if (pipeline_.form == AnswerForm::kEntryPoints) made.hit = finder_->first_hit(hits_);
    if (pipeline_.selection.rebuild || pipeline_.cut.output == Cut::Output::kRange) add_surroundings(made);
    for (Unit& unit : made.units) unit.words.element = kNoElement;
    return made;
  }

 private:
  const ElementTreeView& tree() const { return finder_->document().tree(); }

  /// Parents, the elements that follow, and all that are above.
  void add_surroundings(ArticleUnits& made) const {
    std::vector<bool> framed(hits_.elements.size(), false);
    for (Unit& unit : made.units) {
      if (unit.element == kNoElement) continue;
      const auto parent = tree().parent(unit.element);
      unit.parent = parent ? *parent : kNoElement;
      unit.next = tree().next(unit.element);
      for (std::uint32_t at = hits_.parents[unit.words.element]; at != kNoElement && !framed[at];
           at = hits_.parents[at])
        framed[at] = true;
    }
    for (std::uint32_t i = 0; i < framed.size(); ++i) {
      if (!framed[i]) continue;
      const ElementWords& words = hits_.elements[i];
      const std::uint32_t above = hits_.parents[i];
      made.frames.push_back({words.number, above == kNoElement ? kNoElement : hits_.elements[above].number,
                             words.first_word, tree().span(words.number)});
    }
  }

  const Query& query_;
  const Pipeline& pipeline_;
  UnitInput input_;
  ArticleReader reader_;
  std::optional<CandidateFinder> finder_;
  std::optional<CastitleScorer> castitle_;
  std::unique_ptr<UnitScorer> scorer_;
  ArticleHits hits_;
};

}  // namespace

UnitInput unit_input(const Index& index, const Collection* collection, const Query& query,
                     const QueryCounts& all, const Pipeline& pipeline) {
  UnitInput input{index, all, {}, {}, {}, nominal_words(pipeline.candidates, all), {}, collection};
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    if (query.terms[i].tag || all.terms[i].occurrences == 0) continue;
    input.terms.push_back(query.terms[i]);
    input.numbers.push_back(i);
  }
  input.tags.assign(index.tags().size(), nullptr);
  for (std::size_t i = 0; i < query.tags.size(); ++i) {
    const auto number = index.find_tag(query.tags[i]);
    if (number && all.tags[i].elements > 0) input.tags[*number] = &all.tags[i];
  }
  for (const std::vector<std::string>& phrase : query.quoted) {
    std::vector<std::size_t> places;
    for (const std::string& word : phrase) {
      for (std::size_t i = 0; i < input.terms.size(); ++i) {
        if (!input.terms[i].is_phrase() && input.terms[i].words.front() == word) places.push_back(i);
      }
    }
    if (places.size() > 1) input.quoted.push_back(std::move(places));
  }
  return input;
}

std::vector<ArticleUnits> make_units(const Index& index, const Collection& collection, const Query& query,
                                     const QueryCounts& all, const Pipeline& pipeline,
                                     std::span<const RankedDocument> articles) {
  // Lists are read forwards.
  std::vector<std::size_t> order(articles.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t i) { return articles[i].document; });
  UnitMaker maker(index, collection, query, all, pipeline);
  std::vector<ArticleUnits> made(articles.size());
  for (const std::size_t i : order) {
    if (pipeline.check) pipeline.check();
    made[i] = maker.make(articles[i]);
  }
  return made;
}

}  // namespace fovea::search
