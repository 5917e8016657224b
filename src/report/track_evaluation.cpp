#include "report/track_evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "judgements/judgement_file.h"
#include "measures/evaluator.h"
#include "measures/measure_name.h"
#include "topics/topic_file.h"

namespace fovea {

namespace {

constexpr int kCurveSteps = 10;

/// The points of a recall/precision curve in terms of the task's first measure: interpolated generalized
/// precision with the same article score, or interpolated precision.
std::vector<std::string> curve_points(std::string_view first) {
  std::vector<std::string> points;
  for (int i = 0; i <= kCurveSteps; ++i) {
    const double recall = static_cast<double>(i) / kCurveSteps;
    if (first.starts_with("AgP")) {
      points.push_back(fmt::format("igP{}@{:.2f}", first.substr(3), recall));
    } else {
      points.push_back(fmt::format("iP@{:.2f}", recall));
    }
  }
  return points;
}

class TrackEvaluator {
 public:
  TrackEvaluator(const TrackOptions& options, TrackEvaluation& track, Diagnostics& faults)
      : options_(options), track_(track), faults_(faults) {
    evaluation_.collection = track.collection ? &*track.collection : nullptr;
  }

  void evaluate(const Task& task) {
    TaskResults results;
    results.task = &task;
    std::vector<MeasureName> names;
    for (const std::string& measure : measures_of(task)) add(measure, names, results.own);
    for (const std::string_view measure : kSharedMeasures) {
      std::size_t ignored = 0;
      add(std::string(measure), names, ignored);
    }
    if (results.own > 0) {
      for (const std::string& point : curve_points(to_string(names.front()))) {
        std::size_t ignored = 0;
        add(point, names, ignored);
      }
    }
    const MeasureList measures(names);
    results.columns.assign(measures.columns().begin(), measures.columns().end());
    if (results.own > 0) find_curve(names, results);
    evaluation_.rules = task.rules;
    const Evaluator evaluator(*track_.judgements, measures, evaluation_);
    for (std::size_t i = 0; i < track_.runs.size(); ++i) {
      if (track_.runs[i].task == &task) evaluate(evaluator, i, results);
    }
    rank(results);
    track_.tasks.push_back(std::move(results));
  }

 private:
  std::vector<std::string> measures_of(const Task& task) const {
    if (!options_.measures.empty()) return options_.measures;
    std::vector<std::string> measures(task.measures.begin(), task.measures.end());
    measures.insert(measures.end(), article_measures().begin(), article_measures().end());
    return measures;
  }

  /// Adds those measures of `expression` that the judgements can serve and that are not there yet.
  void add(const std::string& expression, std::vector<MeasureName>& names, std::size_t& added) {
    const auto parsed = parse_measures(expression, faults_);
    if (!parsed) return;
    for (const MeasureName& name : *parsed) {
      if (std::ranges::find(names, name) != names.end()) continue;
      const MeasureList alone(std::span(&name, 1));
      Diagnostics needs;
      if (!Evaluator(*track_.judgements, alone, evaluation_).check_needs(needs)) {
        if (unserved_.insert(to_string(name)).second) faults_.merge(std::move(needs));
        continue;
      }
      names.push_back(name);
      ++added;
    }
  }

  /// Points may be among the task's own measures already, so they are looked up by name.
  static void find_curve(std::span<const MeasureName> names, TaskResults& results) {
    for (const std::string& point : curve_points(to_string(names.front()))) {
      Diagnostics ignored;
      const auto name = parse_measures(point, ignored);
      if (!name) continue;
      if (const auto column = results.column(to_string(name->front()))) results.curve.push_back(*column);
    }
  }

  void evaluate(const Evaluator& evaluator, std::size_t index, const TaskResults& results) {
    TrackRunResult& run = track_.runs[index];
    RunEvaluation evaluation = evaluator.evaluate(run.run);
    if (!evaluation.diagnostics.ok()) {
      run.valid = false;
      run.fault = to_string(evaluation.diagnostics.kept().front());
    } else if (!evaluation.faults.ok()) {
      run.valid = false;
      run.fault = to_string(evaluation.faults.kept().front());
    } else if (evaluation.answered == 0) {
      run.valid = false;
      run.fault = fmt::format("{}: no topic in common with the judgements", run.entry.file);
    }
    if (!run.valid) {
      const std::uint64_t all = evaluation.diagnostics.errors() + evaluation.faults.errors();
      faults_.error({}, "invalid-run",
                    fmt::format("{} (run {}, {}{})", run.fault, quote(run.id), results.task->name,
                                all > 1 ? fmt::format("; {} faults in all", all) : ""));
      return;
    }
    run.scores = std::move(evaluation.scores);
  }

