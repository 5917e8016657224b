// Documents that are all unknown to a collection are mostly known there by other ids: which rule would have given
// them these, or how the ids differ.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "collection/collection.h"
#include "files/diagnostics.h"

namespace fovea {

/// Where none of `ids` is in the collection, and one rule (collection/import.h) would find all of them, or one
/// difference most, an error says so; nothing is said otherwise. Returns whether something was said.
bool advise_on_ids(const std::string& file, std::span<const std::string_view> ids,
                   const Collection& collection, Diagnostics& said);

}  // namespace fovea
