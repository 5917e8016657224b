// What the fields of records are called: of JSON lines, and of the columns of a frame.
//
// Everybody calls them differently, so the usual names are all understood; fovea itself writes the first of each.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "files/json.h"

namespace fovea {

struct FieldName {
  std::string_view name;
  std::array<std::string_view, 4> aliases = {};  ///< the rest are empty
};

/// All fields that have other names too; the table of docs/judgements.md.
std::span<const FieldName> field_names();

/// The field that is meant: `topic` for `query_id`, and any other name as it is.
std::string_view field_meant(std::string_view name);

/// Gives the members of a record the names that are meant. A member whose field is there already under its own
/// name keeps the other one, so that it is not lost without a word.
void use_field_names(JsonValue& object);

}  // namespace fovea
