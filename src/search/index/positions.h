// Position lists: where in its documents a term stands, in words.
//
// For each posting, in the order of the posting list, its first position and then gaps − 1; all of them packed in blocks
// of 128 (packing.h). Behind the blocks, if there is more than one, stands where each ends (32 bits).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/packing.h"

namespace fovea::search {

class PositionWriter {
 public:
  using Sink = std::function<void(std::string_view)>;

  /// A first position or a gap − 1.
  void add(std::uint32_t value, const Sink& sink);
  /// Ends the list; returns its bytes.
  std::uint64_t finish(const Sink& sink);

 private:
  void close_block(const Sink& sink);

  std::vector<std::uint32_t> values_;
  std::vector<std::uint32_t> ends_;
  std::string packed_;
  std::uint64_t bytes_ = 0;
};

/// A view of one list.
struct PositionList {
  std::string_view bytes;
  std::uint64_t cf = 0;
  /// Of a list of one position, which stands in the dictionary; UINT32_MAX for others.
  std::uint32_t only = UINT32_MAX;
};

/// Reads positions; keeps the block that it read last.
class PositionReader {
 public:
  /// Throws CorruptFile when the list's table does not fit.
  explicit PositionReader(const PositionList& list);

  /// The `tf` positions that stand behind `before` others: PostingCursor::occurrences_before().
  void read(std::uint64_t before, std::uint32_t tf, std::vector<std::uint32_t>& positions);

 private:
  void load(std::uint64_t block);

  std::string_view bytes_;
  std::string_view ends_;
  std::uint64_t cf_;
  std::uint64_t loaded_ = UINT64_MAX;
  std::array<std::uint32_t, kBlockSize> values_;
};

}  // namespace fovea::search
