#include "assess/item_order.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "files/sha256.h"

namespace fovea::assess {

namespace {

/// Smaller comes first.
using Priority = std::tuple<std::int64_t, std::int64_t, std::string>;

std::map<std::int64_t, Priority> by_groups(Store& store, const std::string& topic) {
  std::map<std::int64_t, Priority> out;
  store.database().each(
      "SELECT o.document, count(DISTINCT r.grp), min(o.rank) FROM origin o JOIN run r ON r.id = o.run WHERE o.topic = ?1 "
      "GROUP BY o.document",
      [&](const Statement& row) {
        out[row.integer(0)] = {-row.integer(1), row.integer(2), ""};
      },
      topic);
  return out;
}

}  // namespace

void put_in_shown_order(Store& store, const std::string& topic, ItemOrder order,
                        std::vector<ItemState>& items) {
  std::map<std::int64_t, Priority> priorities;
  if (order == ItemOrder::kPrioritised) priorities = by_groups(store, topic);
  for (const ItemState& item : items) {
    // Shuffled by topic and document alone: the same for all, and for a pool that has grown.
    if (order == ItemOrder::kRandom)
      priorities[item.document.id] = {0, 0, sha256(topic + '\n' + item.document.name)};
    if (order == ItemOrder::kId) priorities[item.document.id] = {0, 0, item.document.name};
  }
  std::ranges::stable_sort(items, {}, [&](const ItemState& item) {
    return std::tuple(item.extra, item.batch, priorities[item.document.id], item.place);
  });
}

std::vector<ItemOrigin> origins_of(Store& store, const std::string& topic, std::int64_t document) {
  return store.database().all(
      "SELECT r.name, r.grp, o.rank FROM origin o JOIN run r ON r.id = o.run WHERE o.topic = ?1 AND o.document = ?2 ORDER "
      "BY o.rank, r.name",
      [](const Statement& row) {
        return ItemOrigin{row.copy(0), row.copy(1), row.integer(2)};
      },
      topic, document);
}

}  // namespace fovea::assess
