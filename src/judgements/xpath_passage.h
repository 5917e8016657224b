// Passages as INEX wrote them in 2005–2008: between two points of a document's XML, each a text point
// (/article[1]/p[2]/text()[1].13) or an element.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "text/span.h"

namespace fovea {

struct XpathPassage {
  std::string start;
  std::string end;
  /// Characters, where the file says how many.
  std::optional<Offset> size;
  Place place;
};

/// Which end of an element a point means that names one.
enum class PointSide : std::uint8_t { kBegin, kEnd };

/// Nothing, and a report at `place`, when the document has no such point. `points` are its text points.
std::optional<Offset> resolve_point(const Document& document, TextPoints& points, std::string_view point,
                                    PointSide side, const Place& place, Diagnostics& diagnostics);

/// From the beginning of `start` to the end of `end`, the character at a text point `end` not included. A
/// passage that is not there or empty is reported and gives nothing; one of another size than given is warned
/// about.
std::optional<Span> resolve_passage(const Document& document, TextPoints& points, const XpathPassage& passage,
                                    Diagnostics& diagnostics);

}  // namespace fovea
