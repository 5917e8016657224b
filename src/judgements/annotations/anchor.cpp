#include "judgements/annotations/anchor.h"

#include <fmt/format.h>

#include <vector>

#include "collection/locate.h"

namespace fovea {

namespace {

/// More occurrences than this are not told apart; nobody quotes that little.
constexpr std::size_t kMostOccurrences = 10'000;

std::string text_of(Span span) {
  return fmt::format("{}-{}", span.begin, span.end);
}

/// Offsets that count UTF-16 units, in code points; nothing where they lie past the end or inside a
/// character.
std::optional<Span> in_code_points(Span units, const DocumentText& text) {
  const auto begin = text.offsets().code_point_of_utf16(units.begin);
  const auto end = text.offsets().code_point_of_utf16(units.end);
  if (!begin || !end) return std::nullopt;
  return Span{static_cast<Offset>(*begin), static_cast<Offset>(*end)};
}

bool has_context(const DocumentText& text, Span span, const Claim& claim) {
  const auto before = text.slice({0, span.begin});
  const auto behind = text.slice({span.end, text.length()});
  return before && behind && before->ends_with(claim.prefix) && behind->starts_with(claim.suffix);
}

void report_wrong_quote(const Claim& claim, std::optional<Span> position, std::string_view wanted,
                        std::size_t occurrences, const DocumentText& text, Diagnostics& diagnostics) {
  std::string found = "a quote";
  if (claim.position) {
    const auto selected = position ? text.slice(*position) : std::nullopt;
    found = position && selected
                ? fmt::format("{} at {}", quote(*selected), text_of(*position))
                : fmt::format("{} in a text of {} characters", text_of(*claim.position), text.length());
  }
  diagnostics.expected(
      claim.place, "wrong-quote", found,
      occurrences == 0
          ? fmt::format("the quoted {}, which does not occur in the document", quote(wanted))
          : fmt::format("the quoted {}, which occurs {} times in the document", quote(wanted), occurrences));
}

/// Where the quote stands in a text where the offsets do not lead to it.
std::optional<Span> find_quote(const Claim& claim, std::optional<Span> position, std::string_view wanted,
                               const DocumentText& text, Diagnostics& diagnostics) {
  std::vector<Span> found = text.find_all(wanted, kMostOccurrences);
  if (found.empty()) found = places_in_other_form(wanted, text, kMostOccurrences);
  const std::size_t occurrences = found.size();
  if (occurrences > 1) std::erase_if(found, [&](Span span) { return !has_context(text, span, claim); });
  if (found.size() != 1) {
    report_wrong_quote(claim, position, wanted, occurrences, text, diagnostics);
    return std::nullopt;
  }
  if (same_but_for_form(wanted, text.slice(found.front()).value_or(""))) {
    diagnostics.warning(
        claim.place, "other-form",
        fmt::format("the quote {} and the document differ in Unicode normalisation (NFC or NFD), though they "
                    "print alike; they are matched",
                    quote(wanted)));
  }
  if (claim.position) {
    diagnostics.warning(
        claim.place, "moved-span",
        fmt::format("the quote {} stands at {} of the document, not at {}: moved there", quote(wanted),
                    text_of(found.front()), text_of(position.value_or(*claim.position))));
  }
  return found.front();
}

/// The claim's place in one text, `position` being in code points.
std::optional<Span> settle(const Claim& claim, std::optional<Span> position,
                           const std::optional<std::string>& wanted, const DocumentText& text,
                           Diagnostics& diagnostics) {
  const auto selected = position ? text.slice(*position) : std::nullopt;
  if (selected && (!wanted || *selected == *wanted || same_but_for_form(*wanted, *selected))) return position;
  if (wanted) return find_quote(claim, position, *wanted, text, diagnostics);
  diagnostics.expected(claim.place, "bad-span", text_of(claim.position.value_or(Span{})),
                       fmt::format("a span between characters of the text, which has {}", text.length()));
  return std::nullopt;
}

}  // namespace

std::optional<Span> anchor(const Claim& claim, const DocumentText* own, const DocumentText* reference,
                           Diagnostics& diagnostics) {
  std::optional<Span> span = claim.position;
  if (span && span->begin >= span->end) {
    diagnostics.expected(claim.place, "bad-span", text_of(*span), "a span that begins before it ends");
    return std::nullopt;
  }
  const DocumentText* const counted = own != nullptr ? own : reference;
  if (counted == nullptr && (!span || claim.unit == OffsetUnit::kUtf16)) {
    diagnostics.expected(claim.place, "no-text", span ? "offsets in UTF-16 units" : "a quote without offsets",
                         "the document's text, to find the place in it");
    return std::nullopt;
  }
  if (span && claim.unit == OffsetUnit::kUtf16) span = in_code_points(*span, *counted);
  std::optional<std::string> wanted = claim.quote;
  for (const DocumentText* text : {own, reference}) {
    if (text == nullptr) continue;
    span = settle(claim, span, wanted, *text, diagnostics);
    if (!span) return std::nullopt;
    if (!wanted) wanted = text->slice(*span);
  }
  return span;
}

}  // namespace fovea
