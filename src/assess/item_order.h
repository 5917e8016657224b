// The order in which an assessor sees the items of a topic.
#pragma once

#include <string>
#include <vector>

#include "assess/store.h"
#include "evaluate/track/track.h"

namespace fovea::assess {

/// Batch by batch, so that what comes later stands behind; in a batch as the track has it. Extra documents stand last.
void put_in_shown_order(Store& store, const std::string& topic, ItemOrder order,
                        std::vector<ItemState>& items);

/// Who returned a document, and where.
struct ItemOrigin {
  std::string run, group;
  std::int64_t rank = 0;
};
std::vector<ItemOrigin> origins_of(Store& store, const std::string& topic, std::int64_t document);

}  // namespace fovea::assess
