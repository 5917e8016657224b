#include "judgements/judgement_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "files/binary.h"
#include "files/input.h"
#include "files/place_finder.h"
#include "judgements/builder.h"
#include "text/trim.h"

namespace fovea {

namespace {

std::string known_formats() {
  return fmt::format("judgements ({})", fmt::join(format_names(all_judgement_formats()), ", "));
}

bool is_companion(const std::string& file) {
  return std::ranges::any_of(all_judgement_formats(), [&file](const JudgementFormat* format) {
    return format->is_companion != nullptr && format->is_companion(file);
  });
}

/// A folder stands for the files in it and below, in the order of their names.
std::vector<std::string> expand(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (path == "-" || !fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
    const std::string file = entry.path().string();
    if (entry.is_regular_file(error) && !entry.path().filename().string().starts_with('.') &&
        !is_companion(file)) {
      files.push_back(file);
    }
  }
  std::ranges::sort(files);
  return files;
}

void report_unknown(const InputFile& file, Diagnostics& diagnostics) {
  const std::size_t first = file.bytes().find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return diagnostics.expected({file.name(), 0, 0}, "empty-file", "an empty file", known_formats());
  }
  const std::string_view rest = file.bytes().substr(first);
  diagnostics.expected(PlaceFinder(file.name(), file.bytes())(first), "unknown-format",
                       quote(rest.substr(0, rest.find_first_of("\r\n"))), known_formats());
}

/// Whether the file is in a known format; its faults are reported.
bool read_known(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
                Diagnostics& diagnostics) {
  if (options.format == nullptr && report_binary(file, known_formats(), diagnostics)) return false;
  const JudgementFormat* const format =
      options.format != nullptr ? options.format : judgement_format_of(file);
  const bool empty = trim(file.bytes()).empty();
  if (format == nullptr || (empty && !format->may_be_empty)) {
    report_unknown(file, diagnostics);
    return false;
  }
  format->read(file, options, builder, diagnostics);
  return true;
}

bool read_file(std::optional<InputFile> input, const JudgementOptions& options, JudgementBuilder& builder,
               Diagnostics& diagnostics) {
  if (!input) return false;
  const InputFile& file = builder.add_file(std::move(*input));
  const std::uint64_t errors = diagnostics.errors();
  const bool known = read_known(file, options, builder, diagnostics);
  if (diagnostics.errors() > errors && options.on_bad_file) options.on_bad_file(file);
  return known;
}

Judgements finished(JudgementBuilder builder, const JudgementOptions& options) {
  Judgements judgements = std::move(builder).finish();
  judgements.know_lengths(options.lengths);
  return judgements;
}

}  // namespace

std::optional<Judgements> read_judgements(std::span<const std::string> paths, const JudgementOptions& options,
                                          Diagnostics& diagnostics) {
  JudgementBuilder builder(options.merge, diagnostics);
  builder.use_collection(options.collection);
  builder.keep_as_listed_by(options.as_listed_by);
  bool usable = true;
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    const std::vector<std::string> more = expand(path);
    if (more.empty()) {
      diagnostics.expected({path, 0, 0}, "empty-folder", "a folder without files", known_formats());
      usable = false;
    }
    files.insert(files.end(), more.begin(), more.end());
  }
  builder.expect_files(files.size());
  for (const std::string& file : files) {
    usable = read_file(InputFile::open(file, diagnostics), options, builder, diagnostics) && usable;
  }
  return usable ? std::optional(finished(std::move(builder), options)) : std::nullopt;
}

std::optional<Judgements> read_judgements(InputFile file, const JudgementOptions& options,
                                          Diagnostics& diagnostics) {
  JudgementBuilder builder(options.merge, diagnostics);
  builder.use_collection(options.collection);
  builder.keep_as_listed_by(options.as_listed_by);
  if (!read_file(std::move(file), options, builder, diagnostics)) return std::nullopt;
  return finished(std::move(builder), options);
}

}  // namespace fovea
