// Runs that stand in a table (files/arrow_table.h): a row per result, read in place whenever a topic is asked for.
//
// Columns are the fields of JSON lines under all their names: topic, doc, begin, end, path, last_path, text, rank, score, run.
// With a column `run` a table holds several runs. The order of rows says nothing where there is a score, or else a rank:
// results are then ranked by score descending (rank ascending), document id descending by bytes, begin, end and path, so that
// a table that was shuffled or cut into batches is the same run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "files/arrow_table.h"
#include "files/diagnostics.h"
#include "files/table_columns.h"
#include "runs/run.h"
#include "runs/run_options.h"

namespace fovea {

struct TableRunOptions {
  ColumnNames renamed = {};
  /// Texts, to find chunks in that come without offsets and to compare others with.
  RunOptions reading = {};
  /// Results count as the rows stand, whatever their scores.
  bool as_rows = false;
  /// The number of the table's first row, in messages, where it is a part of a longer table.
  std::size_t first_row = 0;
};

/// The runs of a table, in the order of their first rows; none after an error. A run's tag is what its column `run` says.
/// `name` is the table's in messages. Faults of single rows are reported by Run::read().
std::vector<Run> runs_of_table(const std::shared_ptr<const ArrowTable>& table, const std::string& name,
                               const TableRunOptions& options, Diagnostics& diagnostics);

}  // namespace fovea
