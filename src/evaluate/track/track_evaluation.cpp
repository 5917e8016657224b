#include "evaluate/track/track_evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "evaluate/evaluation.h"
#include "evaluate/evaluation_needs.h"
#include "evaluate/task_measures.h"
#include "evaluate/track/track_comparison.h"
#include "measures/measure_name.h"
#include "stats/mean_interval.h"

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

/// Measures by which runs of all tasks are compared, where the judgements allow them.
constexpr std::string_view kSharedMeasures[] = {"AgP(t2i=300)", "AiP", "iP@0.01", "AP"};

/// One of each family of INEX 2002–2005; runs are ordered by the first.
constexpr std::string_view kGradedMeasures =
    "MAep,nXCG@10,inex2003o(quant=gen),inex2002(quant=gen),inex2002(quant=strict)";

/// The rows of scores, the best by the first measure first.
std::vector<std::size_t> best_first(const Scores& scores) {
  std::vector<std::size_t> order(scores.runs().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!scores.measures().empty()) {
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t row) { return scores.summary(row, 0); });
  }
  return order;
}

/// Puts scores, and the runs that they are of, into an order.
void reorder(Scores& scores, std::vector<std::size_t>& runs, std::span<const std::size_t> order) {
  scores = scores.with_runs(order);
  const std::vector<std::size_t> before = std::move(runs);
  runs.clear();
  for (const std::size_t row : order) runs.push_back(before[row]);
}

class TrackEvaluator {
 public:
  TrackEvaluator(const TrackOptions& options, TrackEvaluation& track, Diagnostics& faults)
      : options_(options), track_(track), faults_(faults) {
    for (const std::string& measure : options.measures) share(measure);
    for (const std::string_view measure : kSharedMeasures) share(measure);
  }

  void evaluate(const Task& task) {
    TaskResults results;
    results.task = &task;
    std::vector<MeasureName> names;
    for (const std::string& measure : measures_of(task)) add(measure, names, &faults_);
    results.own = names.size();
    for (const std::string_view measure : article_measures()) add(measure, names, nullptr);
    const auto needed = std::ssize(names);
    for (const std::string& measure : track_.shared) add(measure, names, nullptr);
    for (std::size_t m = 0; m < results.own; ++m) {
      if (const std::string plain = without_effort(to_string(names[m])); !plain.empty())
        add(plain, names, nullptr);
    }
    if (looks_for_articles(task)) add(kCharPrec, names, nullptr);
    if (results.own > 0) {
      for (const std::string& point : curve_points(to_string(names.front()))) add(point, names, nullptr);
    }
    const MeasureName first = names.empty() ? MeasureName() : names.front();
    auto essentials = evaluation_of(task, {names.begin(), names.begin() + needed});
    auto everything = evaluation_of(task, std::move(names));
    if (!essentials || !everything) return leave_out(task);
    const auto columns = everything->scorer().columns();
    results.scores = Scores({columns.begin(), columns.end()}, judged_topics());
    if (results.own > 0) find_curve(first, results);
    for (std::size_t i = 0; i < track_.runs.size(); ++i) {
      if (track_.runs[i].task != &task) continue;
      evaluate(*everything, *essentials, track_.runs[i], results);
      if (track_.runs[i].valid) results.ranking.push_back(i);
    }
    if (results.own > 0) reorder(results.scores, results.ranking, best_first(results.scores));
    for (std::size_t row = 0; row < results.ranking.size(); ++row)
      track_.runs[results.ranking[row]].row = row;
    compare_runs(results);
    track_.tasks.push_back(std::move(results));
  }

  void evaluate_graded() {
    if (!track_.grades || !track_.grades->kinds().element_grades) return;
    Diagnostics ignored;  // these names are ours
    EvaluationOptions options{.measures = *parse_measures(kGradedMeasures, ignored),
                              .leave_out_unfit_grades = true};
    auto evaluation =
        Evaluation::make(*track_.grades, track_.collection_or_null(), std::move(options), ignored);
    if (!evaluation || !evaluation->usable()) return;
    GradedResults results;
    results.unfit = evaluation->unfit_grades();
    for (std::size_t i = 0; i < track_.runs.size(); ++i) {
      if (!track_.runs[i].valid) continue;
      EvaluationOutcome outcome = evaluation->evaluate(track_.runs[i].run);
      const RunOutcome& run = outcome.runs.front();
      if (!run.scored() || run.counts.not_elements > 0) {
        results.left_out.push_back(track_.runs[i].id);
        continue;
      }
      results.ranking.push_back(i);
      results.scores.runs().empty() ? void(results.scores = std::move(outcome.scores))
                                    : results.scores.append(outcome.scores);
    }
    if (results.ranking.empty()) return;
    reorder(results.scores, results.ranking, best_first(results.scores));
    track_.graded = std::move(results);
  }

