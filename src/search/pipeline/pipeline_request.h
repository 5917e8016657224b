// What a caller asks for: a preset, by name or as a file, changed for a task. The commands and Python fill it in.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "files/diagnostics.h"
#include "runs/task.h"
#include "search/pipeline/pipeline.h"

namespace fovea::search {

struct PipelineRequest {
  std::string preset = "reference";
  const Task* task = task_named("document");
  std::vector<std::string> changes{};  ///< each as change_preset() reads it
  std::string query{};
  std::optional<Cas> cas{};
  bool whole = false;
  std::size_t results = 0;
  bool exhaustive = false;
};

/// Nothing, with messages, for an unknown preset and for settings that cannot be.
std::optional<Pipeline> read_pipeline(const PipelineRequest& request, Diagnostics& diagnostics);

}  // namespace fovea::search
