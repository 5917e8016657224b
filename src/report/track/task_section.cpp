// The results of one task: scores with significance, the LaTeX table, and the charts of its runs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "evaluate/track/track_comparison.h"
#include "report/tables/charts.h"
#include "report/tables/comparison_report.h"
#include "report/tables/score_report.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

using nlohmann::json;

/// Runs whose curves are drawn: more lines than colours cannot be told apart.
constexpr std::size_t kMostCurves = 8;
/// Runs in the chart of intervals and in the matrix of pairs: beyond that they cannot be read.
constexpr std::size_t kMostIntervals = 40;
constexpr std::size_t kMostPairs = 30;
/// Up to so many runs, the cells of the matrix have room for p.
constexpr std::size_t kMostWrittenPairs = 12;

/// With fewer topics a matrix of tests would be a matrix of accidents.
constexpr std::size_t kFewestTested = 10;

constexpr CellKind kLevels[] = {{"significant, p < 0.001", "#0b4a91", "#ffffff", "#9cc8ff", "#06203f"},
                                {"significant, p < 0.01", "#2a6db0", "#ffffff", "#4a8fd6", "#04162b"},
                                {"significant", "#a6cbef", "#10233a", "#1f4f80", "#ffffff"},
                                {"not significant", "#e4e7eb", "#3d444d", "#2a3038", "#c3cad2"}};

std::string_view level_of(const stats::ComparedPair& pair) {
  if (!pair.significant) return kLevels[3].name;
  if (pair.adjusted_p < 0.001) return kLevels[0].name;
  return pair.adjusted_p < 0.01 ? kLevels[1].name : kLevels[2].name;
}

/// The table of a task's results for LaTeX, with letters for what a run is significantly better than, as `compare`
/// writes them. Empty where letters say nothing: with one run, or with more than the alphabet has.
std::string results_latex(const TrackEvaluation& track, const TaskResults& results) {
  constexpr std::size_t kMostLettered = 26;
  if (results.ranking.size() < 2 || results.ranking.size() > kMostLettered) return "";
  auto comparisons = compare_by_own_measures(track, results);
  if (!comparisons) return "";
  ComparisonReport report;
  report.plan = track.significance;
  std::vector<std::string> names;
  for (const std::size_t index : results.ranking) names.push_back(track.runs[index].id);
  for (std::size_t m = 0; m < results.own; ++m)
    report.measures.push_back({results.scores.measures()[m].name, names, results.scores.matrix(m).topics(),
                               std::move((*comparisons)[m])});
  return to_latex(report);
}

class TaskWriter {
 public:
  TaskWriter(const TrackEvaluation& track, const TaskResults& results)
      : track_(track),
        results_(results),
        name_(results.task->name),
        chunks_(compares_chunkers(track)),
        words_(words_of(track)),
        measure_(results.scores.measures().front().name) {}

  Section write() {
    Section section{"task-" + name_, chunks_ ? "The chunkers" : "Results: " + title_of(*results_.task)};
    section.say(chunks_
                    ? fmt::format("Chunkers are ordered by {}; every question counts.", measure_)
                    : fmt::format("The task asks for {}. Runs are ordered by {}; every judged topic counts.",
                                  results_.task->asks, measure_));
    section.add(all_runs());
    if (!chunks_ && has_participants(track_)) section.add(top_groups("", own_measures()));
    add_comparison(section);
    add_effort(section);
    if (results_.curve.size() > 1) section.add(curves());
    return section;
  }

 private:
  const TrackRunResult& run(std::size_t rank) const { return track_.runs[results_.ranking[rank]]; }

  std::string best_only(std::size_t runs, std::size_t most) const {
    return runs > most ? fmt::format(", the best {} of {} {}s", most, runs, words_.run) : "";
  }

