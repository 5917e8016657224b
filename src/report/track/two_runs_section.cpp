#include <cmath>

#include "report/track/track_sections.h"

namespace fovea {

namespace {

using nlohmann::json;

/// Six decimals are more than the page shows, and take a third of the room.
json rounded(double value) {
  constexpr double kScale = 1e6;
  return std::isnan(value) ? json(nullptr) : json(std::round(value * kScale) / kScale);
}

/// The run's scores as values[topic][measure].
json values_of(const TrackEvaluation& track, const TrackRunResult& run) {
  const Scores& scores = track.results_of(run.task).scores;
  json values = json::array();
  for (std::size_t topic = 0; topic < scores.topics().size(); ++topic) {
    json row = json::array();
    for (const std::string& measure : track.shared) {
      const auto column = scores.measure_named(measure);
      const auto value = column ? scores.value(run.row, topic, *column) : std::nullopt;
      row.push_back(value ? rounded(*value) : json(nullptr));
    }
    values.push_back(std::move(row));
  }
  return values;
}

}  // namespace

Section two_runs_section(const TrackEvaluation& track, json& data) {
  Section section{"topics", "Two runs, topic by topic", {}};
  json runs = json::array();
  for (const TaskResults& task : track.tasks) {
    for (const std::size_t index : task.ranking) {
      const TrackRunResult& run = track.runs[index];
      runs.push_back({{"id", run.id}, {"task", title_of(*run.task)}, {"values", values_of(track, run)}});
    }
  }
  data = nullptr;
  if (runs.size() < 2 || track.shared.empty()) return section;
  json topics = json::array();
  for (const TopicJudgements& topic : track.judgements->topics()) topics.push_back(topic.topic());
  data = {{"measures", track.shared}, {"topics", std::move(topics)}, {"runs", std::move(runs)}};
  section.blocks.emplace_back(
      Paragraph{"Means hide where systems differ. Choose two runs of any tasks and a measure."});
  section.blocks.emplace_back(Widget::kTwoRuns);
  return section;
}

}  // namespace fovea
