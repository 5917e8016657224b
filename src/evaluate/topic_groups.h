// Topics put into groups by where their relevant text stands: a benchmark over several corpora is several benchmarks,
// and a mean over all of them hides which one is hard.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judgements/judgements.h"

namespace fovea {

enum class GroupTopics : std::uint8_t {
  kAll,       ///< one group
  kDocument,  ///< by relevant document: the corpus, in Chroma's evaluation
  kFolder,    ///< by the first folder in the ids of relevant documents: `cuad` of `cuad/F.txt`
  kFile,      ///< by the file of the judgements
};

/// "all", "document", "folder" or "file"; nothing for other words.
std::optional<GroupTopics> group_topics_named(std::string_view name);

/// The group of each topic, in the order of the judgements. A topic with relevant text in several is in the group
/// "(several)", one without any in "(none)".
std::vector<std::string> groups_of(const Judgements& judgements, GroupTopics by);

}  // namespace fovea
