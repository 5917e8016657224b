// Score files of arbitrary bytes: what is read without a fault is written as JSON lines and read again.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "scores/scores_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = fovea::InputFile::from_memory("fuzz", {reinterpret_cast<const char*>(data), size});
  fovea::Diagnostics diagnostics;
  const auto scores = fovea::read_scores(file, diagnostics);
  if (scores.has_value() != diagnostics.ok()) std::abort();
  if (!scores) return 0;
  std::size_t cells = 0;
  std::string written;
  for (const auto& measure : *scores) {
    for (const auto& run : measure.runs) {
      if (run.topics.size() != run.values.size()) std::abort();
      for (std::size_t i = 0; i < run.topics.size(); ++i) {
        if (!std::isfinite(run.values[i])) std::abort();
        ++cells;
        const nlohmann::json row{{"run", run.run},
                                 {"query_id", run.topics[i]},
                                 {"measure", measure.measure},
                                 {"value", run.values[i]}};
        written += row.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n";
      }
    }
  }
  // Names that are not UTF-8 (columns are bytes) may have become the same name.
  fovea::Diagnostics again;
  const auto second = fovea::read_scores(fovea::InputFile::from_memory("again", written), again);
  if (!second) {
    if (again.count("duplicate-score") == 0) std::abort();
    return 0;
  }
  std::size_t cells_again = 0;
  for (const auto& measure : *second) {
    for (const auto& run : measure.runs) cells_again += run.topics.size();
  }
  if (cells_again != cells) std::abort();
  return 0;
}
