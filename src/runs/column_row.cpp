#include "runs/column_row.h"

#include <fmt/format.h>

#include <limits>

#include "files/lines.h"
#include "text/digits.h"
#include "text/numbers.h"

namespace fovea {

namespace {

enum Column : std::size_t { kTopic, kQ0, kDoc, kRank, kScore, kTag, kFirst, kSecond };
enum ChunkColumn : std::size_t { kQuestion, kChunkRank, kChunkDoc, kChunkBegin, kChunkEnd, kChunkScore };

enum GenomicsColumn : std::size_t {
  kGenomicsTopic,
  kGenomicsDoc,
  kGenomicsRank,
  kGenomicsScore,
  kGenomicsOffset,
  kGenomicsLength,
  kGenomicsTag
};

constexpr std::size_t kChunkColumns = 6;
constexpr std::size_t kGenomicsColumns = 7;
constexpr std::int64_t kLargestRank = std::numeric_limits<std::int32_t>::max();

bool is_unresolved(std::string_view column) {
  return column == "X" || column == "-1";
}

std::optional<std::int32_t> parse_rank(std::string_view text) {
  const auto value = parse_integer(text);
  if (!value || *value < 0 || *value > kLargestRank) return std::nullopt;
  return static_cast<std::int32_t>(*value);
}

[[gnu::always_inline]] inline bool read_rank(std::string_view text, const char* floor, std::int32_t& rank) {
  std::uint32_t digits = 0;
  if (parse_short_digits(text, floor, digits)) {
    rank = static_cast<std::int32_t>(digits);
    return true;
  }
  const auto value = parse_rank(text);
  if (value) rank = *value;
  return value.has_value();
}

[[gnu::always_inline]] inline bool read_score(std::string_view text, const char* floor, double& score) {
  if (parse_short_decimal(text, floor, score)) return true;
  std::uint32_t whole = 0;
  if (parse_short_digits(text, floor, whole)) {
    score = whole;
    return true;
  }
  const auto value = parse_number(text);
  if (value) score = *value;
  return value.has_value();
}

[[gnu::always_inline]] inline bool read_offset(std::string_view text, const char* floor, Offset& offset) {
  if (parse_short_digits(text, floor, offset)) return true;
  const auto value = parse_offset(text);
  if (value) offset = *value;
  return value.has_value();
}

constexpr std::string_view kExpectedRank = "a rank (a whole number from 0)";
constexpr std::string_view kExpectedScore = "a score (a finite decimal number)";
constexpr std::string_view kExpectedOffset = "an offset (a whole number below 2147483648)";
constexpr std::string_view kExpectedLength = "a length (a whole number below 2147483648)";

}  // namespace

std::optional<PathFault> check_range_end(std::string_view path) {
  if (path.ends_with(']')) return check_element_path(path);
  PathFault fault;
  if (parse_text_point(path, fault)) return std::nullopt;
  return fault;
}

[[gnu::always_inline]] inline bool RowParser::parse_target(const Row& row, Result& result) const {
  if (row.count == 8) {
    const std::string_view first = row.columns[kFirst];
    const std::string_view second = row.columns[kSecond];
    if (first.front() == '/') {
      result.kind = ResultKind::kRange;
      result.path = first;
      result.last_path = second;
      return shapes_.range && !check_range_end(first) && !check_range_end(second);
    }
    Offset offset = 0;
    Offset length = 0;
    if (read_offset(first, file_begin_, offset) && read_offset(second, file_begin_, length)) [[likely]] {
      result.kind = ResultKind::kPassage;
      // Both are below 2^31: the sum cannot wrap.
      result.span = {offset, offset + length};
      return shapes_.passage && result.span.end <= kMaxOffset;
    }
    result.kind = ResultKind::kUnresolved;
    return (shapes_.passage || shapes_.range) && is_unresolved(first) &&
           (is_unresolved(second) || parse_offset(second));
  }
  if (row.count == 7) {
    result.path = row.columns[kFirst];
    if (is_unresolved(result.path)) {
      result.kind = ResultKind::kUnresolved;
      result.path = {};
      return shapes_.element;
    }
    result.kind = ResultKind::kElement;
    return shapes_.element && !check_element_path(result.path);
  }
  result.span = {0, kMaxOffset};
  return shapes_.document;
}

bool RowParser::parse(const Row& row, std::uint64_t line, Result& result) const {
  result.line = line;
  if (row.count >= 6 && row.count <= 8) [[likely]] {
    result.doc = row.columns[kDoc];
    if (read_rank(row.columns[kRank], file_begin_, result.rank) &&
        read_score(row.columns[kScore], file_begin_, result.score) && parse_target(row, result)) [[likely]] {
      return true;
    }
  }
  report(row, line);
  return false;
}

bool RowParser::parse_loose(const Row& row, std::uint64_t line, Result& result) const {
  result.line = line;
  result.span = {0, kMaxOffset};
  if (row.count >= 6 && read_score(row.columns[kScore], file_begin_, result.score)) {
    result.doc = row.columns[kDoc];
    read_rank(row.columns[kRank], file_begin_, result.rank);
    return true;
  }
  if (row.count < 6) {
    wrong_count(row, line, "6 (topic Q0 document rank score tag), with anything behind them");
  } else {
    expected(row, line, row.columns[kScore], "bad-score", kExpectedScore);
  }
  return false;
}

bool RowParser::parse_genomics(const Row& row, std::uint64_t line, Result& result) const {
  result.line = line;
  result.kind = ResultKind::kPassage;
  Offset length = 0;
  if (row.count == kGenomicsColumns && read_rank(row.columns[kGenomicsRank], file_begin_, result.rank) &&
      read_score(row.columns[kGenomicsScore], file_begin_, result.score) &&
      read_offset(row.columns[kGenomicsOffset], file_begin_, result.span.begin) &&
      read_offset(row.columns[kGenomicsLength], file_begin_, length) &&
      std::uint64_t{result.span.begin} + length <= kMaxOffset) {
    result.doc = row.columns[kGenomicsDoc];
    result.span.end = result.span.begin + length;
    return true;
  }
  report_genomics(row, line);
  return false;
}

bool RowParser::parse_chunk(const Row& row, std::uint64_t line, Result& result) const {
  result.line = line;
  result.kind = ResultKind::kPassage;
  if (row.count == kChunkColumns) [[likely]] {
    result.doc = row.columns[kChunkDoc];
    if (!row.columns[kQuestion].empty() && !result.doc.empty() &&
        read_rank(row.columns[kChunkRank], file_begin_, result.rank) &&
        read_offset(row.columns[kChunkBegin], file_begin_, result.span.begin) &&
        read_offset(row.columns[kChunkEnd], file_begin_, result.span.end) &&
        result.span.begin <= result.span.end &&
        read_score(row.columns[kChunkScore], file_begin_, result.score)) [[likely]] {
      return true;
    }
  }
  report_chunk(row, line);
  return false;
}

// ---- What is wrong with a row -------------------------------------------------------------------------

void RowParser::expected(const Row& row, std::uint64_t line, std::string_view part, std::string_view code,
                         std::string_view what) const {
  diagnostics_.expected({file_, line, column_of(row.line(), part)}, code, quote(part), what);
}

void RowParser::wrong_count(const Row& row, std::uint64_t line, std::string_view what) const {
  const bool many = row.count >= Row::kMost;
  const std::string_view where = many ? row.columns[Row::kMost - 1] : row.line().substr(row.line().size());
  diagnostics_.expected({file_, line, column_of(row.line(), where)},
                        many ? "too-many-columns" : "too-few-columns",
                        fmt::format("{} column{}", row.count, row.count == 1 ? "" : "s"), what);
}

void RowParser::report(const Row& row, std::uint64_t line) const {
  std::string shapes;
  const auto add = [&](bool allowed, std::string_view shape) {
    if (allowed) shapes += (shapes.empty() ? "" : ", ") + std::string(shape);
  };
  add(shapes_.document, "6 (topic Q0 document rank score tag)");
  add(shapes_.element, "7 (and a path)");
  add(shapes_.passage, "8 (and offset length)");
  add(shapes_.range, "8 (and two paths)");
  const bool fits = (row.count == 6 && shapes_.document) || (row.count == 7 && shapes_.element) ||
                    (row.count == 8 && (shapes_.passage || shapes_.range));
  if (!fits) return wrong_count(row, line, shapes);

  if (!parse_rank(row.columns[kRank])) expected(row, line, row.columns[kRank], "bad-rank", kExpectedRank);
  if (!parse_number(row.columns[kScore])) {
    expected(row, line, row.columns[kScore], "bad-score", kExpectedScore);
  }
  const auto path = [&](std::string_view column, const std::optional<PathFault>& fault) {
    if (!fault) return;
    diagnostics_.error({file_, line, column_of(row.line(), column.substr(fault->at))}, "bad-path",
                       to_string(*fault, column));
  };
  if (row.count == 7) return path(row.columns[kFirst], check_element_path(row.columns[kFirst]));
  if (row.count == 6) return;

  const std::string_view first = row.columns[kFirst];
  const std::string_view second = row.columns[kSecond];
  if (first.front() == '/') {
    if (!shapes_.range) return expected(row, line, first, "bad-offset", kExpectedOffset);
    path(first, check_range_end(first));
    return path(second, check_range_end(second));
  }
  if (!shapes_.passage) return path(first, check_range_end(first));
  const auto offset = parse_offset(first);
  const auto length = parse_offset(second);
  if (!offset && !is_unresolved(first)) expected(row, line, first, "bad-offset", kExpectedOffset);
  if (!length && !(is_unresolved(first) && is_unresolved(second))) {
    expected(row, line, second, "bad-length", kExpectedLength);
  }
  if (offset && length && std::uint64_t{*offset} + *length > kMaxOffset) {
    expected(row, line, second, "past-limit",
             fmt::format("a passage from {} that ends below 2147483648", *offset));
  }
}

void RowParser::report_chunk(const Row& row, std::uint64_t line) const {
  if (row.count != kChunkColumns) {
    return wrong_count(row, line, "6, separated by tabs (question rank document begin end score)");
  }
  const auto check = [&](ChunkColumn column, bool good, std::string_view code, std::string_view what) {
    if (!good) expected(row, line, row.columns[column], code, what);
  };
  const auto begin = parse_offset(row.columns[kChunkBegin]);
  const auto end = parse_offset(row.columns[kChunkEnd]);
  check(kQuestion, !row.columns[kQuestion].empty(), "bad-topic", "a question");
  check(kChunkRank, parse_rank(row.columns[kChunkRank]).has_value(), "bad-rank", kExpectedRank);
  check(kChunkDoc, !row.columns[kChunkDoc].empty(), "bad-document", "a document");
  check(kChunkBegin, begin.has_value(), "bad-offset", kExpectedOffset);
  check(kChunkEnd, end.has_value(), "bad-offset", kExpectedOffset);
  if (begin && end) check(kChunkEnd, *begin <= *end, "bad-offset", fmt::format("an end from {} on", *begin));
  check(kChunkScore, parse_number(row.columns[kChunkScore]).has_value(), "bad-score", kExpectedScore);
}

void RowParser::report_genomics(const Row& row, std::uint64_t line) const {
  if (row.count != kGenomicsColumns) {
    return wrong_count(row, line, "7 (topic document rank score offset length tag)");
  }
  const auto check = [&](GenomicsColumn column, bool good, std::string_view code, std::string_view what) {
    if (!good) expected(row, line, row.columns[column], code, what);
  };
  const auto offset = parse_offset(row.columns[kGenomicsOffset]);
  const auto length = parse_offset(row.columns[kGenomicsLength]);
  check(kGenomicsRank, parse_rank(row.columns[kGenomicsRank]).has_value(), "bad-rank", kExpectedRank);
  check(kGenomicsScore, parse_number(row.columns[kGenomicsScore]).has_value(), "bad-score", kExpectedScore);
  check(kGenomicsOffset, offset.has_value(), "bad-offset", kExpectedOffset);
  check(kGenomicsLength, length.has_value(), "bad-length", kExpectedLength);
  if (offset && length && std::uint64_t{*offset} + *length > kMaxOffset) {
    check(kGenomicsLength, false, "past-limit",
          fmt::format("a passage from {} that ends below 2147483648", *offset));
  }
}

}  // namespace fovea
