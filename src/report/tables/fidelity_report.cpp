#include "report/tables/fidelity_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "files/json_writer.h"

namespace fovea {

using Json = nlohmann::ordered_json;

namespace {

std::string p_text(const CheckedOrder& order) {
  if (!order.p) return "-";
  return *order.p < 2.2e-16
             ? "<2.2e-16"
             : (*order.p < 0.0001 ? fmt::format("{:.1e}", *order.p) : fmt::format("{:.4f}", *order.p));
}

/// From 1; runs whose means are the same but for rounding share the better rank.
std::size_t rank_of(const Experiment& experiment, std::size_t measure, std::size_t run) {
  constexpr double kSame = 1e-12;
  std::size_t rank = 1;
  for (std::size_t other = 0; other < experiment.scores.runs().size(); ++other) {
    if (experiment.mean(measure, other) > experiment.mean(measure, run) + kSame) ++rank;
  }
  return rank;
}

}  // namespace

Table means_of(const FidelityReport& report) {
  const Scores& scores = report.experiment.scores;
  Table table{{"run"}, {}, 1};
  for (const ScoredMeasure& measure : scores.measures()) table.header.push_back(measure.name);
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    std::vector<std::string> row{scores.runs()[run].name};
    for (std::size_t m = 0; m < scores.measures().size(); ++m) {
      std::string cell = fmt::format("{:.{}f}", report.experiment.mean(m, run), report.decimals);
      if (report.ranks && !scores.measures()[m].name.starts_with("Overlap")) {
        cell += fmt::format(" ({})", rank_of(report.experiment, m, run));
      }
      row.push_back(std::move(cell));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table orders_of(const MeasureVerdict& verdict) {
  Table table{{verdict.measure, "difference (%)", ">", "=", "<", "p", ""}, {}, 1};
  for (const CheckedOrder& checked : verdict.orders) {
    const std::string difference =
        checked.outcome == OrderOutcome::kTied ? "0" : fmt::format("{:+.2f}", 100 * checked.difference);
    table.rows.push_back({fmt::format("{} > {}", checked.order.better, checked.order.worse), difference,
                          fmt::format("{}", checked.topics.wins), fmt::format("{}", checked.topics.ties),
                          fmt::format("{}", checked.topics.losses), p_text(checked),
                          std::string(name_of(checked.outcome))});
  }
  return table;
}

namespace {

/// The first few, and how many more there are.
std::string tied_orders(const MeasureVerdict& verdict) {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> tied;
  for (const CheckedOrder& checked : verdict.orders) {
    if (checked.outcome == OrderOutcome::kTied)
      tied.push_back(fmt::format("{} > {}", checked.order.better, checked.order.worse));
  }
  if (tied.size() <= kShown) return fmt::format("{}", fmt::join(tied, ", "));
  const std::size_t more = tied.size() - kShown;
  tied.resize(kShown);
  return fmt::format("{} and {} more", fmt::join(tied, ", "), more);
}

std::string verdict_text(const MeasureVerdict& verdict) {
  std::string text = summary_of(verdict) + "\n";
  for (const CheckedOrder& checked : verdict.orders) {
    if (checked.outcome != OrderOutcome::kBroken) continue;
    const std::size_t topics = checked.topics.wins + checked.topics.ties + checked.topics.losses;
    text +=
        fmt::format("  {} > {}: the worse run is preferred on {} of {} topics, the better one on {}; p {}\n",
                    checked.order.better, checked.order.worse, checked.topics.losses, topics,
                    checked.topics.wins, p_text(checked));
  }
  const std::string tied = tied_orders(verdict);
  return tied.empty() ? text : text + "  tied: " + tied + "\n";
}

std::string chart_text(const RunCurves& chart, int decimals) {
  Table table;
  const Curve& first = chart.curves.front();
  table.header = {fmt::format("{} by {}", chart.measure, first.x_axis)};
  for (const std::string& run : chart.runs) table.header.push_back(run);
  for (std::size_t i = 0; i < first.x.size(); ++i) {
    std::vector<std::string> row{fmt::format("{:g}", first.x[i])};
    for (const Curve& curve : chart.curves) {
      row.push_back(i < curve.y.size() ? fmt::format("{:.{}f}", curve.y[i], decimals) : "-");
    }
    table.rows.push_back(std::move(row));
  }
  return to_columns(table);
}

std::span<const RunCurves> shown_charts(const FidelityReport& report) {
  return report.prints_charts ? report.charts : std::span<const RunCurves>();
}

Json verdict_json(const MeasureVerdict& verdict) {
  Json list = Json::array();
  for (const CheckedOrder& checked : verdict.orders) {
    Json order{{"better", checked.order.better},
               {"worse", checked.order.worse},
               {"difference", checked.difference},
               {"wins", checked.topics.wins},
               {"ties", checked.topics.ties},
               {"losses", checked.topics.losses},
               {"p", checked.p ? Json(*checked.p) : Json()},
               {"outcome", name_of(checked.outcome)},
               {"significant", checked.significant}};
    if (!checked.p) order["reason"] = checked.p.why();
    list.push_back(std::move(order));
  }
  return {{"measure", verdict.measure},
          {"holds", verdict.count(OrderOutcome::kHolds)},
          {"tied", verdict.count(OrderOutcome::kTied)},
          {"broken", verdict.count(OrderOutcome::kBroken)},
          {"significantly_broken", verdict.clearly_broken()},
          {"orders", std::move(list)}};
}

Json scores_json(const Experiment& experiment) {
  const Scores& scores = experiment.scores;
  Json runs = Json::array();
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    Json entry{{"run", scores.runs()[run].name}, {"means", Json::object()}, {"by_topic", Json::object()}};
    for (std::size_t m = 0; m < scores.measures().size(); ++m) {
      const std::string& measure = scores.measures()[m].name;
      entry["means"][measure] = experiment.mean(m, run);
      entry["by_topic"][measure] = scores.values(run, m);
    }
    runs.push_back(std::move(entry));
  }
  return runs;
}

}  // namespace

std::string summary_of(const MeasureVerdict& verdict) {
  const std::size_t broken = verdict.count(OrderOutcome::kBroken);
  const std::size_t tied = verdict.count(OrderOutcome::kTied);
  const std::string ties = tied > 0 ? fmt::format(", {} tied on every topic", tied) : "";
  if (broken == 0) {
    return fmt::format("{} breaks none of {} expected orders{}", verdict.measure, verdict.orders.size(),
                       ties);
  }
  return fmt::format("{} breaks {} of {} expected orders, {} significantly{}", verdict.measure, broken,
                     verdict.orders.size(), verdict.clearly_broken(), ties);
}

std::string to_text(const FidelityReport& report) {
  std::string out = to_columns(means_of(report));
  for (const RunCurves& chart : shown_charts(report))
    out.append(1, '\n').append(chart_text(chart, report.decimals));
  for (const MeasureVerdict& verdict : report.verdicts)
    out.append(1, '\n').append(to_columns(orders_of(verdict)));
  if (!report.verdicts.empty()) out += '\n';
  for (const MeasureVerdict& verdict : report.verdicts) out += verdict_text(verdict);
  return out;
}

std::string to_csv(const FidelityReport& report) {
  Table table;
  table.header = {"measure", "better", "worse", "difference", "wins",
                  "ties",    "losses", "p",     "outcome",    "significant"};
  for (const MeasureVerdict& verdict : report.verdicts) {
    for (const CheckedOrder& checked : verdict.orders) {
      table.rows.push_back({verdict.measure, checked.order.better, checked.order.worse,
                            fmt::format("{}", checked.difference), fmt::format("{}", checked.topics.wins),
                            fmt::format("{}", checked.topics.ties), fmt::format("{}", checked.topics.losses),
                            checked.p ? fmt::format("{}", *checked.p) : "",
                            std::string(name_of(checked.outcome)), checked.significant ? "1" : "0"});
    }
  }
  return to_csv(table);
}

std::string to_json(const FidelityReport& report) {
  Json json{{"alpha", report.alpha},
            {"topics", report.experiment.scores.topics()},
            {"runs", scores_json(report.experiment)}};
  json["verdicts"] = Json::array();
  for (const MeasureVerdict& verdict : report.verdicts) json["verdicts"].push_back(verdict_json(verdict));
  json["charts"] = Json::array();
  for (const RunCurves& chart : shown_charts(report)) {
    Json curves = Json::object();
    for (std::size_t i = 0; i < chart.runs.size(); ++i) {
      curves[chart.runs[i]] = {{"x", chart.curves[i].x}, {"y", chart.curves[i].y}};
    }
    json["charts"].push_back({{"measure", chart.measure},
                              {"x_axis", chart.curves.front().x_axis},
                              {"y_axis", chart.curves.front().y_axis},
                              {"curves", std::move(curves)}});
  }
  return json_text(json, 2) + "\n";
}

}  // namespace fovea
