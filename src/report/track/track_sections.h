// The sections of a track report, each laid out from the figures of the evaluated track.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>

#include "evaluate/track/chunker_figures.h"
#include "evaluate/track/participation.h"
#include "evaluate/track/track_evaluation.h"
#include "report/track/report_model.h"

namespace fovea {

/// The best run of each participant in each task: what most readers came for.
Section glance_section(const TrackEvaluation& track);

/// Participants and runs: who took part, with what, and which runs broke the rules of their task.
Section participation_section(const TrackEvaluation& track);

/// Results of one task: means with intervals, recall/precision curves, pairwise significance (as
/// TrackEvaluation::significance has it).
Section task_section(const TrackEvaluation& track, const TaskResults& results);

/// The means of the runs over groups of topics, for each task; empty when the track asks for no groups.
Section groups_section(const TrackEvaluation& track);

/// All runs as rankings of whole articles, those that break rules too: all, and the best of the best participants, in all tasks and in each.
Section article_section(const TrackEvaluation& track);

/// Runs of elements by measures over grades; empty when the track has none.
Section graded_section(const TrackEvaluation& track);

/// How alike measures order the runs of all tasks; rank against rank. Empty with fewer than two runs.
Section agreement_section(const TrackEvaluation& track);

/// Time against effectiveness, for runs that say how long they took; empty with fewer than two of them.
Section efficiency_section(const TrackEvaluation& track);

/// Judgements in numbers: articles, passages, best entry points, grades, two assessors.
Section judgements_section(const TrackEvaluation& track);

/// The same without a track: no grades.
Section statistics_section(const JudgementStatistics& statistics, const Words& words);

/// The answers to the questionnaires, a table per question; empty when the track has none.
Section answers_section(const TrackEvaluation& track);

/// Whether measures order simulated runs as they should on these judgements.
Section fidelity_section(const TrackEvaluation& track);

/// Two runs of the reader's choice, topic by topic; `data` (web/src/data.ts: Scores) becomes null and the
/// section empty when there are fewer than two.
Section two_runs_section(const TrackEvaluation& track, nlohmann::json& data);

/// Articles as assessors and runs saw them; `data` (web/src/data.ts: Reading) becomes null and the section
/// empty without a collection or without highlights.
Section reading_section(const TrackEvaluation& track, nlohmann::json& data);

/// Where chunkers are compared, the report speaks of chunkers and questions, and has these three sections in the place of those about articles
/// and INEX's measures.
Words words_of(const TrackEvaluation& track);
/// Quality against characters shown, and what each chunking allows at best.
Section chunk_cost_section(const TrackEvaluation& track);
/// The means by corpus; empty with one corpus, with one for each question, or with more than a table can show.
Section corpus_section(const TrackEvaluation& track);
/// The questions that no chunker answers well, each opening the reading view.
Section worst_questions_section(const TrackEvaluation& track);

/// A row per run with its means by some measures, and marks for those that break the rules of their task. The task has a column where asked for.
Table means_table(const TrackEvaluation& track, std::span<const TrackRunResult* const> runs,
                  std::span<const std::string> measures, bool with_tasks = false);

/// Up to so many points of a chart have room for their names.
inline constexpr std::size_t kMostNamedPoints = 20;

/// A score, as all tables of the report show it.
inline std::string four_decimals(double value) {
  return fmt::format("{:.4f}", value);
}

}  // namespace fovea
