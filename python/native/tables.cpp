// Frames: tables that hold runs and judgements.
#include <nanobind/stl/map.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "collection/collection.h"
#include "files/arrow_table.h"
#include "files/field_names.h"
#include "judgements/table_judgements.h"
#include "list_table.h"
#include "native.h"
#include "runs/table_run.h"

namespace fovea::python {

namespace {

using Table = std::shared_ptr<const ArrowTable>;
using Renamed = std::map<std::string, std::string>;

/// From what __arrow_c_stream__() returns. With the lock: the producer may be written in Python.
Table read_stream(nb::capsule capsule, const std::string& name) {
  auto* const stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw nb::python_error();
  Diagnostics said;
  auto table = ArrowTable::read(*stream, name, said);
  if (!table) raise("InputError", said);
  return std::make_shared<const ArrowTable>(std::move(*table));
}

/// From lists of Python objects, by column.
Table read_columns(nb::dict columns, const std::string& name) {
  Diagnostics said;
  auto table = table_of_lists(columns, name, said);
  if (!table) raise("InputError", said);
  return std::make_shared<const ArrowTable>(std::move(*table));
}

nb::list runs_of(const Table& table, const std::string& name, const Renamed& renamed, bool as_rows,
                 nb::handle texts, const Collection* collection, std::string_view locate,
                 std::size_t first_row) {
  const DocumentTexts::Source source = text_source(texts, collection);
  TableRunOptions options;
  options.renamed.assign(renamed.begin(), renamed.end());
  options.reading = {nullptr, source ? &source : nullptr, locate_named(locate)};
  options.as_rows = as_rows;
  options.first_row = first_row;
  Diagnostics said;
  auto runs = without_lock([&] { return runs_of_table(table, name, options, said); });
  settle(said);
  nb::list out;
  for (Run& run : runs) out.append(nb::cast(std::move(run)));
  return out;
}

Judgements judgements_of(const Table& table, const std::string& name, const Renamed& renamed) {
  Diagnostics said;
  const ColumnNames names(renamed.begin(), renamed.end());
  auto judgements = without_lock([&] { return judgements_of_table(*table, name, names, said); });
  settle(said);
  return std::move(*judgements);
}

/// Whoever lets go of a table may have to free what Python owns.
struct TableHandle {
  Table table;
};

}  // namespace

void bind_tables(nb::module_& module) {
  nb::class_<TableHandle>(module, "Table")
      .def("__len__", [](const TableHandle& self) { return self.table->rows(); })
      .def_prop_ro("columns", [](const TableHandle& self) {
        nb::list names;
        for (const ArrowColumn& column : self.table->columns()) names.append(column.name());
        return names;
      });
  module.def("field_meant", [](std::string_view name) { return std::string(field_meant(name)); });
  module.def("table_from_stream", [](nb::capsule stream, const std::string& name) {
    return TableHandle{read_stream(stream, name)};
  });
  module.def("table_from_columns", [](nb::dict columns, const std::string& name) {
    return TableHandle{read_columns(columns, name)};
  });
  module.def(
      "runs_from_table",
      [](const TableHandle& self, const std::string& name, const Renamed& renamed, bool as_rows,
         nb::handle texts, const Collection* collection, std::string_view locate, std::size_t first_row) {
        return runs_of(self.table, name, renamed, as_rows, texts, collection, locate, first_row);
      },
      nb::arg("table"), nb::arg("name"), nb::arg("renamed"), nb::arg("as_rows"), nb::arg("texts").none(),
      nb::arg("collection").none(), nb::arg("locate"), nb::arg("first_row") = 0);
  module.def("judgements_from_table",
             [](const TableHandle& self, const std::string& name, const Renamed& renamed) {
               return judgements_of(self.table, name, renamed);
             });
}

}  // namespace fovea::python
