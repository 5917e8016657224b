// Runs in columns: whatever the bytes, rows are read or reported; what is read can be judged, repaired,
// written and read again as the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz_runs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  using fovea::RunFormat;
  fovea::try_run(bytes, std::nullopt);
  for (const RunFormat format :
       {RunFormat::kTrec, RunFormat::kElement, RunFormat::kPassage, RunFormat::kRange, RunFormat::kChunks}) {
    fovea::try_run(bytes, format);
  }
  return 0;
}
