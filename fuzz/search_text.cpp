// Presets, roles, settings, queries and castitles from anywhere: understood or refused with a message, and stable.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "search/analysis/roles.h"
#include "search/pipeline/pipeline.h"
#include "search/query/query.h"
#include "text/unicode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fovea::search;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fovea::Diagnostics diagnostics;
  Pipeline pipeline;
  {
    // One task, which hangs on the size of the input: all of them at once would make every input slow.
    const fovea::Task& task = fovea::all_tasks()[size % fovea::all_tasks().size()];
    Pipeline of_task;
    fovea::Diagnostics unheard;
    if (read_preset(fovea::InputFile::from_memory("p", bytes), task, of_task, unheard))
      apply_task(of_task, task);
    if (task.rules.no_overlap && of_task.selection.overlap == Selection::Overlap::kAllow && unheard.ok())
      std::abort();
  }
  if (read_preset(fovea::InputFile::from_memory("p", bytes), *fovea::task_named("document"), pipeline,
                  diagnostics)) {
    const std::string text = to_toml(pipeline);
    Pipeline again;
    if (pipeline.stop == "none" && (!read_preset(fovea::InputFile::from_memory("q", text),
                                                 *fovea::task_named("document"), again, diagnostics) ||
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
  fovea::nexi::Error error;
  if (const auto castitle = fovea::nexi::parse(bytes, error)) {
    for (const Cas cas : {Cas::kStrict, Cas::kVague, Cas::kCo}) {
      const Query query = structured_query(*castitle, analyser, Phrases::kBoost, cas, 0.5);
      if (query.structure.has_value() == (cas == Cas::kCo)) std::abort();
      for (const AboutTerms& about : query.structure ? query.structure->abouts : std::vector<AboutTerms>()) {
        for (const QueryTerm& term : about.terms) {
          if (term.words.empty() || term.words.front().empty()) std::abort();
        }
      }
    }
  }
  if (about_anything(bytes)->parts.size() != 1) std::abort();
  analyser.forget();
  return 0;
}
