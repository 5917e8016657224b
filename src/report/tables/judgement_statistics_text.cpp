#include "report/tables/judgement_statistics_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "files/json_writer.h"
#include "report/tables/table.h"

namespace fovea {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kBarWidth = 50;

std::string whole(const StatisticsRow& row, double value) {
  return row.fraction ? fmt::format("{:.5f}", value) : fmt::format("{:.0f}", value);
}

std::string mean_like(const StatisticsRow& row, double value) {
  return row.fraction ? fmt::format("{:.3f}", value) : fmt::format("{:.1f}", value);
}

std::string middle(const StatisticsRow& row, double value) {
  return row.fraction ? mean_like(row, value) : fmt::format("{:.10g}", value);
}

/// The overview of INEX 2010 rounds medians down: 65.5 is 65 in its Table 1.
double as_printed(const StatisticsRow& row) {
  return row.fraction ? row.values.median : std::floor(row.values.median);
}

std::string rows_text(std::string_view title, const std::vector<StatisticsRow>& rows, bool totals) {
  if (rows.empty()) return "";
  Table table{
      {std::string(title), "topics", "number", "min", "max", "median", "rounded down", "mean", "st.dev"},
      {},
      1};
  for (const StatisticsRow& row : rows) {
    const stats::Description& all = row.values;
    table.rows.push_back({row.name, std::to_string(row.topics),
                          totals ? whole(row, all.sum) : std::to_string(all.count), whole(row, all.min),
                          whole(row, all.max), middle(row, all.median), middle(row, as_printed(row)),
                          mean_like(row, all.mean), mean_like(row, all.standard_deviation)});
  }
  return to_columns(table) + "\n";
}

/// A bar per bin, the longest as wide as kBarWidth; a count that is not 0 has a mark.
std::string bars(const Histogram& histogram) {
  std::uint64_t largest = 1;
  for (const HistogramBin& bin : histogram.bins) largest = std::max(largest, bin.count);
  Table table{{}, {}, 0};
  for (const HistogramBin& bin : histogram.bins) {
    const std::size_t width = (bin.count * kBarWidth + largest - 1) / largest;
    const std::string bar(width, '#');
    table.rows.push_back({bin.label, std::to_string(bin.count), bar + std::string(kBarWidth - width, ' ')});
  }
  return histogram.title + "\n" + to_columns(table) + "\n";
}

/// How many of the elements of the highest specificity are no articles (Gövert et al. 2006, section 5.3).
std::string highly_specific_text(const std::vector<GradeCount>& grades) {
  GradeCount sum;
  for (const GradeCount& count : grades) {
    if (count.specificity != 3) continue;
    sum.articles += count.articles;
    sum.elements += count.elements;
  }
  const std::uint64_t all = sum.articles + sum.elements;
  if (all == 0) return "";
  return fmt::format("specificity 3: {} elements, {} of them not articles ({:.1f} %)\n", all, sum.elements,
                     100.0 * static_cast<double>(sum.elements) / static_cast<double>(all));
}

std::string grades_text(const std::vector<GradeCount>& grades) {
  if (grades.empty()) return "";
  Table table{{"exhaustivity", "specificity", "articles", "other elements"}, {}, 0};
  GradeCount sum;
  for (const GradeCount& count : grades) {
    table.rows.push_back({std::to_string(count.exhaustivity), std::to_string(count.specificity),
                          std::to_string(count.articles), std::to_string(count.elements)});
    sum.articles += count.articles;
    sum.elements += count.elements;
  }
  table.rows.push_back({"sum", "", std::to_string(sum.articles), std::to_string(sum.elements)});
  return to_columns(table) + highly_specific_text(grades) + "\n";
}

std::string cell(const stats::Computed<double>& value) {
  return value ? fmt::format("{:.3f}", *value) : "-";
}

std::string agreement_text(const std::vector<TopicAgreement>& agreement) {
  if (agreement.empty()) return "";
  Table table;
  table.header = {"two assessors", "articles", "both",  "only first",
                  "only second",   "neither",  "kappa", "text overlap"};
  for (const TopicAgreement& topic : agreement) {
    const stats::JointDecisions& joint = topic.articles;
    table.rows.push_back(
        {topic.topic, std::to_string(joint.both + joint.only_first + joint.only_second + joint.neither),
         std::to_string(joint.both), std::to_string(joint.only_first), std::to_string(joint.only_second),
         std::to_string(joint.neither), cell(topic.kappa), cell(topic.overlap)});
  }
  return to_columns(table) + "\n";
}

Json rows_json(const std::vector<StatisticsRow>& rows) {
  Json list = Json::array();
  for (const StatisticsRow& row : rows) {
    list.push_back({{"name", row.name},
                    {"topics", row.topics},
                    {"count", row.values.count},
                    {"total", row.values.sum},
                    {"min", row.values.min},
                    {"max", row.values.max},
                    {"median", row.values.median},
                    {"median_rounded_down", as_printed(row)},
                    {"mean", row.values.mean},
                    {"standard_deviation", row.values.standard_deviation}});
  }
  return list;
}

Json computed_json(const stats::Computed<double>& value) {
  return value ? Json(*value) : Json();
}

Json agreement_json(const std::vector<TopicAgreement>& agreement) {
  Json list = Json::array();
  for (const TopicAgreement& topic : agreement) {
    list.push_back({{"topic", topic.topic},
                    {"both", topic.articles.both},
                    {"only_first", topic.articles.only_first},
                    {"only_second", topic.articles.only_second},
                    {"neither", topic.articles.neither},
                    {"kappa", computed_json(topic.kappa)},
                    {"overlap", computed_json(topic.overlap)}});
  }
  return list;
}

/// All figures one below the other, which is how programs like tables of different shapes.
class Figures {
 public:
  Figures() { table_.header = {"table", "name", "statistic", "value"}; }

