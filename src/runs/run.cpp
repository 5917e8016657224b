#include "runs/run.h"

#include <utility>

#include "files/input.h"
#include "runs/column_source.h"
#include "runs/json_lines.h"
#include "runs/run_format.h"
#include "runs/source.h"
#include "runs/xml_submission.h"

namespace fovea {

std::optional<Run> Run::open(const std::string& path, std::optional<RunFormat> format,
                             Diagnostics& diagnostics) {
  auto input = InputFile::open(path, diagnostics);
  if (!input) return std::nullopt;
  return open(std::move(*input), format, diagnostics);
}

std::optional<Run> Run::open(InputFile input, std::optional<RunFormat> format, Diagnostics& diagnostics) {
  const bool told = format.has_value();
  if (!told) {
    SniffedRun sniffed = sniff_run(input.bytes());
    if (!sniffed.format) {
      diagnostics.expected({input.name()}, "not-a-run", sniffed.looks_like,
                           "a run (" + run_format_names() + ")");
      return std::nullopt;
    }
    format = sniffed.format;
  }
  if (*format == RunFormat::kXml) return read_xml_submission(input, diagnostics);
  if (*format == RunFormat::kJsonLines) return read_run_json_lines(input, diagnostics);
  if (*format == RunFormat::kLegalBench) return read_legalbench_results(input, diagnostics);
  auto source = std::make_unique<ColumnSource>(std::move(input), *format, told, diagnostics);
  if (source->topics() == 0) {
    diagnostics.expected({source->file()}, "empty", "no result", "a run");
    return std::nullopt;
  }
  return Run(std::move(source));
}

Run::Run(std::unique_ptr<Source> source) : source_(std::move(source)) {}
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;
Run::~Run() = default;

const std::string& Run::file() const {
  return source_->file();
}
RunFormat Run::format() const {
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
void Run::read(std::size_t index, TopicResults& out, Diagnostics& diagnostics) const {
  source_->read(index, out, diagnostics);
}

}  // namespace fovea
