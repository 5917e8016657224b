// What the page's script needs for its interactive parts; the shapes stand in web/src/data.ts.
#include <algorithm>

#include "measures/reading.h"
#include "report/track_sections.h"
#include "runs/resolve.h"

namespace fovea {

namespace {

using nlohmann::json;

/// Tolerance to irrelevance in the reading view: that of INEX 2010.
constexpr std::uint64_t kTolerance = 300;
/// The page has to stay small whatever the track: so many runs, articles per topic, and characters in all.
constexpr std::size_t kMostRuns = 6;
constexpr std::size_t kMostArticles = 12;
constexpr std::size_t kMostCharacters = 3'000'000;

json pairs(SpanView spans) {
  json list = json::array();
  for (const Span span : spans) list.push_back({span.begin, span.end});
  return list;
}

/// The best runs of each task in turn, until there are enough.
std::vector<const TrackRunResult*> shown_runs(const TrackEvaluation& track) {
  std::vector<const TrackRunResult*> shown;
  for (std::size_t rank = 0; rank < track.runs.size() && shown.size() < kMostRuns; ++rank) {
    for (const TaskResults& task : track.tasks) {
      if (rank < task.ranking.size() && shown.size() < kMostRuns) {
        shown.push_back(&track.runs[task.ranking[rank]]);
      }
    }
  }
  return shown;
}

/// The text that runs retrieved for one topic, by document.
class RetrievedByRun {
 public:
  RetrievedByRun(const TrackEvaluation& track, const TrackRunResult& run, std::string_view topic) {
    for (std::size_t i = 0; i < run.run.topics(); ++i) {
      if (run.run.topic(i) != topic) continue;
      Diagnostics ignored;  // the run was valid when it was evaluated
      TopicResults results;
      run.run.read(i, results, ignored);
      resolve(results, run.run.file(), *track.collection, ignored);
      for (const Result& result : results.results) spans_[std::string(result.doc)].insert(result.span);
    }
  }
  /// nullptr when the run did not return the document.
  const SpanSet* of(std::string_view doc) const {
    const auto found = spans_.find(std::string(doc));
    return found == spans_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, SpanSet> spans_;
};

/// How a reader fares in an article from which `retrieved` was returned.
json read_article(SpanView highlights, SpanView retrieved, Offset length) {
  Offset last = 0;
  const auto visit = [&last](Span span, bool, bool) { last = span.end; };
  Reading reading(highlights, kTolerance, visit);
  reading.read(retrieved, length);
  json result = {
      {"spans", pairs(retrieved)}, {"score", highlights.empty() ? 0 : reading.score()}, {"stop", nullptr}};
  if (reading.stopped()) result["stop"] = last;
  return result;
}

/// Relevant articles first, those with most highlighted text before the others.
std::vector<const JudgedDocument*> shown_articles(const TopicJudgements& topic) {
  std::vector<const JudgedDocument*> articles;
  for (const JudgedDocument& document : topic.documents()) articles.push_back(&document);
  std::ranges::stable_sort(articles, std::greater<>(), &JudgedDocument::relevant_chars);
  if (articles.size() > kMostArticles) articles.resize(kMostArticles);
  return articles;
}

std::string title_of(const TrackEvaluation& track, std::string_view topic) {
  const auto found = std::ranges::find(track.topics, topic, &Topic::id);
  return found == track.topics.end() ? "" : found->title;
}

}  // namespace

json two_runs_data(const TrackEvaluation& track) {
  json runs = json::array();
  for (const TrackRunResult& run : track.runs) {
    if (!run.valid) continue;
    json values = json::array();
    for (std::size_t t = 0; t < run.scores.topics.size(); ++t) {
      json row = json::array();
      for (const std::string_view measure : kSharedMeasures) {
        const auto column = track.results_of(run.task).column(measure);
        row.push_back(column ? run.scores.values[t][*column] : 0.0);
      }
      values.push_back(std::move(row));
    }
    runs.push_back({{"id", run.id}, {"values", std::move(values)}});
  }
  if (runs.size() < 2) return nullptr;
  json topics = json::array();
  for (const TopicJudgements& topic : track.judgements->topics()) topics.push_back(topic.topic());
  return {{"measures", kSharedMeasures}, {"topics", std::move(topics)}, {"runs", std::move(runs)}};
}

json reading_data(const TrackEvaluation& track) {
  if (!track.collection || !track.judgements->kinds().highlights) return nullptr;
  const std::vector<const TrackRunResult*> runs = shown_runs(track);
  json topics = json::array();
  json texts = json::object();
  std::size_t characters = 0;
  for (const TopicJudgements& topic : track.judgements->topics()) {
    std::vector<RetrievedByRun> retrieved;
    for (const TrackRunResult* run : runs) retrieved.emplace_back(track, *run, topic.topic());
    json articles = json::array();
    for (const JudgedDocument* judged : shown_articles(topic)) {
      const auto document = track.collection->find(judged->id);
      if (!document || characters + document->length() > kMostCharacters) continue;
      const std::string id(judged->id);
      if (!texts.contains(id)) {
        texts[id] = document->text();
        characters += document->length();
      }
      const SpanView highlights = topic.highlights(*judged);
      json by_run = json::object();
      for (std::size_t i = 0; i < runs.size(); ++i) {
        if (const SpanSet* spans = retrieved[i].of(judged->id)) {
          by_run[runs[i]->id] = read_article(highlights, *spans, document->length());
        }
      }
      json bep = nullptr;
      if (judged->bep) bep = *judged->bep;
      articles.push_back({{"doc", id},
                          {"highlights", pairs(highlights)},
                          {"bep", std::move(bep)},
                          {"runs", std::move(by_run)}});
    }
    if (!articles.empty()) {
      topics.push_back({{"id", topic.topic()},
                        {"title", title_of(track, topic.topic())},
                        {"articles", std::move(articles)}});
    }
  }
  if (topics.empty()) return nullptr;
  return {{"tolerance", kTolerance}, {"topics", std::move(topics)}, {"texts", std::move(texts)}};
}

}  // namespace fovea
