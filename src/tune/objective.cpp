#include "tune/objective.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
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
  options.scores_every_run = true;
  auto evaluation = Evaluation::make(input.judgements, input.session.collection(), options, diagnostics);
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
  searcher_ = input_.session.with(pipeline, faults_);
  prepared_ = std::move(wanted);
  gathered_.assign(topics_.size(), std::nullopt);
}

void Objective::gather_missing(const search::Pipeline& pipeline, std::span<const std::size_t> topics) {
  if (faults_.ok()) prepare(pipeline);
  struct Missing {
    std::size_t topic;
    search::Query query;
  };
  std::vector<Missing> missing;
  for (const std::size_t topic : topics) {
    if (gathered_[topic]) continue;
    auto query = faults_.ok() ? searcher_->read(*topics_[topic], faults_) : std::nullopt;
    if (query) {
      missing.push_back({topic, std::move(*query)});
    } else {
      gathered_[topic].emplace();
    }
  }
  tbb::parallel_for(std::size_t{0}, missing.size(), [&](std::size_t i) {
    const search::CountedQuery counted = searcher_->count(missing[i].query);
    gathered_[missing[i].topic] =
        counted.known() ? searcher_->gather(counted) : search::Gathered{counted.query, {}};
  });
}

const search::Gathered& Objective::gathered(const search::Pipeline& pipeline, std::size_t topic) {
  gather_missing(pipeline, std::span(&topic, 1));
  return *gathered_[topic];
}

std::vector<double> Objective::scores(const search::Pipeline& pipeline, std::span<const std::size_t> topics) {
  gather_missing(pipeline, topics);
  std::vector<double> values(topics.size(), 0);
  if (!faults_.ok()) return values;
  std::vector<std::vector<search::Answer>> answers(topics.size());
  tbb::parallel_for(std::size_t{0}, topics.size(), [&](std::size_t i) {
    const search::Gathered& found = *gathered_[topics[i]];
    answers[i] = finish(found.partial, found.query, pipeline);
  });
  std::vector<std::string_view> ids;
  for (const std::size_t topic : topics) ids.push_back(topics_[topic]->id);
  const EvaluationOutcome outcome =
      evaluation_.evaluate(answered_run(ids, answers, pipeline.form, input_.session.collection()));
  const RunOutcome& run = outcome.runs.front();
  if (run.kind == RunOutcomeKind::kBadInput) {
    faults_.merge(run.diagnostics);
    return values;
  }
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const auto number = outcome.scores.topic_named(ids[i]);
    if (number) values[i] = outcome.scores.value(0, *number, 0).value_or(0);
  }
  return values;
}

double Objective::mean(const search::Pipeline& pipeline, std::span<const std::size_t> topics) {
  return mean_of(scores(pipeline, topics));
}

}  // namespace fovea::tune
