// One run, scored topic by topic.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "evaluate/evaluation_options.h"
#include "evaluate/evaluation_outcome.h"
#include "evaluate/evaluation_plan.h"
#include "evaluate/judgement_source.h"
#include "measures/views/topic_view.h"
#include "runs/chunking.h"
#include "runs/run.h"

namespace fovea {

/// A run that was evaluated, and not yet put among the scores.
struct EvaluatedRun {
  /// Without a name, remarks, and a kind, which follow from the rest (settle() in evaluate/evaluation.cpp).
  RunOutcome outcome = {};
  /// By judged topic, one for each column of the scorer; empty where the topic does not count.
  std::vector<std::vector<double>> values = {};
  /// By judged topic, where averages are weighed; else empty.
  std::vector<double> weights = {};
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
std::optional<EvaluatedRun> evaluate_run(const RunScoring& scoring, const Run& run);

/// A part of a run: what it scores on the judged topics that it answers, and no averages.
struct AnsweredTopics {
  /// Without the topics that are missing, which a part cannot know.
  RunOutcome run = {};
  std::vector<std::string_view> topics = {};     ///< in the order of the run; views into the judgements
  std::vector<std::vector<double>> values = {};  ///< by topic, one per column of the scorer
};
/// For judgements that are kept. Takes time and memory as the run is large, however many topics were judged.
AnsweredTopics evaluate_answered(const RunScoring& scoring, const Run& run);

/// By judged topic, what an empty answer scores. For judgements that are kept.
std::vector<std::vector<double>> score_empty_answers(const RunScoring& scoring);

/// What a division into chunks allows: each topic is given all chunks of its relevant documents, which are kept.
EvaluatedRun evaluate_chunking(const RunScoring& scoring, const Chunking& chunking);

/// What a collection, which may be nullptr, knows about documents.
DocumentKnowledge knowledge_from(const Collection* collection, const EvaluationOptions& options);

}  // namespace fovea
