#include "evaluate/track/article_readings.h"

#include <algorithm>
#include <functional>

#include "measures/highlights/reading.h"
#include "runs/resolve.h"

namespace fovea {

namespace {

void read_article(SpanView highlights, Offset length, ArticleReading& reading) {
  if (reading.run->task->rules.one_per_article && !reading.returned.empty()) {
    reading.entry = reading.returned.front().begin;
    return;
  }
  Offset last = 0;
  const auto visit = [&last](Span span, bool, bool) { last = span.end; };
  Reading reader(highlights, ArticleReading::kTolerance, visit);
  reader.read(reading.returned, length);
  reading.score = highlights.empty() ? 0 : reader.score();
  if (reader.stopped()) reading.stop = last;
}

}  // namespace

std::vector<const TrackRunResult*> leading_runs(const TrackEvaluation& track, std::size_t most) {
  std::vector<const TrackRunResult*> leading;
  for (std::size_t rank = 0; rank < track.runs.size(); ++rank) {
    for (const TaskResults& task : track.tasks) {
      if (rank < task.ranking.size() && leading.size() < most)
        leading.push_back(&track.runs[task.ranking[rank]]);
    }
  }
  return leading;
}

std::vector<const JudgedDocument*> best_articles(const TopicJudgements& topic, std::size_t most) {
  std::vector<const JudgedDocument*> articles;
  for (const JudgedDocument& document : topic.documents()) articles.push_back(&document);
  std::ranges::stable_sort(articles, std::greater<>(), &JudgedDocument::relevant_chars);
  if (articles.size() > most) articles.resize(most);
  return articles;
}

TopicReadings::TopicReadings(const TrackEvaluation& track, std::span<const TrackRunResult* const> runs,
                             const TopicJudgements& topic, const std::set<std::string_view>& documents)
    : runs_(runs), topic_(topic) {
  for (const TrackRunResult* result : runs) {
    const Run& run = result->run;
    Returned& returned = returned_.emplace_back();
    for (std::size_t i = 0; i < run.topics(); ++i) {
      if (run.topic(i) != topic.topic()) continue;
      Diagnostics ignored;  // the run was valid when it was evaluated
      TopicResults results;
      run.read(i, results, ignored);
      std::erase_if(results.results, [&](const Result& row) { return !documents.contains(row.doc); });
      resolve(results, run.file(), *track.collection, ignored);
      for (const Result& row : results.results) {
        if (row.kind != ResultKind::kUnresolved) returned[std::string(row.doc)].push_back(row.span);
      }
    }
    for (auto& [doc, spans] : returned) spans.resize(normalise(spans));
  }
}

std::vector<ArticleReading> TopicReadings::of(const JudgedDocument& article, Offset length) const {
  std::vector<ArticleReading> readings;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    const auto found = returned_[run].find(article.id);
    if (found == returned_[run].end()) continue;
    read_article(topic_.highlights(article), length,
                 readings.emplace_back(ArticleReading{.run = runs_[run], .returned = found->second}));
  }
  return readings;
}

}  // namespace fovea
