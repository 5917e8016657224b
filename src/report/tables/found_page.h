// Answers of a search as one page that needs nothing else: articles with heat, sections and passages, and each passage in the
// full text. No script, and no style but that of web/src/search.css, so that a server with a strict policy may send it too.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "collection/collection.h"
#include "report/tables/found_text.h"

namespace fovea {

struct FoundPage {
  ListedSections sections = ListedSections::kHits;
  /// Where a box for the next query sends it; none: there is no box.
  std::string box = {};
  /// Where the style stands; none: in the page.
  std::string style = {};
  /// What is said in place of answers.
  std::string remark = {};
};

/// Texts come from the collection, which may be nullptr where there are no answers.
std::string to_html(std::span<const TopicAnswer> answers, const Collection* collection,
                    const FoundPage& page);

std::string_view found_page_style();

}  // namespace fovea
