// What a command says on standard error: diagnostics, warnings, progress. Data go to standard output.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "files/diagnostics.h"

namespace fovea::cli {

/// Whether standard error is a terminal that wants colour and progress.
bool on_terminal();

/// Whether standard output is one.
bool prints_to_terminal();
/// Characters in a line of standard output: the terminal's, or 80 where it is none.
std::size_t output_width();

/// One line on standard error: "fovea: message", with nothing in it that a terminal would obey. Where
/// standard error cannot be written, what is said is lost and nothing else: neither the exit code nor what
/// goes to standard output.
void say(std::string_view message);
/// The same for each of the kept diagnostics.
void say_all(const Diagnostics& diagnostics);

/// The same without the name in front.
void say_line(std::string_view line);

/// "1 file", "3 files".
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

/// Prints the kept diagnostics, with the options that help, and how many more there were.
void print(const Diagnostics& diagnostics);
/// A line begins with a file, or with who says it: prints them if one of them has a place, else says them all.
void print_or_say(const Diagnostics& diagnostics);

/// A progress line that appears on a terminal when work takes longer than a second, and leaves no trace.
class Progress {
 public:
  /// `total` is what update() counts up to, 0 when unknown; `unit` names it ("documents").
  Progress(std::string_view what, std::uint64_t total, std::string_view unit, bool quiet);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// `bytes` adds a rate in MB/s to the line.
  void update(std::uint64_t done, std::uint64_t bytes = 0);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  std::string unit_;
  std::uint64_t total_;
  bool shown_ = false;
  bool wanted_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace fovea::cli
