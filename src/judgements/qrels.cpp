#include "judgements/qrels.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "text/lines.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr std::string_view kInexColumns = "topic Q0 doc relchars doclength [BEP [offset:length …]]";
/// How a row with passages says that nobody set an entry point.
constexpr std::string_view kNoEntryPoint = "-1";
constexpr std::string_view kTrecColumns = "topic iteration doc grade";

/// Walks the rows of a file: skips comments and empty lines, and knows how to complain.
class Rows {
 public:
  Rows(const InputFile& file, Diagnostics& diagnostics)
      : file_(file), lines_(file.bytes()), diagnostics_(diagnostics) {}

  bool next() {
    while (lines_.next(line_)) {
      rest_ = line_;
      if (line_.empty() || line_.front() == '#') continue;
      if (!is_blank(line_.front()) || line_.find_first_not_of(" \t") != std::string_view::npos) return true;
    }
    return false;
  }
  /// The next column; reports and returns an empty one when the row ends too early.
  std::string_view need(std::string_view columns) {
    const std::string_view column = take_column(rest_);
    if (column.empty()) {
      std::size_t found = 0;
      for (std::string_view all = line_; !take_column(all).empty();) ++found;
      expected(rest_, "too-few-columns", fmt::format("{} columns", found), columns);
    }
    return column;
  }
  /// The next column, or empty when there is none.
  std::string_view take() { return take_column(rest_); }

  void expected(std::string_view part, std::string_view code, std::string_view found, std::string_view what) {
    diagnostics_.expected(place(part), code, found, what);
  }
  void bad(std::string_view part, std::string_view what) { expected(part, "bad-number", quote(part), what); }
  void warning(std::string_view part, std::string_view code, std::string message) {
    diagnostics_.warning(place(part), code, std::move(message));
  }
  std::uint64_t line_number() const { return lines_.line_number(); }

 private:
  Place place(std::string_view part) const {
    return {file_.name(), lines_.line_number(), column_of(line_, part)};
  }

  const InputFile& file_;
  LineReader lines_;
  Diagnostics& diagnostics_;
  std::string_view line_;
  std::string_view rest_;
};

/// "offset:length" inside a document of `length` characters; reports what is wrong.
std::optional<Span> parse_passage(std::string_view text, Offset length, Rows& rows) {
  const std::size_t colon = text.find(':');
  const auto offset = parse_offset(text.substr(0, colon));
  const auto size = colon == std::string_view::npos ? std::nullopt : parse_offset(text.substr(colon + 1));
  if (!offset || !size || *size == 0) {
    rows.expected(text, "bad-passage", quote(text), "a passage, offset:length, of at least one character");
    return std::nullopt;
  }
  const std::uint64_t end = std::uint64_t{*offset} + *size;
  if (end > length) {
    rows.expected(text, "passage-past-end", fmt::format("passage {} that ends at {}", quote(text), end),
                  fmt::format("an end within the document, which has {} characters", length));
    return std::nullopt;
  }
  return Span{*offset, static_cast<Offset>(end)};
}

/// Reads INEX rows; its vectors are reused from row to row.
class InexRow {
 public:
  explicit InexRow(Rows& rows) : rows_(rows) {}

  /// False when the row is bad, which has been reported.
  bool read();

  std::string_view topic;
  JudgedDocument document;
  std::vector<Span> passages;

 private:
  bool read_passages(Offset length);
  void check_characters(std::string_view column);

  Rows& rows_;
  std::vector<Span> scratch_;
};

bool InexRow::read() {
  topic = rows_.take();
  rows_.take();  // Q0
  document = {};
  document.id = rows_.take();
  document.line = rows_.line_number();
  const std::string_view relevant = rows_.take();
  const std::string_view length = rows_.need(kInexColumns);
  if (length.empty()) return false;
  const auto relevant_chars = parse_offset(relevant);
  document.length = parse_offset(length);
  const Offset end = document.length.value_or(kMaxOffset);
  if (!relevant_chars || *relevant_chars > end) {
    rows_.bad(relevant, fmt::format("a number of highlighted characters from 0 to {}", end));
  }
  if (!document.length) rows_.bad(length, "a document length in characters");
  bool good = relevant_chars && *relevant_chars <= end && document.length;

  const std::string_view bep = rows_.take();
  if (!bep.empty() && bep != kNoEntryPoint) {
    document.bep = parse_offset(bep);
    if (!document.bep || *document.bep > end) {
      rows_.bad(bep, fmt::format("a best entry point, an offset from 0 to {}", end));
      good = false;
    }
  }
  if (!read_passages(end) || !good) return false;
  document.relevant_chars = *relevant_chars;
  check_characters(relevant);
  if (!passages.empty()) document.first_listed = passages.front().begin;
  document.grade = document.relevant_chars > 0 || !passages.empty() ? 1 : 0;
  return true;
}

bool InexRow::read_passages(Offset length) {
  passages.clear();
  bool good = true;
  for (std::string_view text = rows_.take(); !text.empty(); text = rows_.take()) {
    const auto passage = parse_passage(text, length, rows_);
    good = good && passage;
    if (passage) passages.push_back(*passage);
  }
  return good;
}

/// Column 4 against the characters that stand in at least one passage.
void InexRow::check_characters(std::string_view column) {
  scratch_.assign(passages.begin(), passages.end());
  scratch_.resize(normalise(scratch_));
  const std::uint64_t characters = character_count(scratch_);
  if (characters == document.relevant_chars) return;
  rows_.warning(column, "relevant-characters-differ",
                fmt::format("column 4 says {} highlighted characters, the passages hold {}",
                            document.relevant_chars, characters));
}

}  // namespace

void read_inex_qrels(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics) {
  builder.add_kinds({.highlights = true});
  Rows rows(file, diagnostics);
  InexRow row(rows);
  while (rows.next()) {
    if (row.read()) builder.add(row.topic, row.document, row.passages);
  }
}

void read_trec_qrels(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics) {
  builder.add_kinds({.document_grades = true});
  Rows rows(file, diagnostics);
  while (rows.next()) {
    const std::string_view topic = rows.take();
    rows.take();  // iteration
    JudgedDocument document;
    document.id = rows.take();
    document.line = rows.line_number();
    const std::string_view text = rows.need(kTrecColumns);
    if (text.empty()) continue;
    const std::string_view more = rows.take();
    if (!more.empty()) {
      rows.expected(more, "too-many-columns", "a fifth column " + quote(more), kTrecColumns);
      continue;
    }
    const auto grade = parse_integer(text);
    if (!grade || *grade < std::numeric_limits<std::int32_t>::min() ||
        *grade > std::numeric_limits<std::int32_t>::max()) {
      rows.bad(text, "a grade, a whole number");
      continue;
    }
    document.grade = static_cast<std::int32_t>(*grade);
    builder.add(topic, document, {});
  }
}

}  // namespace fovea
