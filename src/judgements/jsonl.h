// Judgements as JSON lines: one object per judged document of a topic.
//
//     {"topic":"7","doc":"a.md","spans":[[120,480]],"bep":120,"length":9000}          highlighted text
//     {"topic":"7","doc":"b.md","spans":[]}                                           judged, nothing relevant
//     {"topic":"7","doc":"a.md","quotes":["a text that answers"]}                     text, found in the document
//     {"topic":"7","doc":"c","grade":2}                                               a document's grade
//     {"topic":"7","doc":"d","elements":[{"path":"/article[1]","exhaustivity":3,"specificity":1}]}
//
// Spans are half-open code-point offsets, in any order; the order is kept as far as `first_listed` needs it.
// This is the one format that can say everything Judgements hold: "relevant_chars" where a file counts other
// than its spans do, and for elements "size", "highlighted", "too_small", "in_pool", "inferred" and
// "inconsistent". Ids may be strings or whole numbers. Other names of the fields are those of files/field_names.h;
// what is none of them is ignored with a warning. Quotes are located by judgements/quotes.h.
#pragma once

#include "files/diagnostics.h"
#include "files/input.h"
#include "judgements/builder.h"
#include "judgements/judgement_format.h"

namespace fovea {

void read_judgement_json_lines(const InputFile& file, const JudgementOptions& options,
                               JudgementBuilder& builder, Diagnostics& diagnostics);

Unsaid write_judgement_json_lines(const Judgements& judgements, const JudgementSink& sink);

}  // namespace fovea
