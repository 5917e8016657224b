// A matrix of scores that a test fills by hand.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scores/score_matrix.h"

namespace fovea {

class FilledMatrix {
 public:
  FilledMatrix(std::size_t runs, std::size_t topics) : runs_(runs), topics_(topics), values_(runs * topics) {}

  std::size_t runs() const { return runs_; }
  std::size_t topics() const { return topics_; }
  std::span<double> run(std::size_t run) { return std::span(values_).subspan(run * topics_, topics_); }
  std::span<const double> run(std::size_t run) const {
    return std::span(values_).subspan(run * topics_, topics_);
  }
  operator ScoreMatrix() const {  // NOLINT(google-explicit-constructor): stands for the matrix everywhere
    return {values_.data(), runs_, topics_, topics_};
  }

 private:
  std::size_t runs_;
  std::size_t topics_;
  std::vector<double> values_;
};

}  // namespace fovea
