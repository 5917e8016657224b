// Answers of a search as a run in memory, for an evaluation.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "runs/run.h"
#include "search/pipeline/pipeline.h"
#include "search/ranking/partial.h"

namespace fovea::tune {

/// `answers` of each of `topics`. The collection may be nullptr.
Run answered_run(std::span<const std::string_view> topics,
                 std::span<const std::vector<search::Answer>> answers, search::AnswerForm form,
                 const Collection* collection);

}  // namespace fovea::tune
