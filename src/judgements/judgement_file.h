// Judgement files of every format, told apart by their content.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/annotations/options.h"
#include "judgements/judgements.h"
#include "judgements/merge.h"

namespace fovea {

enum class JudgementFormat : std::uint8_t {
  kAssessments,    ///< INEX 2002–2008, XML: judgements/assessments.h
  kInexQrels,      ///< INEX 2008–2010: topic Q0 doc relchars doclength [BEP [offset:length …]]
  kTrecQrels,      ///< topic iteration doc grade
  kJsonLines,      ///< judgements/jsonl.h
  kChroma,         ///< questions of Chroma's chunking evaluation: judgements/chroma.h
  kLegalBench,     ///< LegalBench-RAG: judgements/legalbench.h
  kWebAnnotation,  ///< this and below: judgements/annotations/annotations.h
  kLabelStudio,
  kDoccano,
  kProdigy,
  kBrat,
  kCas,
  kHypothesis,
};

/// What options and messages call a format: "assessments", "qrels", "trec-qrels", "jsonl", "chroma",
/// "legalbench", "webannotation", "labelstudio", "doccano", "prodigy", "brat", "cas", "hypothesis".
std::string_view name_of(JudgementFormat format);
std::optional<JudgementFormat> judgement_format_named(std::string_view name);

struct JudgementOptions {
  /// Told from the content of each file unless given.
  std::optional<JudgementFormat> format = {};
  MergePolicy merge = MergePolicy::kReject;
  /// Gives lengths that files leave out, and turns the XPath points of 2005–2008 into text.
  const Collection* collection = nullptr;
  /// Which topic and document the spans of an annotation tool are about.
  AnnotationOptions annotation = {};
};

/// Reads all files, "-" being standard input and a folder all files in it (but the texts of brat documents),
/// into one set of judgements. Bad rows are reported and left out; nothing is returned when a file cannot be
/// used at all.
std::optional<Judgements> read_judgements(std::span<const std::string> paths, const JudgementOptions& options,
                                          Diagnostics& diagnostics);

/// The same from one file that is open already.
std::optional<Judgements> read_judgements(InputFile file, const JudgementOptions& options,
                                          Diagnostics& diagnostics);

/// What a file holds: by its name where that tells more than its content, as it does for brat, else as below.
std::optional<JudgementFormat> judgement_format_of(const InputFile& file);
/// What `bytes` look like; nothing when they look like no judgements fovea knows.
std::optional<JudgementFormat> sniff_judgements(std::string_view bytes);

}  // namespace fovea
