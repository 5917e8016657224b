#include "list_table.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "native.h"

namespace fovea::python {

namespace {

/// One column in Arrow's layout.
struct ListColumn {
  std::string name;
  const char* format = "n";
  std::vector<std::uint8_t> validity;
  std::vector<std::int64_t> wholes;  ///< values, or offsets into `text`
  std::vector<double> numbers;
  std::string text;
  std::vector<const void*> buffers;
  ArrowSchema schema{};
  ArrowArray array{};
};

bool is_empty(nb::handle value) {
  return value.is_none() || (PyFloat_Check(value.ptr()) && std::isnan(PyFloat_AsDouble(value.ptr())));
}

bool is_whole(nb::handle value) {
  return !PyBool_Check(value.ptr()) && PyIndex_Check(value.ptr()) != 0;
}

/// What suits every value; "?", which no reader knows, when nothing does.
const char* format_of(const std::vector<nb::object>& values) {
  bool text = false;
  bool number = false;
  bool whole = false;
  for (const nb::object& value : values) {
    if (is_empty(value)) continue;
    if (PyUnicode_Check(value.ptr())) {
      text = true;
    } else if (is_whole(value)) {
      whole = true;
    } else if (PyFloat_Check(value.ptr())) {
      number = true;
    } else {
      return "?";
    }
  }
  if (text) return number ? "?" : "U";
  return number ? "g" : whole ? "l" : "n";
}

class ListTable {
 public:
  bool add(std::string name, nb::handle list, std::string& fault) {
    std::vector<nb::object> values;
    for (const nb::handle value : list) values.push_back(nb::borrow(value));
    if (columns_.empty()) rows_ = values.size();
    if (values.size() != rows_) {
      fault = fmt::format("{} values in column {} and {} before", values.size(), quote(name), rows_);
      return false;
    }
    auto column = std::make_unique<ListColumn>();
    column->name = std::move(name);
    column->format = format_of(values);
    column->validity.assign(values.size() / 8 + 1, 0);
    if (std::string_view(column->format) == "U") column->wholes.push_back(0);
    for (std::size_t row = 0; row < values.size(); ++row) {
      const bool given = !is_empty(values[row]) && append(*column, values[row]);
      if (given) column->validity[row / 8] |= static_cast<std::uint8_t>(1U << (row % 8));
      if (!given) append_nothing(*column);
    }
    lay_out(*column);
    columns_.push_back(std::move(column));
    return true;
  }

  static std::optional<ArrowTable> read(std::unique_ptr<ListTable> table, const std::string& name,
                                        Diagnostics& diagnostics) {
    ListTable& self = *table;
    for (const auto& column : self.columns_) {
      self.schemas_.push_back(&column->schema);
      self.arrays_.push_back(&column->array);
    }
    ArrowArrayStream stream{};
    stream.private_data = new std::shared_ptr<ListTable>(std::move(table));
    stream.get_schema = [](ArrowArrayStream* from, ArrowSchema* out) {
      ListTable& of = *owner(from->private_data);
      *out = {};
      out->format = "+s";
      out->n_children = static_cast<std::int64_t>(of.schemas_.size());
      out->children = of.schemas_.data();
      out->private_data = new std::shared_ptr<ListTable>(owner(from->private_data));
      out->release = [](ArrowSchema* schema) { release(schema); };
      return 0;
    };
    stream.get_next = [](ArrowArrayStream* from, ArrowArray* out) {
      ListTable& of = *owner(from->private_data);
      *out = {};
      if (std::exchange(of.given_, true)) return 0;
      out->length = static_cast<std::int64_t>(of.rows_);
      out->n_buffers = 1;
      out->buffers = &of.no_validity_;
      out->n_children = static_cast<std::int64_t>(of.arrays_.size());
      out->children = of.arrays_.data();
      out->private_data = new std::shared_ptr<ListTable>(owner(from->private_data));
      out->release = [](ArrowArray* array) { release(array); };
      return 0;
    };
    stream.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
    stream.release = [](ArrowArrayStream* from) { release(from); };
    return ArrowTable::read(stream, name, diagnostics);
  }

 private:
  static std::shared_ptr<ListTable>& owner(void* data) {
    return *static_cast<std::shared_ptr<ListTable>*>(data);
  }

  template <class Part>
  static void release(Part* part) {
    delete static_cast<std::shared_ptr<ListTable>*>(part->private_data);
    part->release = nullptr;
  }

  /// False when the value cannot be said in the column's format.
  static bool append(ListColumn& column, const nb::object& value) {
    std::string memory;
    std::string found;
    switch (*column.format) {
      case 'U': {
        if (PyUnicode_Check(value.ptr()) && nb::len(value) == 0) return false;
        const auto id = id_of(value, memory, found);
        if (!id) return false;
        column.text += *id;
        column.wholes.push_back(static_cast<std::int64_t>(column.text.size()));
        return true;
      }
      case 'l': {
        const nb::object whole = nb::steal(PyNumber_Index(value.ptr()));
        const std::int64_t number = PyLong_AsLongLong(whole.ptr());
        if (PyErr_Occurred() != nullptr) {
          PyErr_Clear();
          return false;
        }
        column.wholes.push_back(number);
        return true;
      }
      case 'g':
        column.numbers.push_back(PyFloat_AsDouble(value.ptr()));
        PyErr_Clear();
        return true;
      default:
        return false;
    }
  }

  static void append_nothing(ListColumn& column) {
    if (*column.format == 'U') column.wholes.push_back(static_cast<std::int64_t>(column.text.size()));
    if (*column.format == 'l') column.wholes.push_back(0);
    if (*column.format == 'g') column.numbers.push_back(0);
  }

  void lay_out(ListColumn& column) const {
    column.schema.format = column.format;
    column.schema.name = column.name.c_str();
    column.buffers = {column.validity.data()};
    if (*column.format == 'g') {
      column.buffers.push_back(column.numbers.data());
    } else if (*column.format != 'n') {
      column.buffers.push_back(column.wholes.data());
    }
    if (*column.format == 'U') column.buffers.push_back(column.text.data());
    column.array.length = static_cast<std::int64_t>(rows_);
    column.array.null_count = -1;
    column.array.n_buffers = static_cast<std::int64_t>(column.buffers.size());
    column.array.buffers = column.buffers.data();
  }

  std::size_t rows_ = 0;
  bool given_ = false;
  const void* no_validity_ = nullptr;
  std::vector<std::unique_ptr<ListColumn>> columns_;
  std::vector<ArrowSchema*> schemas_;
  std::vector<ArrowArray*> arrays_;
};

}  // namespace

std::optional<ArrowTable> table_of_lists(nb::dict columns, const std::string& name,
                                         Diagnostics& diagnostics) {
  auto table = std::make_unique<ListTable>();
  for (const auto [column, values] : columns) {
    std::string fault;
    if (table->add(nb::cast<std::string>(nb::str(column)), values, fault)) continue;
    diagnostics.expected({name}, "bad-table", fault, "a table of columns");
    return std::nullopt;
  }
  return ListTable::read(std::move(table), name, diagnostics);
}

}  // namespace fovea::python
