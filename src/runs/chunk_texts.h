// The texts of the chunks of one file, and where they stand: a TextLocator that looks documents up for itself, so
// that files can be read side by side.
#pragma once

#include <optional>
#include <utility>

#include "collection/locate.h"
#include "runs/run_options.h"

namespace fovea {

class ChunkTexts {
 public:
  explicit ChunkTexts(const RunOptions& options) : locator_(nullptr, options.locate) {
    if (options.texts == nullptr) return;
    texts_.emplace(*options.texts);
    locator_ = TextLocator(&*texts_, options.locate);
  }
  ChunkTexts(const ChunkTexts&) = delete;
  ChunkTexts& operator=(const ChunkTexts&) = delete;

  TextLocator& locator() { return locator_; }

 private:
  std::optional<DocumentTexts> texts_;
  TextLocator locator_;
};

}  // namespace fovea
