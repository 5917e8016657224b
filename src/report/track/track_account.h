// The files a track's report was made of, with their sums: what somebody else needs to know that they hold the same.
#pragma once

#include <string>
#include <vector>

#include "evaluate/track/track.h"
#include "report/tables/account.h"

namespace fovea {

/// The track file at `path` and all files it names, as seen from its folder. Folders have no sum.
std::vector<AccountedFile> account_for_track(const Track& track, const std::string& path);

}  // namespace fovea
