#include "tune/learners/features.h"

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

search::SettingChange weights_change(std::span<const double> weights) {
  search::NamedWeights named;
  for (const std::string_view feature : search::linear_features())
    named.push_back({std::string(feature), weights[named.size()]});
  return {"score.weights", std::move(named)};
}

std::vector<double> weights_of(const search::Pipeline& pipeline) {
  const auto named = search::weights_setting(*pipeline.score, pipeline.score_settings, "weights");
  std::vector<double> weights;
  for (const std::string_view feature : search::linear_features()) {
    const double* const weight = search::weight_of(named, feature);
    weights.push_back(weight == nullptr ? 0 : *weight);
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
    const search::ArticleUnits& article = partial.units[i];
    for (std::size_t unit = 0; unit < article.units.size(); ++unit) {
      const Span span = article.units[unit].span;
      if (span.empty()) continue;
      const auto values = article.values_of(unit);
      features.emplace_back(values.begin(), values.end());
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
