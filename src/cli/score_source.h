// Where the scores of a comparison come from: files of scores, or an evaluation made on the spot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/inputs.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "scores/alignment.h"
#include "scores/scores.h"

namespace fovea::cli {

/// Of the measures of some scores, those that `expressions` ask for, in that order: by their spelling in
/// the file, or by any other name the grammar knows them under (`map` finds AP); each once. Without expressions, the
/// only measure there is. What is not there is reported with what is; nothing is returned then.
std::optional<std::vector<std::size_t>> select_measures(const Scores& scores,
                                                        std::span<const std::string> expressions,
                                                        Diagnostics& diagnostics);

/// What evaluate_all() is to say about runs that can be evaluated: everything worth knowing, or nothing
/// because it was said before.
enum class Remarks : std::uint8_t { kAll, kNone };

/// Evaluates every run of `inputs` with `judgements`, by every measure of `expressions`, at most `depth`
/// results per topic (0: all). Every judged
/// topic has a score. What is wrong is printed; an exit code.
int evaluate_all(const Inputs& inputs, const Judgements& judgements, std::span<const std::string> expressions,
                 std::size_t depth, Remarks remarks, Scores& scores);

/// What becomes of topics that some run has no score for: "that some run lacks, left out (…)".
std::string_view lacking_topics(TopicChoice choice);
/// "3 topics that …: 1, 2, 3", with the first few named; `what` follows "topic" or "topics".
std::string list_topics(std::span<const std::string> topics, std::string_view what);

}  // namespace fovea::cli
