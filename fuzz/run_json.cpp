// Runs in JSON lines and LegalBench-RAG results: see fuzz_runs.h.
#include <cstdint>
#include <string_view>

#include "fuzz_runs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fovea::try_run(bytes, &fovea::run_formats::kJsonLines);
  fovea::try_run(bytes, &fovea::run_formats::kLegalBench);
  return 0;
}
