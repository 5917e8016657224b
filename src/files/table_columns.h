// The columns of a table under the names that are meant (files/field_names.h), and cells with messages that name their place:
// "runs[1]: row 17, begin: found -3, expected an offset". Rows count from 0, as frames count them.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/arrow_table.h"
#include "files/diagnostics.h"
#include "text/span.h"
#include "text/text_store.h"

namespace fovea {

/// What columns are called in a table, and the fields that they are.
using ColumnNames = std::vector<std::pair<std::string, std::string>>;

class TableColumns {
 public:
  /// Of the columns of a table, those that `known` lists; the others are named in one warning. `renamed` comes before the
  /// usual names. The table must outlive it.
  TableColumns(const ArrowTable& table, std::string name, std::span<const std::string_view> known,
               const ColumnNames& renamed, Diagnostics& diagnostics);

  const std::string& name() const { return name_; }
  /// Of a table that is a part of a longer one: messages count rows from there.
  void count_rows_from(std::size_t first) { first_row_ = first; }
  /// nullptr when there is none.
  const ArrowColumn* find(std::string_view field) const;
  /// The same, with an error.
  const ArrowColumn* need(std::string_view field, Diagnostics& diagnostics) const;

  /// An id: text, or a whole number, whose digits are kept in `memory`. Nothing, with an error, for everything else.
  std::optional<std::string_view> id(const ArrowColumn& column, std::size_t row, TextStore& memory,
                                     Diagnostics& diagnostics) const {
    if (const auto text = column.text(row); text && !text->empty()) return text;
    if (const auto number = column.whole(row)) return memory.keep(fmt::to_string(*number));
    wrong(column, row, "an id (text or a whole number)", diagnostics);
    return std::nullopt;
  }
  std::optional<double> number(const ArrowColumn& column, std::size_t row, std::string_view what,
                               Diagnostics& diagnostics) const {
    const auto value = column.number(row);
    // Not `return value`: GCC 12 copies it as 16 bytes of which 9 were written, and the processor waits for them.
    if (value && std::isfinite(*value)) return *value;
    wrong(column, row, what, diagnostics);
    return std::nullopt;
  }
  std::optional<std::int64_t> whole(const ArrowColumn& column, std::size_t row, std::int64_t least,
                                    std::int64_t most, std::string_view what, Diagnostics& diagnostics) const;
  std::optional<Offset> offset(const ArrowColumn& column, std::size_t row, Diagnostics& diagnostics) const;

  Place place(const ArrowColumn& column, std::size_t row) const;
  /// "found …, expected `what`" about a cell.
  void wrong(const ArrowColumn& column, std::size_t row, std::string_view what,
             Diagnostics& diagnostics) const;

 private:
  std::string name_;
  std::size_t first_row_ = 0;
  std::vector<std::pair<std::string_view, const ArrowColumn*>> fields_;
};

}  // namespace fovea
