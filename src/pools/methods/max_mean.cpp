// MaxMean, and MaxMean for runs that get worse on the way down: play the run with the largest mean of belief.
#include "pools/methods/bandits.h"

namespace fovea::pools {

const PoolMethod methods::kMaxMean = {
    .name = "mm",
    .takes =
        "the run with the largest α/(α+β) is played, α = 1 + rel, β = 1 + ret − rel of the documents it was "
        "played for",
    .source = kBanditSource,
    .arms = [](const TopicPool& pool, const PoolSettings&) -> std::unique_ptr<Arms> {
      return std::make_unique<Bandit>(pool.runs().size());
    }};

const PoolMethod methods::kMaxMeanNonStationary = {
    .name = "mm-ns",
    .takes =
        "as mm, but rel and ret are multiplied by ρ before each update, so that what lies further back counts less",
    .source = kBanditSource,
    .arms = [](const TopicPool& pool, const PoolSettings& settings) -> std::unique_ptr<Arms> {
      return std::make_unique<Bandit>(pool.runs().size(), settings.rho);
    }};

}  // namespace fovea::pools
