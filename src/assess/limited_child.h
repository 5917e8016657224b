// This program run in another process that may not take more than it is given: whatever a file does to whoever reads it stays there.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace fovea::assess {

struct ChildLimits {
  std::uint64_t memory = std::uint64_t{2} << 30;  ///< that it may write to: mapped files are not counted
  std::uint64_t file = std::uint64_t{1} << 30;    ///< bytes of a file that it writes
  std::uint64_t files = 256;                      ///< that it has open
  std::chrono::seconds processor{300};
  std::chrono::seconds time{600};
  /// Ends it when set; may be nullptr.
  const std::atomic<bool>* stop = nullptr;
};

struct ChildWork {
  std::vector<std::string> words;  ///< the program and its arguments
  std::string folder = {};         ///< where it runs; empty for the present one
  /// "NAME=VALUE" beside what the server has itself.
  std::vector<std::string> environment = {};
  ChildLimits limits = {};
  /// Bytes of what it prints that are kept, of either stream.
  std::size_t most_output = std::size_t{1} << 20;
  /// Files that its standard output and error go to in the place of memory; empty for memory.
  std::string output_to = {}, errors_to = {};
};

struct ChildOutcome {
  int exit = -1;   ///< -1 when it was ended
  int signal = 0;  ///< by which it was ended
  bool late = false;
  std::chrono::milliseconds processor{};  ///< that it has taken
  std::string output, errors;
};

/// Runs it and waits. Throws std::system_error when no process can be started.
ChildOutcome run_limited(const ChildWork& work);

}  // namespace fovea::assess
