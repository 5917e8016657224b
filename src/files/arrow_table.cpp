#include "files/arrow_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace fovea {

namespace {

/// More rows than anybody has; sums of lengths and offsets stay far from overflow.
constexpr std::int64_t kMostRows = std::int64_t{1} << 40;
constexpr int kDeepest = 8;  ///< lists of lists of …

template <class Value>
Value load(const void* values, std::int64_t at) {
  Value value;
  std::memcpy(&value, static_cast<const char*>(values) + at * static_cast<std::int64_t>(sizeof value),
              sizeof value);
  return value;
}

bool bit(const std::uint8_t* bits, std::int64_t at) {
  return (bits[at / 8] >> (at % 8) & 1) != 0;
}

/// A view of text: its length, then the text itself if it has at most twelve bytes, else where it is.
struct TextView {
  static constexpr std::int32_t kInline = 12;
  std::int32_t length;
  std::array<char, 4> prefix;
  std::int32_t buffer;
  std::int32_t offset;
};
static_assert(sizeof(TextView) == 16);

}  // namespace

bool ArrowCells::set_layout(std::string_view format) {
  struct Known {
    std::string_view format;
    Layout layout;
    Kind kind;
  };
  static constexpr std::array kKnown = {
      Known{"c", Layout::kInt8, Kind::kWhole},      Known{"C", Layout::kUint8, Kind::kWhole},
      Known{"s", Layout::kInt16, Kind::kWhole},     Known{"S", Layout::kUint16, Kind::kWhole},
      Known{"i", Layout::kInt32, Kind::kWhole},     Known{"I", Layout::kUint32, Kind::kWhole},
      Known{"l", Layout::kInt64, Kind::kWhole},     Known{"L", Layout::kUint64, Kind::kWhole},
      Known{"f", Layout::kFloat, Kind::kNumber},    Known{"g", Layout::kDouble, Kind::kNumber},
      Known{"b", Layout::kBoolean, Kind::kBoolean}, Known{"u", Layout::kText, Kind::kText},
      Known{"U", Layout::kLargeText, Kind::kText},  Known{"vu", Layout::kTextView, Kind::kText},
      Known{"+l", Layout::kList, Kind::kList},      Known{"+L", Layout::kLargeList, Kind::kList},
      Known{"n", Layout::kNothing, Kind::kNothing},
  };
  for (const Known& known : kKnown) {
    if (known.format != format) continue;
    layout_ = known.layout;
    kind_ = known.kind;
    return true;
  }
  constexpr std::string_view kFixed = "+w:";
  if (!format.starts_with(kFixed) || format.size() == kFixed.size() || format.size() > kFixed.size() + 6)
    return false;
  for (const char digit : format.substr(kFixed.size())) {
    if (digit < '0' || digit > '9') return false;
    fixed_ = fixed_ * 10 + (digit - '0');
  }
  layout_ = Layout::kFixedList;
  kind_ = Kind::kList;
  return true;
}

namespace {

/// How deep lists go; what is deeper is not read.
int depth_of(const ArrowSchema& schema, int depth = 0) {
  if (depth > kDeepest || schema.n_children != 1 || schema.children == nullptr ||
      schema.children[0] == nullptr)
    return depth;
  return depth_of(*schema.children[0], depth + 1);
}

}  // namespace

