#include "pools/topic_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "files/sha256.h"

namespace fovea::pools {

TopicPool::TopicPool(const TopicLists& lists, std::span<const PooledRun> runs, const Collection* collection,
                     std::uint64_t seed)
    : lists_(lists),
      runs_(runs),
      collection_(collection),
      seed_(seed),
      reach_(runs.size(), 0),
      standing_(lists.documents.size(), Standing::kNew) {}

void TopicPool::restore(const PoolTopic& earlier) {
  for (const PoolItem& item : earlier.items) {
    const auto found = lists_.numbers.find(item.doc);
    if (found == lists_.numbers.end()) continue;
    standing_[found->second] = Standing::kTaken;
    taken_.push_back({found->second, item.by});
  }
  for (std::uint32_t run = 0; run < earlier.reach.size(); ++run) {
    const std::size_t depth = std::min<std::size_t>(earlier.reach[run], lists_.lists[run].size());
    while (reach_[run] < depth) {
      // What is within reach and not in the pool is what the collection lacked.
      const std::uint32_t document = lists_.lists[run][reach_[run]++];
      if (standing_[document] == Standing::kNew) known(document, run);
    }
  }
}

std::optional<std::uint32_t> TopicPool::take_next(std::uint32_t run) {
  while (reach_[run] < lists_.lists[run].size()) {
    if (const auto document = pass(run)) return document;
  }
  return std::nullopt;
}

void TopicPool::take_to(std::uint32_t run, std::uint32_t rank) {
  while (reach_[run] < std::min<std::size_t>(rank, lists_.lists[run].size())) pass(run);
}

std::optional<std::uint32_t> TopicPool::pass(std::uint32_t run) {
  const std::uint32_t document = lists_.lists[run][reach_[run]++];
  if (standing_[document] != Standing::kNew || !known(document, run)) return std::nullopt;
  standing_[document] = Standing::kTaken;
  taken_.push_back({document, run});
  return document;
}

bool TopicPool::known(std::uint32_t document, std::uint32_t run) {
  if (collection_ == nullptr || collection_->find(lists_.documents[document])) return true;
  standing_[document] = Standing::kUnknown;
  ++unknown_;
  said_.warning({}, "unknown-document",
                fmt::format("run {}, topic {}: document {} is not in the collection and cannot be pooled",
                            quote(runs_[run].name), quote(lists_.topic), quote(lists_.documents[document])));
  return false;
}

std::string TopicPool::sum_of(std::string_view name) const {
  return sha256(fmt::format("{}\t{}\t{}", seed_, lists_.topic, name));
}

std::uint64_t TopicPool::seed_of(std::string_view name) const {
  constexpr std::size_t kDigits = 16;
  const std::string sum = sum_of(name);
  std::uint64_t seed = 0;
  std::from_chars(sum.data(), sum.data() + kDigits, seed, kDigits);
  return seed;
}

std::vector<std::uint32_t> TopicPool::seeded_order(std::span<const std::string_view> names) const {
  std::vector<std::string> sums;
  for (const std::string_view name : names) sums.push_back(sum_of(name));
  std::vector<std::uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t at) -> const std::string& { return sums[at]; });
  return order;
}

std::vector<std::uint32_t> TopicPool::seeded_order() const {
  std::vector<std::string_view> names;
  for (const PooledRun& run : runs_) names.emplace_back(run.name);
  return seeded_order(names);
}

}  // namespace fovea::pools
