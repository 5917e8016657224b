// The snippets of a LegalBench-RAG question as one text, by which two files can tell that they speak of the same
// question: those of the benchmark, and those that results repeat (`qa_gt`).
#pragma once

#include <string>

#include "files/json.h"

namespace fovea {

/// File and span of each snippet of the list, in an order of its own; what is no snippet is passed over, and a
/// value that is no list gives an empty text.
std::string legalbench_evidence(const JsonValue& snippets);

}  // namespace fovea
