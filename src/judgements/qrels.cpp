// Judgements in columns, separated by blanks.
//
//   INEX 2008–2010   topic Q0 doc relchars doclength [BEP [offset:length …]]
//   TREC             topic iteration doc grade
//
// A BEP of -1 is none. A line that begins with '#' is a comment; empty lines do not count. Rows are scanned
// once, on several cores, as views into the mapped file; nothing is allocated per row.
#include "judgements/qrels.h"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "files/blank_lines.h"
#include "files/lines.h"
#include "files/row_scanner.h"
#include "judgements/builder.h"
#include "judgements/grouped_qrels.h"
#include "judgements/judgement_format.h"
#include "judgements/output.h"
#include "text/digits.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr std::string_view kInexColumns = "topic Q0 doc relchars doclength [BEP [offset:length …]]";
/// How a row with passages says that nobody set an entry point.
constexpr std::string_view kNoEntryPoint = "-1";
constexpr std::string_view kTrecColumns = "topic iteration doc grade";

/// Where the reader stands in a window of a file, and how it complains.
class Rows {
 public:
  Rows(const InputFile& file, const LineWindow& window, Diagnostics& diagnostics,
       std::string_view listed_by = {})
      : file_(file),
        scanner_(window.bytes),
        next_line_(window.first_line),
        listed_by_(listed_by),
        diagnostics_(diagnostics) {}

  /// Goes to the next row, past comments and empty lines.
  bool next() {
    while (scanner_.next(row_)) {
      ++next_line_;
      if (row_.is_content()) [[likely]]
        return true;
    }
    return false;
  }
  std::size_t count() const { return row_.count; }
  /// One of the first Row::kMost columns.
  std::string_view operator[](std::size_t column) const { return row_.columns[column]; }
  /// The columns from number `first` on, one after the other.
  template <class Visit>
  void each_from(std::size_t first, const Visit& visit) const {
    for (std::size_t i = first; i < std::min(row_.count, Row::kMost); ++i) visit(row_.columns[i]);
    if (row_.count <= Row::kMost) return;
    std::string_view rest = row_.more();
    for (std::string_view column = take_column(rest); !column.empty(); column = take_column(rest)) {
      visit(column);
    }
  }

  /// A count or offset; false when the text is none.
  [[gnu::always_inline]] bool read(std::string_view text, Offset& value) const {
    if (parse_short_digits(text, file_.bytes().data(), value)) [[likely]]
      return true;
    const auto parsed = parse_offset(text);
    if (parsed) value = *parsed;
    return parsed.has_value();
  }

  void too_few(std::string_view columns) {
    expected(row_.line().substr(row_.line().size()), "too-few-columns", fmt::format("{} columns", row_.count),
             columns);
  }
  void expected(std::string_view part, std::string_view code, std::string_view found, std::string_view what) {
    diagnostics_.expected(place(part), code, found, what);
  }
  void bad(std::string_view part, std::string_view what) { expected(part, "bad-number", quote(part), what); }
  void warning(std::string_view part, std::string_view code, std::string message) {
    diagnostics_.warning(place(part), code, std::move(message));
  }
  std::uint64_t line_number() const { return next_line_ - 1; }
  /// JudgementOptions::as_listed_by
  std::string_view listed_by() const { return listed_by_; }
  /// What lies beyond the document is an error, or a warning where it is read all the same; whether it is.
  bool bears_beyond(std::string_view part, std::string_view code, std::string_view found,
                    std::string_view what) {
    const bool listed = !listed_by_.empty();
    listed
        ? warning(part, code, fmt::format("found {}, expected {}; read as {} does", found, what, listed_by_))
        : expected(part, code, found, what);
    return listed;
  }

 private:
  Place place(std::string_view part) const {
    return {file_.name(), line_number(), column_of(row_.line(), part)};
  }

  const InputFile& file_;
  RowScanner<false> scanner_;
  Row row_;
  std::uint64_t next_line_;
  std::string_view listed_by_;
  Diagnostics& diagnostics_;
};

