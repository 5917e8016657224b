// Which known names a misspelt one is nearest to, for the messages that say so.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

/// The fewest letters to insert, delete, replace or swap with their neighbour to turn one word into the
/// other. A letter in the other case costs nothing.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// At most `most` of the known names, nearest first, ties in the order given. Names that differ in more than
/// a third of their letters (but two are always allowed) are no help and are left out; names that begin with
/// the word are always near.
std::vector<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known,
                                      std::size_t most = 3);

/// "; did you mean 'eval' or 'check'?", or nothing when no name is near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace fovea
