// From what an annotation says about a place (offsets, a quote, or both) to a span of the document.
//
// Offsets go wrong when a text was changed or counted in other units, so a quote is the better witness: the
// offsets hold when the text they select equals the quote; when it does not and the quote occurs exactly
// once, the span is moved there, with a warning; otherwise it is an error that shows both texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "collection/document_texts.h"
#include "files/diagnostics.h"
#include "text/span.h"

namespace fovea {

enum class OffsetUnit : std::uint8_t { kCodePoint, kUtf16 };

/// What an annotation says. At least one of position and quote is there.
struct Claim {
  std::optional<Span> position;  ///< as the file counts it
  OffsetUnit unit = OffsetUnit::kCodePoint;
  std::optional<std::string> quote;
  /// Text around the quote, to tell its occurrences apart.
  std::string prefix;
  std::string suffix;
  Place place;
};

/// `own` is the text that the annotation file carries, `reference` the document as the user gives it; either
/// may be nullptr. Nothing, and a report, when the claim cannot be held.
std::optional<Span> anchor(const Claim& claim, const DocumentText* own, const DocumentText* reference,
                           Diagnostics& diagnostics);

}  // namespace fovea
