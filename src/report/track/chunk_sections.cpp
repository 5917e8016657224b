// What a comparison of chunkers asks beside the means: what an answer costs, what the chunking allows at best, how it
// goes with each corpus, and which questions no chunker answers.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "evaluate/evaluation.h"
#include "measures/measure_name.h"
#include "report/tables/charts.h"
#include "report/track/track_sections.h"
#include "runs/chunking.h"
#include "runs/order.h"
#include "runs/resolve.h"
#include "runs/run_format.h"
#include "stats/sample.h"

namespace fovea {

namespace {

using nlohmann::json;

constexpr std::size_t kDepths[] = {1, 5, 10};
constexpr std::size_t kMostWorst = 10;
/// Columns of single chunkers beside each other.
constexpr std::size_t kMostChunkers = 6;
/// More corpora than that are documents, and a table of them is no summary.
constexpr std::size_t kMostCorpora = 30;

/// Characters of the first k chunks for each k, as they are shown: what two chunks share is shown twice. Per judged
/// question; one that is not answered costs nothing.
std::vector<double> characters_shown(const TrackEvaluation& track, const TrackRunResult& run) {
  std::vector<double> shown(std::size(kDepths), 0);
  std::set<std::string_view> judged;
  for (const TopicJudgements& topic : track.judgements.topics()) judged.insert(topic.topic());
  Diagnostics ignored;  // the run was valid when it was evaluated
  TopicResults results;
  for (std::size_t i = 0; i < run.run.topics(); ++i) {
    if (!judged.contains(run.run.topic(i))) continue;
    run.run.read(i, results, ignored);
    put_in_order(results, run.run.format().order);
    if (track.collection) resolve(results, run.run.file(), *track.collection, ignored);
    for (std::size_t at = 0; at < results.results.size(); ++at) {
      const Result& result = results.results[at];
      if (!has_span(result)) continue;
      for (std::size_t k = 0; k < std::size(kDepths); ++k) {
        if (at < kDepths[k]) shown[k] += static_cast<double>(result.span.end - result.span.begin);
      }
    }
  }
  for (double& sum : shown) sum /= static_cast<double>(judged.size());
  return shown;
}

/// The mean PrecisionOmega of the run's chunking; nothing where the track names none, or it cannot be read.
std::optional<double> ceiling_of(const TrackEvaluation& track, const TrackRunResult& run) {
  if (run.entry.chunking.empty()) return std::nullopt;
  Diagnostics ignored;  // a file that cannot be read is named by the track's own check
  const auto texts = track.text_source();
  const auto chunking = Chunking::open(run.entry.chunking, {.texts = texts ? &texts : nullptr}, ignored);
  const auto names = parse_measures("PrecisionOmega", ignored);
  if (!chunking || !names) return std::nullopt;
  auto evaluation =
      Evaluation::make(track.judgements, track.collection_or_null(),
                       {.measures = *names, .scores_chunkings = true, .scores_every_run = true}, ignored);
  if (!evaluation) return std::nullopt;
  const EvaluationOutcome outcome = evaluation->evaluate(*chunking);
  return outcome.scores.runs().empty() ? std::nullopt : std::optional(outcome.scores.summary(0, 0));
}

/// The corpus of a question: the folder of the document with most of its evidence, or the document itself.
std::map<std::string, std::vector<std::size_t>> questions_by_corpus(const TrackEvaluation& track) {
  std::map<std::string, std::vector<std::size_t>> corpora;
  const auto topics = track.judgements.topics();
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const JudgedDocument* most = nullptr;
    for (const JudgedDocument& document : topics[i].documents()) {
      if (most == nullptr || document.relevant_chars > most->relevant_chars) most = &document;
    }
    if (most == nullptr) continue;
    corpora[std::string(most->id.substr(0, most->id.find('/')))].push_back(i);
  }
  return corpora;
}

std::vector<double> values_at(const Scores& scores, std::size_t run, std::span<const std::size_t> topics) {
  std::vector<double> values;
  for (const std::size_t topic : topics) {
    if (const auto value = scores.value(run, topic, 0)) values.push_back(*value);
  }
  return values;
}

}  // namespace

bool compares_chunkers(const TrackEvaluation& track) {
  return !track.runs.empty() && std::ranges::all_of(track.runs, [](const TrackRunResult& run) {
    return run.task->name == "chunks";
  });
}

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
    for (const std::size_t k : kDepths) {
      if (const auto column = results.scores.measure_named(fmt::format("{}@{}", name, k)))
        columns.push_back(*column);
    }
    if (columns.size() != std::size(kDepths)) continue;
    measures.emplace_back(name, std::move(columns));
    table.header.push_back(fmt::format("{}@k", name));
  }
  Table ceilings{{"chunker", "PrecisionOmega"}, {}, 1};
  for (std::size_t rank = 0; rank < results.ranking.size(); ++rank) {
    const TrackRunResult& run = track.runs[results.ranking[rank]];
    const std::vector<double> shown = characters_shown(track, run);
    for (std::size_t k = 0; k < shown.size(); ++k) {
      std::vector<std::string> row{run.id, std::to_string(kDepths[k]), fmt::format("{:.0f}", shown[k])};
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
  // How well a question is answered at all: by the chunker that answers it best.
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t topic = 0; topic < topics.size(); ++topic) {
    double best = 0;
    for (std::size_t rank = 0; rank < results.ranking.size(); ++rank) {
      best = std::max(best, results.scores.value(rank, topic, 0).value_or(0));
    }
    // What is answered as well as can be is not among the worst, however few others there are.
    if (four_decimals(best) != "1.0000") order.emplace_back(best, topic);
  }
  if (order.empty()) {
    section.say(fmt::format("Some chunker answers each question with {} 1.0000.",
                            results.scores.measures().front().name));
    return section;
  }
  std::ranges::sort(order);
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
