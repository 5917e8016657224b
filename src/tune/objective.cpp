#include "tune/objective.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "search/models/linear.h"
#include "search/models/unit_model.h"
#include "tune/answered_run.h"

namespace fovea::tune {

namespace {

/// All settings that decide what is gathered: of the weights of `linear` only whose they are.
std::string gathering_settings(search::Pipeline pipeline) {
  if (pipeline.scales_scores()) {
    auto weights = search::weights_setting(*pipeline.score, pipeline.score_settings, "weights");
    for (search::NamedWeight& each : weights) each.weight = 1;
    std::ranges::sort(weights, {}, &search::NamedWeight::name);
    pipeline.score_settings["weights"] = std::move(weights);
  }
  return to_toml(pipeline);
}

}  // namespace

double mean_of(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<Objective> Objective::make(const ObjectiveInput& input, Diagnostics& diagnostics) {
  EvaluationOptions options;
  options.measures = {input.measure};
  options.task = input.task;
  options.topics = CountedTopics::kAll;
  auto evaluation = Evaluation::make(input.judgements, input.collection, options, diagnostics);
  if (!evaluation) return std::nullopt;
  if (!evaluation->usable()) {
    diagnostics.merge(evaluation->lacking());
    return std::nullopt;
  }
  Objective objective(input, std::move(*evaluation));
  if (objective.topics_.empty()) {
    diagnostics.error({}, "nothing-in-common", "found no topic that is both asked and judged");
    return std::nullopt;
  }
  return objective;
}

Objective::Objective(const ObjectiveInput& input, Evaluation evaluation)
    : input_(input), evaluation_(std::move(evaluation)), measure_(to_string(input.measure)) {
  for (const Topic& topic : input.topics) {
    if (input.judgements.find(topic.id) != nullptr) topics_.push_back(&topic);
  }
}

void Objective::prepare(const search::Pipeline& pipeline) {
  std::string wanted = gathering_settings(pipeline);
  if (searcher_ && wanted == prepared_) return;
  Diagnostics diagnostics;
  searcher_ = search::Searcher::open(input_.indexes, input_.collection, pipeline, diagnostics);
  if (!searcher_) throw std::invalid_argument(to_string(diagnostics.kept().front()));
  prepared_ = std::move(wanted);
  gathered_.assign(topics_.size(), std::nullopt);
}

void Objective::gather_missing(std::span<const std::size_t> topics) {
  struct Missing {
    std::size_t topic;
    search::Query query;
  };
  std::vector<Missing> missing;
  Diagnostics diagnostics;
  for (const std::size_t topic : topics) {
    if (gathered_[topic]) continue;
    auto query = searcher_->read(*topics_[topic], diagnostics);
    if (!query) throw std::invalid_argument(to_string(diagnostics.kept().front()));
    missing.push_back({topic, std::move(*query)});
  }
  tbb::parallel_for(std::size_t{0}, missing.size(), [&](std::size_t i) {
    const search::CountedQuery counted = searcher_->count(missing[i].query);
    gathered_[missing[i].topic] =
        counted.known() ? searcher_->gather(counted) : search::Gathered{counted.query, {}};
  });
}

const search::Gathered& Objective::gathered(const search::Pipeline& pipeline, std::size_t topic) {
  prepare(pipeline);
  gather_missing(std::span(&topic, 1));
  return *gathered_[topic];
}

std::vector<double> Objective::scores(const search::Pipeline& pipeline, std::span<const std::size_t> topics) {
  prepare(pipeline);
  gather_missing(topics);
  std::vector<std::vector<search::Answer>> answers(topics.size());
  tbb::parallel_for(std::size_t{0}, topics.size(), [&](std::size_t i) {
    const search::Gathered& found = *gathered_[topics[i]];
    answers[i] = finish(found.partial, found.query, pipeline);
  });
  std::vector<std::string_view> ids;
  for (const std::size_t topic : topics) ids.push_back(topics_[topic]->id);
  const RunEvaluation evaluated =
      evaluation_.evaluate(answered_run(ids, answers, pipeline.form, input_.collection));
  if (!evaluated.diagnostics.ok())
    throw std::invalid_argument(to_string(evaluated.diagnostics.kept().front()));
  std::vector<double> values;
  for (const std::size_t topic : topics) {
    const auto number = evaluated.scores.topic_named(topics_[topic]->id);
    values.push_back(number ? evaluated.scores.value(0, *number, 0).value_or(0) : 0);
  }
  return values;
}

double Objective::mean(const search::Pipeline& pipeline, std::span<const std::size_t> topics) {
  return mean_of(scores(pipeline, topics));
}

}  // namespace fovea::tune
