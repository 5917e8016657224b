// Runs in columns: whatever the bytes, rows are read or reported; what is read can be judged, repaired,
// written and read again as the same.
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "fuzz_runs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  namespace formats = fovea::run_formats;
  constexpr const fovea::RunFormat* kFormats[] = {&formats::kTrec,  &formats::kElement, &formats::kPassage,
                                                  &formats::kRange, &formats::kChunks,  &formats::kGenomics};
  // As what it looks like, and as one of the formats: which one hangs on the size, so that each input is quick and bytes
  // that change do not change the format.
  fovea::try_run(bytes, nullptr);
  fovea::try_run(bytes, kFormats[size % std::size(kFormats)]);
  return 0;
}
