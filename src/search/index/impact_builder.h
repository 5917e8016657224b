// The lists of impacts of an index that is being built, made from its posting lists.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "files/append_file.h"
#include "search/index/statistics.h"

namespace fovea::search {

struct ImpactInput {
  std::string_view terms;
  std::span<const std::uint64_t> term_places;
  std::uint64_t term_count = 0;
  std::string_view postings;
  std::span<const std::uint32_t> lengths;
  /// N and words of this index; without statistics, those of the scores too.
  ScoreRange range;
  /// Of all shards; nothing: this index is all there is.
  const Statistics* statistics = nullptr;
};

/// Appends the lists to `impacts` and says where each block of them begins. Returns what the scores were made with;
/// nothing when the statistics do not have a term or are those of fewer documents.
std::optional<ScoreRange> write_impacts(const ImpactInput& input, unsigned bits, std::uint64_t keep,
                                        AppendFile& impacts, std::vector<std::uint64_t>& places);

}  // namespace fovea::search
