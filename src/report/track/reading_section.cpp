// The reading view: articles as assessors and runs saw them. The shapes of the data stand in web/src/data.ts.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "measures/highlights/reading.h"
#include "report/track/text_blocks.h"
#include "report/track/track_sections.h"
#include "runs/resolve.h"

namespace fovea {

namespace {

using nlohmann::json;

/// Tolerance to irrelevance in the reading view: that of INEX 2010.
constexpr std::uint64_t kTolerance = 300;
/// The page has to stay small whatever the track: so many runs, articles per topic, and bytes in all.
constexpr std::size_t kMostRuns = 12;
constexpr std::size_t kMostArticles = 20;
constexpr std::size_t kMostBytes = 4'500'000;
/// About what an entry takes in JSON.
constexpr std::size_t kBytesPerRun = 64;
constexpr std::size_t kBytesPerSpan = 14;

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

/// What one run returned for one topic from some documents.
class Retrieved {
 public:
  Retrieved(const TrackEvaluation& track, const TrackRunResult& run, std::string_view topic,
            const std::set<std::string_view>& documents) {
    for (std::size_t i = 0; i < run.run.topics(); ++i) {
      if (run.run.topic(i) != topic) continue;
      Diagnostics ignored;  // the run was valid when it was evaluated
      TopicResults results;
      run.run.read(i, results, ignored);
      std::erase_if(results.results,
                    [&documents](const Result& result) { return !documents.contains(result.doc); });
      resolve(results, run.run.file(), *track.collection, ignored);
      for (const Result& result : results.results) {
        if (result.kind != ResultKind::kUnresolved) spans_[std::string(result.doc)].push_back(result.span);
      }
    }
    for (auto& [doc, spans] : spans_) spans.resize(normalise(spans));
  }
  /// nullptr when the run did not return the document.
  const std::vector<Span>* of(std::string_view doc) const {
    const auto found = spans_.find(doc);
    return found == spans_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, std::vector<Span>, std::less<>> spans_;  ///< sorted, disjoint
};

/// How a reader fares in an article from which `retrieved` was returned; an entry point is only a place.
json read_article(SpanView highlights, SpanView retrieved, Offset length, bool entry_point) {
  if (entry_point && !retrieved.empty()) {
    return {{"spans", json::array()}, {"score", nullptr}, {"stop", nullptr}, {"entry", retrieved[0].begin}};
  }
  Offset last = 0;
  const auto visit = [&last](Span span, bool, bool) { last = span.end; };
  Reading reading(highlights, kTolerance, visit);
  reading.read(retrieved, length);
  json result = {{"spans", pairs(retrieved)},
                 {"score", highlights.empty() ? 0 : reading.score()},
                 {"stop", nullptr},
                 {"entry", nullptr}};
  if (reading.stopped()) result["stop"] = last;
  return result;
}

/// Relevant articles first, those with most highlighted text before the others.
std::vector<const JudgedDocument*> best_articles(const TopicJudgements& topic) {
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

class ReadingWriter {
 public:
  explicit ReadingWriter(const TrackEvaluation& track) : track_(track), runs_(shown_runs(track)) {
    for (const TopicJudgements& topic : track.judgements->topics()) {
      ShownTopic& shown = topics_.emplace_back(&topic, best_articles(topic));
      std::set<std::string_view> documents;
      for (const JudgedDocument* article : shown.articles) documents.insert(article->id);
      for (const TrackRunResult* run : runs_) {
        shown.retrieved.emplace_back(track, *run, topic.topic(), documents);
      }
    }
  }

  /// Every topic gets its best article before any gets its second, so that a large track is not shown by its
  /// first topics only.
  void add_articles() {
    for (std::size_t rank = 0; rank < kMostArticles; ++rank) {
      for (ShownTopic& topic : topics_) {
        if (rank < topic.articles.size()) add(topic, *topic.articles[rank]);
      }
    }
  }

  json data() {
    json topics = json::array();
    for (ShownTopic& topic : topics_) {
      if (topic.shown.empty()) continue;
      topics.push_back({{"id", topic.judged->topic()},
                        {"title", title_of(track_, topic.judged->topic())},
                        {"articles", std::move(topic.shown)}});
    }
    if (topics.empty()) return nullptr;
    return {{"tolerance", kTolerance}, {"topics", std::move(topics)}, {"texts", std::move(texts_)}};
  }

  /// What a reader of the page might miss.
  std::string left_out() const {
    std::vector<std::string> parts;
    const std::size_t judged = track_.judgements->size();
    if (shown_ + missing_ < judged) {
      parts.push_back(fmt::format("{} of {} judged articles, those with most highlighted text of each topic",
                                  shown_, judged));
    }
    std::size_t valid = 0;
    for (const TaskResults& task : track_.tasks) valid += task.ranking.size();
    if (runs_.size() < valid) {
      parts.push_back(fmt::format("{} of {} valid runs, the best of each task", runs_.size(), valid));
    }
    std::string text;
    if (!parts.empty()) {
      text = fmt::format("To keep the page small, it shows {}.", fmt::join(parts, ", and "));
    }
    if (missing_ > 0) {
      text +=
          fmt::format("{}{} judged articles are not in the collection.", text.empty() ? "" : " ", missing_);
    }
    return text;
  }

 private:
  struct ShownTopic {
    ShownTopic(const TopicJudgements* topic, std::vector<const JudgedDocument*> best)
        : judged(topic), articles(std::move(best)) {}

    const TopicJudgements* judged;
    std::vector<const JudgedDocument*> articles;
    std::vector<Retrieved> retrieved;  ///< by run
    json shown = json::array();
  };

  void add(ShownTopic& topic, const JudgedDocument& judged) {
    const auto document = track_.collection->find(judged.id);
    if (!document) {
      ++missing_;
      return;
    }
    const SpanView highlights = topic.judged->highlights(judged);
    const std::string id(judged.id);
    std::size_t cost = highlights.size() * kBytesPerSpan;
    for (const Retrieved& retrieved : topic.retrieved) {
      if (const std::vector<Span>* spans = retrieved.of(id))
        cost += kBytesPerRun + spans->size() * kBytesPerSpan;
    }
    const bool fresh = !texts_.contains(id);
    if (bytes_ + cost + (fresh ? document->length() : 0) > kMostBytes) return;
    if (fresh) {
      const std::string text = document->text();
      json blocks = json::array();
      for (const TextBlock& block : text_blocks(*document, text)) {
        blocks.push_back({block.span.begin, block.span.end, block.heading ? 1 : 0});
      }
      cost += text.size() + blocks.size() * kBytesPerSpan;
      if (bytes_ + cost > kMostBytes) return;
      texts_[id] = {{"text", text}, {"blocks", std::move(blocks)}};
    }
    bytes_ += cost;
    ++shown_;
    json by_run = json::object();
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (const std::vector<Span>* spans = topic.retrieved[i].of(id)) {
        by_run[runs_[i]->id] =
            read_article(highlights, *spans, document->length(), runs_[i]->task->rules.one_per_article);
      }
    }
    topic.shown.push_back({{"doc", id},
                           {"highlights", pairs(highlights)},
                           {"bep", judged.bep ? json(*judged.bep) : json(nullptr)},
                           {"runs", std::move(by_run)}});
  }

  const TrackEvaluation& track_;
  std::vector<const TrackRunResult*> runs_;
  std::vector<ShownTopic> topics_;
  json texts_ = json::object();
  std::size_t bytes_ = 0;
  std::size_t shown_ = 0;
  std::size_t missing_ = 0;
};

}  // namespace

Section reading_section(const TrackEvaluation& track, json& data) {
  Section section{"articles", "Reading view", {}};
  data = nullptr;
  if (!track.collection || !track.judgements->kinds().highlights) return section;
  ReadingWriter writer(track);
  writer.add_articles();
  const std::string left_out = writer.left_out();
  data = writer.data();
  if (data.is_null()) return section;
  section.blocks.emplace_back(Paragraph{
      fmt::format("An article as the assessor highlighted it and as runs returned it, side by side. "
                  "A reader begins with what was returned, goes on with the rest, and stops after {} "
                  "irrelevant characters: that gives the article's score.",
                  kTolerance)});
  section.blocks.emplace_back(Widget::kReading);
  if (!left_out.empty()) section.blocks.emplace_back(Paragraph{left_out});
  return section;
}

}  // namespace fovea
