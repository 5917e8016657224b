// What pools are made of: for each topic the list L_s of every run, its documents by first occurrence.
//
// Documents are numbered per topic, by first appearance in the runs in their order. Ids are views into the runs, which
// must outlive the lists.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "runs/run.h"

namespace fovea::pools {

struct TopicLists {
  std::string_view topic;
  /// By run: numbers of documents in rank order; empty for a run that does not answer the topic.
  std::vector<std::vector<std::uint32_t>> lists;
  /// By number.
  std::vector<std::string_view> documents;
  absl::flat_hash_map<std::string_view, std::uint32_t> numbers;
};

/// The topics of all runs, by first appearance. Topics are read on several cores; the result is the same on any number
/// of them. Bad rows go to `said`.
std::vector<TopicLists> read_lists(std::span<const Run* const> runs, Diagnostics& said);

}  // namespace fovea::pools
