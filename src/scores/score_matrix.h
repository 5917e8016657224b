// The scores of several runs on the same topics under one measure: what comparisons start from.
//
// A view, good as long as the Scores it was taken from (scores/scores.h) are there and unchanged.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fovea {

class ScoreMatrix {
 public:
  /// The rows of `runs` runs, `topics` values each, which begin `step` values apart.
  ScoreMatrix(const double* first, std::size_t runs, std::size_t topics, std::size_t step)
      : first_(first), runs_(runs), topics_(topics), step_(step) {}

  std::size_t runs() const { return runs_; }
  std::size_t topics() const { return topics_; }
  /// The scores of one run, in topic order.
  std::span<const double> run(std::size_t run) const { return {first_ + run * step_, topics_}; }

  /// First minus second, per topic.
  std::vector<double> differences(std::size_t first, std::size_t second) const {
    std::vector<double> result(topics_);
    for (std::size_t t = 0; t < topics_; ++t) result[t] = run(first)[t] - run(second)[t];
    return result;
  }

 private:
  const double* first_;
  std::size_t runs_;
  std::size_t topics_;
  std::size_t step_;
};

}  // namespace fovea
