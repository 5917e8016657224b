// Which tool wrote a file, and the reader for it.
#include "judgements/annotations/annotations.h"

#include <algorithm>
#include <array>
#include <utility>

#include "files/lines.h"
#include "judgements/annotations/json_records.h"
#include "text/numbers.h"

namespace fovea {

namespace {

using Read = void (*)(const InputFile&, const AnnotationOptions&, JudgementBuilder&, Diagnostics&);

struct Tool {
  AnnotationFormat format;
  std::string_view name;
  Read read;
};

constexpr std::array<Tool, 7> kTools = {{
    {AnnotationFormat::kWebAnnotation, "webannotation", read_web_annotation},
    {AnnotationFormat::kLabelStudio, "labelstudio", read_label_studio},
    {AnnotationFormat::kDoccano, "doccano", read_doccano},
    {AnnotationFormat::kProdigy, "prodigy", read_prodigy},
    {AnnotationFormat::kBrat, "brat", read_brat},
    {AnnotationFormat::kCas, "cas", read_cas},
    {AnnotationFormat::kHypothesis, "hypothesis", read_hypothesis},
}};

const Tool& tool(AnnotationFormat format) {
  return *std::ranges::find(kTools, format, &Tool::format);
}

/// A row "T1<TAB>Label 0 4…" before anything that brat does not write.
bool looks_like_brat(std::string_view bytes) {
  LineReader lines(bytes);
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos ||
        std::string_view("TREAMN#*").find(line.front()) == std::string_view::npos) {
      return false;
    }
    if (line.front() != 'T') continue;
    std::string_view rest = line.substr(tab + 1);
    take_column(rest);
    return parse_offset(take_column(rest)).has_value();
  }
  return false;
}

/// Label Studio's JSON_MIN: a list of spans with labels under some name.
bool has_flat_spans(const JsonValue& record) {
  return std::ranges::any_of(record.members, [](const JsonMember& member) {
    return !member.value.items.empty() && member.value.items.front().find("start") != nullptr &&
           member.value.items.front().find("labels") != nullptr;
  });
}

std::optional<AnnotationFormat> tool_of(const JsonValue& record) {
  const auto has = [&record](std::string_view name) { return record.find(name) != nullptr; };
  const auto has_list = [&record](std::string_view name) {
    const JsonValue* value = record.find(name);
    return value != nullptr && value->is(JsonValue::Kind::kArray);
  };
  if (has("%FEATURE_STRUCTURES")) return AnnotationFormat::kCas;
  if (has_list("rows") || (has("uri") && has("target"))) return AnnotationFormat::kHypothesis;
  if (has("target") || has_list("items") || (has("first") && has("@context")))
    return AnnotationFormat::kWebAnnotation;
  if (has("data") && (has_list("annotations") || has_list("completions")))
    return AnnotationFormat::kLabelStudio;
  if (has_flat_spans(record)) return AnnotationFormat::kLabelStudio;
  if (has("text") && (has_list("spans") || has("answer"))) return AnnotationFormat::kProdigy;
  if ((has("text") || has("data")) && (has_list("label") || has_list("labels") || has_list("entities"))) {
    return AnnotationFormat::kDoccano;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(AnnotationFormat format) {
  return tool(format).name;
}

std::optional<AnnotationFormat> annotation_format_named(std::string_view name) {
  const auto* found = std::ranges::find(kTools, name, &Tool::name);
  return found == kTools.end() ? std::nullopt : std::optional(found->format);
}

std::optional<AnnotationFormat> sniff_annotations(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  if (bytes[first] != '{' && bytes[first] != '[') {
    return looks_like_brat(bytes) ? std::optional(AnnotationFormat::kBrat) : std::nullopt;
  }
  const auto record = first_json_record(bytes);
  return record ? tool_of(*record) : std::nullopt;
}

void read_annotations(AnnotationFormat format, const InputFile& file, const AnnotationOptions& options,
                      JudgementBuilder& builder, Diagnostics& diagnostics) {
  tool(format).read(file, options, builder, diagnostics);
}

}  // namespace fovea
