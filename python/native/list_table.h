// A table from lists of Python objects, by column: for frames of pandas where pyarrow is missing, and for rows of named tuples.
// It takes the road of every other table, Arrow's C stream.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

#include "files/arrow_table.h"

namespace fovea::python {

/// {name: list}. Columns hold texts (and whole numbers as texts beside them), whole numbers, or numbers; None and NaN are
/// empty. Any other column can be there, and is an error where it is read.
std::optional<ArrowTable> table_of_lists(nanobind::dict columns, const std::string& name,
                                         Diagnostics& diagnostics);

}  // namespace fovea::python
