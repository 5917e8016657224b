// What a comparison of chunkers asks beside the means: what an answer costs, what the chunking allows at best, how it
// goes with each corpus, and which questions no chunker answers.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/track/track_evaluation.h"

namespace fovea {

/// Whether all runs are of the task of chunks.
bool compares_chunkers(const TrackEvaluation& track);

/// Depths at which costs are reported: the first N chunks.
inline constexpr std::array<std::size_t, 3> kChunkDepths = {1, 5, 10};
/// Characters of the first chunks at each depth, as they are shown: what two chunks share is shown twice. Per judged
/// question; one that is not answered costs nothing.
std::array<double, kChunkDepths.size()> characters_shown(const TrackEvaluation& track,
                                                         const TrackRunResult& run);

/// The mean PrecisionOmega of the run's chunking; nothing where the track names none, or it cannot be read.
std::optional<double> ceiling_of(const TrackEvaluation& track, const TrackRunResult& run);

/// Questions, as places in the judgements, by corpus: the folder of the document with most of their evidence, or the document itself.
std::map<std::string, std::vector<std::size_t>> questions_by_corpus(const TrackEvaluation& track);
/// The scores of a run by the first measure, on some topics; those it has none for are left out.
std::vector<double> values_at(const Scores& scores, std::size_t run, std::span<const std::size_t> topics);

/// Questions with the score of the chunker that answers them best, worst first. What is answered as well as can be, to four decimals, is not
/// among them.
std::vector<std::pair<double, std::size_t>> worst_questions(const TrackEvaluation& track,
                                                            const TaskResults& results);

}  // namespace fovea
