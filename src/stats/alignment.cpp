#include "stats/alignment.h"

#include <absl/container/flat_hash_map.h>

namespace fovea::stats {

Computed<AlignedScores> align(std::span<const NamedScores> runs, TopicChoice choice) {
  // All topics in the order of their first appearance, and how many runs have each.
  std::vector<std::string> topics;
  absl::flat_hash_map<std::string, std::size_t> runs_with;
  for (const NamedScores& run : runs) {
    for (const std::string& topic : run.topics) {
      if (++runs_with[topic] == 1) topics.push_back(topic);
    }
  }
  std::vector<std::string> kept;
  std::vector<std::string> incomplete;
  absl::flat_hash_map<std::string, std::size_t> column;
  for (const std::string& topic : topics) {
    const bool complete = runs_with[topic] == runs.size();
    if (!complete) incomplete.push_back(topic);
    if (!complete && choice == TopicChoice::kCommon) continue;
    column[topic] = kept.size();
    kept.push_back(topic);
  }
  if (kept.empty()) return Impossible{"the runs have no topic in common"};

  AlignedScores aligned{{}, kept, ScoreMatrix(runs.size(), kept.size()), incomplete};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    aligned.runs.push_back(runs[i].run);
    for (std::size_t j = 0; j < runs[i].topics.size(); ++j) {
      const auto at = column.find(runs[i].topics[j]);
      if (at != column.end()) aligned.scores.run(i)[at->second] = runs[i].values[j];
    }
  }
  return aligned;
}

}  // namespace fovea::stats
