// How far the assessors of a store are, and how long they take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assess/store.h"

namespace fovea::assess {

struct AssignmentProgress {
  Assignment assignment;
  std::string account;
  std::size_t items = 0, judged = 0, relevant = 0, problems = 0;
  /// Working time as pages measure it: a stretch of more than a minute without an act is idle, and counted as a minute at most.
  std::int64_t active_ms = 0;
  /// For what is not judged yet, at the pace so far; nothing before the first verdict.
  std::optional<std::int64_t> left_ms;
};

/// An act that took longer was a pause.
inline constexpr std::int64_t kLongestActiveMs = 60'000;

std::vector<AssignmentProgress> progress_of(Store& store);
/// Working time for what is not judged yet, at the pace so far; nothing before the first verdict.
std::optional<std::int64_t> time_left(std::int64_t active_ms, std::size_t items, std::size_t judged);
/// The working time of an assignment.
std::int64_t active_time(Store& store, const Assignment& assignment);
/// As the server answers it: an array of objects.
nlohmann::ordered_json to_json(const std::vector<AssignmentProgress>& progress);

}  // namespace fovea::assess
