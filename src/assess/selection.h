// What organisers choose from, and what comes of it: the table of candidates, and the topics of the track.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/candidate.h"
#include "assess/candidate_checks.h"
#include "assess/store.h"
#include "topics/topic_format.h"

namespace fovea::assess {

/// A candidate, as the table of the selection shows it.
struct SelectionRow {
  Candidate candidate;
  std::size_t words = 0;  ///< of title, description and narrative
  std::vector<CandidateWarning> warnings = {};
  /// The candidate whose title shares most words, and how much; empty where none shares any.
  std::string nearest = {};
  double overlap = 0;
};

/// Those that were handed in, whatever was decided: the chosen ones in their order, then the others by number. `step` is called for each, and
/// may throw to stop.
std::vector<SelectionRow> selection_of(
    std::vector<Candidate> candidates, const ArticleSearch* index, std::span<const Form* const> forms,
    const std::function<void()>& step = [] {});

/// The chosen ones, in their order; or those that were rejected, by number.
std::vector<Topic> topics_in(std::vector<Candidate> candidates, CandidateState state);
/// What was chosen in a store, numbered, for those who send runs.
std::vector<Topic> chosen_topics(Store& store);

/// Decisions from a file: `id<TAB>chosen|rejected[<TAB>reason]`, the chosen ones in their order; what is not named stays open.
/// Numbers run from `first` on. What is wrong goes to `said`.
void apply_decisions(const InputFile& file, std::string_view first, std::vector<Candidate>& candidates,
                     Diagnostics& said);

}  // namespace fovea::assess
