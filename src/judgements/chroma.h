// The questions of Chroma's chunking evaluation: CSV with JSON in a cell.
//
//   question,references,corpus_id
//   "What …?","[{""content"": ""…"", ""start_index"": 27346, ""end_index"": 27425}, …]",state_of_the_union
//
// Each row is a topic; its id is the row's number from 0 (the header not counted), the document is the
// corpus, and every reference is a highlighted span. Offsets count code points. References may overlap: the
// highlights are their union.
#pragma once

#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"
#include "judgements/annotations/document_texts.h"
#include "judgements/builder.h"

namespace fovea {

/// `texts` are the corpora, to check each reference's content against; may be nullptr. Rows with a fault are
/// reported and left out; they keep their numbers.
void read_chroma(const InputFile& file, DocumentTexts* texts, JudgementBuilder& builder,
                 Diagnostics& diagnostics);

/// Whether the first line is the header of such a file, the columns in any order.
bool looks_like_chroma(std::string_view bytes);

}  // namespace fovea
