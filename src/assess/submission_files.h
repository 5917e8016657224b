// The files of submissions, in a folder beside the store: STORE.runs/KEY.run as it was sent, KEY.faults and KEY.repaired where the check
// refused it. A key is chosen at random when an upload begins; a file gets its name when it is whole and on the disk, before the
// store knows of it, so that the store never knows of a file that is not there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assess/limits.h"
#include "assess/submissions.h"
#include "files/sha256.h"
#include "files/temporary.h"

namespace fovea::assess {

class SubmissionFiles {
 public:
  explicit SubmissionFiles(const std::string& store) : folder_(store + ".runs") {}

  /// Made when it is not there. Throws std::filesystem::filesystem_error.
  const std::string& folder() const { return folder_; }
  void make_folder() const;
  std::string run(const std::string& key) const { return folder_ + "/" + key + ".run"; }
  std::string faults(const std::string& key) const { return folder_ + "/" + key + ".faults"; }
  std::string repaired(const std::string& key) const { return folder_ + "/" + key + ".repaired"; }

  /// Whether an upload may be on its way: none is before a server takes the first.
  enum class Arriving : std::uint8_t { kNone, kPerhaps };
  /// Removes what was refused more than a day ago, and files that no submission has; unless they are younger than an hour where an upload
  /// may be about to put them on record.
  void sweep(const std::vector<Submission>& all, std::int64_t now_ms, Arriving arriving) const;
  /// Bytes that a group's files take, of whatever kind.
  std::uint64_t kept_bytes(const std::vector<Submission>& of_group) const;

 private:
  std::string folder_;
};

/// Bytes that may still be written beside the store without touching the reserve that is kept for saves.
std::uint64_t free_for_runs(const std::string& folder, const Limits& limits);

/// A file of a submission while it arrives.
class ArrivingFile {
 public:
  /// Throws std::system_error when none can be made; so do write() and put_in_place().
  explicit ArrivingFile(const std::string& target) : target_(target), file_(Temporary::Kind::kFile, target) {}

  void write(std::string_view bytes);
  std::string folder() const;
  std::uint64_t size() const { return size_; }
  /// Whole, and on the disk with its name. Its SHA-256.
  std::string put_in_place();

 private:
  std::string target_;
  Temporary file_;
  Sha256 sum_;
  std::uint64_t size_ = 0;
};

}  // namespace fovea::assess
