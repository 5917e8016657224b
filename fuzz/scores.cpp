// Score files of arbitrary bytes: what is read without a fault is written as JSON lines and read again.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "scores/scores_file.h"

namespace {

template <class Use>
void for_each_score(const fovea::Scores& scores, const Use& use) {
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    for (std::size_t measure = 0; measure < scores.measures().size(); ++measure) {
      for (std::size_t topic = 0; topic < scores.topics().size(); ++topic) {
        if (const auto value = scores.value(run, topic, measure)) use(run, topic, measure, *value);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = fovea::InputFile::from_memory("fuzz", {reinterpret_cast<const char*>(data), size});
  fovea::Diagnostics diagnostics;
  const auto scores = fovea::read_scores(file, diagnostics);
  if (scores.has_value() != diagnostics.ok()) std::abort();
  if (!scores) return 0;
  std::size_t cells = 0;
  std::string written;
  for_each_score(*scores, [&](std::size_t run, std::size_t topic, std::size_t measure, double value) {
    if (!std::isfinite(value)) std::abort();
    ++cells;
    const nlohmann::json row{{"run", scores->runs()[run].name},
                             {"query_id", scores->topics()[topic]},
                             {"measure", scores->measures()[measure].name},
                             {"value", value}};
    written += row.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n";
  });
  // Names that are not UTF-8 (columns are bytes) may have become the same name.
  fovea::Diagnostics again;
  const auto second = fovea::read_scores(fovea::InputFile::from_memory("again", written), again);
  if (!second) {
    if (again.count("duplicate-score") == 0) std::abort();
    return 0;
  }
  std::size_t cells_again = 0;
  for_each_score(*second, [&](std::size_t, std::size_t, std::size_t, double) { ++cells_again; });
  if (cells_again != cells) std::abort();
  return 0;
}
