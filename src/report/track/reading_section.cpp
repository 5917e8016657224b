// The reading view: articles as assessors and runs saw them. The shapes of the data stand in web/src/data.ts.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "evaluate/track/article_readings.h"
#include "report/track/text_blocks.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

using nlohmann::json;

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

template <class Optional>
json or_null(const Optional& value) {
  return value ? json(*value) : json(nullptr);
}

std::string title_of(const TrackEvaluation& track, std::string_view topic) {
  const auto found = std::ranges::find(track.topics, topic, &Topic::id);
  return found == track.topics.end() ? "" : found->title;
}

class ReadingWriter {
 public:
  explicit ReadingWriter(const TrackEvaluation& track)
      : track_(track), chunks_(compares_chunkers(track)), runs_(leading_runs(track, kMostRuns)) {
    for (const TopicJudgements& topic : track.judgements.topics()) {
      std::vector<const JudgedDocument*> articles = best_articles(topic, kMostArticles);
      std::set<std::string_view> documents;
      for (const JudgedDocument* article : articles) documents.insert(article->id);
      topics_.push_back({&topic, std::move(articles), TopicReadings(track, runs_, topic, documents)});
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
    return {{"tolerance", chunks_ ? json(nullptr) : json(ArticleReading::kTolerance)},
            {"topics", std::move(topics)},
            {"texts", std::move(texts_)}};
  }

  /// What a reader of the page might miss.
  std::string left_out() const {
    std::vector<std::string> parts;
    const std::size_t judged = track_.judgements.size();
    if (shown_ + missing_ < judged) {
      parts.push_back(fmt::format("{} of {} judged {}s, those with most highlighted text of each {}", shown_,
                                  judged, chunks_ ? "document" : "article", chunks_ ? "question" : "topic"));
    }
    std::size_t valid = 0;
    for (const TaskResults& task : track_.tasks) valid += task.ranking.size();
    if (runs_.size() < valid) {
      parts.push_back(fmt::format("{} of {} {}", runs_.size(), valid,
                                  chunks_ ? "chunkers, the best" : "valid runs, the best of each task"));
    }
    std::string text;
    if (!parts.empty()) {
      text = fmt::format("To keep the page small, it shows {}.", fmt::join(parts, ", and "));
    }
    if (missing_ > 0) {
      text += fmt::format("{}{} judged {}s are not in the collection.", text.empty() ? "" : " ", missing_,
                          chunks_ ? "document" : "article");
    }
    return text;
  }

 private:
  struct ShownTopic {
    const TopicJudgements* judged;
    std::vector<const JudgedDocument*> articles;
    TopicReadings readings;
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
    const std::vector<ArticleReading> readings = topic.readings.of(judged, document->length());
    for (const ArticleReading& reading : readings)
      cost += kBytesPerRun + reading.returned.size() * kBytesPerSpan;
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
    for (const ArticleReading& reading : readings) {
      by_run[reading.run->id] = {{"spans", reading.entry ? json::array() : pairs(reading.returned)},
                                 {"score", chunks_ ? json(nullptr) : or_null(reading.score)},
                                 {"stop", chunks_ ? json(nullptr) : or_null(reading.stop)},
                                 {"entry", or_null(reading.entry)}};
    }
    topic.shown.push_back({{"doc", id},
                           {"highlights", pairs(highlights)},
                           {"bep", or_null(judged.bep)},
                           {"runs", std::move(by_run)}});
  }

  const TrackEvaluation& track_;
  bool chunks_;  ///< which are read by a model, that does not stop
  std::vector<const TrackRunResult*> runs_;
  std::vector<ShownTopic> topics_;
  json texts_ = json::object();
  std::size_t bytes_ = 0;
  std::size_t shown_ = 0;
  std::size_t missing_ = 0;
};

}  // namespace

Section reading_section(const TrackEvaluation& track, json& data) {
  Section section{"articles", "Reading view"};
  data = nullptr;
  if (!track.collection || !track.judgements.kinds().highlights) return section;
  ReadingWriter writer(track);
  writer.add_articles();
  const std::string left_out = writer.left_out();
  data = writer.data();
  if (data.is_null()) return section;
  section.say(
      compares_chunkers(track)
          ? std::string(
                "A document with the evidence for a question, and with the chunks that were returned for it, side by side.")
          : fmt::format("An article as the assessor highlighted it and as runs returned it, side by side. "
                        "A reader begins with what was returned, goes on with the rest, and stops after {} "
                        "irrelevant characters: that gives the article's score.",
                        ArticleReading::kTolerance));
  section.add(Widget::kReading);
  if (!left_out.empty()) section.say(left_out);
  return section;
}

}  // namespace fovea
