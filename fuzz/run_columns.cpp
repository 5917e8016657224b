// Runs in columns: whatever the bytes, rows are read or reported; what is read can be judged, repaired,
// written and read again as the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz_runs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  namespace formats = fovea::run_formats;
  fovea::try_run(bytes, nullptr);
  for (const fovea::RunFormat* const format : {&formats::kTrec, &formats::kElement, &formats::kPassage,
                                               &formats::kRange, &formats::kChunks, &formats::kGenomics}) {
    fovea::try_run(bytes, format);
  }
  return 0;
}
