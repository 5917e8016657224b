#include "runs/run.h"

#include <fmt/format.h>

#include <utility>

#include "files/binary.h"
#include "files/input.h"
#include "runs/run_format.h"
#include "runs/run_options.h"
#include "runs/several_runs.h"
#include "runs/source.h"

namespace fovea {

std::optional<Run> Run::open(const std::string& path, const RunFormat* format, Diagnostics& diagnostics) {
  return open(path, RunOptions{.format = format}, diagnostics);
}

std::optional<Run> Run::open(InputFile input, const RunFormat* format, Diagnostics& diagnostics) {
  return open(std::move(input), RunOptions{.format = format}, diagnostics);
}

std::optional<Run> Run::open(const std::string& path, const RunOptions& options, Diagnostics& diagnostics) {
  auto input = InputFile::open(path, diagnostics);
  if (!input) return std::nullopt;
  return open(std::move(*input), options, diagnostics);
}

std::optional<Run> Run::open(InputFile input, const RunOptions& options, Diagnostics& diagnostics) {
  const RunFormat* format = options.format;
  if (format == nullptr && options.loose && looks_loose(input))
    return open_loosely(std::move(input), diagnostics);
  if (format == nullptr) {
    if (report_binary(input, "a run (" + run_format_names() + ")", diagnostics)) return std::nullopt;
    const SniffedRun sniffed = sniff_run(input.bytes());
    if (sniffed.format == nullptr) {
      diagnostics.expected({input.name()}, "not-a-run", sniffed.looks_like,
                           "a run (" + run_format_names() + ")");
      return std::nullopt;
    }
    format = sniffed.format;
  }
  if (const auto runs = first_two_runs(*format, input.bytes()); !runs.empty()) {
    diagnostics.expected({input.name()}, "several-runs",
                         fmt::format("the runs {} and {} in one file", quote(runs[0]), quote(runs[1])),
                         "one run");
    return std::nullopt;
  }
  return format->read(*format, std::move(input), options, diagnostics);
}

Run::Run(std::unique_ptr<Source> source) : source_(std::move(source)) {}
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;
Run::~Run() = default;

const std::string& Run::file() const {
  return source_->file();
}
const RunFormat& Run::format() const {
  return source_->format();
}
const RunDetails& Run::details() const {
  return source_->details();
}
std::size_t Run::topics() const {
  return source_->topics();
}
std::string_view Run::topic(std::size_t index) const {
  return source_->topic(index);
}
const TopicTimes* Run::times(std::size_t index) const {
  return source_->times(index);
}
const RunQuestion* Run::question(std::size_t index) const {
  return source_->question(index);
}
void Run::read(std::size_t index, TopicResults& out, Diagnostics& diagnostics) const {
  source_->read(index, out, diagnostics);
}

}  // namespace fovea
