#include "judgements/judgement_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "files/input.h"
#include "files/lines.h"
#include "files/place_finder.h"
#include "judgements/annotations/annotations.h"
#include "judgements/assessments.h"
#include "judgements/builder.h"
#include "judgements/chroma.h"
#include "judgements/jsonl.h"
#include "judgements/legalbench.h"
#include "judgements/qrels.h"
#include "text/numbers.h"

namespace fovea {

namespace {

struct NamedFormat {
  std::string_view name;
  JudgementFormat format;
};
constexpr std::array kNames = {
    NamedFormat{"assessments", JudgementFormat::kAssessments},
    NamedFormat{"qrels", JudgementFormat::kInexQrels},
    NamedFormat{"trec-qrels", JudgementFormat::kTrecQrels},
    NamedFormat{"chroma", JudgementFormat::kChroma},
    NamedFormat{"legalbench", JudgementFormat::kLegalBench},
    NamedFormat{"webannotation", JudgementFormat::kWebAnnotation},
    NamedFormat{"labelstudio", JudgementFormat::kLabelStudio},
    NamedFormat{"doccano", JudgementFormat::kDoccano},
    NamedFormat{"prodigy", JudgementFormat::kProdigy},
    NamedFormat{"brat", JudgementFormat::kBrat},
    NamedFormat{"cas", JudgementFormat::kCas},
    NamedFormat{"hypothesis", JudgementFormat::kHypothesis},
    NamedFormat{"jsonl", JudgementFormat::kJsonLines},
};

constexpr std::string_view kKnownFormats =
    "judgements (INEX or TREC qrels, INEX assessments, JSON lines, a file of an annotation tool, Chroma "
    "questions, LegalBench-RAG)";

/// A folder stands for the files in it and below, in the order of their names.
std::vector<std::string> expand(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (path == "-" || !fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
    const std::string file = entry.path().string();
    if (entry.is_regular_file(error) && !entry.path().filename().string().starts_with('.') &&
        !is_brat_text(file)) {
      files.push_back(file);
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

/// What one row speaks for: four columns are TREC's; five, or passages from the seventh on, are INEX's.
std::optional<JudgementFormat> sniff_row(std::string_view line) {
  std::array<std::string_view, 7> columns;
  const std::size_t count = split_columns(line, columns);
  if (count == 4 && parse_integer(columns[3])) return JudgementFormat::kTrecQrels;
  if (count < 5 || !parse_offset(columns[3]) || !parse_offset(columns[4])) return std::nullopt;
  if (count == 5 || (count > 6 && is_passage(columns[6]))) return JudgementFormat::kInexQrels;
  return std::nullopt;
}

/// The first row that speaks decides, if a quarter of the others agree: a topic list may have a line that
/// looks like judgements, and judgements may have broken rows.
std::optional<JudgementFormat> sniff_columns(std::string_view bytes) {
  constexpr int kRows = 100;
  LineReader lines(bytes);
  std::optional<JudgementFormat> format;
  int rows = 0;
  int agreeing = 0;
  for (std::string_view line; rows < kRows && lines.next(line);) {
    if (line.starts_with('#') || line.find_first_not_of(" \t") == std::string_view::npos) continue;
    ++rows;
    const auto row = sniff_row(line);
    if (!format) format = row;
    if (row && row == format) ++agreeing;
  }
  return agreeing * 4 >= rows ? format : std::nullopt;
}

void report_unknown(const InputFile& file, Diagnostics& diagnostics) {
  const std::size_t first = file.bytes().find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return diagnostics.expected({file.name(), 0, 0}, "empty-file", "an empty file", kKnownFormats);
  }
  const std::string_view rest = file.bytes().substr(first);
  diagnostics.expected(PlaceFinder(file.name(), file.bytes())(first), "unknown-format",
                       quote(rest.substr(0, rest.find_first_of("\r\n"))), kKnownFormats);
}

bool read_file(std::optional<InputFile> input, const JudgementOptions& options, JudgementBuilder& builder,
               Diagnostics& diagnostics) {
  if (!input) return false;
  const InputFile& file = builder.add_file(std::move(*input));
  const auto format = options.format ? options.format : judgement_format_of(file);
  const bool empty = file.bytes().find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (!format || (empty && format != JudgementFormat::kBrat)) {
    report_unknown(file, diagnostics);
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
    case JudgementFormat::kChroma:
      read_chroma(file, options.annotation.texts, builder, diagnostics);
      break;
    case JudgementFormat::kLegalBench:
      read_legalbench(file, options.annotation.texts, builder, diagnostics);
      break;
    default:
      // The tools call their formats as we do.
      if (const auto tool = annotation_format_named(name_of(*format))) {
        read_annotations(*tool, file, options.annotation, builder, diagnostics);
      }
  }
  return true;
}

}  // namespace

std::string_view name_of(JudgementFormat format) {
  return std::ranges::find(kNames, format, &NamedFormat::format)->name;
}

std::optional<JudgementFormat> judgement_format_named(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name, &NamedFormat::name);
  return found == kNames.end() ? std::nullopt : std::optional(found->format);
}

std::optional<JudgementFormat> judgement_format_of(const InputFile& file) {
  // An empty file of brat is a document without annotations, and an annotated number looks like qrels.
  if (file.name().ends_with(".ann")) return JudgementFormat::kBrat;
  return sniff_judgements(file.bytes());
}

std::optional<JudgementFormat> sniff_judgements(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  if (bytes[first] == '<') {
    return looks_like_assessments(bytes) ? std::optional(JudgementFormat::kAssessments) : std::nullopt;
  }
  if (bytes[first] == '{' && looks_like_judgement_json_lines(bytes)) return JudgementFormat::kJsonLines;
  if (bytes[first] == '{' && looks_like_legalbench(bytes)) return JudgementFormat::kLegalBench;
  if (looks_like_chroma(bytes)) return JudgementFormat::kChroma;
  if (const auto tool = sniff_annotations(bytes)) return judgement_format_named(name_of(*tool));
  return sniff_columns(bytes);
}

std::optional<Judgements> read_judgements(std::span<const std::string> paths, const JudgementOptions& options,
                                          Diagnostics& diagnostics) {
  JudgementBuilder builder(options.merge, diagnostics);
  builder.use_collection(options.collection);
  bool usable = true;
  for (const std::string& path : paths) {
    const std::vector<std::string> files = expand(path);
    if (files.empty()) {
      diagnostics.expected({path, 0, 0}, "empty-folder", "a folder without files", kKnownFormats);
      usable = false;
    }
    for (const std::string& file : files) {
      usable = read_file(InputFile::open(file, diagnostics), options, builder, diagnostics) && usable;
    }
  }
  if (!usable) return std::nullopt;
  return std::move(builder).finish();
}

std::optional<Judgements> read_judgements(InputFile file, const JudgementOptions& options,
                                          Diagnostics& diagnostics) {
  JudgementBuilder builder(options.merge, diagnostics);
  builder.use_collection(options.collection);
  if (!read_file(std::move(file), options, builder, diagnostics)) return std::nullopt;
  return std::move(builder).finish();
}

}  // namespace fovea
