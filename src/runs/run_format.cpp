#include "runs/run_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "files/lines.h"
#include "runs/column_row.h"
#include "text/numbers.h"

namespace fovea {

namespace {

struct NamedFormat {
  std::string_view name;
  RunFormat format;
};
constexpr std::array kFormatNames = {
    NamedFormat{"trec", RunFormat::kTrec},     NamedFormat{"element", RunFormat::kElement},
    NamedFormat{"fol", RunFormat::kPassage},   NamedFormat{"range", RunFormat::kRange},
    NamedFormat{"inex-xml", RunFormat::kXml},  NamedFormat{"jsonl", RunFormat::kJsonLines},
    NamedFormat{"chunks", RunFormat::kChunks}, NamedFormat{"legalbench", RunFormat::kLegalBench},
};

constexpr std::size_t kSniffedRows = 1000;
constexpr std::size_t kSniffedBytes = std::size_t{1} << 20;

bool is_number_pair(std::string_view column) {
  const std::size_t colon = column.find(':');
  return colon != std::string_view::npos && parse_offset(column.substr(0, colon)) &&
         parse_offset(column.substr(colon + 1));
}

/// question rank document begin end score. A TREC run separated by tabs has Q0 where this has a rank.
bool is_chunk_row(std::string_view line) {
  Row row;
  RowScanner<true> rows(line);
  if (!rows.next(row) || row.count != 6) return false;
  const auto begin = parse_offset(row.columns[3]);
  const auto end = parse_offset(row.columns[4]);
  return parse_offset(row.columns[1]) && begin && end && *begin <= *end && parse_number(row.columns[5]);
}

/// What the first rows of a column file have in common.
struct ColumnShape {
  std::size_t rows = 0;
  std::size_t chunks = 0;
  std::size_t first_count = 0;  ///< columns of the first row
  bool highlights = false;      ///< a row ends with offset:length, as INEX judgements do
  bool has6 = false, has7 = false, passages = false, ranges = false;
};

void look_at(std::string_view line, ColumnShape& shape) {
  std::array<std::string_view, Row::kMost> columns;
  const std::size_t count = split_columns(line, columns);
  if (shape.rows++ == 0) shape.first_count = count;
  if (is_chunk_row(line)) ++shape.chunks;
  if (count >= 7 && is_number_pair(columns[6])) shape.highlights = true;
  if (count == 6) shape.has6 = true;
  if (count == 7) shape.has7 = true;
  if (count == 8) (columns[6].front() == '/' ? shape.ranges : shape.passages) = true;
}

SniffedRun sniff_columns(std::string_view bytes) {
  ColumnShape shape;
  LineReader lines(bytes);
  std::string_view line;
  while (shape.rows < kSniffedRows && lines.next(line)) {
    std::string_view rest = line;
    if (line.starts_with('#') || take_column(rest).empty()) continue;
    look_at(line, shape);
  }
  if (shape.rows == 0) return {std::nullopt, "a file without rows"};
  if (shape.highlights) return {std::nullopt, "a file of judgements (offset:length in column 7)"};
  if (shape.chunks == shape.rows) return {RunFormat::kChunks, {}};
  if (shape.passages) return {RunFormat::kPassage, {}};
  if (shape.ranges) return {RunFormat::kRange, {}};
  if (shape.has7) return {RunFormat::kElement, {}};
  if (shape.has6) return {RunFormat::kTrec, {}};
  return {std::nullopt,
          fmt::format("rows of {} column{}{}", shape.first_count, shape.first_count == 1 ? "" : "s",
                      shape.first_count == 4   ? ", as TREC judgements have"
                      : shape.first_count == 5 ? ", as INEX judgements have"
                                               : "")};
}

SniffedRun sniff_xml(std::string_view head) {
  if (head.find("<inex-submission") != std::string_view::npos ||
      head.find("<efficiency-submission") != std::string_view::npos) {
    return {RunFormat::kXml, {}};
  }
  return {std::nullopt, "XML without <inex-submission> or <efficiency-submission>"};
}

SniffedRun sniff_json(std::string_view head) {
  const auto has = [](std::string_view text, std::string_view key) {
    return text.find(key) != std::string_view::npos;
  };
  if (has(head, "\"qa_result_list\"")) return {RunFormat::kLegalBench, {}};
  LineReader lines(head);
  std::string_view line;
  while (lines.next(line) && line.find('{') == std::string_view::npos) continue;
  for (const std::string_view key : {"\"spans\"", "\"grade\"", "\"elements\"", "\"relevant_chars\""}) {
    if (has(line, key)) return {std::nullopt, fmt::format("JSON lines of judgements ({})", key)};
  }
  if (has(line, "\"topic\"") && has(line, "\"doc\"")) return {RunFormat::kJsonLines, {}};
  return {std::nullopt, "JSON without \"topic\" and \"doc\" or \"qa_result_list\""};
}

}  // namespace

std::string_view name_of(RunFormat format) {
  const auto* const it = std::find_if(kFormatNames.begin(), kFormatNames.end(),
                                      [&](const NamedFormat& named) { return named.format == format; });
  return it->name;
}

std::optional<RunFormat> run_format_named(std::string_view name) {
  for (const NamedFormat& named : kFormatNames) {
    if (named.name == name) return named.format;
  }
  return std::nullopt;
}

std::string run_format_names() {
  std::string names;
  for (const NamedFormat& named : kFormatNames)
    names += (names.empty() ? "" : ", ") + std::string(named.name);
  return names;
}

SniffedRun sniff_run(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kSniffedBytes);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {std::nullopt, bytes.empty() ? "an empty file" : "blanks only"};
  if (head[first] == '<') return sniff_xml(head);
  if (head[first] == '{' || head[first] == '[') return sniff_json(head);
  return sniff_columns(bytes);
}

}  // namespace fovea