  void describe_judgements() {
    const DocumentLengths lengths = track_.judgements.lengths(track_.collection_or_null());
    track_.statistics = describe(track_.judgements, lengths);
    if (track_.second_assessor)
      track_.statistics.agreement = agreement_of(track_.judgements, *track_.second_assessor);
    if (track_.grades) track_.graded_elements = describe(*track_.grades, lengths).grades;
  }

 private:
  /// Intervals for the means and a test for every pair, where there is enough to test.
  void compare_runs(TaskResults& results) const {
    if (results.own == 0) return;
    const stats::ComparisonPlan& plan = track_.significance;
    const ScoreMatrix scores = results.scores.matrix(0);
    const stats::MeanIntervals intervals(scores, {.confidence = plan.confidence()});
    for (std::size_t run = 0; run < scores.runs(); ++run) results.intervals.push_back(intervals.of(run));
    if (scores.runs() < 2) return;
    results.comparison = stats::compare(scores, compared_pairs(track_, results, scores), plan);
  }

  /// By measures that the judgements can serve.
  std::optional<Evaluation> evaluation_of(const Task& task, std::vector<MeasureName> measures) {
    EvaluationOptions options{.measures = std::move(measures), .task = &task, .rules = true};
    return Evaluation::make(track_.judgements, track_.collection_or_null(), std::move(options), faults_);
  }

  /// Without scores: why there are none is among the faults.
  void leave_out(const Task& task) {
    for (TrackRunResult& run : track_.runs) {
      if (run.task != &task) continue;
      run.valid = false;
      run.fault = to_string(faults_.kept().back());
    }
    track_.tasks.emplace_back().task = &task;
  }

  /// The names in an expression that the judgements can serve. What is wrong goes to `faults`, each measure
  /// once, unless that is nullptr.
  std::vector<MeasureName> served(std::string_view expression, Diagnostics* faults) {
    std::vector<MeasureName> names;
    Diagnostics unread;
    const auto parsed = parse_measures(expression, unread);
    if (!parsed) {
      if (faults != nullptr && unserved_.emplace(expression).second) faults->merge(std::move(unread));
      return names;
    }
    for (const MeasureName& name : *parsed) {
      Diagnostics needs;
      if (can_serve(track_.judgements, track_.collection_or_null(), name, needs)) {
        names.push_back(name);
      } else if (faults != nullptr && unserved_.insert(to_string(name)).second) {
        faults->merge(std::move(needs));
      }
    }
    return names;
  }

  void share(std::string_view expression) {
    for (const MeasureName& name : served(expression, nullptr)) {
      std::string canonical = to_string(name);
      if (std::ranges::find(track_.shared, canonical) == track_.shared.end()) {
        track_.shared.push_back(std::move(canonical));
      }
    }
  }

  std::vector<std::string> measures_of(const Task& task) const {
    if (!options_.measures.empty()) return options_.measures;
    const std::span<const std::string_view> usual = fovea::measures_of(task);
    return {usual.begin(), usual.end()};
  }

  /// Adds the measures that are not there yet.
  void add(std::string_view expression, std::vector<MeasureName>& names, Diagnostics* faults) {
    for (const MeasureName& name : served(expression, faults)) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }

  /// Points may be among the task's own measures already, so they are looked up by name.
  static void find_curve(const MeasureName& first, TaskResults& results) {
    for (const std::string& point : curve_points(to_string(first))) {
      Diagnostics ignored;
      const auto name = parse_measures(point, ignored);
      if (!name) continue;
      const auto measure = results.scores.measure_named(to_string(name->front()));
      if (measure) results.curve.push_back(*measure);
    }
  }

  /// `essentials` are enough where a measure that other tasks brought in needs text that is not known.
  void evaluate(Evaluation& everything, Evaluation& essentials, TrackRunResult& run, TaskResults& results) {
    EvaluationOutcome outcome = everything.evaluate(run.run);
    if (outcome.runs.front().kind == RunOutcomeKind::kBadInput) {
      EvaluationOutcome second = essentials.evaluate(run.run);
      if (second.runs.front().kind != RunOutcomeKind::kBadInput) {
        faults_.warning(
            {}, "not-computed",
            fmt::format("{} (run {}; its task's own measures do without)",
                        to_string(outcome.runs.front().diagnostics.kept().front()), quote(run.id)));
        outcome = std::move(second);
      }
    }
    const RunOutcome& found = outcome.runs.front();
    run.answered = found.counts.answered;
    run.unjudged = found.unjudged.size();
    found.scored() ? results.scores.append(outcome.scores, kUnknown) : refuse(found, run, *results.task);
  }