std::optional<ArrowCells> ArrowCells::make(const ArrowSchema& schema, const ArrowArray& array,
                                           std::string& fault) {
  ArrowCells cells;
  cells.size_ = array.length;
  cells.offset_ = array.offset;
  if (array.length < 0 || array.length > kMostRows || array.offset < 0 || array.offset > kMostRows) {
    fault = fmt::format("{} cells from {} on", array.length, array.offset);
    return std::nullopt;
  }
  if (schema.format == nullptr) {
    fault = "a column without a format";
    return std::nullopt;
  }
  // What nobody asks for need not be understood.
  if (!cells.set_layout(schema.format) || depth_of(schema) > kDeepest) {
    cells.layout_ = Layout::kOther;
    cells.kind_ = Kind::kOther;
    return cells;
  }
  if (!cells.check(array, fault)) return std::nullopt;
  if (cells.kind_ == Kind::kList) {
    if (schema.n_children != 1 || schema.children == nullptr || schema.children[0] == nullptr ||
        array.n_children != 1 || array.children == nullptr || array.children[0] == nullptr) {
      fault = "lists without items";
      return std::nullopt;
    }
    auto items = make(*schema.children[0], *array.children[0], fault);
    if (!items) return std::nullopt;
    const std::int64_t limit = items->size();
    cells.inner_ = std::make_shared<const ArrowCells>(std::move(*items));
    const bool fits = cells.layout_ == Layout::kList ? cells.check_offsets<std::int32_t>(limit, fault)
                      : cells.layout_ == Layout::kLargeList
                          ? cells.check_offsets<std::int64_t>(limit, fault)
                          : (cells.offset_ + cells.size_) * cells.fixed_ <= limit;
    if (!fits) {
      fault = "lists that leave their items";
      return std::nullopt;
    }
  }
  if (schema.dictionary == nullptr && array.dictionary == nullptr) return cells;
  if (schema.dictionary == nullptr || array.dictionary == nullptr || cells.kind_ != Kind::kWhole) {
    fault = "categories without codes or names";
    return std::nullopt;
  }
  auto names = make(*schema.dictionary, *array.dictionary, fault);
  if (!names) return std::nullopt;
  if (names->categories_ || names->kind_ == Kind::kList) {
    fault = "categories of categories or lists";
    return std::nullopt;
  }
  cells.categories_ = true;
  cells.kind_ = names->kind_;
  cells.inner_ = std::make_shared<const ArrowCells>(std::move(*names));
  if (!cells.check_codes(fault)) return std::nullopt;
  return cells;
}

bool ArrowCells::check(const ArrowArray& array, std::string& fault) {
  if (layout_ == Layout::kNothing) return true;
  const bool text = layout_ == Layout::kText || layout_ == Layout::kLargeText;
  const std::int64_t wanted = text ? 3 : layout_ == Layout::kFixedList ? 1 : 2;
  const bool enough = layout_ == Layout::kTextView ? array.n_buffers >= 3 : array.n_buffers == wanted;
  if (!enough || array.buffers == nullptr) {
    fault = fmt::format("{} buffers", array.n_buffers);
    return false;
  }
  validity_ = static_cast<const std::uint8_t*>(array.buffers[0]);
  if (layout_ == Layout::kFixedList) return true;
  values_ = array.buffers[1];
  if (size_ > 0 && values_ == nullptr) {
    fault = "no values";
    return false;
  }
  if (layout_ == Layout::kTextView) return check_views(array, fault);
  if (!text) return true;
  data_ = static_cast<const char*>(array.buffers[2]);
  const std::int64_t limit = data_ == nullptr ? 0 : std::numeric_limits<std::int64_t>::max();
  return layout_ == Layout::kText ? check_offsets<std::int32_t>(limit, fault)
                                  : check_offsets<std::int64_t>(limit, fault);
}

/// Offsets that go up, and not beyond `limit`.
template <class Offset>
bool ArrowCells::check_offsets(std::int64_t limit, std::string& fault) const {
  if (size_ == 0) return true;
  if (values_ == nullptr) return false;
  auto before = load<Offset>(values_, offset_);
  bool good = before >= 0;
  for (std::int64_t row = 1; good && row <= size_; ++row) {
    const auto offset = load<Offset>(values_, offset_ + row);
    good = offset >= before;
    before = offset;
  }
  good = good && static_cast<std::int64_t>(before) <= limit;
  if (!good) fault = "offsets that go back or too far";
  return good;
}

bool ArrowCells::check_views(const ArrowArray& array, std::string& fault) {
  // Validity, views, the texts, and at the end how long each of the texts is.
  const std::int64_t texts = array.n_buffers - 3;
  view_buffers_ = std::span(array.buffers + 2, static_cast<std::size_t>(texts));
  const void* const sizes = array.buffers[array.n_buffers - 1];
  for (std::int64_t row = 0; row < size_; ++row) {
    if (!valid(offset_ + row)) continue;
    const auto view = load<TextView>(values_, offset_ + row);
    bool good = view.length >= 0;
    if (good && view.length > TextView::kInline) {
      good = view.buffer >= 0 && view.buffer < texts && view.offset >= 0 && sizes != nullptr &&
             view_buffers_[static_cast<std::size_t>(view.buffer)] != nullptr &&
             std::int64_t{view.offset} + view.length <= load<std::int64_t>(sizes, view.buffer);
    }
    if (good) continue;
    fault = fmt::format("a view that leaves its text at row {}", row);
    return false;
  }
  return true;
}

bool ArrowCells::check_codes(std::string& fault) const {
  for (std::int64_t row = 0; row < size_; ++row) {
    if (!valid(offset_ + row)) continue;
    const std::int64_t found = code(offset_ + row);
    if (found >= 0 && found < inner_->size()) continue;
    fault = fmt::format("the code {} of {} categories at row {}", found, inner_->size(), row);
    return false;
  }
  return true;
}