  void rank(TaskResults& results) const {
    for (std::size_t i = 0; i < track_.runs.size(); ++i) {
      if (track_.runs[i].task == results.task && track_.runs[i].valid) results.ranking.push_back(i);
    }
    if (results.own == 0) return;
    std::ranges::stable_sort(results.ranking, std::greater<>(),
                             [this](std::size_t run) { return track_.runs[run].scores.summary.front(); });
  }

  const TrackOptions& options_;
  TrackEvaluation& track_;
  Diagnostics& faults_;
  EvaluationOptions evaluation_;
  std::set<std::string> unserved_;
};

std::optional<double> mean_time(const Run& run, const TrackRun& entry) {
  double sum = 0;
  std::size_t topics = 0;
  for (std::size_t i = 0; i < run.topics(); ++i) {
    const TopicTimes* times = run.times(i);
    if (times == nullptr || !times->total_ms) continue;
    sum += *times->total_ms;
    ++topics;
  }
  if (topics > 0) return sum / static_cast<double>(topics);
  return entry.time_ms;
}

void open_runs(const Track& track, const TrackOptions& options, TrackEvaluation& all, Diagnostics& faults) {
  std::map<std::string, std::string> seen;
  for (const TrackRun& entry : track.runs) {
    auto run = Run::open(entry.file, std::nullopt, faults);
    if (!run) continue;
    const Task* task = entry.task != nullptr ? entry.task : guess_task(*run).task;
    if (options.task != nullptr && task != options.task) continue;
    const std::string id = run->details().id.empty() ? entry.file : run->details().id;
    const auto [other, fresh] = seen.try_emplace(id, entry.file);
    if (!fresh) {
      faults.error(
          entry.place, "duplicate-run",
          fmt::format("found the run {} in {} and in {}, expected one file per run; the first is used",
                      quote(id), other->second, entry.file));
      continue;
    }
    const auto time = mean_time(*run, entry);
    all.runs.push_back({entry, std::move(*run), id, task, true, "", {}, time});
  }
}

/// Judged topics that the topic files do not have.
void check_topics(const TrackEvaluation& all, Diagnostics& faults) {
  if (all.topics.empty()) return;
  for (const TopicJudgements& judged : all.judgements->topics()) {
    if (std::ranges::find(all.topics, judged.topic(), &Topic::id) != all.topics.end()) continue;
    faults.error({all.judgements->file(judged.documents().front().file), judged.documents().front().line, 1},
                 "unknown-topic",
                 fmt::format("found judgements for topic {}, expected a topic of the topic file",
                             quote(judged.topic())));
  }
}

}  // namespace

std::optional<std::size_t> TaskResults::column(std::string_view measure) const {
  const auto found = std::ranges::find(columns, measure, &ScoredMeasure::name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

const TaskResults& TrackEvaluation::results_of(const Task* task) const {
  return *std::ranges::find(tasks, task, &TaskResults::task);
}

std::vector<double> TrackEvaluation::topic_values(const TrackRunResult& run, std::string_view measure) const {
  const auto column = results_of(run.task).column(measure);
  std::vector<double> values;
  if (!column || !run.valid) return values;
  for (const std::vector<double>& topic : run.scores.values) values.push_back(topic[*column]);
  return values;
}

std::optional<double> TrackEvaluation::value(const TrackRunResult& run, std::string_view measure) const {
  const auto column = results_of(run.task).column(measure);
  if (!column || !run.valid) return std::nullopt;
  return run.scores.summary[*column];
}

std::optional<TrackEvaluation> evaluate_track(const Track& track, const TrackOptions& options,
                                              Diagnostics& faults) {
  TrackEvaluation all;
  all.title = track.title;
  if (track.collection) all.collection = Collection::open(*track.collection, faults);
  if (!track.topics.empty()) all.topics = read_topics(track.topics, std::nullopt, faults);
  if (!track.judgements.empty()) all.judgements = read_judgements(track.judgements, {}, faults);
  if (!all.judgements || all.judgements->topics().empty()) return std::nullopt;
  if (!track.second_assessor.empty())
    all.second_assessor = read_judgements(track.second_assessor, {}, faults);
  if (!track.grades.empty()) all.grades = read_judgements(track.grades, {}, faults);
  check_topics(all, faults);
  open_runs(track, options, all, faults);
  TrackEvaluator evaluator(options, all, faults);
  for (const Task& task : all_tasks()) {
    if (std::ranges::find(all.runs, &task, &TrackRunResult::task) != all.runs.end()) evaluator.evaluate(task);
  }
  return all;
}

}  // namespace fovea
