// From options to what is computed: the scorer, the rules, the topics that count.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/evaluation_options.h"
#include "evaluate/evaluation_outcome.h"
#include "evaluate/topic_scorer.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "runs/chunking.h"
#include "runs/run_options.h"

namespace fovea {

/// A text printed among the scores, and where it comes from.
struct TextMeasure {
  TextColumn column;
  bool usual = true;  ///< asked for without parameters
  std::unique_ptr<const Measure> measure;
};

/// What a topic that is not answered is scored as, where that is not an empty list.
struct StandIn {
  std::string_view document;                 ///< one result, which nobody judged
  bool (*clears)(std::string_view measure);  ///< whether the score of this column is 0 after all
};

struct EvaluationPlan {
  std::unique_ptr<TopicScorer> scorer;
  std::vector<TextMeasure> texts = {};
  /// Rules that runs have to keep.
  std::optional<TaskRules> rules = std::nullopt;
  bool answered_only = false;
  /// Averages are over files of judgements, not over topics, unless a run has weights of its own.
  bool weighs_files = false;
  /// Topics are in the scores, and in sums, in the byte order of their ids.
  bool topics_by_id = false;
  const StandIn* stand_in = nullptr;
  /// Results are taken as they are: at no known place, beyond the end of a document, or twice.
  bool unchecked = false;
  /// The tool that begins again where a topic has a second block of rows in the run; empty where blocks are one list.
  std::string_view restarts_blocks = {};
};

/// Nothing, and the reason in `said`, when the options do not go together.
std::optional<EvaluationPlan> plan_evaluation(const EvaluationOptions& options, const Judgements& judgements,
                                              Diagnostics& said);

/// Whether the task ranks articles where an article score is asked for; the reason is in `said` when it does not.
bool score_fits(const EvaluationOptions& options, const Task& task, Diagnostics& said);

/// Whether the measures can be computed from runs, or chunkings, and what else the options give. The reason is in
/// `said` when they cannot.
bool check_subject(const TopicScorer& scorer, const EvaluationOptions& options, Diagnostics& said);

/// The measures that expressions ask for, to score runs without a chunking. Nothing, and the reason in `said`, for
/// those that are unknown or cannot be computed without one.
std::optional<std::vector<MeasureName>> parse_run_measures(std::span<const std::string> expressions,
                                                           Diagnostics& said);

/// The chunking in a file, to score it by `measures`. A run in its place is an error that names the measure.
std::optional<Chunking> open_scored_chunking(const std::string& path, const RunOptions& options,
                                             std::span<const MeasureName> measures, Diagnostics& said);

/// Whether the measures score a chunking in the place of a run. Both at once cannot be had: then nothing is
/// returned, and the reason is in `said`.
std::optional<bool> asks_for_chunkings(std::span<const MeasureName> names, Diagnostics& said);

/// Whether any of the measures tells groups of judgements apart, so that they must be kept.
bool asks_for_groups(std::span<const MeasureName> names);

/// The task that all runs look like, and why; nothing, with the reason in `said`, when they differ.
std::optional<TaskGuess> common_task(std::span<const Run* const> runs, Diagnostics& said);

}  // namespace fovea
