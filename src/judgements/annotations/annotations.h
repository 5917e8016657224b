// Files of annotation tools as judgements, and judgements as files for annotation tools.
//
//   W3C Web Annotation   a span per annotation; topic in a tagging body, document in the target's source
//   Label Studio         tasks with annotations (JSON), or flat (JSON_MIN)
//   doccano              records with "label" triples or "entities"
//   Prodigy              records with "spans"; only accepted ones count
//   brat                 DOC.ann beside DOC.txt
//   UIMA CAS JSON        feature structures with begin, end and a label; UTF-16 offsets
//   Hypothesis           rows of its API; topic in the tags, document in the URI; UTF-16 offsets
//
// Each file of judgements is one call. Where topics, documents and texts come from: annotations/options.h;
// how offsets and quotes are reconciled: annotations/anchor.h.
//
// Every task, line, brat file, CAS and, for Web Annotation and Hypothesis, every user is an assessor: where
// two of them judge one document for one topic, the builder's merge policy applies.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"
#include "judgements/annotations/options.h"
#include "judgements/builder.h"
#include "judgements/writer.h"

namespace fovea {

enum class AnnotationFormat : std::uint8_t {
  kWebAnnotation,
  kLabelStudio,
  kDoccano,
  kProdigy,
  kBrat,
  kCas,
  kHypothesis,
};

/// "webannotation", "labelstudio", "doccano", "prodigy", "brat", "cas", "hypothesis".
std::string_view name_of(AnnotationFormat format);
std::optional<AnnotationFormat> annotation_format_named(std::string_view name);

/// Which tool wrote `bytes`; nothing when they look like none of them.
std::optional<AnnotationFormat> sniff_annotations(std::string_view bytes);

void read_annotations(AnnotationFormat format, const InputFile& file, const AnnotationOptions& options,
                      JudgementBuilder& builder, Diagnostics& diagnostics);

void read_web_annotation(const InputFile& file, const AnnotationOptions& options, JudgementBuilder& builder,
                         Diagnostics& diagnostics);
void read_label_studio(const InputFile& file, const AnnotationOptions& options, JudgementBuilder& builder,
                       Diagnostics& diagnostics);
void read_doccano(const InputFile& file, const AnnotationOptions& options, JudgementBuilder& builder,
                  Diagnostics& diagnostics);
void read_prodigy(const InputFile& file, const AnnotationOptions& options, JudgementBuilder& builder,
                  Diagnostics& diagnostics);
/// The text is read from DOC.txt beside `file`, unless it comes from standard input. A DOC.txt is no
/// judgement file itself: is_brat_text() tells.
void read_brat(const InputFile& file, const AnnotationOptions& options, JudgementBuilder& builder,
               Diagnostics& diagnostics);
void read_cas(const InputFile& file, const AnnotationOptions& options, JudgementBuilder& builder,
              Diagnostics& diagnostics);
void read_hypothesis(const InputFile& file, const AnnotationOptions& options, JudgementBuilder& builder,
                     Diagnostics& diagnostics);

/// Whether `path` is the text of a brat document: DOC.txt with a DOC.ann beside it.
bool is_brat_text(const std::string& path);

/// An AnnotationPage with an annotation per highlighted span; with the quote where `texts` know the document.
/// `texts` may be nullptr.
Unsaid write_web_annotation(const Judgements& judgements, DocumentTexts* texts, const JudgementSink& sink);
/// A task per topic and document, with the fields `topic` and `doc`; spans have the label "Relevant".
/// Documents without a text in `texts` are left out and counted.
Unsaid write_label_studio(const Judgements& judgements, DocumentTexts& texts, const JudgementSink& sink);
/// A line per topic and document, in the same way.
Unsaid write_doccano(const Judgements& judgements, DocumentTexts& texts, const JudgementSink& sink);

}  // namespace fovea
