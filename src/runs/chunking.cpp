#include "runs/chunking.h"

#include <fmt/format.h>

#include <array>

#include "files/binary.h"
#include "files/field_names.h"
#include "files/json.h"
#include "files/lines.h"
#include "files/place_finder.h"
#include "runs/chunk_texts.h"
#include "text/numbers.h"
#include "text/trim.h"

namespace fovea {

namespace {

constexpr std::size_t kColumns = 4;
constexpr std::size_t kHead = 4096;  ///< bytes that tell columns from JSON

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

std::optional<Chunking> Chunking::open(const std::string& path, const RunOptions& options,
                                       Diagnostics& diagnostics) {
  std::optional<InputFile> input = InputFile::open(path, diagnostics);
  if (!input) return std::nullopt;
  return read(std::move(*input), options, diagnostics);
}

Chunking Chunking::read(InputFile input, const RunOptions& options, Diagnostics& diagnostics) {
  Chunking chunking(std::move(input));
  if (report_binary(chunking.input_, "chunks: index, document, begin, end", diagnostics)) return chunking;
  if (trim(chunking.input_.bytes().substr(0, kHead)).starts_with('{')) {
    chunking.read_json_lines(options, diagnostics);
  } else {
    chunking.read_columns(diagnostics);
  }
  if (chunking.documents_.empty() && diagnostics.ok()) {
    diagnostics.error({chunking.file()}, "empty",
                      "found no chunk, expected rows of index, document, begin, end");
  }
  return chunking;
}

void Chunking::read_columns(Diagnostics& diagnostics) {
  LineReader lines(input_.bytes());
  std::string_view line;
  while (lines.next(line)) {
    if (line.empty() || line.front() == '#') continue;
    const auto expected = [&](std::string_view part, std::string_view code, std::string_view what) {
      diagnostics.expected({file(), lines.line_number(), column_of(line, part)}, code, quote(part), what);
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
      add(doc, {{*from, *to}, lines.line_number()});
    }
  }
}

void Chunking::read_json_lines(const RunOptions& options, Diagnostics& diagnostics) {
  using Kind = JsonValue::Kind;
  ChunkTexts texts(options);
  JsonParser parser;
  LineReader lines(input_.bytes());
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty()) continue;
    PlaceFinder places(file(), line, lines.line_number());
    JsonFault fault;
    auto object = parser.parse(line, fault);
    if (!object) {
      report(fault, places(fault.byte), diagnostics);
      continue;
    }
    use_field_names(*object);
    const JsonReader reader(places, diagnostics);
    const auto doc = reader.check(*object, Kind::kObject) ? reader.need_id(*object, "doc") : std::nullopt;
    if (!doc) continue;
    std::optional<Span> span;
    if (object->find("begin") != nullptr || object->find("end") != nullptr) {
      const auto begin = reader.need_offset(*object, "begin");
      const auto end = reader.need_offset(*object, "end");
      if (begin && end && *end < *begin) {
        reader.wrong(*object->find("end"), fmt::format("an end from {} on", *begin));
      } else if (begin && end) {
        const JsonValue* const text = object->find("text");
        span = Span{*begin, *end};
        if (text != nullptr && text->is(Kind::kString))
          span = texts.settle(text->text, *doc, *span, reader.place(*text), diagnostics);
      }
    } else if (const JsonValue* const text = reader.need(*object, "text", Kind::kString)) {
      span = texts.locator().locate(text->text, {}, *doc, reader.place(*text), diagnostics);
    }
    if (span)
      add(chunks_.contains(*doc) ? chunks_.find(*doc)->first : store_.keep(*doc),
          {*span, lines.line_number()});
  }
  texts.finish(file(), diagnostics);
}

void Chunking::add(std::string_view doc, Chunk chunk) {
  const auto [place, fresh] = chunks_.try_emplace(doc);
  if (fresh) documents_.push_back(doc);
  place->second.push_back(chunk);
}

std::span<const Chunk> Chunking::of(std::string_view doc) const {
  const auto found = chunks_.find(doc);
  if (found == chunks_.end()) return {};
  return found->second;
}

}  // namespace fovea
