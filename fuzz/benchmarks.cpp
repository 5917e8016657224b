// Chunk benchmarks of arbitrary bytes: every span that is read lies in its document.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "judgements/builder.h"
#include "judgements/judgement_format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fovea::DocumentTexts texts([](std::string_view) { return std::string("one two, three"); });
  fovea::Diagnostics diagnostics;
  fovea::JudgementBuilder builder(fovea::MergePolicy::kReject, diagnostics);
  const auto& file = builder.add_file(fovea::InputFile::from_memory("fuzz", bytes));
  fovea::JudgementOptions options;
  options.annotation.texts = &texts;
  namespace formats = fovea::judgement_formats;
  const bool legalbench = formats::kLegalBench.sniff(fovea::JudgementHead(bytes));
  (legalbench ? formats::kLegalBench : formats::kChroma).read(file, options, builder, diagnostics);
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
