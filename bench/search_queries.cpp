// How long queries take: the median and the 99th percentile over a file of them, one thread.
//
// Usage: search_queries INDEX QUERIES K [TABLE.KEY=VALUE…]
//        search_queries INDEX QUERIES K --preset NAME COLLECTION: parts of articles, as the task thorough has them
// QUERIES has a line per query, id⇥words. Prints: median and 99th percentile (milliseconds), time to open the index
// (milliseconds), postings read per query, memory of its own (MB).
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/session/search.h"

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Pages of this process that are in no file.
double own_megabytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0;
  double resident = 0;
  double shared = 0;
  statm >> size >> resident >> shared;
  return (resident - shared) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

}  // namespace

int main(int count, char** arguments) {
  using namespace fovea::search;
  if (count < 4) return 1;
  fovea::Diagnostics diagnostics;
  const auto begin = Clock::now();
  const auto index = Index::open(arguments[1], diagnostics);
  const double opening = milliseconds_since(begin);
  Pipeline pipeline;
  std::optional<fovea::Collection> collection;
  if (count == 7 && std::string_view(arguments[4]) == "--preset") {
    const fovea::Task& task = *fovea::task_named("thorough");
    for (const Preset& preset : presets()) {
      if (preset.name == arguments[5])
        read_preset(fovea::InputFile::from_memory("preset", preset.toml), task, pipeline, diagnostics);
    }
    apply_task(pipeline, task);
    collection = fovea::Collection::open(arguments[6], diagnostics);
  } else {
    for (int i = 4; i < count; ++i) change_preset(arguments[i], pipeline, diagnostics);
    pipeline.depth = std::stoul(arguments[3]);
  }
  pipeline.results = std::stoul(arguments[3]);
  if (!index || !diagnostics.ok()) {
    for (const fovea::Diagnostic& said : diagnostics.kept()) fmt::print(stderr, "{}\n", to_string(said));
    return 2;
  }
  Analyser analyser(index->facts().analysis);
  std::vector<std::string> texts;
  std::ifstream file(arguments[2]);
  for (std::string line; std::getline(file, line);) texts.push_back(line.substr(line.find('\t') + 1));
  std::vector<double> times;
  std::uint64_t postings = 0;
  for (const bool measured : {false, true}) {
    for (const std::string& text : texts) {
      const auto start = Clock::now();
      Query query = parse_query(text, analyser, pipeline.phrases, pipeline.signs);
      ask_for_tags({&*index}, pipeline, query);
      Partial best = answer(*index, query, fovea::search::count(*index, query), pipeline,
                            collection ? &*collection : nullptr);
      const std::uint64_t read = best.postings_read;
      const std::vector<Answer> answers = finish(std::move(best), query, pipeline);
      if (!measured || answers.size() > pipeline.results) continue;
      times.push_back(milliseconds_since(start));
      postings += read;
    }
  }
  if (times.empty()) return 2;
  std::ranges::sort(times);
  fmt::print("{} {} {} {} {}\n", times[times.size() / 2], times[times.size() * 99 / 100], opening,
             static_cast<double>(postings) / static_cast<double>(times.size()), own_megabytes());
  return 0;
}
