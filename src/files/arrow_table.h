// A table that another library holds in memory, read in place: pandas, polars, pyarrow and DuckDB all hand theirs over
// through Arrow's C stream interface.
//
// A table comes in batches; a row has one number across all of them. Cells are asked for as what the reader wants, a text
// or a number, whatever they are stored as: text plain, large or view, numbers and categories of every width, lists.
//
// Nothing is believed: numbers of buffers and children, offsets, codes of categories and views are checked once, when the
// table is read, so that reading cells cannot leave their buffers. (How large a buffer is, the interface does not say.)
// Once read, a table does not change and may be read from several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/arrow_c.h"
#include "files/diagnostics.h"

namespace fovea {

/// A column of one batch.
class ArrowCells {
 public:
  enum class Kind : std::uint8_t { kText, kWhole, kNumber, kBoolean, kList, kNothing, kOther };

  /// Nothing, with what was found in `fault`, when the parts do not fit together.
  static std::optional<ArrowCells> make(const ArrowSchema& schema, const ArrowArray& array,
                                        std::string& fault);

  Kind kind() const { return kind_; }
  std::int64_t size() const { return size_; }

  /// Null, or a number that is none (NaN), which is how pandas says it.
  bool empty(std::int64_t row) const;
  /// Nothing when the cell is empty or no text.
  std::optional<std::string_view> text(std::int64_t row) const;
  /// Nothing when the cell is empty or no number; whole() also when it has a fraction.
  std::optional<double> number(std::int64_t row) const;
  std::optional<std::int64_t> whole(std::int64_t row) const;
  /// The cells of a list: those of items() from .first up to .second. Only for kList and cells that are not empty.
  std::pair<std::int64_t, std::int64_t> list(std::int64_t row) const;
  const ArrowCells& items() const { return *inner_; }

 private:
  enum class Layout : std::uint8_t {
    kInt8,
    kUint8,
    kInt16,
    kUint16,
    kInt32,
    kUint32,
    kInt64,
    kUint64,
    kFloat,
    kDouble,
    kBoolean,
    kText,
    kLargeText,
    kTextView,
    kList,
    kLargeList,
    kFixedList,
    kNothing,
    kOther,
  };

  bool set_layout(std::string_view format);
  bool check(const ArrowArray& array, std::string& fault);
  template <class Offset>
  bool check_offsets(std::int64_t limit, std::string& fault) const;
  bool check_views(const ArrowArray& array, std::string& fault);
  bool check_codes(std::string& fault) const;
  bool valid(std::int64_t at) const;
  std::int64_t code(std::int64_t at) const;
  template <class Offset>
  std::string_view plain_text(std::int64_t at) const;

  Kind kind_ = Kind::kOther;
  Layout layout_ = Layout::kOther;
  std::int64_t size_ = 0;
  std::int64_t offset_ = 0;
  std::int64_t fixed_ = 0;  ///< kFixedList: items of a cell
  const std::uint8_t* validity_ = nullptr;
  const void* values_ = nullptr;
  const char* data_ = nullptr;
  std::span<const void* const> view_buffers_;
  std::shared_ptr<const ArrowCells> inner_;  ///< items of lists; values of categories
  bool categories_ = false;
};

/// A column across all batches.
class ArrowColumn {
 public:
  const std::string& name() const { return name_; }
  /// What it holds, for messages: "text", "whole numbers", …
  std::string_view what() const;
  ArrowCells::Kind kind() const { return kind_; }

  bool empty(std::size_t row) const {
    const auto [cells, at_row] = at(row);
    return cells->empty(at_row);
  }
  std::optional<std::string_view> text(std::size_t row) const {
    const auto [cells, at_row] = at(row);
    return cells->text(at_row);
  }
  std::optional<double> number(std::size_t row) const {
    const auto [cells, at_row] = at(row);
    return cells->number(at_row);
  }
  std::optional<std::int64_t> whole(std::size_t row) const {
    const auto [cells, at_row] = at(row);
    return cells->whole(at_row);
  }
  /// The batch that has a row, and the row's place there.
  std::pair<const ArrowCells*, std::int64_t> at(std::size_t row) const {
    std::size_t batch = 0;
    if (begins_.size() > 1) {
      batch = static_cast<std::size_t>(std::ranges::upper_bound(begins_, row) - begins_.begin()) - 1;
    }
    return {&batches_[batch], static_cast<std::int64_t>(row - begins_[batch])};
  }

 private:
  friend class ArrowTable;
  std::string name_;
  ArrowCells::Kind kind_ = ArrowCells::Kind::kNothing;
  std::vector<ArrowCells> batches_;
  std::vector<std::size_t> begins_;  ///< the first row of each batch
};

class ArrowTable {
 public:
  /// Takes all batches of a stream, which is released. What is wrong goes to `diagnostics`, with `name` for the table.
  static std::optional<ArrowTable> read(ArrowArrayStream& stream, const std::string& name,
                                        Diagnostics& diagnostics);

  std::size_t rows() const { return rows_; }
  std::span<const ArrowColumn> columns() const { return columns_; }
  const ArrowColumn* find(std::string_view name) const;
  /// What the schema says under this name beside its columns.
  std::optional<std::string_view> metadata(std::string_view name) const;

 private:
  struct Owner;
  std::shared_ptr<const Owner> owner_;  ///< shared: what a table is made of may be read by several runs
  std::vector<ArrowColumn> columns_;
  std::size_t rows_ = 0;
};

}  // namespace fovea
