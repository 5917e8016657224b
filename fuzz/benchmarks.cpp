// Chunk benchmarks of arbitrary bytes: every span that is read lies in its document.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "judgements/chroma.h"
#include "judgements/legalbench.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fovea::DocumentTexts texts([](std::string_view) { return std::string("one two, three"); });
  fovea::Diagnostics diagnostics;
  fovea::JudgementBuilder builder(fovea::MergePolicy::kReject, diagnostics);
  const auto& file = builder.add_file(fovea::InputFile::from_memory("fuzz", bytes));
  if (fovea::looks_like_legalbench(bytes)) {
    read_legalbench(file, &texts, builder, diagnostics);
  } else {
    (void)fovea::looks_like_chroma(bytes);
    read_chroma(file, &texts, builder, diagnostics);
  }
  const auto judgements = std::move(builder).finish();
  for (const auto& topic : judgements.topics()) {
    for (const auto& document : topic.documents()) {
      for (const auto span : topic.highlights(document)) {
        if (span.end > 14) std::abort();
      }
    }
  }
  return 0;
}
