#include "evaluation_arguments.h"

#include <fmt/format.h>

#include "native.h"
#include "runs/order.h"
#include "runs/task.h"

namespace fovea::python {

const Task* find_task(std::optional<std::string_view> name) {
  if (!name) return nullptr;
  if (const Task* const task = task_named(*name)) return task;
  raise("UsageError", fmt::format("found the task {}, expected one of {}", quote(*name), task_names()));
}

CompatMode find_compat(std::optional<std::string_view> name) {
  if (!name) return CompatMode::kNone;
  const CompatMode mode = compat_mode_named(*name);
  if (mode != CompatMode::kNone) return mode;
  raise("UsageError",
        fmt::format("found compat={}, expected 'inex_eval', 'chroma', 'legalbench' or 'trec_eval'",
                    quote(*name)));
}

std::optional<RankOrder> find_order(std::optional<std::string_view> name) {
  if (!name) return std::nullopt;
  for (const RankOrder order : {RankOrder::kFile, RankOrder::kRank, RankOrder::kScore}) {
    if (name_of(order) == *name) return order;
  }
  raise("UsageError", fmt::format("found order={}, expected 'file', 'rank' or 'score'", quote(*name)));
}

CountedTopics find_topics(std::string_view name) {
  if (name == "all") return CountedTopics::kUsual;
  if (name == "answered") return CountedTopics::kAnswered;
  raise("UsageError", fmt::format("found topics={}, expected 'all' or 'answered'", quote(name)));
}

bool find_topic_order(std::string_view name) {
  if (name == "file" || name == "id") return name == "id";
  raise("UsageError", fmt::format("found topic_order={}, expected 'file' or 'id'", quote(name)));
}

}  // namespace fovea::python
