// JSON files with many records come in three shapes: one object, an array of records, or a record per line.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"
#include "files/json.h"

namespace fovea {

using JsonRecord = std::function<void(const JsonValue&, const JsonReader&)>;

/// Calls `each` with the value of every line that is not empty; broken JSON is reported.
void for_each_json_line(const InputFile& file, Diagnostics& diagnostics, const JsonRecord& each);

/// Calls `each` with every record of a file of any of the three shapes; broken JSON is reported.
void for_each_json_record(const InputFile& file, Diagnostics& diagnostics, const JsonRecord& each);

/// The first record, for telling formats apart; nothing when there is none.
std::optional<JsonValue> first_json_record(std::string_view bytes);

}  // namespace fovea
