#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/charts.h"
#include "report/track_sections.h"
#include "stats/sample.h"

namespace fovea {

namespace {

using nlohmann::json;

/// One row of the table: what is described, and the usual six figures.
void describe(Table& table, std::string name, const std::vector<double>& values) {
  const stats::Description d = stats::describe(values);
  table.rows.push_back({std::move(name), fmt::format("{:.0f}", d.sum), fmt::format("{:.0f}", d.min),
                        fmt::format("{:.0f}", d.max), fmt::format("{:.1f}", d.median),
                        fmt::format("{:.1f}", d.mean), fmt::format("{:.1f}", d.standard_deviation)});
}

const std::vector<std::string> kDescription = {"", "total", "min", "max", "median", "mean", "st.dev"};

/// Per topic (INEX 2010 overview, Table 1).
ReportTable topics_table(const Judgements& judgements) {
  std::vector<double> judged;
  std::vector<double> relevant;
  std::vector<double> passages;
  std::vector<double> characters;
  for (const TopicJudgements& topic : judgements.topics()) {
    double found = 0;
    double spans = 0;
    double size = 0;
    for (const JudgedDocument& document : topic.documents()) {
      found += document.relevant() ? 1 : 0;
      spans += document.span_count;
      size += document.relevant_chars;
    }
    judged.push_back(static_cast<double>(topic.documents().size()));
    relevant.push_back(found);
    passages.push_back(spans);
    characters.push_back(size);
  }
  Table table{kDescription, {}, 1};
  describe(table, "judged articles", judged);
  describe(table, "relevant articles", relevant);
  describe(table, "passages", passages);
  describe(table, "highlighted characters", characters);
  return {"judgements-topics", "Judgements per topic.", std::move(table)};
}

/// What can be said of the relevant articles with highlighted text.
struct RelevantArticles {
  std::vector<double> bep, first, length, highlighted, fraction;
  std::vector<std::pair<double, double>> bep_and_first;
  std::map<std::size_t, std::size_t> passages;  ///< passages per article → articles
};

RelevantArticles relevant_articles(const Judgements& judgements) {
  RelevantArticles all;
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      const SpanView highlights = topic.highlights(document);
      if (highlights.empty()) continue;
      ++all.passages[highlights.size()];
      all.first.push_back(highlights.front().begin);
      all.highlighted.push_back(document.relevant_chars);
      if (document.bep) {
        all.bep.push_back(*document.bep);
        all.bep_and_first.emplace_back(*document.bep, highlights.front().begin);
      }
      if (document.length && *document.length > 0) {
        all.length.push_back(*document.length);
        all.fraction.push_back(100.0 * document.relevant_chars / *document.length);
      }
    }
  }
  return all;
}

ReportTable articles_table(const RelevantArticles& all) {
  Table table{kDescription, {}, 1};
  if (!all.bep.empty()) describe(table, "best entry point", all.bep);
  describe(table, "first relevant character", all.first);
  if (!all.length.empty()) describe(table, "article length", all.length);
  describe(table, "highlighted characters", all.highlighted);
  if (!all.fraction.empty()) describe(table, "highlighted per cent", all.fraction);
  return {"judgements-articles", "Relevant articles: offsets and lengths in characters.", std::move(table)};
}

Figure passages_figure(const RelevantArticles& all) {
  json rows = json::array();
  Table table{{"passages", "articles"}, {}, 0};
  for (const auto& [passages, articles] : all.passages) {
    rows.push_back({{"from", static_cast<double>(passages) - 0.5},
                    {"to", static_cast<double>(passages) + 0.5},
                    {"count", articles}});
    table.rows.push_back({std::to_string(passages), std::to_string(articles)});
  }
  return {"passages-per-article", "Highlighted passages per relevant article.",
          histogram_chart(std::move(rows), "passages", "articles"), std::move(table)};
}

Figure bep_figure(const std::vector<double>& offsets) {
  constexpr std::size_t kBins = 20;
  const double most = *std::ranges::max_element(offsets);
  const double width = std::max(1.0, std::ceil((most + 1) / kBins));
  std::vector<std::size_t> counts(kBins);
  for (const double offset : offsets) ++counts[static_cast<std::size_t>(offset / width)];
  json rows = json::array();
  Table table{{"from", "to", "articles"}, {}, 0};
  for (std::size_t i = 0; i < kBins; ++i) {
    const double from = width * static_cast<double>(i);
    rows.push_back({{"from", from}, {"to", from + width}, {"count", counts[i]}});
    table.rows.push_back(
        {fmt::format("{:.0f}", from), fmt::format("{:.0f}", from + width), std::to_string(counts[i])});
  }
  return {"bep-histogram", "Offsets of best entry points.",
          histogram_chart(std::move(rows), "offset of the best entry point (characters)", "articles"),
          std::move(table)};
}

Figure bep_and_first_figure(const RelevantArticles& all) {
  json rows = json::array();
  Table table{{"best entry point", "first relevant character"}, {}, 0};
  for (const auto& [bep, first] : all.bep_and_first) {
    rows.push_back({{"x", first}, {"y", bep}, {"name", ""}});
    table.rows.push_back({fmt::format("{:.0f}", bep), fmt::format("{:.0f}", first)});
  }
  return {"bep-and-first", "Best entry point against first relevant character.",
          scatter_chart(std::move(rows), "first relevant character", "best entry point", {}),
          std::move(table)};
}

}  // namespace

Section judgements_section(const TrackEvaluation& track) {
  Section section{"judgements", "The judgements", {}};
  section.blocks.emplace_back(topics_table(*track.judgements));
  const RelevantArticles all = relevant_articles(*track.judgements);
  if (all.first.empty()) return section;
  section.blocks.emplace_back(articles_table(all));
  section.blocks.emplace_back(passages_figure(all));
  if (!all.bep.empty()) {
    section.blocks.emplace_back(bep_figure(all.bep));
    section.blocks.emplace_back(bep_and_first_figure(all));
  }
  return section;
}

}  // namespace fovea
