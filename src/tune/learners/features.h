// What weights are learnt from: the units of a topic with their features, brought to mean 0 and deviation 1 as `linear` does,
// and how much of each unit is highlighted.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tune/tuner.h"

namespace fovea::tune {

/// From this share on a unit counts as relevant where it is or is not.
inline constexpr double kRelevantShare = 0.5;

struct TrainingTopic {
  std::vector<std::vector<double>> features;  ///< of each unit
  std::vector<double> labels;                 ///< its highlighted share, 0 to 1
};

/// The pipeline with all features, so that all have values.
search::Pipeline with_all_features(const search::Pipeline& pipeline);
/// The weights of all features, in their order.
search::SettingChange weights_change(std::span<const double> weights);
/// The weights that the pipeline has, 0 for other features.
std::vector<double> weights_of(const search::Pipeline& pipeline);

TrainingTopic training_topic(Objective& objective, const search::Pipeline& all_features, std::size_t topic);

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Keeps the topics that were made.
class TrainingTopics {
 public:
  explicit TrainingTopics(const TuningInput& input)
      : objective_(input.objective),
        pipeline_(with_all_features(input.pipeline)),
        topics_(input.objective.topics().size()),
        made_(topics_.size(), false) {}

  const TrainingTopic& topic(std::size_t number) {
    if (!made_[number]) topics_[number] = training_topic(objective_, pipeline_, number);
    made_[number] = true;
    return topics_[number];
  }

 private:
  Objective& objective_;
  search::Pipeline pipeline_;
  std::vector<TrainingTopic> topics_;
  std::vector<bool> made_;
};

}  // namespace fovea::tune
