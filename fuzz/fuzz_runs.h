// What must hold for a run made of any bytes: it is read without a crash, repairing makes it keep the rules,
// and JSON lines give back what was written to them.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "files/input.h"
#include "runs/run.h"
#include "runs/run_format.h"
#include "runs/task.h"
#include "runs/task_check.h"
#include "runs/writer.h"

namespace fovea {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline std::size_t count_results(const Run& run, Diagnostics& diagnostics) {
  TopicResults topic;
  std::size_t results = 0;
  for (std::size_t i = 0; i < run.topics(); ++i) {
    run.read(i, topic, diagnostics);
    results += topic.results.size();
    for (const Result& result : topic.results) {
      require(!result.doc.empty() && result.line > 0);
      require(result.span.begin <= result.span.end && result.span.end <= kMaxOffset);
    }
  }
  return results;
}

inline void try_repair(const Run& run, const Task& task) {
  TaskJudge judge(task.rules);
  Diagnostics ignored;
  TopicResults topic;
  for (std::size_t i = 0; i < run.topics(); ++i) {
    run.read(i, topic, ignored);
    judge.repair(topic, run.file(), ignored);
    require(judge.judge(topic).empty());
  }
}

inline void try_run(std::string_view bytes, const RunFormat* format) {
  Diagnostics diagnostics;
  const auto run = Run::open(InputFile::from_memory("fuzz", bytes), format, diagnostics);
  require(run || !diagnostics.ok());
  if (!run) return;
  const std::size_t results = count_results(*run, diagnostics);
  // One task, which hangs on the size of the input: all of them at once would make every input slow.
  try_repair(*run, all_tasks()[bytes.size() % all_tasks().size()]);
  std::string text;
  Diagnostics ignored;
  const Unsaid unsaid = write_run(
      *run, run_formats::kJsonLines, nullptr, [&](std::string_view piece) { text += piece; }, ignored);
  if (!unsaid.empty() || results == 0) return;
  Diagnostics wrong;
  const auto again = Run::open(InputFile::from_memory("again", text), &run_formats::kJsonLines, wrong);
  require(again && wrong.ok() && count_results(*again, wrong) == results);
}

}  // namespace fovea
