// A table for the terminal: columns side by side, padded with blanks.
#pragma once

#include <string>

#include "report/tables/table.h"

namespace fovea {

/// Two blanks between columns, none at the end of a line. An empty header leaves the header line out.
std::string to_columns(const Table& table);

}  // namespace fovea
