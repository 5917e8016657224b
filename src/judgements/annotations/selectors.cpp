#include "judgements/annotations/selectors.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

bool read_position(const JsonValue& selector, Claim& claim, const JsonReader& reader) {
  const auto begin = reader.need_offset(selector, "start");
  const auto end = reader.need_offset(selector, "end");
  if (begin && end) claim.position = Span{*begin, *end};
  return begin && end;
}

bool read_quote(const JsonValue& selector, Claim& claim, const JsonReader& reader) {
  const JsonValue* exact = reader.need(selector, "exact", Kind::kString);
  if (exact == nullptr) return false;
  claim.quote = exact->text;
  if (const JsonValue* prefix = reader.want(selector, "prefix", Kind::kString)) claim.prefix = prefix->text;
  if (const JsonValue* suffix = reader.want(selector, "suffix", Kind::kString)) claim.suffix = suffix->text;
  return true;
}

}  // namespace

std::vector<const JsonValue*> one_or_many(const JsonValue& value) {
  std::vector<const JsonValue*> values;
  if (!value.is(Kind::kArray)) return {&value};
  values.reserve(value.items.size());
  for (const JsonValue& item : value.items) values.push_back(&item);
  return values;
}

std::optional<Claim> read_selectors(const JsonValue& selectors, OffsetUnit unit, const JsonReader& reader) {
  Claim claim;
  claim.unit = unit;
  claim.place = reader.place(selectors);
  for (const JsonValue* selector : one_or_many(selectors)) {
    const JsonValue* type = reader.need(*selector, "type", Kind::kString);
    if (type == nullptr) return std::nullopt;
    if (type->text == "TextPositionSelector" && !read_position(*selector, claim, reader)) return std::nullopt;
    if (type->text == "TextQuoteSelector" && !read_quote(*selector, claim, reader)) return std::nullopt;
  }
  if (claim.position || claim.quote) return claim;
  reader.wrong(selectors, "a TextPositionSelector or a TextQuoteSelector");
  return std::nullopt;
}

}  // namespace fovea
