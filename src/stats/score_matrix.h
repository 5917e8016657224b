// The scores of several runs on the same topics: what comparisons start from.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::stats {

class ScoreMatrix {
 public:
  ScoreMatrix(std::size_t runs, std::size_t topics)
      : runs_(runs), topics_(topics), scores_(runs * topics, 0.0) {}

  std::size_t runs() const { return runs_; }
  std::size_t topics() const { return topics_; }
  /// The scores of one run, in topic order.
  std::span<const double> run(std::size_t run) const {
    return std::span(scores_).subspan(run * topics_, topics_);
  }
  std::span<double> run(std::size_t run) { return std::span(scores_).subspan(run * topics_, topics_); }

  /// First minus second, per topic.
  std::vector<double> differences(std::size_t first, std::size_t second) const {
    std::vector<double> result(topics_);
    for (std::size_t t = 0; t < topics_; ++t) result[t] = run(first)[t] - run(second)[t];
    return result;
  }

 private:
  std::size_t runs_;
  std::size_t topics_;
  std::vector<double> scores_;
};

}  // namespace fovea::stats
