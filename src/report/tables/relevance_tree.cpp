#include "report/tables/relevance_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "report/tables/charts.h"

namespace fovea {

namespace {

using nlohmann::json;

struct TreeRow {
  NodeId node;
  std::size_t row;
  std::size_t depth;
  std::size_t parent_row;  ///< its own where it has no parent
};

std::vector<TreeRow> rows_of(const RelevanceTree& tree) {
  const RecallDocument& document = tree.base.documents()[tree.document];
  std::vector<TreeRow> rows;
  for (NodeId node = document.first; node < document.end; ++node) {
    const NodeId parent = tree.base[node].parent;
    TreeRow row{node, rows.size(), 0, rows.size()};
    if (parent != kNoNode) {
      row.parent_row = parent - document.first;
      row.depth = rows[row.parent_row].depth + 1;
    }
    rows.push_back(row);
  }
  return rows;
}

/// "sec[2]", or with what lies between it and its parent in the tree: "bdy[1]/sec[2]".
std::string name_below(const RelevanceTree& tree, NodeId node) {
  const RecallNode& element = tree.base[node];
  const std::size_t above = element.parent == kNoNode ? 0 : tree.base[element.parent].path.size();
  return std::string(element.path.substr(above + 1));
}

std::string grade_text(Grade grade) {
  return fmt::format("({},{})", grade.exhaustivity, grade.specificity);
}

std::string size_text(const RecallNode& node) {
  return node.size ? fmt::format("{}", *node.size) : "";
}

/// "56.3 %"
std::string share_text(const RelevanceTree& tree, const RecallNode& node) {
  if (node.parent == kNoNode) return "";
  const auto whole = tree.base[node.parent].size;
  if (!node.size || !whole || *whole == 0) return "";
  return fmt::format("{:.1f} %", 100.0 * *node.size / *whole);
}

const char* kind_of(const RelevanceTree& tree, NodeId node) {
  if (std::ranges::find(tree.ideal, node) != tree.ideal.end()) return "ideal";
  return tree.base[node].relevant() ? "relevant" : "not relevant";
}

}  // namespace

Table to_table(const RelevanceTree& tree) {
  Table table{{"element", "grade", "value", "characters", "of parent", "ideal"}, {}, 1};
  for (const TreeRow& row : rows_of(tree)) {
    const RecallNode& node = tree.base[row.node];
    table.rows.push_back({std::string(2 * row.depth, ' ') + name_below(tree, row.node),
                          grade_text(node.grade), fmt::format("{:.2f}", tree.quantisation(node.grade)),
                          size_text(node), share_text(tree, node),
                          std::ranges::count(tree.ideal, row.node) > 0 ? "*" : ""});
  }
  return table;
}

json to_chart(const RelevanceTree& tree) {
  json nodes = json::array();
  json edges = json::array();
  const std::vector<TreeRow> rows = rows_of(tree);
  for (const TreeRow& row : rows) {
    const RecallNode& node = tree.base[row.node];
    std::string label = fmt::format("{} {}", name_below(tree, row.node), grade_text(node.grade));
    if (node.size) label += fmt::format(", {} characters", *node.size);
    if (const std::string share = share_text(tree, node); !share.empty()) label += ", " + share;
    nodes.push_back(
        {{"row", row.row}, {"depth", row.depth}, {"label", label}, {"kind", kind_of(tree, row.node)}});
    if (row.parent_row == row.row) continue;
    const std::size_t parent_depth = rows[row.parent_row].depth;
    edges.push_back({{"x", parent_depth}, {"y", row.parent_row}, {"x2", parent_depth}, {"y2", row.row}});
    edges.push_back({{"x", parent_depth}, {"y", row.row}, {"x2", row.depth}, {"y2", row.row}});
  }
  return tree_chart(std::move(nodes), std::move(edges));
}

}  // namespace fovea
