#include "report/tables/account.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>

#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <utility>

#include "evaluate/track/track.h"
#include "files/sha256.h"
#include "text/numbers.h"

namespace fovea {

AccountedFile account_for(std::string_view role, const std::string& path) {
  return {
      .role = std::string(role), .name = path, .sha256 = path == "-" ? std::nullopt : sha256_of_file(path)};
}

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
  add("questionnaires", track.questionnaires);
  if (track.curve) files.emplace_back("curve", *track.curve);
  if (track.environment) files.emplace_back("environment", *track.environment);
  for (const TrackRun& run : track.runs) {
    files.emplace_back("run", run.file);
    if (!run.chunking.empty()) files.emplace_back("chunking", run.chunking);
  }

  std::vector<AccountedFile> account(files.size());
  oneapi::tbb::parallel_for(std::size_t{0}, files.size(), [&](std::size_t i) {
    account[i] = account_for(files[i].first, files[i].second);
  });
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (AccountedFile& file : account) {
    const auto seen = std::filesystem::path(file.name).lexically_relative(folder.empty() ? "." : folder);
    if (!seen.empty() && *seen.begin() != "..") file.name = seen.string();
  }
  return account;
}

std::string date_of_account() {
  std::time_t now = std::time(nullptr);
  if (const char* set =
          std::getenv("SOURCE_DATE_EPOCH")) {  // NOLINT(concurrency-mt-unsafe): nobody sets it here
    if (const auto seconds = parse_integer(set)) now = static_cast<std::time_t>(*seconds);
  }
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
}

}  // namespace fovea
