// The measures by which each task of focused retrieval (runs/task.h) is evaluated.
#pragma once

#include <span>
#include <string_view>

#include "runs/task.h"

namespace fovea {

/// Names in the grammar of measures; article_measures() come on top.
std::span<const std::string_view> measures_of(const Task& task);

/// The measures that tasks also get: articles as documents.
std::span<const std::string_view> article_measures();
/// Whether a task does: all but that of chunks, where the document is not what is looked for.
bool looks_for_articles(const Task& task);
/// Whether a task ranks articles, which an article score (measures/highlights/article_score.h) is for.
bool ranks_articles(const Task& task);

}  // namespace fovea
