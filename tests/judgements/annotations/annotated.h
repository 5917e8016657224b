// Judgements from the files of annotation tools, as short texts to compare.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>

#include "judgements/builder.h"
#include "judgements/judgement_format.h"
#include "judgements/judgements.h"

namespace fovea {

/// "topic doc 0-4 7-9 (length)" per judged document, in order; "-" for no highlights.
inline std::string summary(const Judgements& judgements) {
  std::string all;
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      all += fmt::format("{} {}", topic.topic(), document.id);
      if (topic.highlights(document).empty()) all += " -";
      for (const Span span : topic.highlights(document)) all += fmt::format(" {}-{}", span.begin, span.end);
      if (document.length) all += fmt::format(" ({})", *document.length);
      all += '\n';
    }
  }
  return all;
}

struct Annotated {
  std::string judgements;
  std::string messages;
};

struct ReadSetup {
  std::string name = "f.json";
  std::string topic_from = {};
  std::string doc_from = {};
  std::vector<std::string> labels = {};
  std::map<std::string, std::string, std::less<>> texts = {};
  MergePolicy merge = MergePolicy::kReject;
};

/// Reads `bytes` in the format that they look like.
inline Annotated read_annotated(std::string_view bytes, const ReadSetup& setup = {}) {
  Annotated result;
  const JudgementFormat* const format = sniff_judgements(bytes);
  if (format == nullptr) return {{}, "unknown format"};
  DocumentTexts texts([&setup](std::string_view doc) -> std::optional<std::string> {
    const auto text = setup.texts.find(doc);
    return text == setup.texts.end() ? std::nullopt : std::optional(text->second);
  });
  JudgementOptions how;
  AnnotationOptions& options = how.annotation;
  if (!setup.topic_from.empty()) options.topic_from = parse_id_source(setup.topic_from);
  if (!setup.doc_from.empty()) options.doc_from = parse_id_source(setup.doc_from);
  options.labels = setup.labels;
  if (!setup.texts.empty()) options.texts = &texts;
  Diagnostics diagnostics;
  JudgementBuilder builder(setup.merge, diagnostics);
  const InputFile& file = builder.add_file(InputFile::from_memory(setup.name, bytes));
  format->read(file, how, builder, diagnostics);
  result.judgements = summary(std::move(builder).finish());
  for (const Diagnostic& diagnostic : diagnostics.kept()) result.messages += to_string(diagnostic) + "\n";
  return result;
}

}  // namespace fovea
