#include "text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fovea {

namespace {

/// Longer words are compared by their beginning, so that a message never costs more than it is worth.
constexpr std::size_t kLongestWord = 64;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool begins_with(std::string_view name, std::string_view word) {
  return name.size() >= word.size() && std::equal(word.begin(), word.end(), name.begin(),
                                                  [](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  a = a.substr(0, kLongestWord);
  b = b.substr(0, kLongestWord);
  // Three rows of the usual table: the current one and the two above it, which a swap reaches.
  std::vector<std::size_t> above_that(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(above_that, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], above_that[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::vector<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known,
                                      std::size_t most) {
  std::vector<std::pair<std::size_t, std::string_view>> candidates;
  for (const std::string_view name : known) {
    const std::size_t distance = edit_distance(word, name);
    const std::size_t allowed = std::max<std::size_t>(2, std::max(word.size(), name.size()) / 3);
    const bool beginning = word.size() > 1 && begins_with(name, word);
    if (beginning || (distance <= allowed && distance < std::max(word.size(), name.size()))) {
      candidates.emplace_back(beginning ? std::min<std::size_t>(distance, 1) : distance, name);
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (candidates.size() > most) candidates.resize(most);
  std::vector<std::string_view> names;
  names.reserve(candidates.size());
  for (const auto& candidate : candidates) names.push_back(candidate.second);
  return names;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::vector<std::string_view> names = nearest(word, known);
  if (names.empty()) return {};
  std::string text = "; did you mean ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
  }
  return text + "?";
}

}  // namespace fovea
