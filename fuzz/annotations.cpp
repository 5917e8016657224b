// Files of annotation tools, told apart by content: every span that is read lies in its document, and what is
// written is read again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "judgements/builder.h"
#include "judgements/judgement_format.h"

namespace {

constexpr std::string_view kText = "a\xF0\x9F\x98\x80 27 cats";

fovea::Judgements read(const fovea::JudgementFormat& format, std::string_view bytes,
                       fovea::Diagnostics& diagnostics) {
  fovea::DocumentTexts texts([](std::string_view) { return std::string(kText); });
  fovea::JudgementOptions options;
  options.annotation.texts = &texts;
  fovea::JudgementBuilder builder(fovea::MergePolicy::kUnion, diagnostics);
  const auto& file = builder.add_file(fovea::InputFile::from_memory("fuzz", bytes));
  format.read(file, options, builder, diagnostics);
  return std::move(builder).finish();
}

/// The formats of annotation tools, whose spans are checked against the text.
bool reads_texts(const fovea::JudgementFormat& format) {
  namespace formats = fovea::judgement_formats;
  for (const fovea::JudgementFormat* const tool :
       {&formats::kDoccano, &formats::kProdigy, &formats::kLabelStudio, &formats::kWebAnnotation,
        &formats::kHypothesis, &formats::kCas, &formats::kBrat}) {
    if (&format == tool) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const fovea::JudgementFormat* const format = fovea::sniff_judgements(bytes);
  if (format == nullptr || !reads_texts(*format)) return 0;
  fovea::Diagnostics diagnostics;
  const auto judgements = read(*format, bytes, diagnostics);
  for (const auto& topic : judgements.topics()) {
    for (const auto& document : topic.documents()) {
      for (const auto span : topic.highlights(document)) {
        if (span.end > 10) std::abort();
      }
    }
  }
  fovea::DocumentTexts texts([](std::string_view) { return std::string(kText); });
  std::string written;
  fovea::judgement_formats::kDoccano.write(judgements, &texts,
                                           [&written](std::string_view piece) { written += piece; });
  fovea::Diagnostics again;
  if (read(fovea::judgement_formats::kDoccano, written, again).size() != judgements.size() &&
      !written.empty())
    std::abort();
  return 0;
}
