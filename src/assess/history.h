// What was done to a document, for the page: with it, undoing works after a reload as before, and without a network.
#pragma once

#include <cstdint>
#include <string>

#include "assess/store.h"

namespace fovea::assess {

/// The events about one document of an assignment up to a version, the first first, as a JSON array: op, seq, kind, data, delta where
/// there is one, server_ms.
nlohmann::ordered_json history_json(Store& store, std::int64_t assignment, std::int64_t document,
                                    std::int64_t version);

}  // namespace fovea::assess
