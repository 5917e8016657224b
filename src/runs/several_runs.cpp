#include "runs/several_runs.h"

#include <absl/container/flat_hash_map.h>

#include <utility>

#include "files/lines.h"

namespace fovea {

namespace {

constexpr std::size_t kFirstRows = 200;
constexpr std::size_t kLastRows = 16;

bool is_row(std::string_view line) {
  return !line.starts_with('#') && line.find_first_not_of(" \t\r") != std::string_view::npos;
}

/// The bytes from the n-th line end before the last on.
std::string_view last_lines(std::string_view bytes, std::size_t lines) {
  std::size_t at = bytes.size();
  for (std::size_t i = 0; i <= lines && at > 0; ++i) {
    const std::size_t end = bytes.rfind('\n', at - 1);
    if (end == std::string_view::npos) return bytes;
    at = end;
  }
  return bytes.substr(std::min(at + 1, bytes.size()));
}

/// Rows of each run in a file of their own, at the lines they come from, so that messages name those.
class RunSplitter {
 public:
  RunSplitter(const InputFile& input, const RunFormat& format) : input_(input), format_(format) {}

  /// Reports rows that name no run.
  std::vector<InputFile> split(Diagnostics& diagnostics) {
    LineReader lines(input_.bytes());
    std::string_view line;
    while (lines.next(line)) {
      if (!is_row(line)) continue;
      auto run = format_.run_of(line);
      if (run && run->empty()) {
        diagnostics.expected({input_.name(), lines.line_number()}, "no-run", "a row without a run",
                             "the run that it is of, as other rows have");
        continue;
      }
      // A row that cannot be read is left to the reader of the first run, which reports it.
      add(run ? index_.try_emplace(std::move(*run), parts_.size()).first->second : 0, line,
          lines.line_number());
    }
    std::vector<InputFile> files;
    for (const Part& part : parts_) files.push_back(InputFile::copy_of(input_.name(), part.bytes));
    return files;
  }

 private:
  struct Part {
    std::string bytes;
    std::uint64_t lines = 0;
  };

  void add(std::size_t at, std::string_view line, std::uint64_t number) {
    if (at >= parts_.size()) parts_.emplace_back();
    Part& part = parts_[at];
    part.bytes.append(number - 1 - part.lines, '\n');
    part.bytes.append(line).push_back('\n');
    part.lines = number;
  }

  const InputFile& input_;
  const RunFormat& format_;
  absl::flat_hash_map<std::string, std::size_t> index_;
  std::vector<Part> parts_;
};

}  // namespace

std::vector<std::string> first_two_runs(const RunFormat& format, std::string_view bytes) {
  std::string first;
  std::vector<std::string> two;
  const auto look = [&](std::string_view part, std::size_t rows) {
    LineReader lines(part);
    std::string_view line;
    while (rows-- > 0 && two.empty() && lines.next(line)) {
      const auto run = is_row(line) ? format.run_of(line) : std::nullopt;
      if (!run || run->empty()) continue;
      if (first.empty()) first = *run;
      if (*run != first) two = {first, *run};
    }
  };
  if (format.run_of == nullptr) return two;
  look(bytes, kFirstRows);
  look(last_lines(bytes, kLastRows), kLastRows);
  return two;
}

std::vector<Run> open_runs(const std::string& path, const RunOptions& options, Diagnostics& diagnostics) {
  std::vector<Run> runs;
  auto input = InputFile::open(path, diagnostics);
  if (!input) return runs;
  const RunFormat* const format =
      options.format != nullptr ? options.format : sniff_run(input->bytes()).format;
  if (format == nullptr || options.loose || first_two_runs(*format, input->bytes()).empty()) {
    if (auto run = Run::open(std::move(*input), options, diagnostics)) runs.push_back(std::move(*run));
    return runs;
  }
  for (InputFile& part : RunSplitter(*input, *format).split(diagnostics)) {
    if (auto run = format->read(*format, std::move(part), options, diagnostics))
      runs.push_back(std::move(*run));
  }
  return runs;
}

}  // namespace fovea
