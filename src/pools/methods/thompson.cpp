// Thompson sampling: play the run whose draw from Beta(α, β) is the largest.
//
// α and β are whole numbers, and the α-th smallest of α + β − 1 uniform numbers has just this distribution: a draw
// without a logarithm, the same to the bit on every machine.
#include <algorithm>
#include <vector>

#include "pools/methods/bandits.h"
#include "stats/random.h"

namespace fovea::pools {

namespace {

class Thompson : public Bandit {
 public:
  explicit Thompson(const TopicPool& pool) : Bandit(pool.runs().size()) {
    for (const PooledRun& run : pool.runs()) seeds_.push_back(pool.seed_of(run.name));
  }

  double value(std::uint32_t run) override {
    const auto rank = static_cast<std::ptrdiff_t>(alpha(run)) - 1;
    uniform_.resize(static_cast<std::size_t>(alpha(run) + beta(run)) - 1);
    stats::RandomStream random(seeds_[run], play_);
    for (double& each : uniform_) each = random.uniform();
    std::nth_element(uniform_.begin(), uniform_.begin() + rank, uniform_.end());
    return uniform_[static_cast<std::size_t>(rank)];
  }
  void next_play(std::size_t size) override { play_ = size; }

 private:
  std::vector<std::uint64_t> seeds_;  ///< by run: a run that is added changes nobody else's draws
  std::uint64_t play_ = 0;
  std::vector<double> uniform_;
};

}  // namespace

const PoolMethod methods::kThompson = {
    .name = "ts",
    .takes = "the run with the largest draw from Beta(α, β) is played, α and β as in mm",
    .source = kBanditSource,
    .arms = [](const TopicPool& pool, const PoolSettings&) -> std::unique_ptr<Arms> {
      return std::make_unique<Thompson>(pool);
    }};

}  // namespace fovea::pools
