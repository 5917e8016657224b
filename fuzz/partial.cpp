// What travels between shards: counts, parts of answers and feedback from anywhere are refused or read, and then written
// to the bytes that are read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "search/session/feedback.h"
#include "search/session/search.h"

namespace {

template <class Read>
void read_again(std::string_view bytes, const Read& read) {
  try {
    const std::string once = to_bytes(read(bytes));
    if (to_bytes(read(once)) != once) std::abort();
  } catch (const fovea::CorruptFile&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fovea::search;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_again(bytes, counts_from_bytes);
  read_again(bytes, partial_from_bytes);
  read_again(bytes, feedback_from_bytes);
  return 0;
}