  ReportTable all_runs() const {
    Table table{{words_.run, "participant"}, {}, 2};
    for (std::size_t m = 0; m < results_.own; ++m) table.header.push_back(results_.scores.measures()[m].name);
    for (std::size_t i = 0; i < results_.ranking.size(); ++i) {
      std::vector<std::string> row{run(i).id, chunks_ ? "" : run(i).participant};
      for (std::size_t m = 0; m < results_.own; ++m) {
        row.push_back(format_value(results_.scores.summary(i, m), results_.scores.measures()[m].average, {}));
      }
      table.rows.push_back(std::move(row));
    }
    return {.id = name_ + "-results",
            .caption = chunks_ ? fmt::format("All chunkers, best first by {}.", measure_)
                               : fmt::format("{}: all valid runs, best first by {}.",
                                             title_of(*results_.task), measure_),
            .table = without_empty_columns(std::move(table)),
            .mark_best = true,
            .values_first = true,
            .latex = results_latex(track_, results_)};
  }

  std::vector<std::string> own_measures() const {
    std::vector<std::string> names;
    for (std::size_t m = 0; m < results_.own; ++m) names.push_back(results_.scores.measures()[m].name);
    return names;
  }

  /// The best run of each of the best participants, by the first of these measures.
  ReportTable top_groups(const std::string& kind, const std::vector<std::string>& measures) const {
    return {.id = fmt::format("{}-top-groups{}", name_, kind),
            .caption = fmt::format("{}: the best run of each of the {} best participants, by {}.",
                                   title_of(*results_.task), kTopGroups, measures.front()),
            .table = means_table(track_, best_of_groups(ranked_in_task(track_, results_, measures.front())),
                                 measures),
            .mark_best = true,
            .values_first = true};
  }

  /// Where reading effort counts, what runs score without it: side by side, and how alike both order them.
  void add_effort(Section& section) const {
    const auto agreement = effort_agreement(track_, results_);
    if (!agreement || results_.ranking.size() < 2) return;
    std::vector<std::string> taus;
    for (const stats::AgreementGroup& group : agreement->groups) {
      if (group.agreement.kendall)
        taus.push_back(fmt::format("{:.3f} over {}", group.agreement.kendall->value, group.name));
    }
    if (!taus.empty()) {
      section.say(fmt::format("{} counts reading effort and {} does not: Kendall's tau between both is {}.",
                              agreement->first.name, agreement->second.name, fmt::join(taus, ", ")));
    }
    const std::vector<double> first = stats::ranks_of(agreement->first);
    const std::vector<double> second = stats::ranks_of(agreement->second);
    Table table{{words_.run, "participant", agreement->first.name, "rank by " + agreement->first.name,
                 agreement->second.name, "rank by " + agreement->second.name},
                {},
                2};
    for (std::size_t i = 0; i < agreement->runs.size(); ++i) {
      table.rows.push_back({run(i).id, run(i).participant, four_decimals(agreement->first.means[i]),
                            fmt::format("{:g}", first[i]), four_decimals(agreement->second.means[i]),
                            fmt::format("{:g}", second[i])});
    }
    section.add(ReportTable{
        .id = name_ + "-effort",
        .caption = fmt::format("{}: all valid runs by {} and by {}, with their ranks.",
                               title_of(*results_.task), agreement->first.name, agreement->second.name),
        .table = without_empty_columns(std::move(table)),
        .values_first = true});
    if (!has_participants(track_)) return;
    std::vector<std::string> plain;
    for (const std::string& measure : own_measures()) {
      const std::string without = without_effort(measure);
      plain.push_back(without.empty() ? measure : without);
    }
    section.add(top_groups("-f", plain));
  }

  Figure curves() const {
    json rows = json::array();
    Table table{{words_.run, "recall", "precision"}, {}, 1};
    for (std::size_t i = 0; i < std::min(kMostCurves, results_.ranking.size()); ++i) {
      for (std::size_t point = 0; point < results_.curve.size(); ++point) {
        const double recall = static_cast<double>(point) / static_cast<double>(results_.curve.size() - 1);
        const double precision = results_.scores.summary(i, results_.curve[point]);
        if (std::isnan(precision)) continue;
        rows.push_back({{"x", recall}, {"y", precision}, {"name", run(i).id}});
        table.rows.push_back({run(i).id, fmt::format("{:.1f}", recall), four_decimals(precision)});
      }
    }
    const bool generalized = measure_.starts_with("AgP");
    return {name_ + "-curves",
            fmt::format("Interpolated {} ({}) against recall{}.",
                        generalized ? "generalized precision" : "precision", measure_of_curve(),
                        best_only(results_.ranking.size(), kMostCurves)),
            line_chart(std::move(rows), generalized ? "generalized recall" : "recall",
                       generalized ? "generalized precision" : "precision"),
            std::move(table)};
  }

