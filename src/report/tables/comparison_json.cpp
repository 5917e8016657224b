// Comparisons for programs: CSV and JSON, with every digit. What could not be computed is empty or null, with
// the reason beside it.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "files/json_writer.h"
#include "report/tables/comparison_report.h"
#include "report/tables/table.h"
#include "stats/power.h"

namespace fovea {

using stats::ComparedPair;
using stats::Computed;
// Keys stay in the order they are written in.
using Json = nlohmann::ordered_json;

namespace {

template <typename Value>
Json value_or_null(const Computed<Value>& value) {
  return value ? Json(*value) : Json();
}

Json interval_json(const Computed<stats::Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json();
}

/// How an interval was made; null when there is none.
Json kind_json(const Computed<stats::Interval>& interval) {
  return interval ? Json(interval->bootstrap ? "bootstrap" : "t") : Json();
}

Json plan_json(const ComparisonReport& report) {
  const stats::ComparisonPlan& plan = report.plan;
  const bool one = plan.tails == stats::Tails::kOne && plan.test != stats::PairTest::kTukey;
  return {{"test", name_of(plan.test)},
          {"tails", one ? 1 : 2},
          {"alpha", plan.alpha},
          {"correction", name_of(plan.applied())},
          {"interval", plan.interval == stats::IntervalKind::kT ? "t" : "bootstrap"},
          {"resamples", plan.resamples},
          {"seed", plan.seed},
          {"power", report.power},
          {"baselines", report.baselines}};
}

Json pair_json(const ComparedPair& pair, const MeasureComparison& measure, const ComparisonReport& report) {
  Json out{{"first", measure.runs[pair.runs.first]},
           {"second", measure.runs[pair.runs.second]},
           {"difference", pair.difference},
           {"interval", interval_json(pair.interval)},
           {"interval_by", kind_json(pair.interval)},
           {"effect_size", value_or_null(pair.effect)},
           {"wins", pair.topics.wins},
           {"ties", pair.topics.ties},
           {"losses", pair.topics.losses},
           {"p", value_or_null(pair.p)},
           {"adjusted_p", pair.p ? Json(pair.adjusted_p) : Json()},
           {"significant", pair.significant}};
  if (!pair.p) out["reason"] = pair.p.why();
  if (report.baselines.empty()) return out;
  const PairPower power = power_of(pair, measure, report);
  out["detectable_difference"] = value_or_null(power.detectable);
  out["topics_needed"] = value_or_null(power.topics_needed);
  return out;
}

/// The shortest form that is read back as the same number.
std::string shortest(double value) {
  return fmt::format("{}", value);
}

std::vector<std::string> pair_row(const ComparedPair& pair, const MeasureComparison& measure,
                                  const std::vector<const stats::RankedRun*>& ranked,
                                  const ComparisonReport& report) {
  const auto end = [](const Computed<stats::Interval>& interval, double stats::Interval::*side) {
    return interval ? shortest((*interval).*side) : "";
  };
  std::vector<std::string> row{measure.measure};
  for (const std::size_t run : {pair.runs.first, pair.runs.second}) {
    row.push_back(measure.runs[run]);
    row.push_back(shortest(ranked[run]->mean));
    row.push_back(end(ranked[run]->interval, &stats::Interval::low));
    row.push_back(end(ranked[run]->interval, &stats::Interval::high));
  }
  for (std::string cell :
       {shortest(pair.difference), end(pair.interval, &stats::Interval::low),
        end(pair.interval, &stats::Interval::high), pair.effect ? shortest(*pair.effect) : "",
        fmt::format("{}", pair.topics.wins), fmt::format("{}", pair.topics.ties),
        fmt::format("{}", pair.topics.losses), pair.p ? shortest(*pair.p) : "",
        pair.p ? shortest(pair.adjusted_p) : "", std::string(pair.significant ? "1" : "0"),
        pair.p ? std::string() : pair.p.why(), describe(measure, report.plan)}) {
    row.push_back(std::move(cell));
  }
  if (report.baselines.empty()) return row;
  const PairPower power = power_of(pair, measure, report);
  row.push_back(power.detectable ? shortest(*power.detectable) : "");
  row.push_back(power.topics_needed ? fmt::format("{}", *power.topics_needed) : "");
  return row;
}

}  // namespace

std::string to_csv(const ComparisonReport& report) {
  Table table;
  table.header = {"measure",     "run",       "mean",       "mean_low",   "mean_high", "other",
                  "other_mean",  "other_low", "other_high", "difference", "low",       "high",
                  "effect_size", "wins",      "ties",       "losses",     "p",         "adjusted_p",
                  "significant", "reason",    "test"};
  if (!report.baselines.empty()) {
    table.header.emplace_back("detectable_difference");
    table.header.emplace_back("topics_needed");
  }
  for (const MeasureComparison& measure : report.measures) {
    std::vector<const stats::RankedRun*> ranked(measure.runs.size());
    for (const stats::RankedRun& run : measure.comparison.ranking) ranked[run.run] = &run;
    for (const ComparedPair& pair : measure.comparison.pairs)
      table.rows.push_back(pair_row(pair, measure, ranked, report));
  }
  return to_csv(table);
}

std::string to_json(const ComparisonReport& report) {
  Json json{{"plan", plan_json(report)}, {"measures", Json::array()}};
  for (const MeasureComparison& measure : report.measures) {
    Json ranking = Json::array();
    for (const stats::RankedRun& run : measure.comparison.ranking) {
      ranking.push_back({{"run", measure.runs[run.run]},
                         {"mean", run.mean},
                         {"interval", interval_json(run.interval)},
                         {"interval_by", kind_json(run.interval)}});
    }
    Json pairs = Json::array();
    for (const ComparedPair& pair : measure.comparison.pairs)
      pairs.push_back(pair_json(pair, measure, report));
    json["measures"].push_back({{"measure", measure.measure},
                                {"topics", measure.topics},
                                {"done", describe(measure, report.plan)},
                                {"ranking", std::move(ranking)},
                                {"pairs", std::move(pairs)},
                                {"tested", measure.comparison.tested()},
                                {"significant", measure.comparison.significant()}});
    if (measure.order.empty()) continue;
    Json order = Json::array();
    for (const std::size_t run : measure.order) order.push_back(measure.runs[run]);
    json["measures"].back()["order_by"] = measure.order_by;
    json["measures"].back()["order"] = std::move(order);
  }
  return json_text(json, 2) + "\n";
}

}  // namespace fovea