/// "offset:length" inside a document of `length` characters; reports what is wrong. An empty one, which real
/// judgements have, holds nothing and is worth a warning.
bool read_passage(std::string_view text, Offset length, Rows& rows, Span& passage) {
  const std::size_t colon = text.find(':');
  Offset size = 0;
  if (colon == std::string_view::npos || !rows.read(text.substr(0, colon), passage.begin) ||
      !rows.read(text.substr(colon + 1), size)) {
    rows.expected(text, "bad-passage", quote(text), "a passage, offset:length");
    return false;
  }
  const std::uint64_t end = std::uint64_t{passage.begin} + size;
  if (end > length) {
    const std::string found = fmt::format("passage {} that ends at {}", quote(text), end);
    const std::string wanted = fmt::format("an end within the document, which has {} characters", length);
    if (end > kMaxOffset) {
      rows.expected(text, "passage-past-end", found, wanted);
      return false;
    }
    if (!rows.bears_beyond(text, "passage-past-end", found, wanted)) return false;
  }
  if (size == 0) {
    rows.warning(text, "empty-passage",
                 fmt::format("passage {} has no characters and highlights nothing", quote(text)));
  }
  passage.end = static_cast<Offset>(end);
  return true;
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
  enum Column : std::size_t { kTopic, kQ0, kDocument, kCharacters, kLength, kBep, kPassages };

  bool read_numbers();
  bool read_passages();
  bool bears(std::string_view column, Offset& value, std::string_view wanted);
  void check_characters();

  Rows& rows_;
  std::vector<Span> scratch_;
};

bool InexRow::read() {
  if (rows_.count() <= kLength) {
    rows_.too_few(kInexColumns);
    return false;
  }
  topic = rows_[kTopic];
  document = {};
  document.id = rows_[kDocument];
  document.line = static_cast<std::uint32_t>(rows_.line_number());
  const bool good = read_numbers();
  passages.clear();
  if (rows_.count() > kPassages) [[unlikely]] {
    if (!read_passages() || !good) return false;
    if (!passages.empty()) document.first_listed = passages.front().begin;
  } else if (document.bep && !rows_.listed_by().empty()) {
    rows_.warning(
        rows_[kBep], "entry-point-alone",
        fmt::format("a best entry point without a passage is not read, as in {}", rows_.listed_by()));
    document.bep = {};
  }
  if (!good) return false;
  if (document.relevant_chars > 0 || !passages.empty()) {
    check_characters();
    document.grade = 1;
  }
  return true;
}

/// The columns before the passages.
bool InexRow::read_numbers() {
  Offset length = 0;
  const bool known = rows_.read(rows_[kLength], length);
  const Offset end = known ? length : kMaxOffset;
  document.length = end;
  bool good = known;
  if (!rows_.read(rows_[kCharacters], document.relevant_chars) || document.relevant_chars > end) {
    good = bears(rows_[kCharacters], document.relevant_chars,
                 fmt::format("a number of highlighted characters from 0 to {}", end)) &&
           good;
  }
  if (!known) rows_.bad(rows_[kLength], "a document length in characters");
  if (rows_.count() > kBep && rows_[kBep] != kNoEntryPoint) {
    Offset bep = 0;
    if (!rows_.read(rows_[kBep], bep) || bep > end) {
      good = bears(rows_[kBep], bep, fmt::format("a best entry point, an offset from 0 to {}", end)) && good;
    }
    document.bep = bep;
  }
  return good;
}

/// A column that is no number is reported; so is one beyond the document, unless that is borne.
bool InexRow::bears(std::string_view column, Offset& value, std::string_view wanted) {
  if (rows_.read(column, value)) return rows_.bears_beyond(column, "bad-number", quote(column), wanted);
  rows_.bad(column, wanted);
  return false;
}

bool InexRow::read_passages() {
  bool good = true;
  rows_.each_from(kPassages, [&](std::string_view text) {
    Span passage;
    if (read_passage(text, *document.length, rows_, passage)) {
      if (!passage.empty()) passages.push_back(passage);
    } else {
      good = false;
    }
  });
  return good;
}

/// Column 4 against the characters that stand in at least one passage.
void InexRow::check_characters() {
  scratch_.assign(passages.begin(), passages.end());
  scratch_.resize(normalise(scratch_));
  const std::uint64_t characters = character_count(scratch_);
  if (characters == document.relevant_chars) return;
  rows_.warning(rows_[kCharacters], "relevant-characters-differ",
                fmt::format("column 4 says {} highlighted characters, the passages hold {}",
                            document.relevant_chars, characters));
}

/// `sink` is told of every good row.
template <class Sink>
void read_inex_rows(Rows& rows, Sink& sink) {
  InexRow row(rows);
  while (rows.next()) {
    if (row.read()) sink.add(row.topic, row.document, row.passages);
  }
}

