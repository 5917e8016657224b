// What comes out of an evaluation: the scores, and what became of each run.
//
//     const EvaluationOutcome outcome = evaluate(request);
//     for (const RunOutcome& run : outcome.runs) …     // every run of the request, scored or not
//     outcome.scores                                   // of those that have scores
//
// A run that cannot be scored says why, and does not keep the others from being scored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "files/diagnostics.h"
#include "measures/measure.h"
#include "runs/order.h"
#include "runs/task_check.h"
#include "scores/scores.h"

namespace fovea {

enum class RunOutcomeKind : std::uint8_t {
  kScored,
  kBadInput,         ///< it cannot be opened, or has bad rows
  kBreaksRules,      ///< of its task
  kNothingInCommon,  ///< it answers no judged topic
};

/// What was counted of a run, or of a part of it.
struct RunCounts {
  std::uint64_t answered = 0;        ///< judged topics that the run answers
  std::uint64_t tied = 0;            ///< results whose order no score or rank number decides
  std::uint64_t unplaced = 0;        ///< results at no known place
  std::uint64_t not_elements = 0;    ///< results that graded measures cannot value: no elements
  std::uint64_t foreign_chunks = 0;  ///< relevant chunks that are none of the chunking
  std::uint64_t repeated = 0;        ///< whole documents that were there before
  /// Documents of answered topics, each counted once per topic; 0 where no measure asked for them.
  std::uint64_t retrieved_documents = 0;
  std::uint64_t judged_documents = 0;  ///< in the judgements
  std::uint64_t shared_documents = 0;  ///< retrieved and judged

  RunCounts& operator+=(const RunCounts& more);
  friend bool operator==(const RunCounts&, const RunCounts&) = default;
};

/// Every count with its name: the only list of them.
inline constexpr std::pair<const char*, std::uint64_t RunCounts::*> kRunCounts[] = {
    {"answered", &RunCounts::answered},
    {"tied", &RunCounts::tied},
    {"unplaced", &RunCounts::unplaced},
    {"not_elements", &RunCounts::not_elements},
    {"foreign_chunks", &RunCounts::foreign_chunks},
    {"repeated", &RunCounts::repeated},
    {"retrieved_documents", &RunCounts::retrieved_documents},
    {"judged_documents", &RunCounts::judged_documents},
    {"shared_documents", &RunCounts::shared_documents},
};

inline RunCounts& RunCounts::operator+=(const RunCounts& more) {
  for (const auto& [name, count] : kRunCounts) this->*count += more.*count;
  return *this;
}

/// Where a run first breaks a rule.
struct BrokenRule {
  Rule rule = Rule::kOverlap;
  std::string topic;
  std::string doc;
  std::uint64_t line = 0;
  bool one_per_article = false;  ///< the rules allow one result in each article
};

/// The curves behind the scores of one topic.
struct TopicCurves {
  std::string topic;
  std::vector<Curve> by_measure;
};

struct RunOutcome {
  std::string name = {};  ///< no two are the same (runs/run_names.h)
  std::string file = {};
  std::size_t given = 0;  ///< which of the request's runs it is; a file may hold several
  bool opened = true;     ///< whether its file can be read at all
  RunOutcomeKind kind = RunOutcomeKind::kScored;
  /// The number of the run in the scores; nothing when it has none.
  std::optional<std::size_t> row = std::nullopt;

  Diagnostics opening = Diagnostics();  ///< about its file as a whole
  /// About its rows, in their order, and for kNothingInCommon, why. Errors make it kBadInput.
  Diagnostics diagnostics = Diagnostics();
  Diagnostics breaches = Diagnostics();  ///< broken rules of the task, in the order of the file
  /// Of a run with scores: what a reader of them should know.
  Diagnostics remarks = Diagnostics();
  std::optional<BrokenRule> first_breach = std::nullopt;

  RankOrder order = RankOrder::kFile;
  RunCounts counts = {};
  std::vector<std::string> missing = {};   ///< judged topics that it does not answer
  std::vector<std::string> unjudged = {};  ///< topics of it without judgements
  std::vector<TopicCurves> curves = {};    ///< of topics that count; empty unless asked for
  /// By column of EvaluationOutcome::texts and by topic.
  std::vector<std::map<std::string, std::string>> texts = {};

  bool scored() const { return kind == RunOutcomeKind::kScored; }
};

/// What became of a run, from what was found in it and counted.
RunOutcomeKind kind_of(const RunOutcome& run);

/// Something printed among the scores that is none.
struct TextColumn {
  std::string name;
  std::size_t before = 0;  ///< it is printed in front of this column of scores
  bool summary = false;    ///< it belongs to the run and not to its topics
};

/// Why nothing at all was evaluated.
enum class EvaluationFault : std::uint8_t {
  kNone,
  kUsage,  ///< the options contradict each other or the runs
  kInput,  ///< the judgements cannot be used, or lack what a measure needs
};

struct EvaluationOutcome {
  Scores scores;
  std::vector<RunOutcome> runs;  ///< in the order of the request; those of one file follow each other
  EvaluationFault fault = EvaluationFault::kNone;
  Diagnostics reason;      ///< of the fault
  Diagnostics judgements;  ///< about the files of judgements
  Diagnostics remarks;     ///< about what the judgements hold

  std::string task;               ///< its name, where there is one
  std::string task_guess;         ///< why that task, where it was inferred from the runs
  bool answered_only = false;     ///< averages are over the topics that a run answers
  std::vector<TextColumn> texts;  ///< in the order of `before`
  /// The group of each topic, in the order of the judgements; empty unless asked for.
  std::vector<std::string> groups;

  bool ok() const { return fault == EvaluationFault::kNone; }
};

}  // namespace fovea
