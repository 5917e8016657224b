#include "judgements/judgement_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "judgements/assessments.h"
#include "judgements/builder.h"
#include "judgements/jsonl.h"
#include "judgements/qrels.h"
#include "text/input.h"
#include "text/lines.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr std::string_view kKnownFormats = "judgements (INEX or TREC qrels, INEX assessments, JSON lines)";

/// A folder stands for the files in it and below, in the order of their names.
std::vector<std::string> expand(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (path == "-" || !fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
    if (entry.is_regular_file(error) && !entry.path().filename().string().starts_with('.')) {
      files.push_back(entry.path().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

bool is_passage(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && parse_offset(text.substr(0, colon)) &&
         parse_offset(text.substr(colon + 1));
}

/// Column files: four columns are TREC's; five, or passages from the seventh on, are INEX's. Six alone say
/// nothing: a run's row may look the same, so the next row is asked.
std::optional<JudgementFormat> sniff_columns(std::string_view bytes) {
  constexpr int kRows = 100;
  LineReader lines(bytes);
  std::string_view line;
  bool entry_points = false;
  for (int row = 0; row < kRows && lines.next(line);) {
    if (line.empty() || line.front() == '#') continue;
    std::array<std::string_view, 7> columns;
    const std::size_t count = split_columns(line, columns);
    if (count == 0) continue;
    ++row;
    if (count == 4 && parse_integer(columns[3])) return JudgementFormat::kTrecQrels;
    if (count < 5 || !parse_offset(columns[3]) || !parse_offset(columns[4])) return std::nullopt;
    if (count == 5 || (count > 6 && is_passage(columns[6]))) return JudgementFormat::kInexQrels;
    if (count > 6 || !parse_offset(columns[5])) return std::nullopt;
    entry_points = true;
  }
  return entry_points ? std::optional(JudgementFormat::kInexQrels) : std::nullopt;
}

bool read_file(const std::string& path, const JudgementOptions& options, JudgementBuilder& builder,
               Diagnostics& diagnostics) {
  auto input = InputFile::open(path, diagnostics);
  if (!input) return false;
  const InputFile& file = builder.add_file(std::move(*input));
  if (file.bytes().find_first_not_of(" \t\r\n") == std::string_view::npos) {
    diagnostics.expected({file.name(), 0, 0}, "empty-file", "an empty file", kKnownFormats);
    return false;
  }
  const auto format = options.format ? options.format : sniff_judgements(file.bytes());
  if (!format) {
    LineReader lines(file.bytes());
    std::string_view line;
    lines.next(line);
    diagnostics.expected({file.name(), 1, 1}, "unknown-format", quote(line), kKnownFormats);
    return false;
  }
  switch (*format) {
    case JudgementFormat::kAssessments:
      read_assessments(file, builder, diagnostics);
      break;
    case JudgementFormat::kInexQrels:
      read_inex_qrels(file, builder, diagnostics);
      break;
    case JudgementFormat::kTrecQrels:
      read_trec_qrels(file, builder, diagnostics);
      break;
    case JudgementFormat::kJsonLines:
      read_judgement_json_lines(file, builder, diagnostics);
      break;
  }
  return true;
}

}  // namespace

std::optional<JudgementFormat> sniff_judgements(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  if (bytes[first] == '<') {
    return looks_like_assessments(bytes) ? std::optional(JudgementFormat::kAssessments) : std::nullopt;
  }
  if (bytes[first] == '{') {
    return looks_like_judgement_json_lines(bytes) ? std::optional(JudgementFormat::kJsonLines) : std::nullopt;
  }
  return sniff_columns(bytes);
}

std::optional<Judgements> read_judgements(std::span<const std::string> paths, const JudgementOptions& options,
                                          Diagnostics& diagnostics) {
  JudgementBuilder builder(options.merge, diagnostics);
  bool usable = true;
  for (const std::string& path : paths) {
    const std::vector<std::string> files = expand(path);
    if (files.empty()) {
      diagnostics.expected({path, 0, 0}, "empty-folder", "a folder without files", kKnownFormats);
      usable = false;
    }
    for (const std::string& file : files) usable = read_file(file, options, builder, diagnostics) && usable;
  }
  if (!usable) return std::nullopt;
  return std::move(builder).finish();
}

}  // namespace fovea
