// Where the scores of a comparison come from: files of scores, or an evaluation made on the spot.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "judgements/judgements.h"
#include "measures/scores_file.h"
#include "runs/run.h"
#include "text/diagnostics.h"

namespace fovea::cli {

/// Of the measures in a file of scores, those that `expressions` ask for, in that order: by their spelling in
/// the file, or by any other name the grammar knows them under (`map` finds AP). Without expressions, the
/// only measure there is. What is not there is reported with what is; nothing is returned then.
std::optional<std::vector<MeasureScores>> select_measures(std::vector<MeasureScores> scores,
                                                          std::span<const std::string> expressions,
                                                          Diagnostics& diagnostics);

/// What an evaluation starts from.
struct Evaluated {
  std::optional<Collection> collection;
  std::optional<Judgements> judgements;
  std::vector<Run> runs;
};

/// Opens judgements, runs and the collection (where a path is given), printing what is wrong. Returns an exit
/// code, kFine when all can be used.
int open_all(const std::string& judgements, std::span<const std::string> runs, const std::string& collection,
             Evaluated& all);

/// Evaluates every run by every measure of `expressions`, at most `depth` results per topic (0: all), and
/// prints what is worth knowing. Runs go by their tags, or by their files where two share a tag. Every judged
/// topic has a score.
int evaluate_all(const Evaluated& all, std::span<const std::string> expressions, std::size_t depth,
                 std::vector<MeasureScores>& scores);

/// "3 topics that …: 1, 2, 3" on standard error, with the first few named.
void say_topics(std::span<const std::string> topics, std::string_view what);

}  // namespace fovea::cli
