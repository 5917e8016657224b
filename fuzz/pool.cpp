// Pool files of arbitrary bytes: what is read without a fault is written and read again, the same.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pools/pool_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = fovea::InputFile::from_memory("fuzz", {reinterpret_cast<const char*>(data), size});
  fovea::Diagnostics said;
  const auto pool = fovea::pools::read_pool(file, said);
  if (pool.has_value() != said.ok()) std::abort();
  if (!pool) return 0;
  const std::string written = to_json_lines(*pool);
  fovea::Diagnostics again;
  const auto second = fovea::pools::read_pool(fovea::InputFile::from_memory("again", written), again);
  if (!second || second->topics != pool->topics || second->runs != pool->runs) std::abort();
  if (to_json_lines(*second) != written) std::abort();
  return 0;
}
