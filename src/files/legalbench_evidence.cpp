#include "files/legalbench_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace fovea {

std::string legalbench_evidence(const JsonValue& snippets) {
  std::vector<std::string> parts;
  for (const JsonValue& snippet : snippets.items) {
    const JsonValue* const file = snippet.find("file_path");
    const JsonValue* const span = snippet.find("span");
    if (file == nullptr || span == nullptr || span->items.size() != 2) continue;
    parts.push_back(fmt::format("{}\t{}\t{}\n", file->text, span->items[0].text, span->items[1].text));
  }
  std::ranges::sort(parts);
  std::string evidence;
  for (const std::string& part : parts) evidence += part;
  return evidence;
}

}  // namespace fovea
