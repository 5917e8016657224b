#include "cli/terminal_output.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "text/escape.h"

namespace fovea::cli {

namespace {

bool write_to_terminal(std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(STDOUT_FILENO, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

/// The beginning of a character at the end of a piece, whose rest comes with the next one.
std::string_view unfinished_character(std::string_view text) {
  constexpr std::size_t kLongestCharacter = 4;
  for (std::size_t length = 1; length < std::min(kLongestCharacter, text.size() + 1); ++length) {
    const std::string_view end = text.substr(text.size() - length);
    const auto first = static_cast<unsigned char>(end.front());
    if (first < 0x80) return {};
    if (first < 0xC0) continue;
    const std::size_t needed = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    return length < needed ? end : std::string_view();
  }
  return {};
}

struct TerminalStream {
  std::string unfinished;

  static ssize_t write(void* cookie, const char* bytes, std::size_t size) {
    auto& self = *static_cast<TerminalStream*>(cookie);
    const std::string text = std::exchange(self.unfinished, {}) + std::string(bytes, size);
    self.unfinished = unfinished_character(text);
    const std::string_view whole = std::string_view(text).substr(0, text.size() - self.unfinished.size());
    return write_to_terminal(visible(whole, "\n\t")) ? static_cast<ssize_t>(size) : 0;
  }
  static int close(void* cookie) {
    const bool written = write_to_terminal(visible(static_cast<TerminalStream*>(cookie)->unfinished));
    return ::close(STDOUT_FILENO) == 0 && written ? 0 : -1;
  }
};

}  // namespace

void show_controls_on_terminal() {
  if (::isatty(STDOUT_FILENO) != 1) return;
  static TerminalStream stream;
  std::FILE* const shown =
      ::fopencookie(&stream, "w", {nullptr, TerminalStream::write, nullptr, TerminalStream::close});
  if (shown == nullptr) throw std::bad_alloc();
  std::setvbuf(shown, nullptr, _IOLBF, BUFSIZ);
  stdout = shown;
}

void print_styled(std::string_view text) {
  std::fflush(stdout);
  if (::isatty(STDOUT_FILENO) != 1) {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else if (!write_to_terminal(text)) {
    throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
  }
}

}  // namespace fovea::cli
