#include "files/mapping.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "files/signal_list.h"
#include "files/temporary.h"

namespace fovea {

namespace {

struct Mapped {
  const char* begin = nullptr;
  std::size_t size = 0;
  char name[240] = {};
};

// Global, as signals are.
constinit SignalList<Mapped> mapped_files;
constinit std::mutex changing;
constinit std::atomic<int> exit_code_when_cut = 0;
constinit std::atomic_flag ending;

/// Safe in a signal handler, as all that follows.
void say_which(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  char line[400] = "fovea: a file";
  mapped_files.for_each([&](const Mapped& file) {
    if (at - reinterpret_cast<std::uintptr_t>(file.begin) < file.size) std::strcpy(line, file.name);
  });
  std::strcat(std::strcat(std::strcat(line, ": "), kFoundCut), "\n");
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line, std::strlen(line));
}

void end_after_cut(int signal, siginfo_t* what, void*) {
  // Anything else is a fault of our own: the instruction is tried again and ends us as it should.
  if (what->si_code != BUS_ADRERR) {
    std::signal(signal, SIG_DFL);
    return;
  }
  // Several threads may read the same file; one speaks.
  while (ending.test_and_set()) ::pause();
  say_which(what->si_addr);
  remove_temporaries();
  ::_exit(exit_code_when_cut);
}

}  // namespace

std::string_view map_file(int descriptor, std::size_t size, std::string_view name) {
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (memory == MAP_FAILED) return {};
  Mapped file{.begin = static_cast<const char*>(memory), .size = size, .name = {}};
  name.copy(file.name, sizeof file.name - 1);
  const std::lock_guard lock(changing);
  mapped_files.add(file);
  return {file.begin, size};
}

void unmap_file(std::string_view bytes) {
  if (bytes.data() == nullptr) return;
  {
    const std::lock_guard lock(changing);
    mapped_files.remove_if([&](const Mapped& file) { return file.begin == bytes.data(); });
  }
  ::munmap(const_cast<char*>(bytes.data()), bytes.size());
}

void release_pages(std::string_view part) {
  static const auto kPage = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto past_page = reinterpret_cast<std::uintptr_t>(part.data()) % kPage;
  const std::size_t skip = past_page == 0 ? 0 : kPage - past_page;
  if (part.size() < skip + kPage) return;
  const std::size_t length = (part.size() - skip) / kPage * kPage;
  ::madvise(const_cast<char*>(part.data()) + skip, length, MADV_DONTNEED);
}

void end_when_a_file_is_cut(int exit_code) {
  exit_code_when_cut = exit_code;
  struct sigaction action {};
  action.sa_sigaction = end_after_cut;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace fovea
