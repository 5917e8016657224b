// What the readers share.
#include <fmt/format.h>

#include <algorithm>

#include "topics/readers.h"

namespace fovea {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

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