  /// "igP(t2i=300)" of "igP(t2i=300)@0.10"
  std::string measure_of_curve() const {
    const std::string& point = results_.scores.measures()[results_.curve.front()].name;
    return point.substr(0, point.rfind('@'));
  }

  void add_comparison(Section& section) const {
    if (results_.ranking.size() < 2) {
      section.say(only_run());
      return;
    }
    section.add(intervals());
    if (!results_.comparison) return;
    const stats::Computed<stats::Comparison>& comparison = *results_.comparison;
    const stats::ComparisonPlan& plan = track_.significance;
    const ScoreMatrix scores = results_.scores.matrix(0);
    if (!comparison) {
      section.say(fmt::format("The {}s cannot be compared: {}.", words_.run, comparison.why()));
      return;
    }
    if (const std::size_t topics = results_.scores.topics().size(); topics < kFewestTested) {
      section.say(too_few_topics(*comparison, topics));
      return;
    }
    MeasureComparison measure{measure_, {}, scores.topics(), *comparison};
    for (std::size_t i = 0; i < scores.runs(); ++i) measure.runs.push_back(run(i).id);
    const bool one = comparison->pairs.size() == 1;
    section.say(one ? fmt::format("The two {}s {} significantly ({}).", words_.run,
                                  comparison->significant() == 1 ? "differ" : "do not differ",
                                  describe(measure, plan))
                    : fmt::format("{} of {} pairs of {}s{} differ significantly ({}).",
                                  comparison->significant(), comparison->pairs.size(), words_.run,
                                  only_best(), describe(measure, plan)));
    for (const std::string& line : {describe_untested(measure), note_on_tails(plan)}) {
      if (!line.empty()) section.say(line.substr(0, line.size() - 1));
    }
    Figure pairs = matrix(measure);
    if (one) {  // a matrix of one cell says less than its row
      section.add(ReportTable{pairs.id, fmt::format("The two {}s by {}.", words_.run, measure_),
                              std::move(pairs.data)});
    } else {
      section.add(std::move(pairs));
    }
  }

  /// Which runs are tested, where not all are.
  std::string only_best() const {
    return track_.significance.runs == TestedRuns::kAll
               ? ""
               : fmt::format(", the best of each of the {} best participants,", kTopGroups);
  }

  std::string only_run() const {
    const ScoreMatrix scores = results_.scores.matrix(0);
    const auto& interval = results_.intervals.front();
    std::string text = fmt::format("There is one {}, {}, and none to compare it with. Its mean {} is {:.4f}",
                                   words_.run, run(0).id, measure_, stats::mean(scores.run(0)));
    if (interval) {
      text += fmt::format(", with a {:g} % confidence interval of {:.4f} to {:.4f} over {} {}{}",
                          100 * track_.significance.confidence(), interval->low, interval->high,
                          scores.topics(), words_.topics, interval->bootstrap ? " (bootstrap)" : "");
    }
    return text + ".";
  }

  /// What so few topics could show at all.
  std::string too_few_topics(const stats::Comparison& comparison, std::size_t topics) const {
    std::string text = fmt::format("{} {} are too few to test differences", topics, words_.topics);
    if (const auto least = stats::detectable_difference(comparison, topics, track_.significance.alpha)) {
      text += fmt::format(": only one of {:.2f} or more would be found with a probability of 0.8", *least);
    }
    return text + ".";
  }

