#include "judgements/xpath_passage.h"

#include <fmt/format.h>

namespace fovea {

std::optional<Offset> resolve_point(const Document& document, TextPoints& points, std::string_view point,
                                    PointSide side, const Place& place, Diagnostics& diagnostics) {
  if (const auto element = document.span_of(point)) {
    return side == PointSide::kBegin ? element->begin : element->end;
  }
  const auto offset = points.find(point);
  if (!offset) {
    diagnostics.expected(place, "unresolvable-path", quote(point),
                         fmt::format("an element or text point of document {}", quote(document.id())));
  }
  return offset;
}

std::optional<Span> resolve_passage(const Document& document, TextPoints& points, const XpathPassage& passage,
                                    Diagnostics& diagnostics) {
  const auto begin =
      resolve_point(document, points, passage.start, PointSide::kBegin, passage.place, diagnostics);
  const auto end = resolve_point(document, points, passage.end, PointSide::kEnd, passage.place, diagnostics);
  if (!begin || !end) return std::nullopt;
  if (*begin >= *end) {
    diagnostics.expected(passage.place, "bad-passage", fmt::format("a passage from {} to {}", *begin, *end),
                         "an end behind its beginning");
    return std::nullopt;
  }
  const Span span{*begin, *end};
  if (passage.size && *passage.size != span.size()) {
    diagnostics.warning(
        passage.place, "passage-size-differs",
        fmt::format("the passage says {} characters and holds {}", *passage.size, span.size()));
  }
  return span;
}

}  // namespace fovea
