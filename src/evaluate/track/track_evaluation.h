// Everything that a track's report shows: the runs of each task, evaluated and compared, and its judgements in figures.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "evaluate/judgement_statistics.h"
#include "evaluate/track/answers.h"
#include "evaluate/track/efficiency_curve.h"
#include "evaluate/track/track.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "runs/environment.h"
#include "runs/run.h"
#include "runs/task.h"
#include "scores/scores.h"
#include "stats/comparison.h"
#include "topics/topic.h"

namespace fovea {

struct TrackOptions {
  /// Only runs of this task, when set.
  const Task* task = nullptr;
  /// Instead of each task's own measures, when there are any.
  std::vector<std::string> measures = {};
  /// Judgements are read, and needed: not where people are about to judge.
  bool judged = true;
};

/// A run that could be read. Its scores hold when it is valid.
struct TrackRunResult {
  TrackRun entry;
  Run run;
  std::string id;
  std::string participant;  ///< as the track file says, else the run, else "–"
  const Task* task = nullptr;
  std::optional<double> time_ms = std::nullopt;  ///< mean per topic
  bool valid = true;
  std::string fault = {};    ///< the first thing that is wrong with it, when not valid
  std::size_t row = 0;       ///< where its scores stand in those of its task
  std::size_t answered = 0;  ///< judged topics that it answers
  std::size_t unjudged = 0;  ///< topics of it without judgements
  /// Of a run that breaks the rules of its task: its means by the measures of articles, which do not depend on them.
  std::map<std::string, double, std::less<>> article_means = {};
};

/// The runs of one task, the best by its first measure first.
struct TaskResults {
  const Task* task = nullptr;
  /// Of its valid runs, the best first. Where a measure that is not the task's own cannot be computed for a run,
  /// there are no scores, and the summary is NaN.
  Scores scores;
  /// How many measures, from the left, are the task's. Behind them stand the article measures, those that all
  /// tasks share, those of without_effort() and char_prec, and the points of the curve, each only where it is not there yet.
  std::size_t own = 0;
  /// Measures of the curve: recall 0.0, 0.1, … 1.0.
  std::vector<std::size_t> curve;
  /// Indices into TrackEvaluation::runs, in the order of the scores.
  std::vector<std::size_t> ranking;
  /// By the first measure, where there is one: an interval for the mean of each run, and every pair tested, as
  /// TrackEvaluation::significance has it, where there are two runs.
  std::vector<stats::Computed<stats::Interval>> intervals;
  std::optional<stats::Computed<stats::Comparison>> comparison;
};

/// The valid runs that return nothing but elements, by measures over grades, the best by the first one first.
struct GradedResults {
  Scores scores;
  std::vector<std::size_t> ranking;   ///< indices into TrackEvaluation::runs, in the order of the scores
  std::vector<std::string> left_out;  ///< valid runs that return something else
  Diagnostics unfit;                  ///< grades that do not fit, which are left out
};

/// Topics in groups: how, and the group of each topic of the judgements.
struct TopicGrouping {
  std::string by;
  std::vector<std::string> groups;
};

struct TrackEvaluation {
  /// Level of the tests of expected orders.
  static constexpr double kAlpha = 0.05;

  std::string title;
  std::vector<Topic> topics;
  std::optional<Collection> collection;
  std::optional<std::string> texts;  ///< a folder
  Judgements judgements;             ///< empty where they are not read (TrackOptions::judged)
  std::optional<Judgements> second_assessor;
  std::optional<Judgements> grades;
  std::vector<Question> questions;  ///< of the questionnaires
  std::vector<TopicGrouping> groupings;
  std::optional<EfficiencyCurve> curve;
  std::optional<Environment> environment;
  TrackSignificance significance;    ///< how pairs of runs are tested
  std::vector<TrackRunResult> runs;  ///< in the order of the track file
  std::vector<TaskResults> tasks;    ///< in the order of the task table
  /// Measures by which the runs of all tasks are compared with each other.
  std::vector<std::string> shared;
  /// Where there are grades of elements, and runs to measure by them.
  std::optional<GradedResults> graded;
  JudgementStatistics statistics;           ///< with the agreement of two assessors, where there is a second
  std::vector<GradeCount> graded_elements;  ///< of `grades`

  /// Where quotes and chunks without offsets are found: in the folder of texts, else in the collection. Good as long as this;
  /// empty where there is neither.
  std::function<std::optional<std::string>(std::string_view doc)> text_source() const;
  const Collection* collection_or_null() const { return collection ? &*collection : nullptr; }
  const TaskResults& results_of(const Task* task) const;
  /// The mean of a run, by the measure's canonical name; nothing when it could not be computed.
  std::optional<double> value(const TrackRunResult& run, std::string_view measure) const;
  /// The same by a measure of articles, of runs that break the rules of their task too.
  std::optional<double> article_value(const TrackRunResult& run, std::string_view measure) const;
};

/// Character precision over the first 1,000 characters: what INEX 2010 compares the other measures of its tasks with.
inline constexpr std::string_view kCharPrec = "charP(limit=1000)";
/// "AgP" of "AgP(t2i=300)": the same by the F-score of articles, which INEX 2009 had before reading effort counted; empty for other measures.
std::string without_effort(std::string_view measure);

/// "element", "passage": as the track file says, else the run; empty when neither does.
std::string result_type_of(const TrackRunResult& run);
/// Likewise what kind of query it used: "automatic", "CO".
std::string query_of(const TrackRunResult& run);

/// The code of the fault of a run that can be read but breaks the rules of its task.
inline constexpr std::string_view kInvalidRunCode = "invalid-run";

/// Evaluates all that is sound; what is not goes to `faults`. Nothing when there are no judgements to go by.
std::optional<TrackEvaluation> evaluate_track(const Track& track, const TrackOptions& options,
                                              Diagnostics& faults);

/// Its files, opened: collection, topics, judgements and runs, not evaluated yet. What cannot be read is
/// reported. Judgements for topics that the topic files do not have and second runs of the same id are left
/// out. Nothing when there are no judgements to go by, unless none are asked for (TrackOptions::judged).
std::optional<TrackEvaluation> open_track(const Track& track, const TrackOptions& options,
                                          Diagnostics& faults);

}  // namespace fovea