  Figure intervals() const {
    const ScoreMatrix scores = results_.scores.matrix(0);
    json rows = json::array();
    Table table{{words_.run, measure_, "low", "high"}, {}, 1};
    std::size_t bootstrapped = 0;
    for (std::size_t i = 0; i < scores.runs(); ++i) {
      const double mean = stats::mean(scores.run(i));
      const auto& interval = results_.intervals[i];
      bootstrapped += interval && interval->bootstrap ? 1 : 0;
      if (i < kMostIntervals) {
        rows.push_back({{"name", run(i).id},
                        {"mean", mean},
                        {"low", interval ? interval->low : mean},
                        {"high", interval ? interval->high : mean}});
      }
      table.rows.push_back({run(i).id, four_decimals(mean), interval ? four_decimals(interval->low) : "",
                            interval ? four_decimals(interval->high) : ""});
    }
    return {name_ + "-intervals",
            fmt::format("Mean {} with its {:g} % confidence interval (t{}){}.", measure_,
                        100 * track_.significance.confidence(),
                        bootstrapped == 0
                            ? ""
                            : fmt::format("; for {} of {} {}s, where t would leave the range from 0 to "
                                          "1, bootstrap",
                                          bootstrapped, scores.runs(), words_.run),
                        best_only(scores.runs(), kMostIntervals)),
            interval_chart(std::move(rows), measure_, words_.run), std::move(table)};
  }

  Figure matrix(const MeasureComparison& measure) const {
    const stats::Comparison& comparison = measure.comparison;
    const stats::ComparisonPlan& plan = track_.significance;
    std::vector<std::string> shown;
    for (const stats::RankedRun& ranked : comparison.ranking) {
      const bool tested = std::ranges::any_of(comparison.pairs, [&](const stats::ComparedPair& pair) {
        return pair.runs.first == ranked.run || pair.runs.second == ranked.run;
      });
      if (tested && shown.size() < kMostPairs) shown.push_back(run(ranked.run).id);
    }
    const bool written = shown.size() <= kMostWrittenPairs;
    json rows = json::array();
    Table table{
        {"better", "worse", "difference", "low", "high", "effect size", "p", "adjusted p", "significant"},
        {},
        2};
    for (const stats::ComparedPair& pair : comparison.pairs) {
      const std::string& better = run(pair.runs.first).id;
      const std::string& worse = run(pair.runs.second).id;
      if (std::ranges::find(shown, worse) == shown.end()) continue;
      if (pair.p) {
        rows.push_back({{"row", better},
                        {"column", worse},
                        {"kind", level_of(pair)},
                        {"text", written ? format_p(pair.p, pair.adjusted_p, plan) : ""},
                        {"note", fmt::format("p {}, difference {:+.4f}",
                                             format_p(pair.p, pair.adjusted_p, plan), pair.difference)}});
      }
      table.rows.push_back({better, worse, four_decimals(pair.difference),
                            pair.interval ? four_decimals(pair.interval->low) : "",
                            pair.interval ? four_decimals(pair.interval->high) : "",
                            pair.effect ? fmt::format("{:.3f}", *pair.effect) : "",
                            pair.p ? format_p(pair.p, *pair.p, plan) : pair.p.why(),
                            pair.p ? format_p(pair.p, pair.adjusted_p, plan) : "",
                            pair.significant ? "*" : ""});
    }
    return {name_ + "-significance",
            fmt::format("Is the {} of the row better than that of the column by {}? p of the {}{}.",
                        words_.run, measure_, describe(measure, plan),
                        track_.significance.runs == TestedRuns::kAll
                            ? best_only(comparison.ranking.size(), kMostPairs)
                            : only_best().substr(0, only_best().size() - 1)),
            matrix_chart(std::move(rows), shown, shown, kLevels, {.width = written ? 52 : 24, .height = 24}),
            std::move(table)};
  }

  const TrackEvaluation& track_;
  const TaskResults& results_;
  std::string name_;
  bool chunks_;  ///< which have no participants
  Words words_;
  std::string measure_;
};

}  // namespace

Section task_section(const TrackEvaluation& track, const TaskResults& results) {
  if (results.ranking.empty() || results.own == 0) {
    Section section{"task-" + std::string(results.task->name), "Results: " + title_of(*results.task)};
    section.say(results.own == 0 ? "None of the task's measures can be computed."
                                 : "No valid run was submitted.");
    return section;
  }
  return TaskWriter(track, results).write();
}

}  // namespace fovea
