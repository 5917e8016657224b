// Whether the preferences of a group go together. trec_eval stops where they do not; so do we, with the place.
//
// Each subgroup orders its documents. Written as edges from every document to those of the next lower level of
// its subgroup, the preferences of a group contradict each other exactly where the edges run in a circle.
#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <vector>

#include "judgements/grouped_qrels.h"

namespace fovea {

namespace {

/// The documents of one group, by number, with the edges between them.
struct PreferenceGraph {
  std::vector<const GroupGrade*> documents;  ///< the first row about each
  std::vector<std::vector<std::uint32_t>> lower;

  /// A document in a circle; nullptr when there is none. Depth first, without recursion.
  const GroupGrade* circle() const {
    enum class Mark : std::uint8_t { kNew, kOpen, kDone };
    std::vector<Mark> marks(documents.size(), Mark::kNew);
    for (std::uint32_t start = 0; start < documents.size(); ++start) {
      if (marks[start] != Mark::kNew) continue;
      std::vector<std::pair<std::uint32_t, std::size_t>> path = {{start, 0}};
      marks[start] = Mark::kOpen;
      while (!path.empty()) {
        auto& [at, next] = path.back();
        if (next == lower[at].size()) {
          marks[at] = Mark::kDone;
          path.pop_back();
          continue;
        }
        const std::uint32_t to = lower[at][next++];
        if (marks[to] == Mark::kOpen) return documents[to];
        if (marks[to] == Mark::kDone) continue;
        marks[to] = Mark::kOpen;
        path.emplace_back(to, 0);
      }
    }
    return nullptr;
  }
};

PreferenceGraph graph_of(std::span<const GroupGrade* const> rows) {
  PreferenceGraph graph;
  absl::flat_hash_map<std::string_view, std::uint32_t> numbers;
  std::map<std::string_view, std::map<double, std::vector<std::uint32_t>>> levels;  // by subgroup
  for (const GroupGrade* row : rows) {
    const auto [at, fresh] = numbers.try_emplace(row->doc, static_cast<std::uint32_t>(numbers.size()));
    if (fresh) graph.documents.push_back(row);
    levels[row->subgroup][row->grade].push_back(at->second);
  }
  graph.lower.resize(graph.documents.size());
  for (const auto& [subgroup, ordered] : levels) {
    const std::vector<std::uint32_t>* below = nullptr;
    for (const auto& [level, documents] : ordered) {
      if (below != nullptr) {
        for (const std::uint32_t doc : documents) {
          graph.lower[doc].insert(graph.lower[doc].end(), below->begin(), below->end());
        }
      }
      below = &documents;
    }
  }
  return graph;
}

}  // namespace

bool check_preferences(std::string_view file, std::span<const GroupGrade> groups, Diagnostics& diagnostics) {
  std::map<std::string_view, std::vector<const GroupGrade*>> by_group;
  for (const GroupGrade& row : groups) by_group[row.group].push_back(&row);
  bool consistent = true;
  const auto fault = [&](const GroupGrade& row, const std::string& found, std::string_view expected) {
    diagnostics.expected({std::string(file), row.line}, "contradicting-preferences", found, expected);
    consistent = false;
  };
  for (const auto& [group, rows] : by_group) {
    absl::flat_hash_map<std::string_view, const GroupGrade*> first;
    for (const GroupGrade* row : rows) {
      const GroupGrade& earlier = *first.try_emplace(row->doc, row).first->second;
      if ((earlier.grade == 0) == (row->grade == 0)) continue;
      fault(*row,
            fmt::format("level {} for document {} of group {}", row->grade, quote(row->doc), quote(group)),
            fmt::format("{}, as in line {}: 0 says not relevant",
                        earlier.grade == 0 ? "0" : "a level that is not 0", earlier.line));
    }
    if (const GroupGrade* row = graph_of(rows).circle()) {
      fault(*row,
            fmt::format("document {} of group {} preferred to itself, by way of others", quote(row->doc),
                        quote(group)),
            "subgroups that go together");
    }
  }
  return consistent;
}

}  // namespace fovea
