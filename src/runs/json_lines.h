// Runs in JSON: one result per line, or the results file of LegalBench-RAG.
//
//   {"topic":"7","doc":"a.md","begin":120,"end":480,"rank":1,"score":3.1,"run":"bm25"}
//
// Instead of begin and end a result may have "path" (an element), "path" and "last_path" (a range), or
// nothing (the whole document); the path "X" is one that could not be resolved. rank, score and run may be
// missing.
#pragma once

#include <optional>

#include "files/input.h"
#include "runs/run.h"

namespace fovea {

std::optional<Run> read_run_json_lines(const InputFile& input, Diagnostics& diagnostics);

/// {"qa_result_list":[{"retrieved_snippets":[{"file_path":"a.txt","span":[44579,45211],"score":0.5}]}]}
/// A question's topic is its position in the list, from 0.
std::optional<Run> read_legalbench_results(const InputFile& input, Diagnostics& diagnostics);

}  // namespace fovea
