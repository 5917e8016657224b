// Judgements that stand in a table (files/arrow_table.h).
//
// Columns are the fields of JSON lines under all their names: topic, doc, begin, end, spans, grade, length, bep. A row is one
// span, a list of spans, or a grade; rows of one topic and document are united, and their highest grade is kept. A row
// without any of them says that the document was judged and nothing in it is relevant.
#pragma once

#include <optional>
#include <string>

#include "files/arrow_table.h"
#include "files/diagnostics.h"
#include "files/table_columns.h"
#include "judgements/judgements.h"

namespace fovea {

/// Nothing after an error. Everything is copied; `name` is the table's in messages.
std::optional<Judgements> judgements_of_table(const ArrowTable& table, const std::string& name,
                                              const ColumnNames& renamed, Diagnostics& diagnostics);

}  // namespace fovea
