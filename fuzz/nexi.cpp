// Any text that is NEXI is printed and read again as the same tree; any other has its fault inside the text.
#include "topics/nexi.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fovea::nexi::Error error;
  const auto query = fovea::nexi::parse(text, error);
  if (!query) {
    if (error.byte > size || error.found.empty() || error.expected.empty()) std::abort();
    return 0;
  }
  const auto again = fovea::nexi::parse(fovea::nexi::print(*query), error);
  if (!again || *again != *query) std::abort();
  if (fovea::nexi::outline(*query).empty()) std::abort();
  return 0;
}
