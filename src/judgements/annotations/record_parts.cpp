#include "judgements/annotations/record_parts.h"

namespace fovea {

std::unique_ptr<DocumentText> text_in(const JsonValue& object,
                                      std::initializer_list<std::string_view> members,
                                      const JsonReader& reader) {
  for (const std::string_view name : members) {
    const JsonValue* member = object.find(name);
    if (member == nullptr || !member->is(JsonValue::Kind::kString)) continue;
    if (count_code_points(member->text) <= kMaxOffset) return std::make_unique<DocumentText>(member->text);
    reader.wrong(*member, "a text of at most 2147483647 characters");
  }
  return nullptr;
}

std::optional<Claim> claim_at(const JsonValue& object, std::string_view begin, std::string_view end,
                              const JsonReader& reader) {
  const auto first = reader.need_offset(object, begin);
  const auto last = reader.need_offset(object, end);
  if (!first || !last) return std::nullopt;
  Claim claim;
  claim.position = Span{*first, *last};
  claim.place = reader.place(object);
  return claim;
}

std::vector<std::string> label_in(const JsonValue& object, std::string_view member) {
  const JsonValue* label = object.find(member);
  auto id = label == nullptr ? std::nullopt : label->id();
  return id ? std::vector{std::move(*id)} : std::vector<std::string>();
}

}  // namespace fovea
