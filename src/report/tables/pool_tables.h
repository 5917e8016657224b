// What `fovea pool stats` and `fovea pool reuse` print: some tables of figures, each under a name.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "pools/pool_statistics.h"
#include "pools/reuse.h"

namespace fovea {

/// A real number, and with how many decimals a text shows it.
struct RealFigure {
  double value = 0;
  int decimals = 4;
};

/// Nothing where there is no such figure.
using FigureCell = std::variant<std::monostate, std::string, std::uint64_t, RealFigure>;

struct FigureTable {
  std::string name;
  /// What a reader should know, for the text.
  std::string note;
  std::vector<std::string> header;
  std::vector<std::vector<FigureCell>> rows;
  /// So many columns at the left hold names.
  std::size_t name_columns = 1;
};

std::vector<FigureTable> tables_of(const pools::PoolStatistics& statistics);
std::vector<FigureTable> tables_of(const pools::PoolReuse& reuse);

/// One table below the other, in columns.
std::string to_text(const std::vector<FigureTable>& tables);
/// A row per figure: table, row, column, value.
std::string to_csv(const std::vector<FigureTable>& tables);
/// An object per row, in an array per table.
std::string to_json(const std::vector<FigureTable>& tables);

}  // namespace fovea
