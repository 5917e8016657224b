#include "tune/learners/features.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "search/models/linear.h"
#include "search/models/unit_model.h"
#include "text/span_set.h"

namespace fovea::tune {

namespace {

/// Each feature to mean 0 and deviation 1 over the units; one that is the same everywhere becomes 0.
void scale(std::vector<std::vector<double>>& features) {
  if (features.empty()) return;
  const auto count = static_cast<double>(features.size());
  for (std::size_t i = 0; i < features.front().size(); ++i) {
    double sum = 0;
    for (const auto& unit : features) sum += unit[i];
    double squares = 0;
    for (const auto& unit : features) squares += (unit[i] - sum / count) * (unit[i] - sum / count);
    const double deviation = std::sqrt(squares / count);
    for (auto& unit : features) unit[i] = deviation > 0 ? (unit[i] - sum / count) / deviation : 0;
  }
}

}  // namespace

search::Pipeline with_all_features(const search::Pipeline& pipeline) {
  const std::vector<double> ones(search::linear_features().size(), 1.0);
  return changed(pipeline, {weights_change(ones)});
}

std::string weights_change(std::span<const double> weights) {
  std::string text = "score.weights=";
  const auto names = search::linear_features();
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}{}={}", i == 0 ? "" : " ", names[i], weights[i]);
  return text;
}

std::vector<double> weights_of(const search::Pipeline& pipeline) {
  const auto named =
      search::parse_weights(search::setting(*pipeline.score, pipeline.score_settings, "weights"))
          .value_or(search::NamedWeights());
  std::vector<double> weights;
  for (const std::string_view feature : search::linear_features()) {
    const auto found = named.find(feature);
    weights.push_back(found == named.end() ? 0 : found->second);
  }
  return weights;
}

TrainingTopic training_topic(Objective& objective, const search::Pipeline& all_features, std::size_t topic) {
  // Scaled over all units, as they will be when the weights are used.
  std::vector<std::vector<double>> features;
  std::vector<std::optional<double>> labels;
  const TopicJudgements* const judged = objective.input().judgements.find(objective.topics()[topic]->id);
  const search::Partial& partial = objective.gathered(all_features, topic).partial;
  for (std::size_t i = 0; i < partial.units.size(); ++i) {
    const JudgedDocument* const document = judged->find(partial.articles[i].id);
    for (const search::Unit& unit : partial.units[i].units) {
      if (unit.span.empty()) continue;
      const Span span = unit.span;
      features.push_back(unit.values);
      // Nobody knows what an article holds that nobody judged.
      labels.emplace_back();
      if (document != nullptr)
        labels.back() =
            static_cast<double>(intersection_size(judged->highlights(*document), SpanView(&span, 1))) /
            static_cast<double>(span.size());
    }
  }
  scale(features);
  TrainingTopic made;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i]) continue;
    made.features.push_back(std::move(features[i]));
    made.labels.push_back(*labels[i]);
  }
  return made;
}

}  // namespace fovea::tune
