// Per-topic scores that were computed before, by fovea or by any other tool, so that comparing needs no
// second evaluation and serves any measure.
//
//   JSON lines    {"run":"bm25","query_id":"7","measure":"AP","value":0.25}
//                 (what `fovea eval -o jsonl` writes)
//   CSV           a header naming the columns run, query_id, measure, value, in any order
//   trec_eval -q  measure  topic  value
//                 rows of one run; `runid all NAME` names it, else the file does
//
// `topic` and `qid` also stand for query_id, and `score` for value. Rows for the topic `all` are averages and
// are left out. Other columns and fields are ignored.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "files/diagnostics.h"
#include "files/input.h"
#include "scores/scores.h"

namespace fovea {

/// Reads all files ("-" is standard input) as one table: measures and runs in the order of their first row,
/// topics in that of the first run, all measures averaged by their means. A value that is no number from
/// -1e50 to 1e50, or a score given twice, is reported; nothing is returned after an error, when there is no score
/// at all, or when fewer than one in a hundred of more than a million combinations of run, topic and measure has one.
std::optional<Scores> read_scores(std::span<const std::string> paths, Diagnostics& diagnostics);
std::optional<Scores> read_scores(const InputFile& file, Diagnostics& diagnostics);

}  // namespace fovea
