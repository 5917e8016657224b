#include "scores/alignment.h"

#include <absl/container/flat_hash_map.h>

#include <string_view>

namespace fovea {

namespace {

/// The topics of one column by name, and its runs in the order of the first column.
struct Side {
  std::vector<std::size_t> runs;
  absl::flat_hash_map<std::string_view, std::size_t> topics;
};

std::vector<Side> sides_of(std::span<const ScoredColumn> columns) {
  std::vector<Side> sides(columns.size());
  for (std::size_t s = 0; s < sides.size(); ++s) {
    const std::span<const std::string> topics = columns[s].scores.topics();
    for (std::size_t t = 0; t < topics.size(); ++t) sides[s].topics.emplace(topics[t], t);
    for (const std::size_t run : scored_runs(columns.front())) {
      const auto there = columns[s].scores.run_named(columns.front().scores.runs()[run].name);
      if (there) sides[s].runs.push_back(s == 0 ? run : *there);
    }
  }
  return sides;
}

}  // namespace

std::vector<std::size_t> scored_runs(const ScoredColumn& column) {
  std::vector<std::size_t> runs;
  for (std::size_t run = 0; run < column.scores.runs().size(); ++run) {
    bool any = false;
    for (std::size_t t = 0; !any && t < column.scores.topics().size(); ++t) {
      any = column.scores.has(run, t, column.measure);
    }
    if (any) runs.push_back(run);
  }
  return runs;
}

std::optional<AlignedScores> align(std::span<const ScoredColumn> columns, TopicChoice choice) {
  const std::vector<Side> sides = sides_of(columns);
  const auto score = [&](std::size_t side, std::size_t run, std::string_view topic) -> std::optional<double> {
    const auto found = sides[side].topics.find(topic);
    if (found == sides[side].topics.end() || run >= sides[side].runs.size()) return std::nullopt;
    return columns[side].scores.value(sides[side].runs[run], found->second, columns[side].measure);
  };
  // Topics in the order of the first column, then those that only others have.
  std::vector<std::string> kept;
  std::vector<std::string> incomplete;
  const std::size_t runs = sides.empty() ? 0 : sides.front().runs.size();
  for (std::size_t s = 0; s < sides.size(); ++s) {
    for (const std::string& topic : columns[s].scores.topics()) {
      bool seen = false;
      for (std::size_t before = 0; before < s; ++before) seen = seen || sides[before].topics.contains(topic);
      if (seen) continue;
      std::size_t having = 0;
      for (std::size_t row = 0; row < sides.size() * runs; ++row) {
        having += score(row / runs, row % runs, topic) ? 1 : 0;
      }
      if (having == 0) continue;
      const bool complete = having == sides.size() * runs;
      if (!complete) incomplete.push_back(topic);
      if (complete || choice == TopicChoice::kAll) kept.push_back(topic);
    }
  }
  if (kept.empty()) return std::nullopt;

  std::vector<ScoredMeasure> measures;
  for (const ScoredColumn& column : columns) measures.push_back(column.scores.measures()[column.measure]);
  AlignedScores aligned{Scores(std::move(measures), std::move(kept)), std::move(incomplete)};
  for (std::size_t run = 0; run < runs; ++run) {
    aligned.scores.add_run(columns.front().scores.runs()[sides.front().runs[run]]);
    for (std::size_t s = 0; s < sides.size(); ++s) {
      for (std::size_t t = 0; t < aligned.scores.topics().size(); ++t) {
        aligned.scores.set(run, t, s, score(s, run, aligned.scores.topics()[t]).value_or(0));
      }
    }
    aligned.scores.summarise(run);
  }
  return aligned;
}

}  // namespace fovea
