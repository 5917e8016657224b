#include "assess/limited_child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "files/descriptor.h"

extern char** environ;  // NOLINT: as POSIX has it

namespace fovea::assess {

namespace {

using ChildClock = std::chrono::steady_clock;

// A sanitizer reserves more than any limit allows.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;
#else
constexpr bool kLimitsMemory = true;
#endif

/// In milliseconds: whether it is to be stopped.
constexpr std::int64_t kLookEvery = 200;

[[noreturn]] void fail_to_start() {
  throw std::system_error(errno, std::generic_category(), "cannot start another process");
}

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail_to_start();
    out = Descriptor(ends[0]);
    in = Descriptor(ends[1]);
  }
  Descriptor out, in;
};

/// A new file; none for an empty path.
Descriptor written(const std::string& path) {
  if (path.empty()) return Descriptor();
  constexpr mode_t kOwner = 0600;
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kOwner));
  if (!file) fail_to_start();
  return file;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> environment_of(const ChildWork& work) {
  std::vector<std::string> out = work.environment;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view present(*each);
    const std::string_view name = present.substr(0, present.find('='));
    bool given = false;
    for (const std::string& own : work.environment)
      given = given || (own.starts_with(name) && own.size() > name.size() && own[name.size()] == '=');
    if (!given) out.emplace_back(present);
  }
  return out;
}

void limit(int what, std::uint64_t most) {
  const rlimit both{most, most};
  ::setrlimit(static_cast<__rlimit_resource_t>(what), &both);
}

/// In the child, between fork and exec: only what is safe there.
[[noreturn]] void become(const ChildWork& work, char** words, char** environment, int out, int errors,
                         pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  sigset_t none;
  sigemptyset(&none);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread after fork
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // A file that is too long is an error to be told, not a signal.
  ::signal(SIGXFSZ, SIG_IGN);
  const int empty = ::open("/dev/null", O_RDONLY);
  if (empty < 0 || ::dup2(empty, STDIN_FILENO) < 0 || ::dup2(out, STDOUT_FILENO) < 0 ||
      ::dup2(errors, STDERR_FILENO) < 0)
    ::_exit(127);
  // Sockets of the server are not the child's business.
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
  if (!work.folder.empty() && ::chdir(work.folder.c_str()) != 0) ::_exit(127);
  limit(RLIMIT_CORE, 0);
  if (kLimitsMemory) limit(RLIMIT_DATA, work.limits.memory);
  limit(RLIMIT_FSIZE, work.limits.file);
  limit(RLIMIT_NOFILE, work.limits.files);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(work.limits.processor.count()));
  constexpr int kBehindTheServer = 10;
  if (::nice(kBehindTheServer) == -1) errno = 0;
  ::execve(words[0], words, environment);
  ::_exit(127);
}

/// Reads both streams until they end, or until it is late.
void read_streams(const ChildWork& work, const Descriptor& out, const Descriptor& errors,
                  ChildClock::time_point end, ChildOutcome& outcome) {
  std::array<pollfd, 2> waits{{{out.get(), POLLIN, 0}, {errors.get(), POLLIN, 0}}};
  const std::array<std::string*, 2> kept{&outcome.output, &outcome.errors};
  std::array<char, 16384> buffer{};
  while (waits[0].fd >= 0 || waits[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - ChildClock::now());
    if (left.count() <= 0 || (work.limits.stop != nullptr && *work.limits.stop)) {
      outcome.late = true;
      return;
    }
    if (::poll(waits.data(), waits.size(),
               static_cast<int>(std::min<std::int64_t>(left.count(), kLookEvery))) < 0) {
      if (errno == EINTR) continue;
      // Nothing more will be heard of it.
      outcome.late = true;
      return;
    }
    for (std::size_t i = 0; i < waits.size(); ++i) {
      if (waits[i].fd < 0 || waits[i].revents == 0) continue;
      const ssize_t got = ::read(waits[i].fd, buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        waits[i].fd = -1;
        continue;
      }
      const std::size_t room = work.most_output - std::min(work.most_output, kept[i]->size());
      kept[i]->append(buffer.data(), std::min(static_cast<std::size_t>(got), room));
    }
  }
}

}  // namespace

ChildOutcome run_limited(const ChildWork& work) {
  Pipe output;
  Pipe errors;
  const Descriptor output_file = written(work.output_to);
  const Descriptor errors_file = written(work.errors_to);
  std::vector<char*> words = pointers(work.words);
  const std::vector<std::string> all = environment_of(work);
  std::vector<char*> environment = pointers(all);
  const auto end = ChildClock::now() + work.limits.time;
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) fail_to_start();
  if (child == 0) {
    become(work, words.data(), environment.data(), output_file ? output_file.get() : output.in.get(),
           errors_file ? errors_file.get() : errors.in.get(), parent);
  }
  output.in = Descriptor();
  errors.in = Descriptor();
  ChildOutcome outcome;
  read_streams(work, output.out, errors.out, end, outcome);
  if (outcome.late) ::kill(child, SIGKILL);
  int status = 0;
  rusage used{};
  while (::wait4(child, &status, 0, &used) < 0 && errno == EINTR) continue;
  for (const timeval& time : {used.ru_utime, used.ru_stime}) {
    outcome.processor += std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec));
  }
  if (WIFEXITED(status)) outcome.exit = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  return outcome;
}

}  // namespace fovea::assess
