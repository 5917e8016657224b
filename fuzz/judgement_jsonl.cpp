// Arbitrary bytes as judgements in JSON lines, their quotes in documents that are quotes themselves.
#include "judgement_round_trip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)fovea::sniff_judgements(bytes);
  fovea::DocumentTexts texts([](std::string_view) { return "a text\u00a0 a  quote, a text"; });
  fovea::JudgementOptions options;
  options.annotation.texts = &texts;
  for (const fovea::Locate locate : {fovea::Locate::kOnly, fovea::Locate::kNext}) {
    options.locate = locate;
    fovea::check_round_trip(bytes, fovea::judgement_formats::kJsonLines, options);
  }
  return 0;
}
