#include "runs/chunking.h"

#include <fmt/format.h>

#include <array>

#include "files/lines.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr std::size_t kColumns = 4;

/// The columns of a line between tabs; nothing when there are not exactly four.
std::optional<std::array<std::string_view, kColumns>> split(std::string_view line) {
  std::array<std::string_view, kColumns> columns;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::size_t tab = line.find('\t');
    if ((tab == std::string_view::npos) != (i + 1 == kColumns)) return std::nullopt;
    columns[i] = line.substr(0, tab);
    if (tab != std::string_view::npos) line.remove_prefix(tab + 1);
  }
  return columns;
}

}  // namespace

std::optional<Chunking> Chunking::open(const std::string& path, Diagnostics& diagnostics) {
  std::optional<InputFile> input = InputFile::open(path, diagnostics);
  if (!input) return std::nullopt;
  return read(std::move(*input), diagnostics);
}

Chunking Chunking::read(InputFile input, Diagnostics& diagnostics) {
  Chunking chunking(std::move(input));
  LineReader lines(chunking.input_.bytes());
  std::string_view line;
  while (lines.next(line)) {
    if (line.empty() || line.front() == '#') continue;
    const auto expected = [&](std::string_view part, std::string_view code, std::string_view what) {
      diagnostics.expected({chunking.file(), lines.line_number(), column_of(line, part)}, code, quote(part),
                           what);
    };
    const auto columns = split(line);
    if (!columns) {
      expected(line, "bad-row", "four columns separated by tabs: index, document, begin, end");
      continue;
    }
    const auto& [index, doc, begin, end] = *columns;
    const std::optional<Offset> from = parse_offset(begin);
    const std::optional<Offset> to = parse_offset(end);
    if (!parse_offset(index)) {
      expected(index, "bad-number", "the number of the chunk");
    } else if (doc.empty()) {
      expected(doc, "bad-row", "a document");
    } else if (!from) {
      expected(begin, "bad-number", "the offset where the chunk begins");
    } else if (!to || *to < *from) {
      expected(end, "bad-number", "the offset where the chunk ends, not before it begins");
    } else {
      const auto [place, fresh] = chunking.chunks_.try_emplace(doc);
      if (fresh) chunking.documents_.push_back(doc);
      place->second.push_back({{*from, *to}, lines.line_number()});
    }
  }
  if (chunking.documents_.empty() && diagnostics.ok()) {
    diagnostics.error({chunking.file()}, "empty",
                      "found no chunk, expected rows of index, document, begin, end");
  }
  return chunking;
}

std::span<const Chunk> Chunking::of(std::string_view doc) const {
  const auto found = chunks_.find(doc);
  if (found == chunks_.end()) return {};
  return found->second;
}

}  // namespace fovea
