#include "cli/own_command.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "cli/command.h"

namespace fovea::cli {

std::vector<std::string>& own_words() {
  static std::vector<std::string> words{"/proc/self/exe"};
  return words;
}

OwnOutcome run_fovea(const std::vector<std::string>& arguments) {
  std::fflush(nullptr);
  int ends[2];
  if (::pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "cannot start fovea");
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "cannot start fovea");
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    std::vector<char*> words;
    for (const std::string& word : own_words()) words.push_back(const_cast<char*>(word.c_str()));
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    // The binary goes by its name, wherever it is.
    if (own_words().size() == 1) words.front() = const_cast<char*>("fovea");
    ::execv(own_words().front().c_str(), words.data());
    ::_exit(kBadInput);
  }
  ::close(ends[1]);
  OwnOutcome outcome;
  outcome.exit = kBadInput;
  char buffer[4096];
  for (;;) {
    const ssize_t got = ::read(ends[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    outcome.output.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) outcome.exit = WEXITSTATUS(status);
  return outcome;
}

}  // namespace fovea::cli
