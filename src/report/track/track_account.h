// The files a track's report was made of, with their sums: what somebody else needs to know that they hold the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evaluate/track/track.h"
#include "report/tables/account.h"

namespace fovea {

/// So many bytes of inputs are summed up: a report on gigabytes of runs would take a quarter longer for sums of all.
inline constexpr std::uintmax_t kMostSummed = 128'000'000;

/// The track file at `path` and all files it names, as seen from its folder. The smallest files get their sums, up to
/// kMostSummed bytes in all, on all cores; the others have none.
std::vector<AccountedFile> account_for_track(const Track& track, const std::string& path);

}  // namespace fovea
