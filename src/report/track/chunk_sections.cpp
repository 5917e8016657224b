// What a comparison of chunkers asks beside the means: what an answer costs, what the chunking allows at best, how it
// goes with each corpus, and which questions no chunker answers.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "evaluate/track/chunker_figures.h"
#include "report/tables/charts.h"
#include "report/track/track_sections.h"
#include "stats/sample.h"

namespace fovea {

namespace {

using nlohmann::json;

constexpr std::size_t kMostWorst = 10;
/// Columns of single chunkers beside each other.
constexpr std::size_t kMostChunkers = 6;
/// More corpora than that are documents, and a table of them is no summary.
constexpr std::size_t kMostCorpora = 30;

}  // namespace

Words words_of(const TrackEvaluation& track) {
  if (!compares_chunkers(track)) return {};
  return {.run = "chunker",
          .topic = "question",
          .topics = "questions",
          .article = "document",
          .assessor = "Evidence"};
}

Section chunk_cost_section(const TrackEvaluation& track) {
  Section section{"cost", "Quality and cost"};
  if (track.tasks.empty() || track.tasks.front().ranking.empty()) return section;
  const TaskResults& results = track.tasks.front();
  json rows = json::array();
  Table table{{"chunker", "chunks", "characters shown"}, {}, 1};
  std::vector<std::pair<std::string, std::vector<std::size_t>>> measures;  // name, column by depth
  for (const std::string_view name : {"charR", "charP", "IoU"}) {
    std::vector<std::size_t> columns;
    for (const std::size_t k : kChunkDepths) {
      if (const auto column = results.scores.measure_named(fmt::format("{}@{}", name, k)))
        columns.push_back(*column);
    }
    if (columns.size() != kChunkDepths.size()) continue;
    measures.emplace_back(name, std::move(columns));
    table.header.push_back(fmt::format("{}@k", name));
  }
  Table ceilings{{"chunker", "PrecisionOmega"}, {}, 1};
  for (std::size_t rank = 0; rank < results.ranking.size(); ++rank) {
    const TrackRunResult& run = track.runs[results.ranking[rank]];
    const auto shown = characters_shown(track, run);
    for (std::size_t k = 0; k < shown.size(); ++k) {
      std::vector<std::string> row{run.id, std::to_string(kChunkDepths[k]), fmt::format("{:.0f}", shown[k])};
      for (const auto& [name, columns] : measures)
        row.push_back(four_decimals(results.scores.summary(rank, columns[k])));
      table.rows.push_back(std::move(row));
      if (!measures.empty() && rank < 8) {
        rows.push_back({{"x", shown[k]},
                        {"y", results.scores.summary(rank, measures.front().second[k])},
                        {"name", run.id}});
      }
    }
    if (const auto ceiling = ceiling_of(track, run))
      ceilings.rows.push_back({run.id, four_decimals(*ceiling)});
  }
  section.say(
      "More chunks find more of the evidence, and cost more to read: the characters of the first 1, 5 and 10 "
      "chunks, a mean over all questions.");
  if (!rows.empty()) {
    const std::string& measure = measures.front().first;
    section.add(Figure{
        "chunk-cost",
        fmt::format("{}@k against the characters shown per question, for the first 1, 5 and 10 chunks.",
                    measure),
        line_chart(std::move(rows), "characters shown per question", measure, {.share_x = false}), table});
  } else {
    section.add(ReportTable{"chunk-cost", "Characters shown per question.", table});
  }
  if (ceilings.rows.empty()) {
    section.say(
        "What each chunking allows at best (PrecisionOmega) is told where the track file names it (chunking = …).");
  } else {
    section.add(ReportTable{
        .id = "chunk-ceilings",
        .caption =
            "What each chunking allows at best: the precision of a retriever that returns every chunk with evidence "
            "and no other.",
        .table = std::move(ceilings),
        .mark_best = true});
  }
  return section;
}

Section corpus_section(const TrackEvaluation& track) {
  Section section{"corpora", "Corpus by corpus"};
  if (track.tasks.empty() || track.tasks.front().ranking.empty() || track.tasks.front().own == 0)
    return section;
  const auto corpora = questions_by_corpus(track);
  // A corpus for each question would be the table of questions again.
  if (corpora.size() < 2 || corpora.size() > kMostCorpora ||
      corpora.size() == track.judgements.topics().size()) {
    return section;
  }
  const TaskResults& results = track.tasks.front();
  Table table{{"corpus", "questions"}, {}, 1};
  const std::size_t shown = std::min(kMostChunkers, results.ranking.size());
  for (std::size_t rank = 0; rank < shown; ++rank)
    table.header.push_back(track.runs[results.ranking[rank]].id);
  const auto add = [&](const std::string& name, const std::vector<std::size_t>& questions) {
    std::vector<std::string> row{name, std::to_string(questions.size())};
    for (std::size_t rank = 0; rank < shown; ++rank) {
      const std::vector<double> values = values_at(results.scores, rank, questions);
      row.push_back(values.size() < 2 ? (values.empty() ? "" : four_decimals(values[0]))
                                      : fmt::format("{:.4f} ± {:.4f}", stats::mean(values),
                                                    stats::standard_deviation(values)));
    }
    table.rows.push_back(std::move(row));
  };
  for (const auto& [name, questions] : corpora) add(name, questions);
  std::vector<std::size_t> all(track.judgements.topics().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  add("all", all);
  section.add(ReportTable{
      .id = "corpora",
      .caption = fmt::format(
          "{} by the corpus that the evidence of a question lies in: mean ± standard deviation{}.",
          results.scores.measures().front().name,
          shown < results.ranking.size() ? fmt::format(", the best {} chunkers", shown) : ""),
      .table = std::move(table),
      .total = true});
  return section;
}

Section worst_questions_section(const TrackEvaluation& track) {
  Section section{"worst", "The worst questions"};
  if (track.tasks.empty() || track.tasks.front().ranking.empty() || track.tasks.front().own == 0)
    return section;
  const TaskResults& results = track.tasks.front();
  const std::size_t shown = std::min(kMostChunkers, results.ranking.size());
  const auto topics = track.judgements.topics();
  auto order = worst_questions(track, results);
  if (order.empty()) {
    section.say(fmt::format("Some chunker answers each question with {} 1.0000.",
                            results.scores.measures().front().name));
    return section;
  }
  order.resize(std::min(kMostWorst, order.size()));
  ReportTable part{
      .id = "worst-questions",
      .caption = fmt::format("The questions that the best chunker answers worst, by {}. A question opens the "
                             "reading view.",
                             results.scores.measures().front().name),
      .table = {{"question"}, {}, 1}};
  for (std::size_t rank = 0; rank < shown; ++rank)
    part.table.header.push_back(track.runs[results.ranking[rank]].id);
  std::vector<std::string> opened;
  for (std::size_t rank = 0; rank < std::min<std::size_t>(2, shown); ++rank)
    opened.push_back(track.runs[results.ranking[rank]].id);
  for (const auto& [best, topic] : order) {
    const std::string id(topics[topic].topic());
    const auto known = std::ranges::find(track.topics, id, &Topic::id);
    std::vector<std::string> row{
        known == track.topics.end() || known->title.empty() ? id : fmt::format("{}: {}", id, known->title)};
    for (std::size_t rank = 0; rank < shown; ++rank) {
      const auto value = results.scores.value(rank, topic, 0);
      row.push_back(value ? four_decimals(*value) : "");
    }
    part.table.rows.push_back(std::move(row));
    part.opens.push_back({id});
    part.opens.back().insert(part.opens.back().end(), opened.begin(), opened.end());
  }
  section.add(std::move(part));
  return section;
}

}  // namespace fovea
