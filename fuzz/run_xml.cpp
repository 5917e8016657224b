// Runs in XML: see fuzz_runs.h.
#include <cstdint>
#include <string_view>

#include "fuzz_runs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fovea::try_run({reinterpret_cast<const char*>(data), size}, &fovea::run_formats::kXml);
  return 0;
}
