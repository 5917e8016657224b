// What Bayesian bandits know of a run: how many of the documents it was played for were relevant. With a uniform prior
// the belief about its next one is Beta(1 + rel, 1 + ret − rel).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pools/methods/method.h"

namespace fovea::pools {

inline constexpr std::string_view kBanditSource =
    "Losada, Parapar & Barreiro, Multi-armed bandits for adjudicating documents in pooling-based evaluation of "
    "information retrieval systems, IP&M 53, 2017";

class Bandit : public Arms {
 public:
  /// `rho` is what is kept of the counts at every update: 1 for runs that do not change on the way down.
  explicit Bandit(std::size_t runs, double rho = 1) : counts_(runs), rho_(rho) {}

  /// The mean of the belief.
  double value(std::uint32_t run) override { return alpha(run) / (alpha(run) + beta(run)); }
  void learn(std::uint32_t run, bool relevant) override {
    Counts& counts = counts_[run];
    counts.relevant = rho_ * counts.relevant + (relevant ? 1 : 0);
    counts.retrieved = rho_ * counts.retrieved + 1;
  }

 protected:
  double alpha(std::uint32_t run) const { return 1 + counts_[run].relevant; }
  double beta(std::uint32_t run) const { return 1 + counts_[run].retrieved - counts_[run].relevant; }

 private:
  struct Counts {
    double relevant = 0;
    double retrieved = 0;
  };
  std::vector<Counts> counts_;
  double rho_;
};

}  // namespace fovea::pools
