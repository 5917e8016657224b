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
    row.left_ms = time_left(row.active_ms, row.items, row.judged);
  }
  return out;
}

std::optional<std::int64_t> time_left(std::int64_t active_ms, std::size_t items, std::size_t judged) {
  if (judged == 0) return std::nullopt;
  return active_ms * static_cast<std::int64_t>(items - judged) / static_cast<std::int64_t>(judged);
}

std::int64_t active_time(Store& store, const Assignment& assignment) {
  return store.database().number(
      "SELECT coalesce(sum(min(active_ms, ?1)), 0) FROM event WHERE assignment = ?2", kLongestActiveMs,
      assignment.id);
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
