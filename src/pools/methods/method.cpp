#include "pools/methods/method.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace fovea::pools {

namespace {

constexpr std::array<const PoolMethod*, 6> kMethods = {
    &methods::kRoundRobin, &methods::kDepth,    &methods::kMoveToFront,
    &methods::kMaxMean,    &methods::kThompson, &methods::kMaxMeanNonStationary};

/// One topic, played by an adaptive method.
class Game {
 public:
  Game(TopicPool& pool, const PoolSettings& settings, const Relevance& relevance)
      : pool_(pool),
        settings_(settings),
        relevance_(relevance),
        arms_(settings.method->arms(pool, settings)),
        order_(pool.seeded_order()) {
    if (settings.credit == Credit::kAll) find_holders();
  }

  /// Learns from what came in since it was last called; how many of these documents nobody has judged.
  std::size_t learn() {
    std::size_t unjudged = 0;
    for (; learnt_ < pool_.taken().size(); ++learnt_) {
      const TopicPool::Taken& taken = pool_.taken()[learnt_];
      const Known known = relevance_(pool_.lists().documents[taken.document]);
      unjudged += known == Known::kUnjudged ? 1 : 0;
      if (settings_.credit == Credit::kPlayed) {
        arms_->learn(taken.by, known == Known::kRelevant);
        continue;
      }
      for (const std::uint32_t run : holders_[taken.document]) arms_->learn(run, known == Known::kRelevant);
    }
    return unjudged;
  }

  /// Plays the most promising run that has a document left; false when none has.
  bool play() {
    arms_->next_play(pool_.size());
    values_.clear();
    for (const std::uint32_t run : order_) values_.push_back(arms_->value(run));
    while (!order_.empty()) {
      const auto best = std::ranges::max_element(values_) - values_.begin();
      if (pool_.take_next(order_[static_cast<std::size_t>(best)])) return true;
      order_.erase(order_.begin() + best);
      values_.erase(values_.begin() + best);
    }
    return false;
  }

 private:
  void find_holders() {
    holders_.resize(pool_.lists().documents.size());
    for (std::uint32_t run = 0; run < pool_.lists().lists.size(); ++run) {
      for (const std::uint32_t document : pool_.lists().lists[run]) holders_[document].push_back(run);
    }
  }

  TopicPool& pool_;
  const PoolSettings& settings_;
  const Relevance& relevance_;
  std::unique_ptr<Arms> arms_;
  std::vector<std::uint32_t> order_;                 ///< runs with documents left, in seeded order
  std::vector<double> values_;                       ///< of these, at this play
  std::vector<std::vector<std::uint32_t>> holders_;  ///< by document: the runs that returned it
  std::size_t learnt_ = 0;
};

}  // namespace

std::span<const PoolMethod* const> all_methods() {
  return kMethods;
}

const PoolMethod* find_method(std::string_view name) {
  const auto* const found = std::ranges::find(kMethods, name, &PoolMethod::name);
  return found == kMethods.end() ? nullptr : *found;
}

std::string method_names() {
  std::string names;
  for (const PoolMethod* method : kMethods) names += (names.empty() ? "" : ", ") + std::string(method->name);
  return names;
}

void play(TopicPool& pool, const PoolSettings& settings, std::size_t size, std::size_t step,
          const Relevance& relevance) {
  Game game(pool, settings, relevance);
  game.learn();
  methods::kDepth.fill(pool, settings, settings.base);
  std::size_t unjudged = game.learn();
  while (pool.size() < size && unjudged < step && game.play()) unjudged += game.learn();
}

}  // namespace fovea::pools
