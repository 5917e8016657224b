// OWPC: pairs of a relevant and another unit, those near the top counting most.
//
// For a relevant unit i, others j of m are drawn until w·(x_i − x_j) < 1; the number of draws n says how many violate, about
// m/n, and w += .01·H(⌊m/n⌋)/H(m)·(x_i − x_j), H(r) = Σ_{t≤r} 1/t. Weights shrink by 1e-4 a step; 100 epochs.
//
// Usunier, Buffoni and Gallinari, Ranking with ordered weighted pairwise classification, ICML 2009; LIP6 at INEX 2010.
#include <numeric>

#include "stats/random.h"
#include "tune/learners/features.h"

namespace fovea::tune {

namespace {

constexpr double kPairRate = 0.01;
constexpr double kPairShrinkage = 1e-4;

class Owpc final : public Tuner {
 public:
  explicit Owpc(const TuningInput& input) : input_(input), data_(input) {}

  Changes tune(std::span<const std::size_t> topics) override {
    std::vector<double> weights(weights_of(input_.pipeline).size(), 0);
    stats::RandomStream random(input_.seed, 0);
    for (std::size_t epoch = 0; epoch < kEpochs; ++epoch) {
      for (const std::size_t topic : topics) learn(data_.topic(topic), random, weights);
      if (input_.progress) input_.progress();
    }
    return {weights_change(weights)};
  }

 private:
  static double harmonic(std::size_t count) {
    double sum = 0;
    for (std::size_t i = 1; i <= count; ++i) sum += 1.0 / static_cast<double>(i);
    return sum;
  }

  static void learn(const TrainingTopic& topic, stats::RandomStream& random, std::vector<double>& weights) {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < topic.labels.size(); ++i) {
      if (topic.labels[i] < kRelevantShare) others.push_back(i);
    }
    if (others.empty()) return;
    const auto most = static_cast<std::uint32_t>(others.size());
    const double all = harmonic(most);
    for (std::size_t i = 0; i < topic.labels.size(); ++i) {
      if (topic.labels[i] < kRelevantShare) continue;
      const double own = dot(weights, topic.features[i]);
      for (std::uint32_t draws = 1; draws <= most; ++draws) {
        const auto& other = topic.features[others[random.below(most)]];
        if (own - dot(weights, other) >= 1) continue;
        const double step = kPairRate * harmonic(most / draws) / all;
        for (std::size_t f = 0; f < weights.size(); ++f)
          weights[f] = (weights[f] + step * (topic.features[i][f] - other[f])) * (1 - kPairShrinkage);
        break;
      }
    }
  }

  const TuningInput input_;
  TrainingTopics data_;
};

}  // namespace

std::unique_ptr<Tuner> make_owpc(const TuningInput& input) {
  return std::make_unique<Owpc>(input);
}

}  // namespace fovea::tune
