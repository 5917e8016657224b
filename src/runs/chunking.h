// A chunking: documents cut into chunks, without any question being asked.
//
// One chunk per row, columns separated by tabs: index, document, begin, end, in code points, the end not
// included. Chunks may overlap and stand in any order; the index is not used, but must be a number. Or one JSON
// object per line: {"doc":"a.md","begin":0,"end":400}, or with "text" in the place of the offsets, found in the
// document (collection/locate.h).
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
#include "runs/run_options.h"
#include "text/span.h"
#include "text/text_store.h"

namespace fovea {

struct Chunk {
  Span span;
  std::uint64_t line = 0;
};

class Chunking {
 public:
  /// Bad rows are reported and left out; nothing is returned when the file cannot be used at all.
  static std::optional<Chunking> open(const std::string& path, const RunOptions& options,
                                      Diagnostics& diagnostics);
  static std::optional<Chunking> open(const std::string& path, Diagnostics& diagnostics) {
    return open(path, {}, diagnostics);
  }
  static Chunking read(InputFile input, const RunOptions& options, Diagnostics& diagnostics);
  static Chunking read(InputFile input, Diagnostics& diagnostics) {
    return read(std::move(input), {}, diagnostics);
  }

  const std::string& file() const { return input_.name(); }
  /// In the order of the file; empty when the document has none.
  std::span<const Chunk> of(std::string_view doc) const;
  /// Documents that have chunks, in the order of the file.
  std::span<const std::string_view> documents() const { return documents_; }

 private:
  explicit Chunking(InputFile input) : input_(std::move(input)) {}
  void read_columns(Diagnostics& diagnostics);
  void read_json_lines(const RunOptions& options, Diagnostics& diagnostics);
  /// `doc` must live as long as the chunking.
  void add(std::string_view doc, Chunk chunk);

  InputFile input_;
  TextStore store_;  ///< names of documents that are not views into the input
  std::vector<std::string_view> documents_;
  absl::flat_hash_map<std::string_view, std::vector<Chunk>> chunks_;
};

}  // namespace fovea