bool ArrowCells::valid(std::int64_t at) const {
  return layout_ != Layout::kNothing && layout_ != Layout::kOther &&
         (validity_ == nullptr || bit(validity_, at));
}

/// A whole number as it is stored; those beyond 63 bits are negative.
std::int64_t ArrowCells::code(std::int64_t at) const {
  switch (layout_) {
    case Layout::kInt8:
      return load<std::int8_t>(values_, at);
    case Layout::kUint8:
      return load<std::uint8_t>(values_, at);
    case Layout::kInt16:
      return load<std::int16_t>(values_, at);
    case Layout::kUint16:
      return load<std::uint16_t>(values_, at);
    case Layout::kInt32:
      return load<std::int32_t>(values_, at);
    case Layout::kUint32:
      return load<std::uint32_t>(values_, at);
    default:
      return load<std::int64_t>(values_, at);
  }
}

bool ArrowCells::empty(std::int64_t row) const {
  const std::int64_t at = offset_ + row;
  if (!valid(at)) return true;
  if (categories_) return inner_->empty(code(at));
  if (layout_ == Layout::kDouble) return std::isnan(load<double>(values_, at));
  if (layout_ == Layout::kFloat) return std::isnan(load<float>(values_, at));
  return false;
}

template <class Offset>
std::string_view ArrowCells::plain_text(std::int64_t at) const {
  const auto begin = load<Offset>(values_, at);
  const auto end = load<Offset>(values_, at + 1);
  if (begin == end) return {};
  return {data_ + begin, static_cast<std::size_t>(end - begin)};
}

std::optional<std::string_view> ArrowCells::text(std::int64_t row) const {
  const std::int64_t at = offset_ + row;
  if (kind_ != Kind::kText || !valid(at)) return std::nullopt;
  if (categories_) return inner_->text(code(at));
  if (layout_ == Layout::kText) return plain_text<std::int32_t>(at);
  if (layout_ == Layout::kLargeText) return plain_text<std::int64_t>(at);
  const auto view = load<TextView>(values_, at);
  const auto length = static_cast<std::size_t>(view.length);
  if (view.length <= TextView::kInline) {
    const char* const cell =
        static_cast<const char*>(values_) + at * static_cast<std::int64_t>(sizeof(TextView));
    return std::string_view(cell + sizeof view.length, length);
  }
  const void* const buffer = view_buffers_[static_cast<std::size_t>(view.buffer)];
  return std::string_view(static_cast<const char*>(buffer) + view.offset, length);
}

