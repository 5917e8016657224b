#include "report/tables/group_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "files/json_writer.h"
#include "report/tables/table.h"
#include "scores/average.h"
#include "stats/sample.h"

namespace fovea {

namespace {

/// What a run scores by one measure on the topics of one group.
struct GroupScore {
  double mean = 0;
  std::optional<double> deviation;
};

class Groups {
 public:
  Groups(const Scores& scores, std::span<const std::string> groups, const GroupReport& report)
      : scores_(scores), groups_(groups), report_(report) {
    for (const std::string& group : groups) {
      if (std::ranges::find(names_, group) == names_.end()) names_.push_back(group);
    }
    std::erase(names_, "all");
    names_.emplace_back("all");
  }

  std::span<const std::string> names() const { return names_; }

  std::size_t topics(std::size_t run, const std::string& group) const { return values(run, 0, group).size(); }

  GroupScore score(std::size_t run, std::size_t measure, const std::string& group) const {
    const std::vector<double> scored = values(run, measure, group);
    const Average average = scores_.measures()[measure].average;
    GroupScore out{group == "all" ? scores_.summary(run, measure) : summarise(average, scored), std::nullopt};
    if (average != Average::kMean || scored.empty()) return out;
    if (report_.population || scored.size() > 1) out.deviation = deviation(scored);
    return out;
  }

 private:
  std::vector<double> values(std::size_t run, std::size_t measure, const std::string& group) const {
    std::vector<double> values;
    for (std::size_t t = 0; t < groups_.size(); ++t) {
      const auto value = scores_.value(run, t, measure);
      if (value && (group == "all" || groups_[t] == group)) values.push_back(*value);
    }
    return values;
  }

  double deviation(std::span<const double> values) const {
    if (!report_.population) return stats::standard_deviation(values);
    const double mean = stats::mean(values);
    double sum = 0;
    for (const double value : values) sum += (value - mean) * (value - mean);
    return std::sqrt(sum / static_cast<double>(values.size()));
  }

  const Scores& scores_;
  std::span<const std::string> groups_;
  const GroupReport& report_;
  std::vector<std::string> names_;
};

/// A row per run and group, a column per measure.
Table wide_table(const Scores& scores, const Groups& groups, const GroupReport& report) {
  Table table{{"run", "group", "topics"}, {}, 2};
  for (const ScoredMeasure& measure : scores.measures()) table.header.push_back(measure.name);
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    for (const std::string& group : groups.names()) {
      std::vector<std::string> row{scores.runs()[run].name, group, std::to_string(groups.topics(run, group))};
      for (std::size_t m = 0; m < scores.measures().size(); ++m) {
        const GroupScore score = groups.score(run, m, group);
        row.push_back(score.deviation ? fmt::format("{:.{}f} ± {:.{}f}", score.mean, report.decimals,
                                                    *score.deviation, report.decimals)
                                      : fmt::format("{:.{}f}", score.mean, report.decimals));
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

/// A row per run, group and measure.
Table long_table(const Scores& scores, const Groups& groups, const GroupReport& report) {
  Table table{{"run", "group", "topics", "measure", "mean", "deviation"}, {}, 2};
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    for (const std::string& group : groups.names()) {
      for (std::size_t m = 0; m < scores.measures().size(); ++m) {
        const GroupScore score = groups.score(run, m, group);
        table.rows.push_back(
            {scores.runs()[run].name, group, std::to_string(groups.topics(run, group)),
             scores.measures()[m].name, fmt::format("{:.{}f}", score.mean, report.decimals),
             score.deviation ? fmt::format("{:.{}f}", *score.deviation, report.decimals) : ""});
      }
    }
  }
  return table;
}

std::string group_json(const Scores& scores, const Groups& groups) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    for (const std::string& group : groups.names()) {
      for (std::size_t m = 0; m < scores.measures().size(); ++m) {
        const GroupScore score = groups.score(run, m, group);
        rows.push_back({{"run", scores.runs()[run].name},
                        {"group", group},
                        {"topics", groups.topics(run, group)},
                        {"measure", scores.measures()[m].name},
                        {"mean", score.mean},
                        {"deviation", score.deviation ? nlohmann::ordered_json(*score.deviation)
                                                      : nlohmann::ordered_json()}});
      }
    }
  }
  return json_text(rows, 2) + "\n";
}

}  // namespace

std::string to_text(const Scores& scores, std::span<const std::string> groups, const GroupReport& report) {
  const Groups grouped(scores, groups, report);
  switch (report.format) {
    case ScoreFormat::kTsv:
      return to_tsv(long_table(scores, grouped, report));
    case ScoreFormat::kCsv:
      return to_csv(long_table(scores, grouped, report));
    case ScoreFormat::kJson:
    case ScoreFormat::kJsonLines:
      return group_json(scores, grouped);
    case ScoreFormat::kLatex:
      return to_latex(wide_table(scores, grouped, report));
    case ScoreFormat::kMarkdown:
      return to_markdown(wide_table(scores, grouped, report));
    case ScoreFormat::kText:
    case ScoreFormat::kTable:
      break;
  }
  return to_columns(wide_table(scores, grouped, report));
}

}  // namespace fovea
