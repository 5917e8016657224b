#include "text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
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

/// The beginning of a word that is compared, in small letters, and which letters stand in it.
class Letters {
 public:
  explicit Letters(std::string_view word) : size_(std::min(word.size(), kLongestWord)) {
    for (std::size_t i = 0; i < size_; ++i) {
      letters_[i] = lower(word[i]);
      kinds_ |= std::uint64_t{1} << (static_cast<unsigned char>(letters_[i]) % 64);
    }
  }

  std::size_t size() const { return size_; }
  char operator[](std::size_t i) const { return letters_[i]; }

  /// The words differ in so many letters at least: those of the longer one that are too many, and those that the other one lacks
  /// altogether. Costs no more than reading them.
  std::size_t least_distance(const Letters& other) const {
    const std::size_t more = std::max(size_, other.size_) - std::min(size_, other.size_);
    const int missing =
        std::max(std::popcount(kinds_ & ~other.kinds_), std::popcount(other.kinds_ & ~kinds_));
    return std::max(more, static_cast<std::size_t>(missing));
  }

 private:
  std::array<char, kLongestWord> letters_{};
  std::size_t size_;
  std::uint64_t kinds_ = 0;  ///< two letters may share a bit, which makes words look nearer and never farther
};

std::size_t distance_of(const Letters& a, const Letters& b) {
  // Three rows of the usual table: the current one and the two above it, which a swap reaches.
  std::array<std::array<std::size_t, kLongestWord + 1>, 3> rows{};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& above_that = rows[(i + 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], above_that[j - 2] + 1);
      }
    }
  }
  return rows[a.size() % 3][b.size()];
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  return distance_of(Letters(a), Letters(b));
}

std::vector<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known,
                                      std::size_t most) {
  std::vector<std::pair<std::size_t, std::string_view>> candidates;
  const Letters letters(word);
  for (const std::string_view name : known) {
    const std::size_t allowed = std::max<std::size_t>(2, std::max(word.size(), name.size()) / 3);
    const bool beginning = word.size() > 1 && begins_with(name, word);
    const Letters of_name(name);
    // Most names are so far off that it shows at once.
    if (!beginning && letters.least_distance(of_name) > allowed) continue;
    const std::size_t distance = distance_of(letters, of_name);
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
