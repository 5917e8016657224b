// An evaluation: judgements and runs in, scores out.
//
//     MeasureList measures(names);
//     const Evaluator evaluator(judgements, measures, options);
//     if (!evaluator.check_needs(diagnostics)) …                // a measure asks for what is not there
//     RunEvaluation evaluation = evaluator.evaluate(run);
//
// All judged topics count: one that the run does not answer is scored as an empty list. The topics of a run
// are spread over the threads of the calling task arena; each is read into memory that the thread reuses.
// Scores and messages are the same for any number of threads: values are summed in the order of the
// judgements and messages stand in the order of the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "evaluate/topic_scorer.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "measures/views/topic_view.h"
#include "runs/chunking.h"
#include "runs/order.h"
#include "runs/run.h"
#include "runs/task_check.h"
#include "scores/scores.h"

namespace fovea {

class GradedJudgements;

struct EvaluationOptions {
  /// Averages over the topics a run answers, not all judged ones (trec_eval and inex_eval without -c).
  bool answered_only = false;
  /// The format's own order unless given.
  std::optional<RankOrder> order = std::nullopt;
  /// Results per topic that count, after ordering; 0 for all.
  std::size_t depth = 0;
  int relevance_level = 1;
  /// Resolves elements and ranges and knows the lengths of documents; may be nullptr.
  const Collection* collection = nullptr;
  /// Keeps the curves behind the scores.
  bool curves = false;
  /// Results at no known place count as so many irrelevant characters (kUnplacedCharacters), and are counted;
  /// otherwise they are errors when a measure asks for their text.
  bool lenient = false;
  /// The recall bases of graded elements, for measures that need them; may be nullptr.
  const GradedJudgements* graded = nullptr;
  /// Rules of a task that the results have to keep.
  std::optional<TaskRules> rules = std::nullopt;
  /// Where the judgements are not kept but read with each topic (judgements/qrels_topics.h): reads one, and
  /// is false when that is not the way. Called from several threads.
  std::function<bool(std::size_t topic, TopicJudgements& out)> read_topic = {};
};

/// Where a run first breaks a rule.
struct BrokenRule {
  Rule rule = Rule::kOverlap;
  std::string topic;
  std::string doc;
  std::uint64_t line = 0;
};

/// What became of one run.
struct RunEvaluation {
  /// One run, on all judged topics; topics that do not count have no scores.
  Scores scores;
  /// False when the judgements of a topic could not be read with it, or nothing in them is relevant: they
  /// have to be read as a whole, and the run evaluated again. Nothing else here holds then.
  bool complete = true;
  /// curves[topic][measure], topics as in `scores`, empty for those that do not count; empty unless asked for.
  std::vector<std::vector<Curve>> curves;
  RankOrder order = RankOrder::kFile;
  /// Bad rows, and text that is not known, in the order of the file. The scores hold when there are no
  /// errors.
  Diagnostics diagnostics;
  /// Broken rules of the task, in the order of the file.
  Diagnostics breaches;
  std::optional<BrokenRule> first_breach;

  std::size_t answered = 0;                ///< judged topics that the run answers
  std::vector<std::string_view> missing;   ///< judged topics that it does not
  std::vector<std::string_view> unjudged;  ///< topics of the run without judgements
  std::uint64_t tied = 0;                  ///< results whose order no score or rank number decides
  std::uint64_t unplaced = 0;              ///< results at no known place
  std::uint64_t not_elements = 0;          ///< results that graded measures cannot value: no elements
  std::uint64_t repeated = 0;              ///< whole documents that were there before
};

class Evaluator {
 public:
  /// All three must outlive the evaluator.
  Evaluator(const Judgements& judgements, const TopicScorer& scorer, const EvaluationOptions& options)
      : judgements_(judgements), scorer_(scorer), options_(options) {}

  /// Whether the judgements hold what the measures need. What is missing is said, with what to give.
  bool check_needs(Diagnostics& diagnostics) const;

  RunEvaluation evaluate(const Run& run) const;
  /// What a division into chunks allows: each topic is given all chunks of its relevant documents.
  RunEvaluation evaluate(const Chunking& chunking) const;

 private:
  const Judgements& judgements_;
  const TopicScorer& scorer_;
  const EvaluationOptions& options_;
};

/// Judged topics without anything relevant, on which no run can score.
std::vector<std::string_view> topics_without_relevance(const Judgements& judgements, int relevance_level);

}  // namespace fovea
