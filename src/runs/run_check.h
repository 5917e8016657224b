// Checks a whole run: every row, every duplicate, the rules of a task; counts what it holds; repairs it.
//
// Topics are read, judged and repaired on several cores and put together in the order of the file, so that
// what is reported does not depend on the number of cores, and memory does not grow with the run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "runs/order.h"
#include "runs/run.h"
#include "runs/task.h"
#include "runs/writer.h"

namespace fovea {

class Collection;

struct RunCheckOptions {
  TaskRules rules;
  RankOrder order = RankOrder::kFile;
  /// Resolves paths and knows the lengths of documents.
  const Collection* collection = nullptr;
  /// The topics that there are; nullptr when any may be answered.
  const std::set<std::string, std::less<>>* topics = nullptr;
  /// How many diagnostics of each sort to keep.
  std::size_t keep = Diagnostics::kDefaultKeep;
  /// Where the repaired run goes; nullptr when it is not to be repaired.
  RunWriter* repaired = nullptr;
  /// What the run is declared to return: "element", "passage", "range" or "article"; anything else is not checked.
  std::string result_type = {};
  /// Whether a result without a place (path X or -1) is a fault. With a collection it always is.
  bool needs_places = false;
};

struct RunSummary {
  std::uint64_t topics = 0;
  std::uint64_t results = 0;
  std::uint64_t documents = 0;           ///< of each topic, summed over the topics
  std::uint64_t fewest = 0, most = 0;    ///< results of a topic
  std::array<std::uint64_t, 5> kinds{};  ///< by ResultKind
  std::uint64_t inner_elements = 0;      ///< elements below the root of their document
  std::uint64_t tied = 0;  ///< results whose score or rank number, by the order, is not theirs alone

  std::uint64_t of(ResultKind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
};

struct RunCheck {
  RunSummary summary;
  Diagnostics faults;          ///< of the file: bad rows, duplicates, what does not fit the collection
  Diagnostics breaches;        ///< of the rules
  Diagnostics changes;         ///< what repairing changed
  std::uint64_t unjudged = 0;  ///< see TaskJudge::unjudged()
  std::uint64_t kept = 0;      ///< results of the repaired run
};

RunCheck check_run(const Run& run, const RunCheckOptions& options);

/// What is wrong with a run that is declared to return `type`, as in RunCheckOptions::result_type; empty when nothing is.
std::string fault_of_type(const RunSummary& summary, std::string_view type);

/// The kinds of all results of a run, without what is wrong with them.
RunSummary summarise(const Run& run);

/// How many topics the run does not answer; 0 where it is not known which there are.
std::uint64_t unanswered_topics(const Run& run, const std::set<std::string, std::less<>>* topics);

/// "passages", "elements", … in the plural.
std::string_view plural_name_of(ResultKind kind);

}  // namespace fovea
