// `fovea` run by itself, as a user would.
#pragma once

#include <string>
#include <vector>

namespace fovea::cli {

/// What a command printed, standard output and error together, and how it ended.
struct OwnOutcome {
  std::string output;
  int exit = 0;
};

/// The words that start this program in another process: the path of the binary, unless they are set.
std::vector<std::string>& own_words();

/// Runs this program with these arguments in the current folder and waits for it.
OwnOutcome run_fovea(const std::vector<std::string>& arguments);

}  // namespace fovea::cli
