// A table for the terminal: columns side by side, padded with blanks.
#pragma once

#include <cstddef>
#include <string>

#include "report/tables/table.h"

namespace fovea {

/// Two blanks between columns, none at the end of a line. An empty header leaves the header line out. Where the lines
/// would be longer than `width`, and that is not 0, the columns of numbers are shown some at a time, each time behind
/// the names; names that leave no room for them are cut in the middle.
std::string to_columns(const Table& table, std::size_t width = 0);

}  // namespace fovea
