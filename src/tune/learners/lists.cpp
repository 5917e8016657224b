// ListNet: the whole list of a topic at once. Labels and scores become distributions by softmax, and weights go down the
// cross entropy of the two: w += .01·Σ_i (softmax(labels)_i − softmax(scores)_i)·x_i per topic, 100 epochs.
//
// Cao, Qin, Liu, Tsai and Li, Learning to rank: from pairwise approach to listwise approach, ICML 2007.
#include <algorithm>
#include <cmath>

#include "tune/learners/features.h"

namespace fovea::tune {

namespace {

constexpr double kListRate = 0.01;

std::vector<double> softmax(std::vector<double> values) {
  const double largest = *std::ranges::max_element(values);
  double sum = 0;
  for (double& value : values) sum += value = std::exp(value - largest);
  for (double& value : values) value /= sum;
  return values;
}

class ListNet final : public Tuner {
 public:
  explicit ListNet(const TuningInput& input) : input_(input), data_(input) {}

  Changes tune(std::span<const std::size_t> topics) override {
    std::vector<double> weights(weights_of(input_.pipeline).size(), 0);
    for (std::size_t epoch = 0; epoch < kEpochs; ++epoch) {
      for (const std::size_t topic : topics) learn(data_.topic(topic), weights);
      if (input_.progress) input_.progress();
    }
    return {weights_change(weights)};
  }

 private:
  static void learn(const TrainingTopic& topic, std::vector<double>& weights) {
    if (topic.labels.empty()) return;
    std::vector<double> scores;
    for (const auto& features : topic.features) scores.push_back(dot(weights, features));
    const std::vector<double> wanted = softmax(topic.labels);
    const std::vector<double> given = softmax(std::move(scores));
    for (std::size_t i = 0; i < topic.features.size(); ++i) {
      for (std::size_t f = 0; f < weights.size(); ++f)
        weights[f] += kListRate * (wanted[i] - given[i]) * topic.features[i][f];
    }
  }

  const TuningInput input_;
  TrainingTopics data_;
};

}  // namespace

std::unique_ptr<Tuner> make_listnet(const TuningInput& input) {
  return std::make_unique<ListNet>(input);
}

}  // namespace fovea::tune
