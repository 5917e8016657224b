#include "runs/run_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "files/blank_lines.h"
#include "files/field_names.h"
#include "files/json.h"
#include "files/lines.h"
#include "files/row_scanner.h"
#include "text/numbers.h"
#include "topics/topic_format.h"

namespace fovea {

namespace {

using Syntax = RunHead::Syntax;

constexpr std::array kTable = {
#define FOVEA_FORMAT_ADDRESS(record) &run_formats::record,
    FOVEA_RUN_FORMATS(FOVEA_FORMAT_ADDRESS)
#undef FOVEA_FORMAT_ADDRESS
};

constexpr std::size_t kSniffedRows = 1000;
constexpr std::size_t kSniffedBytes = std::size_t{1} << 20;

bool is_number_pair(std::string_view column) {
  const std::size_t colon = column.find(':');
  return colon != std::string_view::npos && parse_offset(column.substr(0, colon)) &&
         parse_offset(column.substr(colon + 1));
}

std::vector<std::string_view> first_rows(std::string_view bytes) {
  std::vector<std::string_view> rows;
  LineReader lines(bytes);
  std::string_view line;
  while (rows.size() < kSniffedRows && lines.next(line)) {
    std::string_view rest = line;
    if (take_column(rest).empty()) {
      lines = LineReader(skip_blank_lines_after(bytes, line.data() + line.size()).rest);
    } else if (!line.starts_with('#')) {
      rows.push_back(line);
    }
  }
  return rows;
}

void look_at_columns(RunHead& head) {
  bool has6 = false, has7 = false, passages = false, ranges = false;
  std::array<std::string_view, Row::kMost> columns;
  for (const std::string_view row : head.rows) {
    const std::size_t count = split_columns(row, columns);
    if (head.columns == 0) head.columns = count;
    if (count >= 7 && is_number_pair(columns[6])) head.highlights = true;
    if (count == 6) has6 = true;
    if (count == 7) has7 = true;
    if (count == 8) (columns[6].front() == '/' ? ranges : passages) = true;
  }
  if (head.highlights || are_tsv_topics(head.bytes)) return;
  if (has6) head.richest = ResultKind::kDocument;
  if (has7) head.richest = ResultKind::kElement;
  if (ranges) head.richest = ResultKind::kRange;
  if (passages) head.richest = ResultKind::kPassage;
}

void look_at_json(RunHead& head) {
  LineReader lines(head.bytes);
  while (lines.next(head.first_object) && head.first_object.find('{') == std::string_view::npos) continue;
  JsonFault ignored;
  auto object = JsonParser().parse(head.first_object, ignored);
  if (!object) return;
  const bool grade = object->find("grade") != nullptr;
  use_field_names(*object);
  for (JsonMember& member : object->members) head.fields.push_back(std::move(member.name));
  const bool ranked = head.has_field("score") || head.has_field("rank");
  for (const std::string_view field : {"spans", "grade", "elements", "relevant_chars", "quotes"}) {
    // A run's rows may hold an answer or a label; only beside no score they judge.
    const bool doubtful = field == "quotes" || (field == "grade" && !grade);
    if (head.judgement_field.empty() && head.has_field(field) && !(doubtful && ranked)) {
      head.judgement_field = field;
    }
  }
}

/// "XML without <a> or <b>", as the formats of this syntax have.
std::string without_marks(std::string_view what, Syntax syntax) {
  std::vector<std::string_view> marks;
  for (const RunFormat* const format : kTable) {
    if (format->syntax == syntax) marks.push_back(format->mark);
  }
  return fmt::format("{} without {}", what, fmt::join(marks, " or "));
}

/// What a file is that is no run.
std::string describe(const RunHead& head) {
  switch (head.syntax) {
    case Syntax::kNothing:
      return head.bytes.empty() ? "an empty file" : "blanks only";
    case Syntax::kXml:
      return without_marks("XML", Syntax::kXml);
    case Syntax::kJson:
      return head.judgement_field.empty()
                 ? without_marks("JSON", Syntax::kJson)
                 : fmt::format("JSON lines of judgements (\"{}\")", head.judgement_field);
    case Syntax::kColumns:
      break;
  }
  if (head.rows.empty()) return "a file without rows";
  if (head.highlights) return "a file of judgements (offset:length in column 7)";
  if (are_tsv_topics(head.bytes)) return "topics (id, tab, query)";
  return fmt::format("rows of {} column{}{}", head.columns, head.columns == 1 ? "" : "s",
                     head.columns == 4   ? ", as TREC judgements have"
                     : head.columns == 5 ? ", as INEX judgements have"
                                         : "");
}

}  // namespace

RunHead::RunHead(std::string_view file) : bytes(file.substr(0, kSniffedBytes)) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return;
  if (bytes[first] == '<') {
    syntax = Syntax::kXml;
  } else if (bytes[first] == '{' || bytes[first] == '[') {
    syntax = Syntax::kJson;
    look_at_json(*this);
  } else {
    syntax = Syntax::kColumns;
    rows = first_rows(file);
    look_at_columns(*this);
  }
}

FormatTable<RunFormat> all_run_formats() {
  return kTable;
}

const RunFormat* run_format_named(std::string_view name) {
  return format_named(all_run_formats(), name);
}

std::string run_format_names() {
  return fmt::format("{}", fmt::join(format_names(all_run_formats()), ", "));
}

SniffedRun sniff_run(std::string_view bytes) {
  const RunHead head(bytes);
  const RunFormat* const format = format_of(all_run_formats(), head);
  return {format, format == nullptr ? describe(head) : std::string()};
}

}  // namespace fovea
