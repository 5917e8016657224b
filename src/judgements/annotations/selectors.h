// Selectors of the W3C Web Annotation model, which Hypothesis uses too.
#pragma once

#include <optional>

#include "files/json.h"
#include "judgements/annotations/anchor.h"

namespace fovea {

/// What a selector, or a list of them, says: TextPositionSelector and TextQuoteSelector; others are passed
/// over. Nothing, and a report, when there is neither.
std::optional<Claim> read_selectors(const JsonValue& selectors, OffsetUnit unit, const JsonReader& reader);

/// The value's items if it is an array, else the value itself.
std::vector<const JsonValue*> one_or_many(const JsonValue& value);

}  // namespace fovea