  /// Files that cannot be read are bad input; runs that can be, but break a rule, are invalid.
  void refuse(const RunOutcome& found, TrackRunResult& run, const Task& task) {
    const bool invalid = found.kind == RunOutcomeKind::kBreaksRules;
    run.valid = false;
    run.fault = found.kind == RunOutcomeKind::kNothingInCommon
                    ? fmt::format("{}: no topic in common with the judgements", run.entry.file)
                    : to_string((invalid ? found.breaches : found.diagnostics).kept().front());
    const std::uint64_t all = found.diagnostics.errors() + found.breaches.errors();
    if (invalid) run.article_means = article_means(run.run);
    faults_.error({}, invalid ? kInvalidRunCode : "bad-run",
                  fmt::format("{} (run {}, {}{})", run.fault, quote(run.id), task.name,
                              all > 1 ? fmt::format("; {} faults in all", all) : ""));
  }

  /// What a run scores as a ranking of articles, whatever rules it breaks.
  std::map<std::string, double, std::less<>> article_means(const Run& run) {
    std::vector<MeasureName> names;
    for (const std::string_view measure : article_measures()) add(measure, names, nullptr);
    Diagnostics ignored;  // what is wrong was reported
    std::map<std::string, double, std::less<>> means;
    auto evaluation = Evaluation::make(track_.judgements, track_.collection_or_null(),
                                       {.measures = std::move(names)}, ignored);
    if (!evaluation) return means;
    const EvaluationOutcome outcome = evaluation->evaluate(run);
    if (!outcome.runs.front().scored()) return means;
    for (std::size_t m = 0; m < outcome.scores.measures().size(); ++m)
      means.emplace(outcome.scores.measures()[m].name, outcome.scores.summary(0, m));
    return means;
  }

  std::vector<std::string> judged_topics() const {
    std::vector<std::string> topics;
    for (const TopicJudgements& topic : track_.judgements.topics()) topics.emplace_back(topic.topic());
    return topics;
  }

  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  const TrackOptions& options_;
  TrackEvaluation& track_;
  Diagnostics& faults_;
  std::set<std::string, std::less<>> unserved_;
};

}  // namespace

std::string result_type_of(const TrackRunResult& run) {
  return run.entry.result.empty() ? run.run.details().result_type : run.entry.result;
}

std::string query_of(const TrackRunResult& run) {
  return run.entry.query.empty() ? run.run.details().query : run.entry.query;
}

const TaskResults& TrackEvaluation::results_of(const Task* task) const {
  return *std::ranges::find(tasks, task, &TaskResults::task);
}

std::optional<double> TrackEvaluation::value(const TrackRunResult& run, std::string_view measure) const {
  const Scores& scores = results_of(run.task).scores;
  const auto column = scores.measure_named(measure);
  if (!column || !run.valid || std::isnan(scores.summary(run.row, *column))) return std::nullopt;
  return scores.summary(run.row, *column);
}

std::optional<double> TrackEvaluation::article_value(const TrackRunResult& run,
                                                     std::string_view measure) const {
  if (run.valid) return value(run, measure);
  const auto mean = run.article_means.find(measure);
  return mean == run.article_means.end() ? std::nullopt : std::optional(mean->second);
}

std::string without_effort(std::string_view measure) {
  const std::size_t begin = measure.find("(t2i=");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = measure.find(')', begin);
  const std::string_view parameters = measure.substr(begin, end - begin);
  if (end == std::string_view::npos || parameters.find(',') != std::string_view::npos) return {};
  return fmt::format("{}{}", measure.substr(0, begin), measure.substr(end + 1));
}

std::optional<TrackEvaluation> evaluate_track(const Track& track, const TrackOptions& options,
                                              Diagnostics& faults) {
  auto all = open_track(track, options, faults);
  if (!all) return std::nullopt;
  TrackEvaluator evaluator(options, *all, faults);
  for (const Task& task : all_tasks()) {
    if (std::ranges::find(all->runs, &task, &TrackRunResult::task) != all->runs.end())
      evaluator.evaluate(task);
  }
  evaluator.evaluate_graded();
  evaluator.describe_judgements();
  return all;
}

}  // namespace fovea
