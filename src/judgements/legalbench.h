// The benchmark files of LegalBench-RAG.
//
//   {"tests":[{"query":"…","snippets":[{"file_path":"cuad/F.txt","span":[44579,45211],"answer":"…"}],"tags":[]}]}
//
// Each test is a topic; its id is its position in the list, from 0. Snippets are highlighted spans of their
// files. Offsets count code points.
#pragma once

#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"
#include "judgements/annotations/document_texts.h"
#include "judgements/builder.h"

namespace fovea {

/// `texts` are the files, to check each answer against; may be nullptr. A test with a fault is reported and
/// left out.
void read_legalbench(const InputFile& file, DocumentTexts* texts, JudgementBuilder& builder,
                     Diagnostics& diagnostics);

/// Whether this is an object that begins with its "tests".
bool looks_like_legalbench(std::string_view bytes);

}  // namespace fovea
