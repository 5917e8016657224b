// Topics put into groups: by where their relevant text is, as a benchmark over several corpora is several benchmarks and a mean over all of
// them hides which one is hard; or by what is known about the topics themselves, a field of the topic file or an answer to a questionnaire (overview of
// INEX 2010, sections 3.4 and 7).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/track/answers.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "topics/topic.h"

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

/// The group of each topic, by the topic's id.
using TopicNames = std::map<std::string, std::string, std::less<>>;

/// Whether topics are asked to be grouped by what is known about them: "topic:FIELD" or "answer:QUESTION".
bool groups_by_names(std::string_view by);
/// The names in a field of the topics ("topic:query_type"), or what was answered about them ("answer:B7"; several answers to one question
/// are one group, between semicolons). Nothing, and a message, for a field or question that does not exist or is not about topics.
std::optional<TopicNames> names_of_topics(std::string_view by, std::span<const Topic> topics,
                                          std::span<const Question> questions, Diagnostics& diagnostics);
/// The group of each topic, in the order of the judgements; "(none)" for topics without a name.
std::vector<std::string> groups_of(const Judgements& judgements, const TopicNames& names);

}  // namespace fovea
