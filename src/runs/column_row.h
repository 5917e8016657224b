// One row of a column file, split and turned into a Result.
//
// This is where an evaluation spends its time, so a row is walked once, nothing is allocated, and everything
// that has to be said about a bad row is kept out of the way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "collection/element_path.h"
#include "runs/run.h"
#include "text/byte_scan.h"

namespace fovea {

struct Row {
  static constexpr std::size_t kMost = 9;  ///< one more than any format has

  const char* begin = nullptr;
  const char* end = nullptr;  ///< of the line, without its end mark
  std::array<std::string_view, kMost> columns;
  std::size_t count = 0;  ///< columns of the line; may be more than kMost

  std::string_view line() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

/// Splits a stretch of whole lines into rows: at any run of blanks, or at each tab.
template <bool kTabs>
class RowScanner {
 public:
  explicit RowScanner(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool next(Row& row) {
    if (at_ == end_) return false;
    row.begin = at_;
    if (!split_short(row)) split_long(row);
    if (row.end != row.begin && row.end[-1] == '\r') drop_carriage_return(row);
    return true;
  }

 private:
  /// A line that ends within 64 bytes, as most do: its separators are the bits of one word.
  bool split_short(Row& row) {
    if (end_ - at_ < 64) return false;
    const std::uint64_t ends = find_in_block<'\n'>(at_);
    if (ends == 0) return false;
    std::uint64_t separators =
        (kTabs ? find_in_block<'\t'>(at_) : find_in_block<' ', '\t'>(at_)) & (ends - 1);
    separators &= ~ends;
    const char* first = at_;
    std::size_t count = 0;
    for (; separators != 0; separators &= separators - 1) {
      const char* const place = at_ + std::countr_zero(separators);
      add(row, count, first, place);
      first = place + 1;
    }
    row.end = at_ + std::countr_zero(ends);
    add(row, count, first, row.end);
    row.count = count;
    at_ = row.end + 1;
    return true;
  }

  void split_long(Row& row) {
    using Separators = std::conditional_t<kTabs, ByteScanner<'\t', '\n'>, ByteScanner<' ', '\t', '\n'>>;
    Separators separators(at_, end_);
    const char* first = at_;
    std::size_t count = 0;
    for (;;) {
      const char* const place = separators.next();
      add(row, count, first, place);
      first = place + 1;
      if (place == end_ || *place == '\n') {
        row.end = place;
        break;
      }
    }
    row.count = count;
    at_ = row.end == end_ ? end_ : row.end + 1;
  }

  static void add(Row& row, std::size_t& count, const char* begin, const char* end) {
    if (!kTabs && begin == end) return;
    if (count < Row::kMost) row.columns[count] = {begin, static_cast<std::size_t>(end - begin)};
    ++count;
  }
  static void drop_carriage_return(Row& row) {
    --row.end;
    if (row.count == 0 || row.count > Row::kMost) return;
    row.columns[row.count - 1].remove_suffix(1);
    if (!kTabs && row.columns[row.count - 1].empty()) --row.count;
  }

  const char* at_;
  const char* end_;
};

/// Which rows a column file may hold. A run whose format was told from its content may mix them.
struct RowShapes {
  bool document = false;  ///< 6 columns
  bool element = false;   ///< 7 columns
  bool passage = false;   ///< 8 columns: offset and length
  bool range = false;     ///< 8 columns: two paths
};

/// Reads rows into results; one per topic that is read.
class RowParser {
 public:
  /// `file_begin` is where the mapped file begins: nothing before it may be touched.
  RowParser(const std::string& file, RowShapes shapes, const char* file_begin, Diagnostics& diagnostics)
      : file_(file), shapes_(shapes), file_begin_(file_begin), diagnostics_(diagnostics) {}

  /// A row of 6, 7 or 8 columns. False, with a diagnostic, when it is wrong; `result` must be fresh.
  bool parse(const Row& row, std::uint64_t line, Result& result) const;
  /// A row of a chunk file: question, rank, document, begin, end, score.
  bool parse_chunk(const Row& row, std::uint64_t line, Result& result) const;

 private:
  bool parse_target(const Row& row, Result& result) const;
  void report(const Row& row, std::uint64_t line) const;
  void report_chunk(const Row& row, std::uint64_t line) const;
  void expected(const Row& row, std::uint64_t line, std::string_view part, std::string_view code,
                std::string_view what) const;
  void wrong_count(const Row& row, std::uint64_t line, std::string_view what) const;

  const std::string& file_;
  RowShapes shapes_;
  const char* file_begin_;
  Diagnostics& diagnostics_;
};

/// What is wrong with one end of a range, if anything is: it is an element path or a text point.
std::optional<PathFault> check_range_end(std::string_view path);

}  // namespace fovea
