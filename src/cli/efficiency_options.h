// The options of the efficiency task: times of topics, where they were taken, and runs at many points of some settings.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "runs/environment.h"
#include "runs/run.h"
#include "search/index/index.h"
#include "search/pipeline/pipeline.h"
#include "search/session/search_times.h"
#include "tune/sweep.h"

namespace fovea::cli {

struct EfficiencyArguments {
  std::string times;
  std::size_t repeat = 1;
  std::string environment;
  std::vector<std::string> sweep;
  std::string judgements;
};

/// --times, --repeat, --environment, --sweep and --judgements.
void add_efficiency_options(CLI::App& command, EfficiencyArguments& arguments);

/// The same, read.
struct EfficiencyInput {
  std::optional<Environment> environment;
  std::vector<tune::SweepAxis> axes;
  std::optional<Judgements> judgements;
};
EfficiencyInput read_efficiency(const EfficiencyArguments& arguments, const search::Pipeline& pipeline,
                                const Collection* collection, Diagnostics& diagnostics);

/// Adds what an efficiency submission says of itself: depth, size of the index, environment.
void describe_efficiency(const search::Pipeline& pipeline, const std::vector<search::Index>& indexes,
                         const std::optional<Environment>& environment, RunDetails& details);
TopicTimes submitted_times(const search::SearchTimes& times);
/// A row of --times; the head is kTimesHead.
std::string times_row(std::string_view topic, const search::SearchTimes& times);
inline constexpr std::string_view kTimesHead = "topic\twall_ms\tcpu_ms\tbytes\tpostings\n";

/// Where a sweep goes, and what its runs say of themselves.
struct SweepOutput {
  std::string folder;
  const RunFormat* format = nullptr;
  RunDetails details;  ///< but for id, depth and size
  const std::vector<search::Index>& indexes;
  const std::optional<Environment>& environment;
};
/// Whether the folder may be made; else says why not.
/// One that holds a sweep alone is replaced with `force`.
bool may_make_sweep(const std::string& folder, bool force);
/// A run per point, and curve.tsv, which appear together.
void write_sweep(const tune::Sweep& sweep, const Collection* collection, const SweepOutput& output);

}  // namespace fovea::cli
