#include "search/models/unit_model.h"

#include <algorithm>

namespace fovea::search {

namespace {

class SumOfTerms final : public UnitScorer {
 public:
  SumOfTerms(const Model& model, ModelSettings settings, const UnitInput& input)
      : model_(model), settings_(std::move(settings)), input_(input) {}

  double score(const ArticleHits& article, const UnitWords& unit) override {
    tfs_.clear();
    for (std::size_t term = 0; term < article.terms(); ++term) tfs_.push_back(article.tf(unit, term));
    return scorer_of(class_of(article, unit)).score(article.document, tfs_, article.length_of(unit));
  }

 private:
  const Scorer& scorer_of(std::uint32_t unit_class) {
    auto& scorer = scorers_[unit_class];
    if (!scorer) scorer = model_.make(settings_, scoring_input(input_, df_of(settings_), unit_class));
    return *scorer;
  }

  const Model& model_;
  ModelSettings settings_;
  const UnitInput& input_;
  std::map<std::uint32_t, std::unique_ptr<Scorer>> scorers_;
  std::vector<std::uint32_t> tfs_;
};

}  // namespace

const TagCounts* counts_of(const UnitInput& input, std::uint32_t unit_class) {
  return unit_class == kWindowClass ? nullptr : input.tags[unit_class];
}

std::uint32_t class_of(const ArticleHits& article, const UnitWords& unit) {
  return unit.element == kNoElement ? kWindowClass : article.elements[unit.element].name;
}

double mean_length(const UnitInput& input, std::uint32_t unit_class) {
  if (const TagCounts* const tag = counts_of(input, unit_class))
    return static_cast<double>(tag->words) / static_cast<double>(tag->elements);
  if (unit_class == kWindowClass && input.window_words > 0) return input.window_words;
  return static_cast<double>(input.all.words) / static_cast<double>(input.all.documents);
}

ScoringInput scoring_input(const UnitInput& input, std::string_view df, std::uint32_t unit_class) {
  const TagCounts* const tag = df == "tag" ? counts_of(input, unit_class) : nullptr;
  ScoringInput scoring;
  scoring.units =
      df == "sentence" ? input.all.sentences : (tag != nullptr ? tag->elements : input.all.documents);
  scoring.words = input.all.words;
  scoring.mean_length = mean_length(input, unit_class);
  for (std::size_t i = 0; i < input.terms.size(); ++i) {
    const TermCounts& counts = input.all.terms[input.numbers[i]];
    const std::uint64_t n = df == "sentence"
                                ? counts.sentences
                                : (tag != nullptr ? tag->with_term[input.numbers[i]] : counts.documents);
    scoring.terms.push_back({n, counts.occurrences, input.terms[i].weight, input.terms[i].once});
  }
  return scoring;
}

std::unique_ptr<UnitScorer> sum_of_terms(const Model& model, const ModelSettings& settings,
                                         const UnitInput& input) {
  return std::make_unique<SumOfTerms>(model, settings, input);
}

std::unique_ptr<UnitScorer> make_unit_scorer(const Model& model, const ModelSettings& settings,
                                             const UnitInput& input) {
  return model.make_units != nullptr ? model.make_units(settings, input)
                                     : sum_of_terms(model, settings, input);
}

bool can_score_units(const Model& model) {
  return model.make_units != nullptr || (model.make != nullptr && !model.traits.fields);
}

bool counts_tags(const Model& model, const ModelSettings& settings) {
  if (model.traits.counts_tags || df_of(settings) == "tag") return true;
  const bool asks_another =
      std::ranges::find(model.parameters, "on", &ModelParameter::name) != model.parameters.end();
  return asks_another && find_model(setting(model, settings, "on"))->traits.counts_tags;
}

std::vector<double> tag_weights(const Index& index, const NamedWeights& weights) {
  std::vector<double> of_tags;
  for (const TagEntry& tag : index.tags()) {
    const double* const weight = weight_of(weights, tag.name);
    of_tags.push_back(weight == nullptr ? 1 : *weight);
  }
  return of_tags;
}

}  // namespace fovea::search
