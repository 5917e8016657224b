// The sections of a track report, each computed from the evaluated track.
#pragma once

#include <vector>

#include "report/report_model.h"
#include "report/track_evaluation.h"

namespace fovea {

/// Participants and runs: who took part, with what, and which runs broke the rules of their task.
Section participation_section(const TrackEvaluation& track);

/// Results of one task: means with intervals, the best run of each participant, recall/precision curves,
/// pairwise significance (t-test, one-tailed, 95 %, as in the INEX 2010 overview).
Section task_section(const TrackEvaluation& track, const TaskResults& results);

/// How alike measures order the runs of all tasks; rank against rank.
Section agreement_section(const TrackEvaluation& track);

/// Time against effectiveness, for runs that say how long they took.
Section efficiency_section(const TrackEvaluation& track);

/// Judgements in numbers: articles, passages, best entry points, grades, two assessors.
Section judgements_section(const TrackEvaluation& track);

/// Whether measures order simulated runs as they should on these judgements.
Section fidelity_section(const TrackEvaluation& track);

/// Two runs topic by topic, and the data for it.
nlohmann::json two_runs_data(const TrackEvaluation& track);

/// Articles as assessors and runs saw them, and the data for it; null without a collection.
nlohmann::json reading_data(const TrackEvaluation& track);

}  // namespace fovea
