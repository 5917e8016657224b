// The score of a result in JSON.
#pragma once

#include "files/json.h"
#include "text/numbers.h"

namespace fovea {

/// Reads the member "score", which may be missing. False, and a report, when it is no finite number.
inline bool read_json_score(const JsonReader& reader, const JsonValue& object, double& score) {
  const JsonValue* const value = object.find("score");
  if (value == nullptr || value->is(JsonValue::Kind::kNull)) return true;
  const auto number = value->is(JsonValue::Kind::kNumber) ? parse_number(value->text) : std::nullopt;
  if (!number) {
    reader.wrong(*value, "a score (a finite number)");
    return false;
  }
  score = *number;
  return true;
}

}  // namespace fovea
