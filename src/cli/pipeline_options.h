// What commands that search share: the options of a preset, messages about indexes that are made, and exit codes.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "search/pipeline/pipeline_request.h"
#include "search/session/index_cache.h"

namespace fovea::cli {

/// --preset, --set, --task, --query, --cas, --whole and -k. The request must outlive the command.
void add_pipeline_options(CLI::App& command, search::PipelineRequest& request);

/// Shows progress on the terminal and prints which index was made.
search::IndexingCalls report_indexing();

/// The exit code of a command that searches; prints that an index is damaged if that shows while it is read.
int exit_of_search(const std::function<int()>& command);

}  // namespace fovea::cli
