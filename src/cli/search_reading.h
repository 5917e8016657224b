// Answers of a search in a form for readers: on the terminal, as JSON, as a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "report/tables/found_text.h"
#include "text/enum_names.h"

namespace fovea::cli {

enum class ReadingForm : std::uint8_t { kText, kJson, kHtml };

constexpr auto enum_names(ReadingForm) {
  return names_in_order("text", "json", "html");
}

struct ReadingOptions {
  ReadingForm form = ReadingForm::kText;
  ListedSections sections = ListedSections::kHits;
  std::string output = "-";
};

/// Texts come from the collection.
void write_reading(const std::vector<TopicAnswer>& answers, const Collection& collection,
                   const ReadingOptions& options);

}  // namespace fovea::cli
