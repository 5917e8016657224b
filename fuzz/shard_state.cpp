// States of shards from anywhere are refused or read, and then written to the bytes that are read again; what was read can be
// merged with itself, and is the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/shards/shard_state.h"
#include "files/corrupt_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fovea;
  try {
    const ShardState state = shard_state_from_bytes({reinterpret_cast<const char*>(data), size});
    const std::string once = to_bytes(state);
    if (to_bytes(shard_state_from_bytes(once)) != once) std::abort();
    Diagnostics said;
    const std::vector<const ShardState*> twice{&state, &state};
    if (!merge(twice, said)) std::abort();
  } catch (const CorruptFile&) {
  }
  return 0;
}
