// Whether a pool can be used for runs that were not pooled.
//
// Leave-out-uniques: for a group of runs, the judgements of items that only it contributed are taken away and its runs
// are scored again, as if it had come after the pool was judged. (Zobel, "How reliable are the results of large-scale
// information retrieval experiments?", SIGIR 1998; by group: Büttcher, Clarke, Yeung & Soboroff, SIGIR 2007.) The same
// for single runs. Beside it: how much of each run is judged, at which depths relevant documents are found, and what
// smaller pools would have said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "evaluate/evaluation_options.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "pools/coverage.h"
#include "pools/pool.h"
#include "runs/run.h"

namespace fovea::pools {

/// What leaving out does to the scores of a measure.
struct ScoreChange {
  /// Of the rescored runs: (new − old) / old, for runs with a score above 0.
  double mean = 0;
  double largest = 0;  ///< the one farthest from 0
  /// Kendall's tau-b of all runs by their old scores and with the rescored ones; nothing where there is none.
  std::optional<double> tau;
  /// Pairs that differed significantly (t-test, 0.05, corrected by Holm) and stand the other way round now.
  std::size_t swaps = 0;
};

/// A group, or a run, that is left out.
struct LeftOut {
  std::string name;
  std::size_t runs = 0;              ///< rescored
  std::uint64_t unique = 0;          ///< judged items that only it contributed
  std::uint64_t relevant = 0;        ///< among them
  std::vector<ScoreChange> changes;  ///< by measure
};

struct DepthBin {
  std::size_t first = 0, last = 0;  ///< best ranks
  std::uint64_t relevant = 0;
};

struct PoolCut {
  int percent = 0;
  std::vector<std::optional<double>> tau;  ///< by measure
};

struct PoolReuse {
  std::vector<std::string> measures;
  std::vector<LeftOut> groups;
  std::vector<LeftOut> runs;
  /// All runs rescored, each without what only its group, or only itself, contributed.
  LeftOut all_groups, all_runs;
  std::vector<RunCoverage> coverage;
  std::uint64_t judged = 0, relevant = 0;  ///< items of the pool
  std::size_t significant = 0;             ///< pairs, by the first measure
  /// Relevant items by the best rank that a pooled run gives them.
  std::vector<DepthBin> depths;
  std::vector<PoolCut> cuts;
};

/// Judgements without those for which `keep` is false; topics that have none left are gone, as when their rows are
/// deleted from the file. Views into `judgements`, which must outlive what is returned.
Judgements filtered(const Judgements& judgements,
                    const std::function<bool(std::string_view topic, std::string_view doc)>& keep);

/// `pooled[i]` is the number of the pool's run that `runs[i]` is; nothing for a run that was not pooled. Nothing, and
/// the reason, when the runs cannot be evaluated. Once `cancelled` says yes it ends with EvaluationCancelled.
std::optional<PoolReuse> examine_reuse(const Pool& pool, const Judgements& judgements,
                                       std::span<const Run> runs,
                                       std::span<const std::optional<std::uint32_t>> pooled,
                                       const std::vector<MeasureName>& measures, const Collection* collection,
                                       Diagnostics& said, const std::function<bool()>& cancelled = {});

}  // namespace fovea::pools
