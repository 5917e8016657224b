// The rows of a column file, split into columns.
//
// Reading runs and judgements is bound by this, so a row is walked once, as the bits of one word where it is
// shorter than 64 bytes, and nothing is allocated or copied; inlined by force, as text/digits.h is.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "text/byte_scan.h"

namespace fovea {

struct Row {
  static constexpr std::size_t kMost = 9;  ///< one more than any run format has

  const char* begin = nullptr;
  const char* end = nullptr;  ///< of the line, without its end mark
  std::array<std::string_view, kMost> columns;
  std::size_t count = 0;  ///< columns of the line; may be more than kMost

  std::string_view line() const { return {begin, static_cast<std::size_t>(end - begin)}; }
  /// Neither empty nor a comment.
  bool is_content() const { return count > 0 && begin != end && *begin != '#'; }
  /// What follows the columns, where there are more than kMost.
  std::string_view more() const {
    const char* const from = columns[kMost - 1].data() + columns[kMost - 1].size();
    return {from, static_cast<std::size_t>(end - from)};
  }
};

/// Splits a stretch of whole lines into rows: at any run of blanks, or at each tab.
template <bool kTabs>
class RowScanner {
 public:
  explicit RowScanner(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  [[gnu::always_inline]] bool next(Row& row) {
    if (at_ == end_) return false;
    row.begin = at_;
    if (!split_short(row)) split_long(row);
    if (row.end != row.begin && row.end[-1] == '\r') drop_carriage_return(row);
    return true;
  }

 private:
  /// A line that ends within 64 bytes, as most do: its separators are the bits of one word.
  [[gnu::always_inline]] bool split_short(Row& row) {
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
    if (row.count <= Row::kMost) row.columns[row.count - 1].remove_suffix(1);
    const bool alone = row.end == row.begin || row.end[-1] == ' ' || row.end[-1] == '\t';
    if (!kTabs && alone) --row.count;
  }

  const char* at_;
  const char* end_;
};

}  // namespace fovea
