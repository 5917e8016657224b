#include "search/models/unit_model.h"

#include <algorithm>

#include "text/numbers.h"

namespace fovea::search {

namespace {

class SumOfTerms final : public UnitScorer {
 public:
  SumOfTerms(const Model& model, ModelSettings settings, const UnitInput& input)
      : model_(model), settings_(std::move(settings)), input_(input) {
    const auto given = settings_.find("df");
    if (given != settings_.end()) df_ = given->second;
  }

  double score(const ArticleHits& article, const UnitWords& unit) override {
    tfs_.clear();
    for (std::size_t term = 0; term < article.terms(); ++term) tfs_.push_back(article.tf(unit, term));
    return scorer_of(class_of(article, unit)).score(article.document, tfs_, article.length_of(unit));
  }

 private:
  const Scorer& scorer_of(std::uint32_t unit_class) {
    auto& scorer = scorers_[unit_class];
    if (!scorer) scorer = model_.make(settings_, scoring_input(input_, df_, unit_class));
    return *scorer;
  }

  const Model& model_;
  ModelSettings settings_;
  const UnitInput& input_;
  std::string df_ = "article";
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
  return model.make_units != nullptr || (model.make != nullptr && &model != &kBm25f);
}

bool counts_tags(const Model& model, const ModelSettings& settings) {
  if (&model == &kItf) return true;
  if (&model == &kContext && setting(model, settings, "on") == "itf") return true;
  const auto given = settings.find("df");
  return given != settings.end() && given->second == "tag";
}

bool scores_are_logarithms(const Model& model) {
  return &model == &kDirichlet || &model == &kJelinekMercer || &model == &kElementLm;
}

std::optional<NamedWeights> parse_weights(std::string_view text) {
  NamedWeights weights;
  for (;;) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    if (text.empty()) return weights;
    const std::string_view each = text.substr(0, text.find_first_of(" \t\r\n"));
    text.remove_prefix(each.size());
    const std::size_t equals = each.rfind('=');
    if (equals == std::string_view::npos || equals == 0) return std::nullopt;
    const auto number = parse_number(each.substr(equals + 1));
    if (!number) return std::nullopt;
    weights[std::string(each.substr(0, equals))] = *number;
  }
}

std::vector<double> tag_weights(const Index& index, std::string_view text) {
  const NamedWeights named = parse_weights(text).value_or(NamedWeights());
  std::vector<double> weights;
  for (const TagEntry& tag : index.tags()) {
    const auto found = named.find(tag.name);
    weights.push_back(found == named.end() ? 1 : found->second);
  }
  return weights;
}

}  // namespace fovea::search
