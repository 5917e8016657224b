// An evaluation asked for in one piece: judgements and runs in, scores out.
//
//     EvaluationRequest request{.judgements = {.path = "q.qrels"}, .runs = {{.file = "a.run"}}};
//     const EvaluationOutcome outcome = evaluate(request);
//
// Judgements are read once for all runs, or streamed past the only one (evaluate/judgement_source.h); a file of several
// runs is several runs; files are read as the tool of options.compat reads them. Nothing is printed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "evaluate/evaluation.h"
#include "evaluate/evaluation_options.h"
#include "evaluate/evaluation_outcome.h"
#include "evaluate/judgement_source.h"
#include "evaluate/topic_groups.h"
#include "judgements/options.h"
#include "runs/run.h"
#include "runs/run_options.h"

namespace fovea {

/// A file or folder, or judgements in memory.
struct JudgementInput {
  std::string path = {};
  JudgementOptions reading = {};  ///< of the path
  const Judgements* kept = nullptr;
};

/// A file, which may hold several runs, or a run in memory.
struct RunInput {
  std::string file = {};
  std::string name = {};  ///< what it is to be called, as one run; by its tag, or else its file, when empty
  const Run* run = nullptr;
};

/// What is pointed to must outlive the evaluation.
struct EvaluationRequest {
  JudgementInput judgements = {};
  std::vector<RunInput> runs = {};
  RunOptions reading = {};  ///< of files of runs
  const Collection* collection = nullptr;
  /// With the chunking that the runs were made of, where measures ask for it.
  EvaluationOptions options = {};
  /// Groups of topics that are wanted beside the scores.
  std::optional<GroupTopics> groups = std::nullopt;
  std::optional<TopicNames> topic_names = std::nullopt;  ///< instead, where topics are grouped by names
  /// Whether runs with scores are remarked on: topics that are missing, ties, documents that nobody judged.
  bool remarks = true;
};

EvaluationOutcome evaluate(const EvaluationRequest& request);

/// The files of a request, opened and not evaluated.
class OpenedRequest {
 public:
  using Passes = JudgementSource::Passes;
  /// `passes` over the judgements: several in any case when there are several runs. Runs are not opened when the
  /// judgements cannot be used.
  OpenedRequest(const EvaluationRequest& request, bool chunkings, Passes passes);

  JudgementSource& judgements() { return *judgements_; }
  std::vector<OpenedRun>& runs() { return runs_; }
  /// Those that could be opened.
  std::vector<const OpenedRun*> usable() const;

 private:
  void open_judgements(const EvaluationRequest& request, Passes passes);
  void open_runs(const EvaluationRequest& request, bool chunkings);
  void name_runs();

  std::optional<JudgementSource> judgements_;
  std::vector<OpenedRun> runs_;
};

}  // namespace fovea
