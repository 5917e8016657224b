// What a reader needs to get the same figures again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

struct Track;

/// A file that went in.
struct AccountedFile {
  std::string role;  ///< "judgements", "run", "collection"
  std::string name;  ///< as the user gave it
  /// Of the file as it is on disk; nothing for standard input and folders.
  std::optional<std::string> sha256;
};

/// Looks at the file now: call it before or after reading, not when it may have changed.
AccountedFile account_for(std::string_view role, const std::string& path);
/// The track file at `path` and all files it names, as seen from its folder: what somebody else needs to know that they hold
/// the same. Folders have no sum.
std::vector<AccountedFile> account_for_track(const Track& track, const std::string& path);

/// How the documents of a run and of the judgements go together, over the topics that both have.
struct AccountedDocuments {
  std::string run;  ///< its file
  std::uint64_t retrieved = 0;
  std::uint64_t judged = 0;
  std::uint64_t shared = 0;
};

struct EvaluationAccount {
  std::string version;               ///< of fovea
  std::vector<std::string> command;  ///< the arguments, the program's name first
  std::vector<AccountedFile> files;
  std::string task;        ///< empty when none was set
  std::string compat;      ///< the tool that is imitated, empty for none
  std::string topic_rule;  ///< "all judged topics", "answered topics"
  std::string tie_rule;    ///< "score descending, then document id descending"
  int relevance_level = 1;
  std::vector<AccountedDocuments> documents = {};
  std::optional<std::uint64_t> depth =
      std::nullopt;  ///< results per topic that were looked at, when that was limited
};

/// "2026-11-15", or the day that SOURCE_DATE_EPOCH names: whoever must make the same bytes again sets it.
std::string date_of_account();

}  // namespace fovea
