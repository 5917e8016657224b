// One article of a topic as it was graded: its relevant elements in their tree, with grades, sizes and the share that each has
// of its parent (Kazai et al. 2005, Figure 1).
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "measures/graded/recall_base.h"
#include "report/tables/table.h"

namespace fovea {

/// The nodes of one document of a recall base; `ideal` are those of the ideal recall base, which are marked.
struct RelevanceTree {
  const RecallBase& base;
  std::uint32_t document;
  const Quantisation& quantisation;
  std::vector<NodeId> ideal;
};

/// A row per element, indented by its depth. Sizes are empty where nothing tells them.
Table to_table(const RelevanceTree& tree);
/// The same as a chart (charts.h).
nlohmann::json to_chart(const RelevanceTree& tree);

}  // namespace fovea
