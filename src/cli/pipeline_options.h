// The options of commands that search: a preset, changed.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "files/diagnostics.h"
#include "runs/task.h"
#include "search/ranking/pipeline.h"

namespace fovea::cli {

struct PipelineArguments {
  std::string preset = "reference";
  const Task* task = task_named("document");
  std::vector<std::string> changes;
  std::string query;
  std::optional<search::Cas> cas;
  bool whole = false;
  std::size_t results = 0;
  bool exhaustive = false;
};

/// --preset, --set, --task, --query, --cas, --whole and -k. The arguments must outlive the command.
void add_pipeline_options(CLI::App& command, PipelineArguments& arguments);

/// What the arguments ask for; false, with messages, when that cannot be.
bool read_pipeline(const PipelineArguments& arguments, search::Pipeline& pipeline, Diagnostics& diagnostics);

}  // namespace fovea::cli
