// The judgements in numbers: statistics, histograms, best entry points, grades, agreement of assessors.
#include <fmt/format.h>

#include <algorithm>

#include "evaluate/judgement_statistics.h"
#include "report/tables/charts.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

using nlohmann::json;

/// "Passages per relevant article" → "Passages per relevant document"
std::string in_words(std::string text, const Words& words) {
  const auto put = [&text](std::string_view plain, const std::string& word) {
    if (const std::size_t at = text.find(plain); at != std::string::npos)
      text.replace(at, plain.size(), word);
  };
  put("article", words.article);
  put("topic", words.topic);
  return text;
}

ReportTable statistics_table(std::string id, std::string_view caption, std::span<const StatisticsRow> rows,
                             const Words& words) {
  Table table{{"", "total", "min", "max", "median", "mean", "st.dev"}, {}, 1};
  for (const StatisticsRow& row : rows) {
    const stats::Description& d = row.values;
    const auto whole = [&row](double value) { return fmt::format("{:.{}f}", value, row.fraction ? 2 : 0); };
    const auto exact = [&row](double value) { return fmt::format("{:.{}f}", value, row.fraction ? 3 : 1); };
    table.rows.push_back({in_words(row.name, words), row.fraction ? "" : whole(d.sum), whole(d.min),
                          whole(d.max), exact(d.median), exact(d.mean), exact(d.standard_deviation)});
  }
  return {std::move(id), in_words(std::string(caption), words), std::move(table)};
}

/// "Passages per relevant article" → "passages-per-relevant-article"
std::string id_of(std::string title) {
  for (char& c : title) {
    c = c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return title;
}

/// Fewer articles are told by the table above.
constexpr std::size_t kFewestBars = 10;

Figure histogram_figure(const Histogram& histogram, const Words& words) {
  const std::string title = in_words(histogram.title, words);
  const std::string counted = words.article + "s";
  json chart = histogram_chart(histogram.values, title, counted);
  Table table{{title, counted}, {}, 1};
  for (const json& bar : chart["data"]["values"]) {
    table.rows.push_back({bar["bin"].get<std::string>(), std::to_string(bar["count"].get<std::uint64_t>())});
  }
  return {id_of(histogram.title), title + ".", std::move(chart), std::move(table)};
}

Figure entry_points_figure(std::span<const EntryPoint> points) {
  json rows = json::array();
  Table table{{"best entry point", "first relevant character"}, {}, 0};
  for (const EntryPoint& point : points) {
    rows.push_back({{"x", point.bep}, {"y", point.first_relevant}});
    table.rows.push_back({std::to_string(point.bep), std::to_string(point.first_relevant)});
  }
  return {"bep-and-first",
          "First relevant character against best entry point, one point per relevant article.",
          scatter_chart(std::move(rows), "best entry point", "first relevant character", {.names = false}),
          std::move(table)};
}

ReportTable grades_table(std::span<const GradeCount> grades) {
  Table table{{"exhaustivity", "specificity", "articles", "elements"}, {}, 0};
  for (const GradeCount& grade : grades) {
    table.rows.push_back({std::to_string(grade.exhaustivity), std::to_string(grade.specificity),
                          std::to_string(grade.articles), std::to_string(grade.elements)});
  }
  return {"grades", "Graded elements, at article level and below.", std::move(table)};
}

ReportTable agreement_table(std::span<const TopicAgreement> agreement) {
  const auto text = [](const stats::Computed<double>& value) {
    return value ? fmt::format("{:.3f}", *value) : value.why();
  };
  Table table{{"topic", "kappa of articles", "overlap of highlighted text"}, {}, 1};
  for (const TopicAgreement& topic : agreement) {
    table.rows.push_back({topic.topic, text(topic.kappa), text(topic.overlap)});
  }
  return {"assessors", "Agreement of two assessors.", std::move(table)};
}

}  // namespace

Section statistics_section(const JudgementStatistics& statistics, const Words& words) {
  const bool chunks = words.topic != Words().topic;
  Section section{"judgements", chunks ? "The evidence" : "The judgements"};
  section.add(statistics_table("judgements-topics", chunks ? "Evidence per topic." : "Judgements per topic.",
                               statistics.per_topic, words));
  if (!statistics.per_article.empty()) {
    section.add(statistics_table("judgements-articles",
                                 "Relevant articles: offsets and lengths in characters.",
                                 statistics.per_article, words));
  }
  for (const Histogram& histogram : statistics.histograms) {
    if (histogram.values.size() >= kFewestBars) section.add(histogram_figure(histogram, words));
  }
  if (statistics.entry_points.size() >= kFewestBars)
    section.add(entry_points_figure(statistics.entry_points));
  if (!statistics.agreement.empty()) section.add(agreement_table(statistics.agreement));
  return section;
}

Section judgements_section(const TrackEvaluation& track) {
  Section section = statistics_section(track.statistics, words_of(track));
  if (track.grades) section.add(grades_table(track.graded_elements));
  return section;
}

}  // namespace fovea
