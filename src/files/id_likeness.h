// Why ids of one side are not among those of the other though both mean the same documents: `handbook.md` here and
// `handbook` there, `docs/a` and `a`, `INEX-17` and `17`, `A7` and `a7`.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fovea {

struct IdLikeness {
  std::string difference;  ///< "the extension", "leading folders and case"
  std::string ours;        ///< an id, and
  std::string theirs;      ///< what it is on the other side
  std::size_t found = 0;   ///< how many of ours would be found, were it not for the difference
};

/// The simplest difference without which more than half of `ours` would be among `theirs`; nothing when there is
/// none. Ids may come several times.
std::optional<IdLikeness> find_likeness(std::span<const std::string_view> ours,
                                        std::span<const std::string_view> theirs);

/// "all of them would be found but for the extension: 'handbook.md' is 'handbook' there"
std::string to_string(const IdLikeness& likeness, std::size_t ours);

}  // namespace fovea
