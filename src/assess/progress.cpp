#include "assess/progress.h"

#include <map>
#include <nlohmann/json.hpp>

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::vector<AssignmentProgress> progress_of(Store& store) {
  std::map<std::int64_t, std::int64_t> active;
  store.database().each(
      "SELECT assignment, sum(min(active_ms, ?1)) FROM event WHERE assignment IS NOT NULL GROUP BY assignment",
      [&](const Statement& row) { active[row.integer(0)] = row.integer(1); }, kLongestActiveMs);
  std::vector<AssignmentProgress> out;
  for (const Assignment& assignment : store.assignments()) {
    AssignmentProgress& row = out.emplace_back();
    row.assignment = assignment;
    row.account = store.account_name(assignment.account);
    for (const ItemState& each : store.items(assignment)) {
      ++row.items;
      row.judged += each.state.status == Status::kOpen ? 0 : 1;
      row.relevant += each.state.status == Status::kRelevant ? 1 : 0;
      row.problems += each.state.status == Status::kProblem ? 1 : 0;
    }
    row.active_ms = active[assignment.id];
    if (row.judged > 0)
      row.left_ms = row.active_ms * static_cast<std::int64_t>(row.items - row.judged) /
                    static_cast<std::int64_t>(row.judged);
  }
  return out;
}

Json to_json(const std::vector<AssignmentProgress>& progress) {
  Json out = Json::array();
  for (const AssignmentProgress& row : progress) {
    out.push_back({{"id", row.assignment.id},
                   {"topic", row.assignment.topic},
                   {"account", row.account},
                   {"part", name_of(row.assignment.part)},
                   {"state", name_of(row.assignment.state)},
                   {"items", row.items},
                   {"judged", row.judged},
                   {"relevant", row.relevant},
                   {"problems", row.problems},
                   {"active_ms", row.active_ms},
                   {"left_ms", row.left_ms ? Json(*row.left_ms) : Json(nullptr)}});
  }
  return out;
}

}  // namespace fovea::assess
