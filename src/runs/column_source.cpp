#include "runs/column_source.h"

#include <fmt/format.h>

#include "files/blank_lines.h"
#include "files/lines.h"
#include "text/short_text.h"

namespace fovea {

namespace {

/// A page that was read stays counted as ours until let go of; this bounds how much does.
constexpr std::size_t kHeldAtMost = std::size_t{32} << 20;

/// The scanner behind the empty lines that follow a row, whose line is counted up to the last of them. Never inlined: rows with
/// something in them are what matters.
template <bool kTabs>
[[gnu::noinline, gnu::cold]] RowScanner<kTabs> after_blanks(RowScanner<kTabs> rows, std::string_view bytes,
                                                            const Row& row, std::uint64_t& line) {
  const BlankLines blank = skip_blank_lines_after(bytes, row.end);
  if (blank.lines == 0) return rows;
  line += blank.lines;
  return RowScanner<kTabs>(blank.rest);
}

/// The tag of the first row that has one in this column.
std::string_view first_tag(const TopicIndex& index, std::size_t column) {
  Row row;
  for (std::size_t topic = 0; topic < index.topics(); ++topic) {
    RowScanner<false> rows(index.stretches(topic).front().bytes);
    while (rows.next(row)) {
      if (row.is_content() && row.count > column && row.count <= 8) return row.columns[column];
    }
  }
  return {};
}

}  // namespace

ColumnSource::ColumnSource(InputFile input, const RunFormat& format, RowShapes shapes,
                           Diagnostics& diagnostics)
    : Source(input.name(), format),
      input_(std::move(input)),
      index_(input_, shapes.chunk ? ColumnEnd::kTab : ColumnEnd::kBlank),
      shapes_(shapes) {
  if (!shapes.chunk) details_.id = first_tag(index_, shapes.genomics ? 6 : 5);
  if (shapes.loose) look_behind_columns(diagnostics);
  for (std::size_t i = 0; i < index_.topics(); ++i) {
    const auto stretches = index_.stretches(i);
    if (stretches.size() == 1) continue;
    diagnostics.warning({file_, stretches[1].first_line}, "split-topic",
                        fmt::format("topic {} stands in {} separate blocks, the first from line {}; they are "
                                    "joined in the order of the file",
                                    quote(index_.topic(i)), stretches.size(), stretches[0].first_line));
  }
}

void ColumnSource::read(std::size_t index, TopicResults& out, Diagnostics& diagnostics) const {
  out.topic = index_.topic(index);
  out.results.clear();
  out.later_blocks.clear();
  const RowParser parser(file_, shapes_, input_.bytes().data(), diagnostics);
  for (const Stretch& stretch : index_.stretches(index)) {
    if (!out.results.empty()) out.later_blocks.push_back(static_cast<std::uint32_t>(out.results.size()));
    if (shapes_.chunk) {
      read_chunks(stretch, parser, out);
    } else if (shapes_.loose) {
      read_with<&RowParser::parse_loose>(stretch, parser, out, diagnostics);
    } else if (shapes_.genomics) {
      read_with<&RowParser::parse_genomics>(stretch, parser, out, diagnostics);
    } else {
      read_rows(stretch, parser, out, diagnostics);
    }
    let_go(stretch.bytes.size());
  }
}

void ColumnSource::read_rows(const Stretch& stretch, const RowParser& parser, TopicResults& out,
                             Diagnostics& diagnostics) const {
  const std::string_view tag = details_.id;
  bool same_tag = true;
  Row row;
  RowScanner<false> rows(stretch.bytes);
  for (std::uint64_t line = stretch.first_line; rows.next(row); ++line) {
    if (!row.is_content()) [[unlikely]] {
      rows = after_blanks(rows, stretch.bytes, row, line);
      continue;
    }
    if (!parser.parse(row, line, out.results.emplace_back())) {
      out.results.pop_back();
    } else if (same_tag && !same_text(row.columns[5], tag)) [[unlikely]] {
      same_tag = false;
      report_second_tag(line, row.columns[5], diagnostics);
    }
  }
}

void ColumnSource::read_chunks(const Stretch& stretch, const RowParser& parser, TopicResults& out) const {
  Row row;
  RowScanner<true> rows(stretch.bytes);
  for (std::uint64_t line = stretch.first_line; rows.next(row); ++line) {
    if (!row.is_content()) [[unlikely]] {
      rows = after_blanks(rows, stretch.bytes, row, line);
      continue;
    }
    if (!parser.parse_chunk(row, line, out.results.emplace_back())) out.results.pop_back();
  }
}

template <bool (RowParser::*kParse)(const Row&, std::uint64_t, Result&) const>
void ColumnSource::read_with(const Stretch& stretch, const RowParser& parser, TopicResults& out,
                             Diagnostics& diagnostics) const {
  bool second_tag = false;
  Row row;
  RowScanner<false> rows(stretch.bytes);
  for (std::uint64_t line = stretch.first_line; rows.next(row); ++line) {
    if (!row.is_content()) [[unlikely]] {
      rows = after_blanks(rows, stretch.bytes, row, line);
      continue;
    }
    if (!(parser.*kParse)(row, line, out.results.emplace_back())) {
      out.results.pop_back();
    } else if (shapes_.genomics && !second_tag && row.columns[6] != details_.id) {
      second_tag = true;
      report_second_tag(line, row.columns[6], diagnostics);
    }
  }
}

void ColumnSource::report_second_tag(std::uint64_t line, std::string_view tag,
                                     Diagnostics& diagnostics) const {
  diagnostics.expected({file_, line}, "second-tag", fmt::format("the run tag {}", quote(tag)),
                       fmt::format("{}, as the first and last rows have", quote(details_.id)));
}

void ColumnSource::look_behind_columns(Diagnostics& diagnostics) {
  Row row;
  RowScanner<false> rows(input_.bytes());
  std::uint64_t wide = 0;
  Place first;
  std::string example;
  for (std::uint64_t line = 1; rows.next(row); ++line) {
    if (!row.is_content()) [[unlikely]] {
      rows = after_blanks(rows, input_.bytes(), row, line);
      continue;
    }
    if (row.count >= 6) details_.id = row.columns[5];
    if (row.count > 6 && wide++ == 0) {
      first = {file_, line, column_of(row.line(), row.columns[6])};
      example = quote(row.columns[6]);
    }
  }
  if (wide == 0) return;
  diagnostics.warning(
      first, "ignored-columns",
      fmt::format("found {} behind the sixth column; what stands there is ignored, in {} row{}", example,
                  wide, wide == 1 ? "" : "s"));
}

void ColumnSource::let_go(std::size_t bytes) const {
  if (held_.fetch_add(bytes, std::memory_order_relaxed) + bytes < kHeldAtMost) return;
  held_.store(0, std::memory_order_relaxed);
  // Others may be reading: what they need comes back from the file by itself.
  input_.release(input_.bytes());
}

std::optional<Run> open_columns(InputFile input, const RunFormat& format, RowShapes shapes,
                                Diagnostics& diagnostics) {
  auto source = std::make_unique<ColumnSource>(std::move(input), format, shapes, diagnostics);
  if (source->topics() > 0) return Run(std::move(source));
  diagnostics.expected({source->file()}, "empty", "no result", "a run");
  return std::nullopt;
}

}  // namespace fovea
