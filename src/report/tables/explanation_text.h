// `fovea eval --explain`: one article and its scores, to read or as JSON.
#pragma once

#include <functional>
#include <string>

#include "evaluate/explanation.h"

namespace fovea {

/// The text of a stretch of the document as UTF-8; empty where there is no collection.
using TextOf = std::function<std::string(Span)>;

/// With `text_of`, every passage is shown with its first and last words.
std::string to_text(const ArticleExplanation& article, const TextOf& text_of);
std::string to_json(const ArticleExplanation& article, const TextOf& text_of);

}  // namespace fovea