std::optional<double> ArrowCells::number(std::int64_t row) const {
  const std::int64_t at = offset_ + row;
  if (!valid(at)) return std::nullopt;
  if (categories_) return inner_->number(code(at));
  if (kind_ == Kind::kWhole) {
    if (layout_ == Layout::kUint64) return static_cast<double>(load<std::uint64_t>(values_, at));
    return static_cast<double>(code(at));
  }
  if (kind_ != Kind::kNumber) return std::nullopt;
  const double value =
      layout_ == Layout::kDouble ? load<double>(values_, at) : double{load<float>(values_, at)};
  if (std::isnan(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> ArrowCells::whole(std::int64_t row) const {
  const std::int64_t at = offset_ + row;
  if (!valid(at)) return std::nullopt;
  if (categories_) return inner_->whole(code(at));
  if (kind_ == Kind::kWhole) {
    const std::int64_t value = code(at);
    return layout_ == Layout::kUint64 && value < 0 ? std::nullopt : std::optional(value);
  }
  constexpr double kMost = 9.0e15;  // beyond, not every whole number is a double
  const auto value = number(row);
  if (!value || std::floor(*value) != *value || std::abs(*value) > kMost) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

std::pair<std::int64_t, std::int64_t> ArrowCells::list(std::int64_t row) const {
  const std::int64_t at = offset_ + row;
  if (layout_ == Layout::kList) return {load<std::int32_t>(values_, at), load<std::int32_t>(values_, at + 1)};
  if (layout_ == Layout::kLargeList)
    return {load<std::int64_t>(values_, at), load<std::int64_t>(values_, at + 1)};
  return {at * fixed_, (at + 1) * fixed_};
}

std::string_view ArrowColumn::what() const {
  constexpr std::string_view kNames[] = {
      "text", "whole numbers", "numbers", "true and false", "lists", "nothing", "values of another kind"};
  return kNames[static_cast<std::size_t>(kind_)];
}

/// What was handed over, until it is released.
struct ArrowTable::Owner {
  Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    for (ArrowArray& batch : batches) {
      if (batch.release != nullptr) batch.release(&batch);
    }
    if (schema.release != nullptr) schema.release(&schema);
  }

  ArrowSchema schema{};
  std::vector<ArrowArray> batches;
};

std::optional<ArrowTable> ArrowTable::read(ArrowArrayStream& stream, const std::string& name,
                                           Diagnostics& diagnostics) {
  struct Released {
    ArrowArrayStream& stream;
    ~Released() {
      if (stream.release != nullptr) stream.release(&stream);
    }
  };
  const Released released{stream};
  const auto fail = [&](const std::string& found) {
    diagnostics.expected({name}, "bad-table", found, "a table of columns");
    return std::nullopt;
  };
  const auto stream_fault = [&] {
    const char* const said = stream.get_last_error == nullptr ? nullptr : stream.get_last_error(&stream);
    return fail(
        fmt::format("a stream that fails ({})", said == nullptr ? "it does not say why" : unquoted(said)));
  };
  if (stream.release == nullptr || stream.get_schema == nullptr || stream.get_next == nullptr)
    return fail("a stream that is closed");

  auto owner = std::make_shared<Owner>();
  if (stream.get_schema(&stream, &owner->schema) != 0) return stream_fault();
  const ArrowSchema& schema = owner->schema;
  if (schema.format == nullptr || std::string_view(schema.format) != "+s" || schema.n_children < 0 ||
      (schema.n_children > 0 && schema.children == nullptr)) {
    return fail("a stream of something else");
  }
  ArrowTable table;
  for (std::int64_t c = 0; c < schema.n_children; ++c) {
    const ArrowSchema* const child = schema.children[c];
    if (child == nullptr) return fail("a column that is missing");
    ArrowColumn& column = table.columns_.emplace_back();
    column.name_ = child->name == nullptr ? "" : child->name;
    const auto twice = std::ranges::count(table.columns_, column.name_, &ArrowColumn::name);
    if (twice > 1) return fail(fmt::format("the column {} twice", quote(column.name_)));
  }
  for (;;) {
    ArrowArray batch{};
    if (stream.get_next(&stream, &batch) != 0) return stream_fault();
    if (batch.release == nullptr) break;  // the end
    owner->batches.push_back(batch);
    if (batch.length < 0 || batch.length > kMostRows || batch.offset < 0 || batch.offset > kMostRows ||
        batch.n_children != schema.n_children || (batch.n_children > 0 && batch.children == nullptr)) {
      return fail("a batch that is none of its table");
    }
    if (batch.length == 0) continue;
    for (std::size_t c = 0; c < table.columns_.size(); ++c) {
      ArrowColumn& column = table.columns_[c];
      const ArrowArray* const array = batch.children[c];
      std::string fault;
      std::optional<ArrowCells> cells;
      if (array != nullptr && array->length >= 0 && array->length - batch.offset >= batch.length) {
        ArrowArray part = *array;  // where the batch is a part of longer columns
        part.offset += batch.offset;
        part.length = batch.length;
        cells = ArrowCells::make(*schema.children[c], part, fault);
      }
      if (!cells)
        return fail(
            fmt::format("column {} with {}", quote(column.name_), fault.empty() ? "too few rows" : fault));
      column.kind_ = cells->kind();
      column.batches_.push_back(std::move(*cells));
      column.begins_.push_back(table.rows_);
    }
    table.rows_ += static_cast<std::size_t>(batch.length);
  }
  table.owner_ = std::move(owner);
  return table;
}

std::optional<std::string_view> ArrowTable::metadata(std::string_view name) const {
  const char* at = owner_ == nullptr ? nullptr : owner_->schema.metadata;
  if (at == nullptr) return std::nullopt;
  // Numbers of 32 bits, of pairs and before each text of its bytes; the interface does not say where it all ends.
  const auto number = [&at] {
    std::int32_t value = 0;
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
    return std::max(value, 0);
  };
  const auto text = [&] {
    const auto size = static_cast<std::size_t>(number());
    const std::string_view found(at, size);
    at += size;
    return found;
  };
  for (std::int32_t left = number(); left > 0; --left) {
    const std::string_view key = text();
    const std::string_view value = text();
    if (key == name) return value;
  }
  return std::nullopt;
}

const ArrowColumn* ArrowTable::find(std::string_view name) const {
  const auto found = std::ranges::find(columns_, name, &ArrowColumn::name);
  return found == columns_.end() ? nullptr : &*found;
}

}  // namespace fovea
