// JSON of arbitrary bytes: every value stands inside the text, a fault too.
#include "files/json.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void check(const fovea::JsonValue& value, std::string_view text) {
  if (value.byte >= text.size()) std::abort();
  (void)value.offset();
  if (value.is(fovea::JsonValue::Kind::kNumber) && !text.substr(value.byte).starts_with(value.text))
    std::abort();
  for (const auto& item : value.items) check(item, text);
  for (const auto& member : value.members) check(member.value, text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static fovea::JsonParser parser;
  fovea::JsonFault fault;
  const auto value = parser.parse(text, fault);
  if (value) {
    check(*value, text);
  } else if (fault.byte > size || fault.found.empty() || fault.expected.empty()) {
    std::abort();
  }
  return 0;
}
