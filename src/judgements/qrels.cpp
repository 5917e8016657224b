#include "judgements/qrels.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "text/byte_scan.h"
#include "text/digits.h"
#include "text/line_windows.h"
#include "text/lines.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr std::string_view kInexColumns = "topic Q0 doc relchars doclength [BEP [offset:length …]]";
/// How a row with passages says that nobody set an entry point.
constexpr std::string_view kNoEntryPoint = "-1";
constexpr std::string_view kTrecColumns = "topic iteration doc grade";

/// Walks the rows of a window of a file column by column: skips comments and empty lines, and knows how to
/// complain. Where columns and lines end is found 64 bytes at a time.
class Rows {
 public:
  Rows(const InputFile& file, const LineWindow& window, Diagnostics& diagnostics)
      : file_(file),
        end_(window.bytes.data() + window.bytes.size()),
        next_line_(window.first_line),
        separators_(window.bytes.data(), end_),
        line_(window.bytes.data()),
        first_(line_),
        diagnostics_(diagnostics) {}

  /// Goes to the next row.
  bool next() {
    while (true) {
      while (!at_line_end_) step();
      if (first_ == end_) return false;
      line_ = first_;
      ++next_line_;
      at_line_end_ = false;
      if (*line_ == '#') continue;
      column_ = step();
      while (column_.empty() && !at_line_end_) column_ = step();
      if (!column_.empty()) return true;
    }
  }
  /// The next column, or empty when there is none.
  std::string_view take() {
    const std::string_view taken = std::exchange(column_, {});
    while (column_.empty() && !at_line_end_) column_ = step();
    return taken;
  }
  /// The same; reports it when the row ends too early.
  std::string_view need(std::string_view columns) {
    const std::string_view column = take();
    if (column.empty()) {
      std::size_t found = 0;
      for (std::string_view all = line(); !take_column(all).empty();) ++found;
      expected(line().substr(line().size()), "too-few-columns", fmt::format("{} columns", found), columns);
    }
    return column;
  }

  /// A count or offset; nothing when the text is none.
  std::optional<Offset> offset(std::string_view text) const {
    Offset value = 0;
    if (parse_short_digits(text, file_.bytes().data(), value)) return value;
    return parse_offset(text);
  }

  void expected(std::string_view part, std::string_view code, std::string_view found, std::string_view what) {
    diagnostics_.expected(place(part), code, found, what);
  }
  void bad(std::string_view part, std::string_view what) { expected(part, "bad-number", quote(part), what); }
  void warning(std::string_view part, std::string_view code, std::string message) {
    diagnostics_.warning(place(part), code, std::move(message));
  }
  std::uint64_t line_number() const { return next_line_ - 1; }

 private:
  /// What stands before the next blank or line end; empty where two blanks meet.
  std::string_view step() {
    const char* const place = separators_.next();
    const char* end = place;
    if (place == end_ || *place == '\n') {
      at_line_end_ = true;
      if (end != first_ && end[-1] == '\r') --end;
    }
    const std::string_view part(first_, static_cast<std::size_t>(end - first_));
    first_ = place == end_ ? end_ : place + 1;
    return part;
  }
  /// The whole row, for messages.
  std::string_view line() const {
    LineReader lines(std::string_view(line_, static_cast<std::size_t>(end_ - line_)));
    std::string_view line;
    lines.next(line);
    return line;
  }
  Place place(std::string_view part) const { return {file_.name(), line_number(), column_of(line(), part)}; }

  const InputFile& file_;
  const char* end_;
  std::uint64_t next_line_;
  ByteScanner<' ', '\t', '\n'> separators_;
  const char* line_;         ///< where the row begins
  const char* first_;        ///< what has not been looked at
  bool at_line_end_ = true;  ///< the row has been walked to its end
  std::string_view column_;  ///< the next one to take, found already
  Diagnostics& diagnostics_;
};

/// "offset:length" inside a document of `length` characters; reports what is wrong.
std::optional<Span> parse_passage(std::string_view text, Offset length, Rows& rows) {
  const std::size_t colon = text.find(':');
  const auto offset = rows.offset(text.substr(0, colon));
  const auto size = colon == std::string_view::npos ? std::nullopt : rows.offset(text.substr(colon + 1));
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
  const auto relevant_chars = rows_.offset(relevant);
  document.length = rows_.offset(length);
  const Offset end = document.length.value_or(kMaxOffset);
  if (!relevant_chars || *relevant_chars > end) {
    rows_.bad(relevant, fmt::format("a number of highlighted characters from 0 to {}", end));
  }
  if (!document.length) rows_.bad(length, "a document length in characters");
  bool good = relevant_chars && *relevant_chars <= end && document.length;

  const std::string_view bep = rows_.take();
  if (!bep.empty() && bep != kNoEntryPoint) {
    document.bep = rows_.offset(bep);
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
  if (passages.empty() && document.relevant_chars == 0) return;
  scratch_.assign(passages.begin(), passages.end());
  scratch_.resize(normalise(scratch_));
  const std::uint64_t characters = character_count(scratch_);
  if (characters == document.relevant_chars) return;
  rows_.warning(column, "relevant-characters-differ",
                fmt::format("column 4 says {} highlighted characters, the passages hold {}",
                            document.relevant_chars, characters));
}

void read_inex_rows(Rows& rows, JudgementBuilder::Part& part) {
  InexRow row(rows);
  while (rows.next()) {
    if (row.read()) part.add(row.topic, row.document, row.passages);
  }
}

void read_trec_rows(Rows& rows, JudgementBuilder::Part& part) {
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
    part.add(topic, document, {});
  }
}

/// Reads windows of the file on several cores and puts them together in the order of the file.
void read_windows(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics,
                  void (*read_rows)(Rows&, JudgementBuilder::Part&)) {
  constexpr std::size_t kWindow = std::size_t{1} << 20;
  const std::vector<LineWindow> windows = line_windows(file.bytes(), kWindow);
  std::vector<JudgementBuilder::Part> parts(windows.size(), JudgementBuilder::Part(builder));
  tbb::parallel_for(std::size_t{0}, windows.size(), [&](std::size_t i) {
    Rows rows(file, windows[i], parts[i].diagnostics());
    read_rows(rows, parts[i]);
  });
  for (JudgementBuilder::Part& part : parts) {
    diagnostics.merge(std::move(part.diagnostics()));
    builder.append(std::move(part));
  }
}

}  // namespace

void read_inex_qrels(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics) {
  builder.add_kinds({.highlights = true});
  read_windows(file, builder, diagnostics, read_inex_rows);
}

void read_trec_qrels(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics) {
  builder.add_kinds({.document_grades = true});
  read_windows(file, builder, diagnostics, read_trec_rows);
}

}  // namespace fovea
