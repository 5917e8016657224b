// Move to front: stay with a run as long as it gives relevant documents.
#include <vector>

#include "pools/methods/method.h"

namespace fovea::pools {

namespace {

/// Priorities as distances from the largest one.
class Priorities : public Arms {
 public:
  explicit Priorities(std::size_t runs) : below_(runs, 0) {}

  double value(std::uint32_t run) override { return -below_[run]; }
  void learn(std::uint32_t run, bool relevant) override { below_[run] = relevant ? 0 : below_[run] + 1; }

 private:
  std::vector<double> below_;
};

}  // namespace

const PoolMethod methods::kMoveToFront = {
    .name = "mtf",
    .takes =
        "all runs begin with the highest priority and the highest is played; a relevant document gives its run "
        "the highest again, another one takes 1 away",
    .source = "Cormack, Palmer & Clarke, Efficient construction of large test collections, SIGIR 1998",
    .arms = [](const TopicPool& pool, const PoolSettings&) -> std::unique_ptr<Arms> {
      return std::make_unique<Priorities>(pool.runs().size());
    }};

}  // namespace fovea::pools
