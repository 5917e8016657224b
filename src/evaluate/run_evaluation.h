// What becomes of one run in an evaluation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "evaluate/evaluation_options.h"
#include "evaluate/evaluation_plan.h"
#include "evaluate/judgement_source.h"
#include "files/diagnostics.h"
#include "measures/views/topic_view.h"
#include "runs/chunking.h"
#include "runs/order.h"
#include "runs/run.h"
#include "runs/task_check.h"
#include "scores/scores.h"

namespace fovea {

/// Where a run first breaks a rule.
struct BrokenRule {
  Rule rule = Rule::kOverlap;
  std::string topic;
  std::string doc;
  std::uint64_t line = 0;
};

struct RunEvaluation {
  /// One run, on all judged topics; topics that do not count have no scores.
  Scores scores;
  /// curves[topic][measure], topics as in `scores`, empty for those that do not count; empty unless asked for.
  std::vector<std::vector<Curve>> curves;
  /// By column of EvaluationPlan::texts and by topic; empty where the plan has none.
  std::vector<std::map<std::string, std::string>> texts;
  RankOrder order = RankOrder::kFile;
  /// Bad rows, and text that is not known, in the order of the file. The scores hold when there are no
  /// errors.
  Diagnostics diagnostics;
  /// Broken rules of the task, in the order of the file.
  Diagnostics breaches;
  std::optional<BrokenRule> first_breach;

  std::size_t answered = 0;           ///< judged topics that the run answers
  std::vector<std::string> missing;   ///< judged topics that it does not
  std::vector<std::string> unjudged;  ///< topics of the run without judgements
  std::uint64_t tied = 0;             ///< results whose order no score or rank number decides
  std::uint64_t unplaced = 0;         ///< results at no known place
  std::uint64_t not_elements = 0;     ///< results that graded measures cannot value: no elements
  std::uint64_t foreign_chunks = 0;   ///< relevant chunks that are none of the chunking
  std::uint64_t repeated = 0;         ///< whole documents that were there before
  /// Documents of answered topics, each counted once per topic; 0 where no measure asked for them.
  std::uint64_t retrieved_documents = 0;
  std::uint64_t judged_documents = 0;  ///< in the judgements
  std::uint64_t shared_documents = 0;  ///< retrieved and judged
};

/// What a run is scored with: parts of an Evaluation (evaluate/evaluation.h), which is what to use.
struct RunScoring {
  const JudgementSource& judgements;
  const EvaluationPlan& plan;
  const EvaluationOptions& options;
  const Collection* collection;    ///< resolves elements and ranges and knows lengths; may be nullptr
  const GradedJudgements* graded;  ///< the recall bases of graded elements; may be nullptr
};

/// Nothing when the judgements have to be kept for it. Topics are spread over the threads of the calling task
/// arena; the result is the same for any number of them.
std::optional<RunEvaluation> evaluate_run(const RunScoring& scoring, const Run& run);

/// A part of a run: what it scores on the judged topics that it answers, and no averages.
struct AnsweredTopics {
  /// Without scores, and without the topics that are missing, which a part cannot know.
  RunEvaluation run;
  std::vector<std::string_view> topics;     ///< in the order of the run; views into the judgements
  std::vector<std::vector<double>> values;  ///< by topic, one per column of the scorer
};
/// For judgements that are kept. Takes time and memory as the run is large, however many topics were judged.
AnsweredTopics evaluate_answered(const RunScoring& scoring, const Run& run);

/// By judged topic, what an empty answer scores. For judgements that are kept.
std::vector<std::vector<double>> score_empty_answers(const RunScoring& scoring);

/// What a division into chunks allows: each topic is given all chunks of its relevant documents, which are kept.
RunEvaluation evaluate_chunking(const RunScoring& scoring, const Chunking& chunking);

/// What a collection, which may be nullptr, knows about documents.
DocumentKnowledge knowledge_from(const Collection* collection, const EvaluationOptions& options);

}  // namespace fovea
