// What must hold for a run made of any bytes: it is read without a crash, repairing makes it keep the rules,
// and JSON lines give back what was written to them.
#pragma once

#include <cstdlib>
#include <optional>
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

/// Looks at every result; with a task, each topic is also repaired by its rules. How many results there are.
inline std::size_t look_at(const Run& run, const Task* task, Diagnostics& diagnostics) {
  std::optional<TaskJudge> judge;
  if (task != nullptr) judge.emplace(task->rules);
  Diagnostics ignored;
  TopicResults topic;
  std::size_t results = 0;
  for (std::size_t i = 0; i < run.topics(); ++i) {
    run.read(i, topic, diagnostics);
    results += topic.results.size();
    for (const Result& result : topic.results) {
      require(!result.doc.empty() && result.line > 0);
      require(result.span.begin <= result.span.end && result.span.end <= kMaxOffset);
    }
    if (!judge) continue;
    judge->repair(topic, run.file(), ignored);
    require(judge->judge(topic).empty());
  }
  return results;
}

inline void try_run(std::string_view bytes, const RunFormat* format) {
  Diagnostics diagnostics;
  const auto run = Run::open(InputFile::from_memory("fuzz", bytes), format, diagnostics);
  require(run || !diagnostics.ok());
  if (!run) return;
  // One task, which hangs on the size of the input: all of them at once would make every input slow.
  const std::size_t results = look_at(*run, &all_tasks()[bytes.size() % all_tasks().size()], diagnostics);
  std::string text;
  Diagnostics ignored;
  const Unsaid unsaid = write_run(
      *run, run_formats::kJsonLines, nullptr, [&](std::string_view piece) { text += piece; }, ignored);
  if (!unsaid.empty() || results == 0) return;
  Diagnostics wrong;
  const auto again = Run::open(InputFile::from_memory("again", text), &run_formats::kJsonLines, wrong);
  require(again && wrong.ok() && look_at(*again, nullptr, wrong) == results);
}

}  // namespace fovea
