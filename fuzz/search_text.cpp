// Presets, roles, settings and queries from anywhere: understood or refused with a message, and stable.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "search/analysis/roles.h"
#include "search/ranking/pipeline.h"
#include "search/ranking/query.h"
#include "text/unicode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fovea::search;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fovea::Diagnostics diagnostics;
  Pipeline pipeline;
  if (read_preset(fovea::InputFile::from_memory("p", bytes), pipeline, diagnostics)) {
    const std::string text = to_toml(pipeline);
    Pipeline again;
    if (pipeline.stop == "none" &&
        (!read_preset(fovea::InputFile::from_memory("q", text), again, diagnostics) ||
         to_toml(again) != text))
      std::abort();
  } else if (diagnostics.errors() == 0) {
    std::abort();
  }
  (void)Roles::read(fovea::InputFile::from_memory("r", bytes), diagnostics);
  (void)change_preset(bytes, pipeline, diagnostics);
  if (fovea::find_malformed_utf8(bytes)) return 0;
  static Analyser analyser{AnalysisSettings{}};
  for (const Phrases phrases : {Phrases::kWords, Phrases::kBoost, Phrases::kMust}) {
    for (const QueryTerm& term : parse_query(bytes, analyser, phrases, Signs::kStrict).terms) {
      if (term.words.empty() || term.words.front().empty() || term.words.back().empty()) std::abort();
    }
  }
  analyser.forget();
  return 0;
}
