#include "cli/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/command.h"
#include "cli/hints.h"
#include "text/escape.h"

namespace fovea::cli {

std::vector<std::string>& program_arguments() {
  static std::vector<std::string> arguments;
  return arguments;
}

bool on_terminal() {
  static const bool terminal = ::isatty(STDERR_FILENO) == 1;
  return terminal;
}

bool prints_to_terminal() {
  return ::isatty(STDOUT_FILENO) == 1;
}

std::size_t output_width() {
  constexpr std::size_t kUsual = 80;
  constexpr std::size_t kLeast = 40;
  struct winsize size {};
  if (!prints_to_terminal() || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return kUsual;
  return std::max<std::size_t>(size.ws_col, kLeast);
}

namespace {
/// Not fmt::print(), which throws when it cannot write.
void write_to_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}
}  // namespace

void say(std::string_view message) {
  write_to_stderr(fmt::format("fovea: {}\n", visible(message)));
}

void say_line(std::string_view line) {
  write_to_stderr(fmt::format("{}\n", visible(line)));
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

void say_all(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.kept()) say(with_hint(diagnostic));
}

void print(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.kept()) say_line(with_hint(diagnostic));
  const std::uint64_t all = diagnostics.errors() + diagnostics.warnings();
  if (all > diagnostics.kept().size())
    say_line(fmt::format("… and {} more", all - diagnostics.kept().size()));
}

void print_or_say(const Diagnostics& diagnostics) {
  const bool placeless =
      std::ranges::all_of(diagnostics.kept(), [](const Diagnostic& each) { return each.place.file.empty(); });
  placeless ? say_all(diagnostics) : print(diagnostics);
}

Progress::Progress(std::string_view what, std::uint64_t total, std::string_view unit, bool quiet)
    : what_(what), unit_(unit), total_(total), wanted_(!quiet && on_terminal()) {}

Progress::~Progress() {
  if (shown_) write_to_stderr("\r\033[K");
}

void Progress::update(std::uint64_t done, std::uint64_t bytes) {
  if (!wanted_) return;
  const auto now = Clock::now();
  if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line = total_ > 0 ? fmt::format("{}: {}/{} {}", what_, done, total_, unit_)
                                : fmt::format("{}: {} {}", what_, done, unit_);
  if (bytes > 0) line += fmt::format(", {:.1f} MB/s", static_cast<double>(bytes) / 1e6 / seconds);
  if (total_ > 0 && done > 0) {
    const double left = seconds * static_cast<double>(total_ - done) / static_cast<double>(done);
    line += fmt::format(", {:.0f} s left", left);
  }
  write_to_stderr(fmt::format("\r{}\033[K", line));
}

}  // namespace fovea::cli
