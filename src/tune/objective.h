// What a pipeline is worth: topics searched, answers evaluated, a score per topic.
//
// Tuning asks the same topics again and again. What is gathered from the index is kept as long as settings change only
// what comes behind it (the weights of `linear`), so that a step costs a selection and an evaluation.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluation.h"
#include "judgements/judgements.h"
#include "measures/measure.h"
#include "search/session/search_session.h"
#include "topics/topic.h"

namespace fovea::tune {

struct ObjectiveInput {
  const search::SearchSession& session;
  std::span<const Topic> topics;
  const Judgements& judgements;
  MeasureName measure;
  const Task* task = nullptr;
};

class Objective {
 public:
  /// All that `input` points to must outlive this. Nothing, and the reason, when the measure needs what is not there, or no topic is both
  /// asked and judged.
  static std::optional<Objective> make(const ObjectiveInput& input, Diagnostics& diagnostics);

  /// The topics that are asked and judged, in the order of the topics. What follows speaks of them by number.
  std::span<const Topic* const> topics() const { return topics_; }
  const std::string& measure() const { return measure_; }
  const ObjectiveInput& input() const { return input_; }

  /// A score for each of `topics`; one without an answer has the score of an empty list. A pipeline that the session refuses and a
  /// topic that cannot be read are faults.
  std::vector<double> scores(const search::Pipeline& pipeline, std::span<const std::size_t> topics);
  double mean(const search::Pipeline& pipeline, std::span<const std::size_t> topics);

  /// What is found for a topic, before anything is selected.
  const search::Gathered& gathered(const search::Pipeline& pipeline, std::size_t topic);

  /// What went wrong. After the first fault nothing is searched any more and all scores are 0: whoever tunes need not look
  /// before the end.
  const Diagnostics& faults() const { return faults_; }

 private:
  Objective(const ObjectiveInput& input, Evaluation evaluation);
  /// Keeps what was gathered when only later settings differ.
  void prepare(const search::Pipeline& pipeline);
  void gather_missing(const search::Pipeline& pipeline, std::span<const std::size_t> topics);

  ObjectiveInput input_;
  Evaluation evaluation_;
  std::string measure_;
  std::vector<const Topic*> topics_;
  std::string prepared_;
  std::optional<search::Searcher> searcher_;
  std::vector<std::optional<search::Gathered>> gathered_;
  Diagnostics faults_;
};

/// The mean of some numbers; 0 of none.
double mean_of(std::span<const double> values);

}  // namespace fovea::tune
