#include "text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fovea {

namespace {
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: two back for swaps, one back, and the one being filled.
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::vector<std::string> nearest(std::string_view word, std::span<const std::string> known,
                                 std::size_t most) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(word, name);
    const bool prefix = !word.empty() && name.starts_with(word);
    // Up to a third of the letters may differ; a longer name that begins with the word is near as well.
    if (prefix || distance <= std::max<std::size_t>(1, std::max(word.size(), name.size()) / 3)) {
      near.emplace_back(prefix ? std::min<std::size_t>(distance, 1) : distance, name);
    }
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most, near.size()); ++i) names.emplace_back(near[i].second);
  return names;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  const std::vector<std::string> names = nearest(word, known);
  if (names.empty()) return {};
  std::string text = "; did you mean ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
  }
  return text + "?";
}

}  // namespace fovea
