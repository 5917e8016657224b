// "Did you mean …?": the known names nearest to one that is not known.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

/// Fewest insertions, deletions, replacements and swaps of neighbours that turn one word into the other,
/// letter case aside (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// At most `most` of `known`, nearest first; those that share nothing with `word` are left out.
std::vector<std::string> nearest(std::string_view word, std::span<const std::string> known,
                                 std::size_t most = 3);

/// "; did you mean 'eval' or 'check'?", or nothing when no name is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace fovea
