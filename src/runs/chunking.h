// A chunking: documents cut into chunks, without any question being asked.
//
// One chunk per row, columns separated by tabs: index, document, begin, end, in code points, the end not
// included. Chunks may overlap and stand in any order; the index is not used, but must be a number.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"
#include "text/span.h"

namespace fovea {

struct Chunk {
  Span span;
  std::uint64_t line = 0;
};

class Chunking {
 public:
  /// Bad rows are reported and left out; nothing is returned when the file cannot be used at all.
  static std::optional<Chunking> open(const std::string& path, Diagnostics& diagnostics);
  static Chunking read(InputFile input, Diagnostics& diagnostics);

  const std::string& file() const { return input_.name(); }
  /// In the order of the file; empty when the document has none.
  std::span<const Chunk> of(std::string_view doc) const;
  /// Documents that have chunks, in the order of the file.
  std::span<const std::string_view> documents() const { return documents_; }

 private:
  explicit Chunking(InputFile input) : input_(std::move(input)) {}

  InputFile input_;
  std::vector<std::string_view> documents_;
  absl::flat_hash_map<std::string_view, std::vector<Chunk>> chunks_;
};

}  // namespace fovea