/// A grade with decimals, which are cut off with a warning (JudgementOptions::cut_grades).
std::optional<std::int64_t> cut_grade(Rows& rows, std::string_view text) {
  const auto number = parse_number(text);
  if (!number || std::abs(*number) > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  rows.warning(text, "cut-grade",
               fmt::format("the grade {} is cut to {:.0f}", quote(text), std::trunc(*number)));
  return static_cast<std::int64_t>(*number);
}

template <bool kCut, class Sink>
void read_trec_rows(Rows& rows, Sink& sink) {
  enum Column : std::size_t { kTopic, kIteration, kDocument, kGrade, kColumns };
  while (rows.next()) {
    if (rows.count() < kColumns) {
      rows.too_few(kTrecColumns);
      continue;
    }
    if (rows.count() > kColumns) {
      rows.expected(rows[kColumns], "too-many-columns", "a fifth column " + quote(rows[kColumns]),
                    kTrecColumns);
      continue;
    }
    auto grade = parse_integer(rows[kGrade]);
    if constexpr (kCut) {
      if (!grade) grade = cut_grade(rows, rows[kGrade]);
    }
    if (!grade || *grade < std::numeric_limits<std::int32_t>::min() ||
        *grade > std::numeric_limits<std::int32_t>::max()) {
      rows.bad(rows[kGrade], "a grade, a whole number");
      continue;
    }
    JudgedDocument document;
    document.id = rows[kDocument];
    document.line = static_cast<std::uint32_t>(rows.line_number());
    document.grade = static_cast<std::int32_t>(*grade);
    sink.add(rows[kTopic], document, {});
  }
}

/// Reads windows of the file on several cores and puts them together in the order of the file.
void read_windows(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics,
                  void (*read_rows)(Rows&, JudgementBuilder::Part&)) {
  constexpr std::size_t kWindow = std::size_t{1} << 20;
  const std::vector<LineWindow> windows = line_windows(file.bytes(), kWindow);
  std::vector<std::optional<JudgementBuilder::Part>> parts(windows.size());
  tbb::enumerable_thread_specific<std::unique_ptr<Arena>> arenas([] { return std::make_unique<Arena>(); });
  tbb::parallel_for(std::size_t{0}, windows.size(), [&](std::size_t i) {
    JudgementBuilder::Part& part = parts[i].emplace(builder, *arenas.local());
    Rows rows(file, windows[i], part.diagnostics(), builder.listed_by());
    read_rows(rows, part);
    part.finish();
  });
  for (std::unique_ptr<Arena>& arena : arenas) builder.add_arena(std::move(arena));
  for (std::optional<JudgementBuilder::Part>& part : parts) {
    diagnostics.merge(std::move(part->diagnostics()));
    builder.append(std::move(*part));
  }
}

/// Takes the rows of one topic.
struct OneTopic {
  TopicJudgements& topic;
  bool plain = true;

  void add(std::string_view /*topic*/, const JudgedDocument& document, std::span<const Span> passages) {
    if (!topic.add(document, passages)) plain = false;
  }
};

bool read_topic(const InputFile& file, std::span<const Stretch> stretches, TopicJudgements& topic,
                void (*read_rows)(Rows&, OneTopic&)) {
  OneTopic sink{topic};
  for (const Stretch& stretch : stretches) {
    Diagnostics diagnostics;
    Rows rows(file, {stretch.bytes, stretch.first_line}, diagnostics);
    read_rows(rows, sink);
    if (diagnostics.errors() + diagnostics.warnings() > 0) return false;
  }
  return sink.plain;
}

enum class RowKind : std::uint8_t { kInex, kTrec };

bool is_passage(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && parse_offset(text.substr(0, colon)) &&
         parse_offset(text.substr(colon + 1));
}

/// What one row speaks for: four columns are TREC's; five, or passages from the seventh on, are INEX's.
std::optional<RowKind> sniff_row(std::string_view line) {
  std::array<std::string_view, 7> columns;
  const std::size_t count = split_columns(line, columns);
  if (count == 4 && parse_number(columns[3])) return RowKind::kTrec;  // decimals are for the reader to refuse
  if (count < 5 || !parse_offset(columns[3]) || !parse_offset(columns[4])) return std::nullopt;
  if (count == 5 || (count > 6 && is_passage(columns[6]))) return RowKind::kInex;
  return std::nullopt;
}

/// The first row that speaks decides, if a quarter of the others agree: a topic list may have a line that
/// looks like judgements, and judgements may have broken rows.
std::optional<RowKind> sniff_rows(std::string_view bytes) {
  constexpr int kRows = 100;
  LineReader lines(bytes);
  std::optional<RowKind> kind;
  int rows = 0;
  int agreeing = 0;
  for (std::string_view line; rows < kRows && lines.next(line);) {
    if (line.find_first_not_of(" \t") == std::string_view::npos)
      lines = LineReader(skip_blank_lines_after(bytes, line.data() + line.size()).rest);
    if (line.starts_with('#') || line.find_first_not_of(" \t") == std::string_view::npos) continue;
    ++rows;
    const auto row = sniff_row(line);
    if (!kind) kind = row;
    if (row && row == kind) ++agreeing;
  }
  return agreeing * 4 >= rows ? kind : std::nullopt;
}

template <RowKind kKind>
bool sniff_qrels(const JudgementHead& head) {
  return head.first() != 0 && head.first() != '<' && sniff_rows(head.bytes()) == kKind;
}

/// Columns are separated by blanks, so an id with a blank in it cannot be one; nor one that would make its
/// row a comment.
bool is_column(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t\r\n") == std::string_view::npos;
}

bool is_row(std::string_view topic, std::string_view doc) {
  return is_column(topic) && is_column(doc) && topic.front() != '#' && !topic.starts_with("\xEF\xBB\xBF");
}

/// Column 4 is kept as given; where it differs from the passages, a warning says so. A passage past the end of its
/// document is an error.
void read_inex_qrels(const InputFile& file, const JudgementOptions&, JudgementBuilder& builder,
                     Diagnostics& diagnostics) {
  builder.add_kinds({.highlights = true});
  read_windows(file, builder, diagnostics, read_inex_rows);
}

/// Grades are whole numbers; negative ones (judged, worse than not relevant) are kept.
void read_trec_qrels(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
                     Diagnostics& diagnostics) {
  if (options.groups) return read_grouped_qrels(file, GroupedRows::kGrades, builder, diagnostics);
  builder.add_kinds({.document_grades = true});
  if (options.cut_grades) return read_windows(file, builder, diagnostics, read_trec_rows<true>);
  read_windows(file, builder, diagnostics, read_trec_rows<false>);
}

/// A BEP that is not known is written as -1.
Unsaid write_inex_qrels(const Judgements& judgements, DocumentTexts*, const JudgementSink& sink) {
  JudgementOutput out(sink);
  for_each_document(judgements, [&](const TopicJudgements& topic, const JudgedDocument& document) {
    const std::vector<Span> passages = listed_passages(topic, document);
    const bool highlighted = document.relevant_chars > 0 || !passages.empty();
    out.miss(kMissElements, document.element_count > 0);
    if (!is_row(topic.topic(), document.id)) return out.miss(kMissUnfitIds);
    if (document.relevant() && !highlighted) {
      return out.miss(kMissUnhighlighted);
    }
    if (!document.length)
      return out.miss("documents left out, as their length is not known (give a collection)");
    out.miss(kMissGrades, document.grade != (highlighted ? 1 : 0));
    out.add("{} Q0 {} {} {}", topic.topic(), document.id, document.relevant_chars, *document.length);
    if (document.bep) {
      out.add(" {}", *document.bep);
    } else if (!passages.empty()) {
      out.text += " -1";
    }
    for (const Span passage : passages) out.add(" {}:{}", passage.begin, passage.size());
    out.end_row();
  });
  return out.finish();
}

Unsaid write_trec_qrels(const Judgements& judgements, DocumentTexts*, const JudgementSink& sink) {
  JudgementOutput out(sink);
  for_each_document(judgements, [&](const TopicJudgements& topic, const JudgedDocument& document) {
    out.miss(kMissHighlights, document.span_count > 0);
    out.miss(kMissEntryPoints, document.bep.has_value());
    out.miss(kMissLengths, document.length.has_value());
    out.miss(kMissElements, document.element_count > 0);
    if (!is_row(topic.topic(), document.id)) return out.miss(kMissUnfitIds);
    out.add("{} 0 {} {}", topic.topic(), document.id, document.grade);
    out.end_row();
  });
  return out.finish();
}

}  // namespace

bool read_inex_topic(const InputFile& file, std::span<const Stretch> rows, TopicJudgements& topic) {
  return read_topic(file, rows, topic, read_inex_rows);
}

bool read_trec_topic(const InputFile& file, std::span<const Stretch> rows, TopicJudgements& topic) {
  return read_topic(file, rows, topic, read_trec_rows<false>);
}

const JudgementFormat judgement_formats::kInexQrels = {
    .name = "qrels",
    .shape = "INEX 2008–2010: `topic Q0 doc relchars doclength [BEP [offset:length …]]`",
    .sniff = sniff_qrels<RowKind::kInex>,
    .read = read_inex_qrels,
    .write = write_inex_qrels};

const JudgementFormat judgement_formats::kTrecQrels = {.name = "trec-qrels",
                                                       .shape = "`topic iteration doc grade`",
                                                       .sniff = sniff_qrels<RowKind::kTrec>,
                                                       .read = read_trec_qrels,
                                                       .write = write_trec_qrels};

}  // namespace fovea
