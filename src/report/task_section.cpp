#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/charts.h"
#include "report/score_report.h"
#include "report/track_sections.h"
#include "stats/comparison.h"

namespace fovea {

namespace {

using nlohmann::json;

constexpr double kAlpha = 0.05;

/// Runs whose curves are drawn: more lines than colours cannot be told apart.
constexpr std::size_t kMostCurves = 8;
/// Runs in a matrix of pairs: beyond that it cannot be read.
constexpr std::size_t kMostPairs = 30;

std::string number(double value) {
  return fmt::format("{:.4f}", value);
}

std::string title_of(const Task& task) {
  std::string title(task.name);
  std::ranges::replace(title, '-', ' ');
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

class TaskWriter {
 public:
  TaskWriter(const TrackEvaluation& track, const TaskResults& results)
      : track_(track), results_(results), name_(results.task->name), measure_(results.columns.front().name) {}

  Section write() {
    Section section{"task-" + name_, "Results: " + title_of(*results_.task), {}};
    section.blocks.emplace_back(
        Paragraph{fmt::format("The task asks for {}. Runs are ordered by {}; every judged topic counts.",
                              results_.task->asks, measure_)});
    section.blocks.emplace_back(all_runs());
    if (const auto best = best_of_participants()) section.blocks.emplace_back(*best);
    if (results_.curve.size() > 1) section.blocks.emplace_back(curves());
    compare(section);
    return section;
  }

 private:
  const TrackRunResult& run(std::size_t rank) const { return track_.runs[results_.ranking[rank]]; }

  std::vector<std::string> row_of(const TrackRunResult& one) const {
    std::vector<std::string> row{one.id, one.entry.participant};
    for (std::size_t m = 0; m < results_.own; ++m) {
      row.push_back(format_value(one.scores.summary[m], results_.columns[m].average, {}));
    }
    return row;
  }

  Table empty_table() const {
    Table table{{"run", "participant"}, {}, 2};
    for (std::size_t m = 0; m < results_.own; ++m) table.header.push_back(results_.columns[m].name);
    return table;
  }

  ReportTable all_runs() const {
    Table table = empty_table();
    for (std::size_t i = 0; i < results_.ranking.size(); ++i) table.rows.push_back(row_of(run(i)));
    return {name_ + "-results",
            fmt::format("{}: all valid runs, best first by {}.", title_of(*results_.task), measure_),
            std::move(table)};
  }

  /// Only where some participant has more than one run.
  std::optional<ReportTable> best_of_participants() const {
    Table table = empty_table();
    std::set<std::string> seen;
    for (std::size_t i = 0; i < results_.ranking.size(); ++i) {
      if (seen.insert(run(i).entry.participant).second) table.rows.push_back(row_of(run(i)));
    }
    if (table.rows.size() == results_.ranking.size()) return std::nullopt;
    return ReportTable{name_ + "-best", "The best run of each participant.", std::move(table)};
  }

  Figure curves() const {
    json rows = json::array();
    Table table{{"run", "recall", "precision"}, {}, 1};
    for (std::size_t i = 0; i < std::min(kMostCurves, results_.ranking.size()); ++i) {
      for (std::size_t point = 0; point < results_.curve.size(); ++point) {
        const double recall = static_cast<double>(point) / static_cast<double>(results_.curve.size() - 1);
        const double precision = run(i).scores.summary[results_.curve[point]];
        rows.push_back({{"x", recall}, {"y", precision}, {"name", run(i).id}});
        table.rows.push_back({run(i).id, fmt::format("{:.1f}", recall), number(precision)});
      }
    }
    const bool generalized = measure_.starts_with("AgP");
    return {name_ + "-curves",
            fmt::format(
                "Interpolated {}precision against recall{}.", generalized ? "generalized " : "",
                results_.ranking.size() > kMostCurves ? fmt::format(", the best {} runs", kMostCurves) : ""),
            line_chart(std::move(rows), "recall", "precision"), std::move(table)};
  }

  /// Intervals for the means and a test for every pair, where there is enough to test.
  void compare(Section& section) const {
    if (results_.ranking.size() < 2) return;
    stats::ScoreMatrix scores(results_.ranking.size(), run(0).scores.topics.size());
    for (std::size_t i = 0; i < results_.ranking.size(); ++i) {
      for (std::size_t t = 0; t < scores.topics(); ++t) scores.run(i)[t] = run(i).scores.values[t].front();
    }
    stats::ComparisonPlan plan;
    plan.tails = stats::Tails::kOne;
    plan.alpha = kAlpha;
    const auto ranking = stats::rank_runs(scores);
    const auto pairs = stats::all_pairs(ranking);
    const auto comparison = stats::compare(scores, pairs, plan);
    if (!comparison) {
      section.blocks.emplace_back(
          Paragraph{fmt::format("The runs cannot be compared: {}.", comparison.why())});
      return;
    }
    section.blocks.emplace_back(intervals(*comparison));
    section.blocks.emplace_back(Paragraph{fmt::format(
        "Of {} pairs of runs, {} differ significantly (paired t-test, one-tailed, 95 %, no correction).",
        comparison->tested(), comparison->significant())});
    if (results_.ranking.size() <= kMostPairs) section.blocks.emplace_back(matrix(*comparison));
  }

  Figure intervals(const stats::Comparison& comparison) const {
    json rows = json::array();
    Table table{{"run", measure_, "low", "high"}, {}, 1};
    for (const stats::RankedRun& ranked : comparison.ranking) {
      const double low = ranked.interval ? ranked.interval->low : ranked.mean;
      const double high = ranked.interval ? ranked.interval->high : ranked.mean;
      rows.push_back({{"name", run(ranked.run).id}, {"mean", ranked.mean}, {"low", low}, {"high", high}});
      table.rows.push_back({run(ranked.run).id, number(ranked.mean), number(low), number(high)});
    }
    return {name_ + "-intervals", fmt::format("Mean {} with its 95 % confidence interval (t).", measure_),
            interval_chart(std::move(rows), measure_), std::move(table)};
  }

  Figure matrix(const stats::Comparison& comparison) const {
    json rows = json::array();
    Table table{{"better", "worse", "difference", "p", "significant"}, {}, 2};
    for (const stats::ComparedPair& pair : comparison.pairs) {
      const std::string& better = run(pair.runs.first).id;
      const std::string& worse = run(pair.runs.second).id;
      if (pair.p) {
        rows.push_back({{"row", better},
                        {"column", worse},
                        {"p", *pair.p},
                        {"significant", pair.significant ? "significant" : "not significant"}});
      }
      table.rows.push_back({better, worse, number(pair.difference), pair.p ? number(*pair.p) : pair.p.why(),
                            pair.significant ? "*" : ""});
    }
    std::vector<std::string> order;
    for (const stats::RankedRun& ranked : comparison.ranking) order.push_back(run(ranked.run).id);
    return {name_ + "-significance",
            fmt::format("Is the run of the row better than that of the column by {}?", measure_),
            matrix_chart(std::move(rows), order), std::move(table)};
  }

  const TrackEvaluation& track_;
  const TaskResults& results_;
  std::string name_;
  std::string measure_;
};

}  // namespace

Section task_section(const TrackEvaluation& track, const TaskResults& results) {
  if (results.ranking.empty() || results.own == 0) {
    Section section{"task-" + std::string(results.task->name), "Results: " + title_of(*results.task), {}};
    section.blocks.emplace_back(Paragraph{results.own == 0 ? "None of the task's measures can be computed."
                                                           : "No valid run was submitted."});
    return section;
  }
  return TaskWriter(track, results).write();
}

}  // namespace fovea
