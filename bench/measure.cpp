// Runs a command and writes what it cost: user and system seconds, wall seconds, peak memory in MB.
//
// Usage: measure OUTPUT COMMAND [ARGUMENT…]
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: {} OUTPUT COMMAND [ARGUMENT…]\n", argv[0]);
    return 1;
  }
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    ::execvp(argv[2], argv + 2);
    std::perror(argv[2]);
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child) return 1;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  std::FILE* const out = std::fopen(argv[1], "w");
  if (out == nullptr) return 1;
  fmt::print(out, "{} {} {} {}\n", seconds(usage.ru_utime), seconds(usage.ru_stime), wall.count(),
             static_cast<double>(usage.ru_maxrss) / 1024);
  std::fclose(out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