  void add(std::string table, std::string name, std::string statistic, std::string value) {
    table_.rows.push_back({std::move(table), std::move(name), std::move(statistic), std::move(value)});
  }

  void add(const std::string& table, const std::vector<StatisticsRow>& rows) {
    for (const StatisticsRow& row : rows) {
      const stats::Description& all = row.values;
      add(table, row.name, "topics", std::to_string(row.topics));
      add(table, row.name, "count", std::to_string(all.count));
      const std::pair<const char*, double> values[] = {{"total", all.sum},
                                                       {"min", all.min},
                                                       {"max", all.max},
                                                       {"median", all.median},
                                                       {"median rounded down", as_printed(row)},
                                                       {"mean", all.mean},
                                                       {"standard deviation", all.standard_deviation}};
      for (const auto& [statistic, value] : values) add(table, row.name, statistic, fmt::format("{}", value));
    }
  }

  void add(const TopicAgreement& topic) {
    const std::string table = "two assessors";
    const stats::JointDecisions& joint = topic.articles;
    const std::pair<const char*, std::uint64_t> counts[] = {{"both", joint.both},
                                                            {"only first", joint.only_first},
                                                            {"only second", joint.only_second},
                                                            {"neither", joint.neither}};
    for (const auto& [statistic, count] : counts) add(table, topic.topic, statistic, std::to_string(count));
    add(table, topic.topic, "kappa", topic.kappa ? fmt::format("{}", *topic.kappa) : "");
    add(table, topic.topic, "text overlap", topic.overlap ? fmt::format("{}", *topic.overlap) : "");
  }

  const Table& table() const { return table_; }

 private:
  Table table_;
};

}  // namespace

std::string to_text(const JudgementStatistics& statistics) {
  std::string out = rows_text("per topic", statistics.per_topic, true) +
                    rows_text("per relevant article", statistics.per_article, false);
  for (const Histogram& histogram : statistics.histograms) out += bars(histogram);
  out += grades_text(statistics.grades) + agreement_text(statistics.agreement);
  out.pop_back();  // the empty line at the end
  return out;
}

std::string to_csv(const JudgementStatistics& statistics) {
  Figures figures;
  figures.add("per topic", statistics.per_topic);
  figures.add("per relevant article", statistics.per_article);
  for (const Histogram& histogram : statistics.histograms) {
    for (const HistogramBin& bin : histogram.bins)
      figures.add(histogram.title, bin.label, "count", std::to_string(bin.count));
  }
  for (const GradeCount& count : statistics.grades) {
    const std::string grade = fmt::format("E{}S{}", count.exhaustivity, count.specificity);
    figures.add("graded elements", grade, "articles", std::to_string(count.articles));
    figures.add("graded elements", grade, "other elements", std::to_string(count.elements));
  }
  for (const TopicAgreement& topic : statistics.agreement) figures.add(topic);
  return to_csv(figures.table());
}

std::string to_json(const JudgementStatistics& statistics) {
  Json json{{"per_topic", rows_json(statistics.per_topic)},
            {"per_article", rows_json(statistics.per_article)},
            {"histograms", Json::array()},
            {"entry_points", Json::array()},
            {"grades", Json::array()},
            {"agreement", agreement_json(statistics.agreement)}};
  for (const Histogram& histogram : statistics.histograms) {
    Json bins = Json::array();
    for (const HistogramBin& bin : histogram.bins) bins.push_back({{"bin", bin.label}, {"count", bin.count}});
    json["histograms"].push_back({{"title", histogram.title}, {"bins", std::move(bins)}});
  }
  for (const EntryPoint& point : statistics.entry_points) {
    json["entry_points"].push_back({{"topic", point.topic},
                                    {"doc", point.doc},
                                    {"bep", point.bep},
                                    {"first_relevant", point.first_relevant}});
  }
  for (const GradeCount& count : statistics.grades) {
    json["grades"].push_back({{"exhaustivity", count.exhaustivity},
                              {"specificity", count.specificity},
                              {"articles", count.articles},
                              {"elements", count.elements}});
  }
  return json_text(json, 2) + "\n";
}

}  // namespace fovea
