// The words for how runs are evaluated, as options of `evaluate` and of plans of shards.
#pragma once

#include <optional>
#include <string_view>

#include "evaluate/evaluation_options.h"

namespace fovea::python {

/// nullptr for no name.
const Task* find_task(std::optional<std::string_view> name);
CompatMode find_compat(std::optional<std::string_view> name);
/// "file", "rank" or "score".
std::optional<RankOrder> find_order(std::optional<std::string_view> name);
/// "all" is what the command does when nothing is said: a mode may count as its tool does.
CountedTopics find_topics(std::string_view name);
/// "file" or "id": whether it is the latter.
bool find_topic_order(std::string_view name);

}  // namespace fovea::python
