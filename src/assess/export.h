// Judgements out of a store, in every format that fovea writes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "assess/store.h"
#include "judgements/judgements.h"

namespace fovea::assess {

struct ExportOptions {
  Part part = Part::kFinal;
  /// Only topics whose assignment is done, and what is to be decided, too.
  bool finished_only = false;
  /// This one alone, unless it is empty.
  std::string topic = {};
  /// As they were when this event was the last; nothing for now.
  std::optional<std::int64_t> last = std::nullopt;
  /// Knows the elements inside those that are graded 0, which are 0 as well; without it (nullptr) they are left out.
  const Collection* collection = nullptr;
  /// Called now and then, and may throw to end it.
  std::function<void()> check = {};
};

/// Whether the main assessor of a topic is done, and whoever decides where a second one disagrees.
bool is_finished(Store& store, std::string_view topic);

/// Judged documents only, in the order of topics and places; a document with a problem, or one that is not finished, is not
/// judged. Throws StoreError when the store is damaged.
Judgements judgements_in(Store& store, const ExportOptions& options);

}  // namespace fovea::assess
