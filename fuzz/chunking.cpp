// Chunkings of arbitrary bytes: every chunk that is read lies the right way round, under a document that is
// listed.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runs/chunking.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const fovea::DocumentTexts::Source texts = [](std::string_view) { return "a chunk\u00a0 of a  text"; };
  fovea::Diagnostics diagnostics;
  const auto chunking =
      fovea::Chunking::read(fovea::InputFile::from_memory("fuzz", bytes), {.texts = &texts}, diagnostics);
  if (chunking.documents().empty() && diagnostics.ok()) std::abort();
  for (const std::string_view doc : chunking.documents()) {
    if (chunking.of(doc).empty()) std::abort();
    for (const fovea::Chunk& chunk : chunking.of(doc)) {
      if (chunk.span.end < chunk.span.begin || chunk.line == 0) std::abort();
    }
  }
  return 0;
}
