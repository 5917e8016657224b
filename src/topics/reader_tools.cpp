#include "topics/reader_tools.h"

#include <fmt/format.h>

#include <algorithm>

namespace fovea {

std::string fold_name(std::string_view name) {
  std::string folded(name);
  std::ranges::transform(folded, folded.begin(), [](char c) {
    if (c == '-') return '_';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return folded;
}

void IgnoredParts::add(std::string_view name, const Place& place) {
  auto at = seen_.find(name);
  if (at == seen_.end()) at = seen_.emplace(std::string(name), Seen{place, 0}).first;
  ++at->second.times;
}

void IgnoredParts::report(Diagnostics& diagnostics) const {
  for (const auto& [name, seen] : seen_) {
    diagnostics.warning(seen.first, "ignored-part",
                        fmt::format("{} has no place in a topic and is left out ({} time{})", name,
                                    seen.times, seen.times == 1 ? "" : "s"));
  }
}

}  // namespace fovea
