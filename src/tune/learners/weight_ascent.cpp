// Coordinate ascent over weights, with the measure of the finished answer as its objective.
//
// One weight at a time, in an order drawn anew each round, goes up and down by .05·2^j, j = 0 … 5, and stays where the mean is
// largest; a round that gains less than .001 is the last. The first of five starts has the preset's weights, the others
// random ones. Weights are brought to Σ|w| = 1, which changes no ranking.
//
// Metzler and Croft, Linear feature-based models for information retrieval, Information Retrieval 10, 2007.
#include <cmath>
#include <numeric>

#include "stats/random.h"
#include "tune/learners/features.h"

namespace fovea::tune {

namespace {

constexpr int kStarts = 5;
constexpr int kStepSizes = 6;
constexpr double kFirstStep = 0.05;
constexpr double kSmallestRoundGain = 0.001;

void normalise(std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights) sum += std::abs(weight);
  for (double& weight : weights) weight = sum > 0 ? weight / sum : 0;
}

class WeightAscent final : public Tuner {
 public:
  explicit WeightAscent(const TuningInput& input) : input_(input) {}

  Changes tune(std::span<const std::size_t> topics) override {
    std::vector<double> best;
    double best_mean = 0;
    for (int start = 0; start < kStarts; ++start) {
      stats::RandomStream random(input_.seed, static_cast<std::uint64_t>(start));
      std::vector<double> weights = weights_of(input_.pipeline);
      if (start > 0) {
        for (double& weight : weights) weight = 2 * random.uniform() - 1;
      }
      normalise(weights);
      const double mean = climb(weights, topics, random);
      if (best.empty() || mean > best_mean) {
        best = weights;
        best_mean = mean;
      }
    }
    return {weights_change(best)};
  }

 private:
  double mean(const std::vector<double>& weights, std::span<const std::size_t> topics) {
    if (input_.progress) input_.progress();
    return input_.objective.mean(changed(input_.pipeline, {weights_change(weights)}), topics);
  }

  double climb(std::vector<double>& weights, std::span<const std::size_t> topics,
               stats::RandomStream& random) {
    double reached = mean(weights, topics);
    while (true) {
      const double before = reached;
      std::vector<std::size_t> order(weights.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
      for (const std::size_t feature : order) {
        std::vector<double> best = weights;
        for (int size = 0; size < kStepSizes; ++size) {
          for (const double sign : {1.0, -1.0}) {
            std::vector<double> tried = weights;
            tried[feature] += sign * kFirstStep * std::pow(2, size);
            const double value = mean(tried, topics);
            if (value <= reached) continue;
            reached = value;
            best = tried;
          }
        }
        weights = best;
      }
      normalise(weights);
      if (reached - before < kSmallestRoundGain) return reached;
    }
  }

  const TuningInput input_;
};

}  // namespace

std::unique_ptr<Tuner> make_weight_ascent(const TuningInput& input) {
  return std::make_unique<WeightAscent>(input);
}

}  // namespace fovea::tune
