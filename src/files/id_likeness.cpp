#include "files/id_likeness.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <vector>

#include "files/diagnostics.h"

namespace fovea {

namespace {

/// What may be taken away from an id, as bits.
constexpr unsigned kExtension = 1;
constexpr unsigned kFolders = 2;
constexpr unsigned kCase = 4;
constexpr unsigned kPrefix = 8;
constexpr unsigned kAll = 15;
constexpr std::array<std::string_view, 4> kDifferences = {"the extension", "leading folders", "case",
                                                          "a prefix"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// How many bytes all ids begin with alike, up to a byte that is no letter or digit.
std::size_t common_prefix(std::span<const std::string_view> ids) {
  if (ids.size() < 2) return 0;
  std::size_t common = ids.front().size();
  for (const std::string_view id : ids) {
    common = std::min(common, id.size());
    const auto [a, b] =
        std::mismatch(id.begin(), id.begin() + static_cast<std::ptrdiff_t>(common), ids.front().begin());
    common = static_cast<std::size_t>(a - id.begin());
  }
  while (common > 0 && is_word(ids.front()[common - 1])) --common;
  return common;
}

/// The id without what `taken` names.
std::string without(std::string_view id, unsigned taken, std::size_t prefix) {
  if ((taken & kPrefix) != 0) id.remove_prefix(std::min(prefix, id.size()));
  if ((taken & kFolders) != 0) id.remove_prefix(id.rfind('/') + 1);
  if ((taken & kExtension) != 0) {
    const std::size_t dot = id.rfind('.');
    const std::size_t folder = id.rfind('/');
    if (dot != std::string_view::npos && dot > 0 && (folder == std::string_view::npos || dot > folder + 1)) {
      id = id.substr(0, dot);
    }
  }
  std::string plain(id);
  if ((taken & kCase) != 0) {
    std::ranges::transform(plain, plain.begin(), [](unsigned char c) {
      return c < 0x80 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c);
    });
  }
  return plain;
}

std::string describe(unsigned taken) {
  std::string text;
  for (unsigned bit = 0; bit < kDifferences.size(); ++bit) {
    if ((taken >> bit & 1U) == 0) continue;
    text += (text.empty() ? "" : " and ") + std::string(kDifferences[bit]);
  }
  return text;
}

}  // namespace

std::optional<IdLikeness> find_likeness(std::span<const std::string_view> ours,
                                        std::span<const std::string_view> theirs) {
  const std::size_t our_prefix = common_prefix(ours);
  const std::size_t their_prefix = common_prefix(theirs);
  std::vector<unsigned> differences;
  for (unsigned taken = 1; taken <= kAll; ++taken) {
    if ((taken & kPrefix) == 0 || our_prefix + their_prefix > 0) differences.push_back(taken);
  }
  std::ranges::stable_sort(differences, {}, [](unsigned taken) { return std::popcount(taken); });
  std::optional<IdLikeness> best;
  for (const unsigned taken : differences) {
    // More is taken away only where less does not find all.
    if (best && (best->found == ours.size())) break;
    absl::flat_hash_map<std::string, std::string_view> known;
    for (const std::string_view id : theirs) known.try_emplace(without(id, taken, their_prefix), id);
    IdLikeness likeness{describe(taken), {}, {}, 0};
    for (const std::string_view id : ours) {
      const auto found = known.find(without(id, taken, our_prefix));
      if (found == known.end() || found->first.empty()) continue;
      if (likeness.found++ == 0) {
        likeness.ours = id;
        likeness.theirs = found->second;
      }
    }
    if (2 * likeness.found > ours.size() && (!best || likeness.found > best->found))
      best = std::move(likeness);
  }
  return best;
}

std::string to_string(const IdLikeness& likeness, std::size_t ours) {
  return fmt::format(
      "{} would be found but for {}: {} is {} there",
      likeness.found == ours ? std::string("all of them") : fmt::format("{} of {}", likeness.found, ours),
      likeness.difference, quote(likeness.ours), quote(likeness.theirs));
}

}  // namespace fovea
