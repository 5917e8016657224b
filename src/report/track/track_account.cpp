#include "report/track/track_account.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace fovea {

std::vector<AccountedFile> account_for_track(const Track& track, const std::string& path) {
  std::vector<std::pair<std::string_view, std::string>> files{{"track", path}};
  const auto add = [&files](std::string_view role, const std::vector<std::string>& names) {
    for (const std::string& name : names) files.emplace_back(role, name);
  };
  if (track.collection) files.emplace_back("collection", *track.collection);
  add("topics", track.topics);
  add("judgements", track.judgements);
  add("second assessor", track.second_assessor);
  add("grades", track.grades);
  for (const TrackRun& run : track.runs) files.emplace_back("run", run.file);

  // The smallest first, as far as the budget goes.
  std::vector<std::pair<std::uintmax_t, std::size_t>> by_size;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(files[i].second, error);
    by_size.emplace_back(error ? 0 : size, i);
  }
  std::ranges::sort(by_size);
  std::vector<AccountedFile> account(files.size());
  std::vector<std::size_t> summed;
  std::uintmax_t sum = 0;
  for (const auto& [size, i] : by_size) {
    account[i] = {.role = std::string(files[i].first), .name = files[i].second, .sha256 = std::nullopt};
    sum += size;
    if (sum <= kMostSummed) summed.push_back(i);
  }
  oneapi::tbb::parallel_for(std::size_t{0}, summed.size(), [&](std::size_t at) {
    const std::size_t i = summed[at];
    account[i] = account_for(files[i].first, files[i].second);
  });
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (AccountedFile& file : account) {
    const auto seen = std::filesystem::path(file.name).lexically_relative(folder.empty() ? "." : folder);
    if (!seen.empty() && *seen.begin() != "..") file.name = seen.string();
  }
  return account;
}

}  // namespace fovea
