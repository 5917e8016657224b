// The tasks of focused retrieval: what each asks for, and the rules its runs keep.
//
// One record per task; checking (runs/task_check.h), evaluating (evaluate/task_measures.h) and documentation all
// read it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runs/run.h"

namespace fovea {

/// What a run must keep to, beside that no run returns the same twice. Limits that are not set do not apply.
struct TaskRules {
  bool no_overlap = false;       ///< no two results of a topic share a character of an article
  bool grouped = false;          ///< the results of an article follow each other
  bool one_per_article = false;  ///< an article is answered once per topic
  std::optional<std::uint64_t> max_results = std::nullopt;
  std::optional<std::uint64_t> max_chars_per_topic = std::nullopt;
  std::optional<std::uint64_t> max_chars_per_article = std::nullopt;
};

struct Task {
  std::string_view name;  ///< "relevant-in-context"
  std::string_view asks;  ///< one line: what the task asks a system for
  TaskRules rules;
};

std::span<const Task> all_tasks();

/// By name, as people and submissions write it: "Relevant in Context", "RelevantInContext", "ric". nullptr
/// when there is no such task.
const Task* task_named(std::string_view name);
/// "thorough, efficiency, focused, …", for help and messages.
std::string task_names();

/// What a run is taken for, and one sentence saying why.
struct TaskGuess {
  const Task* task = nullptr;
  std::string reason;
};

/// From what the submission says, else from the shape of its first topics. Never empty.
TaskGuess guess_task(const Run& run);

}  // namespace fovea
