#include "evaluate/compat/inex_eval.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "measures/highlights/reading.h"
#include "text/character_counts.h"
#include "text/new_text.h"

namespace fovea {

namespace {

constexpr std::array<std::size_t, 7> kRanks = {1, 2, 3, 5, 10, 25, 50};
/// Of the 101 recall points, those that have a line of their own.
constexpr std::array<std::size_t, 4> kEarlyPoints = {0, 1, 5, 10};

bool has_relevance(const JudgedDocument* document) {
  return document != nullptr && document->relevant_chars > 0;
}

struct Totals {
  double articles = 0;
  double characters = 0;
};

Totals totals_of(const TopicJudgements& topic) {
  Totals totals;
  for (const JudgedDocument& document : topic.documents()) {
    totals.articles += has_relevance(&document) ? 1 : 0;
    totals.characters += document.relevant_chars;
  }
  return totals;
}

/// 2PR/(P+R); 0 for 0 and 0, NaN for NaN.
double f1(double precision, double recall) {
  return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
}

/// Interpolated precision at equally spaced recall points, the tool's way.
class RecallCurve {
 public:
  explicit RecallCurve(std::span<double> points) : points_(points) {
    std::fill(points_.begin(), points_.end(), 0.0);
  }
  void add(double recall, double precision) {
    const auto last = static_cast<double>(points_.size() - 1);
    const double point = std::floor(last * recall);
    // Not a number is point 0, as in the tool's language; a recall above 1, where it gives up, is the last.
    const auto index = static_cast<std::size_t>(std::isnan(point) ? 0 : std::min(point, last));
    if (precision > points_[index]) points_[index] = precision;
  }
  void interpolate() {
    for (std::size_t i = points_.size() - 1; i-- > 0;) {
      if (points_[i + 1] > points_[i]) points_[i] = points_[i + 1];
    }
  }

 private:
  std::span<double> points_;
};

/// What each result adds, text that comes again counting in articles without relevance.
std::vector<CurvePoint> added_by_results(TopicView& topic) {
  std::vector<CurvePoint> added(topic.results().size());
  std::vector<Span> spans;
  NewText new_text;
  for (std::size_t a = 0; a < topic.articles().size(); ++a) {
    const Article& article = topic.articles()[a];
    const bool relevant = has_relevance(article.judged);
    spans.clear();
    for (const std::uint32_t i : topic.results_of(a)) {
      spans.push_back(topic.unplaced(i) ? Span{} : topic.span_of(i, article));
      added[i] = {0, topic.unplaced(i) ? kUnplacedCharacters : spans.back().size()};
    }
    if (!relevant) continue;
    const AddedText* text = new_text.of(spans, topic.judgements().highlights(*article.judged)).data();
    for (const std::uint32_t i : topic.results_of(a)) {
      if (!topic.unplaced(i)) added[i] = {text->marked, text->characters};
      ++text;
    }
  }
  return added;
}

std::vector<ScoredMeasure> columns_of(InexEval::Task task) {
  std::vector<ScoredMeasure> columns;
  for (const std::string_view name :
       {"num_ret", "num_rel", "num_rel_ret", "ret_size", "rel_size", "rel_ret_size"}) {
    columns.push_back({std::string(name), Average::kSum});
  }
  if (task == InexEval::Task::kResults) {
    for (const std::string_view name :
         {"art_prec", "art_rec", "art_f1", "char_prec", "char_rec", "char_f1"}) {
      columns.push_back({std::string(name)});
    }
    for (const std::size_t point : kEarlyPoints) columns.push_back({fmt::format("iP[0.{:02}]", point)});
    columns.push_back({"AiP"});
    for (std::size_t i = 0; i <= 100; ++i) {
      columns.push_back({fmt::format("ircl_prn.{:.2f}", static_cast<double>(i) / 100)});
    }
  } else {
    for (const std::size_t rank : kRanks) {
      columns.push_back({fmt::format("gP[{}]", rank)});
      columns.push_back({fmt::format("gR[{}]", rank)});
    }
    columns.push_back({"AgP"});
    for (std::size_t i = 0; i <= 10; ++i) {
      columns.push_back({fmt::format("ircl_prn.{:.2f}", static_cast<double>(i) / 10)});
    }
  }
  return columns;
}

}  // namespace

InexEval::InexEval(Task task, ArticleScore score, const Judgements& judgements)
    : task_(task), score_(score), columns_(columns_of(task)) {
  for (const TopicJudgements& topic : judgements.topics()) {
    const Totals totals = totals_of(topic);
    all_relevant_ += totals.articles;
    all_relevant_size_ += totals.characters;
  }
}

const ScoredMeasure* InexEval::score(TopicView& topic, std::span<double> values) const {
  task_ == Task::kResults ? score_results(topic, values) : score_articles(topic, values);
  return topic.unknown_text() == nullptr ? nullptr : &columns_[3];
}

double InexEval::summary(std::size_t column, std::span<const double> values) const {
  if (task_ == Task::kArticles && column == 1) return all_relevant_;
  if (task_ == Task::kArticles && column == 4) return all_relevant_size_;
  return TopicScorer::summary(column, values);
}

void InexEval::score_results(TopicView& topic, std::span<double> values) const {
  const Totals totals = totals_of(topic.judgements());
  RecallCurve curve(values.last(curve_points()));
  double retrieved = 0;
  double both = 0;
  for (const CurvePoint& point : added_by_results(topic)) {
    retrieved += static_cast<double>(point.retrieved);
    both += static_cast<double>(point.relevant);
    curve.add(both / totals.characters, both / retrieved);
  }
  curve.interpolate();

  const auto articles = static_cast<double>(topic.articles().size());
  const auto found = static_cast<double>(
      std::count_if(topic.articles().begin(), topic.articles().end(),
                    [](const Article& article) { return has_relevance(article.judged); }));
  const double article_precision = articles == 0 ? 0 : found / articles;
  const double article_recall = found / totals.articles;
  const double precision = retrieved == 0 ? 0 : both / retrieved;
  const double recall = both / totals.characters;
  const std::span<double> points = values.last(curve_points());
  double sum = 0;
  for (const double value : points) sum += value;

  const std::array<double, 12> first = {articles,
                                        totals.articles,
                                        found,
                                        retrieved,
                                        totals.characters,
                                        both,
                                        article_precision,
                                        article_recall,
                                        f1(article_precision, article_recall),
                                        precision,
                                        recall,
                                        f1(precision, recall)};
  double* out = std::copy(first.begin(), first.end(), values.data());
  for (const std::size_t point : kEarlyPoints) *out++ = points[point];
  *out = sum / static_cast<double>(points.size());
}

void InexEval::score_articles(TopicView& topic, std::span<double> values) const {
  const Totals totals = totals_of(topic.judgements());
  const std::span<const Article> articles = topic.articles();
  RecallCurve curve(values.last(curve_points()));
  std::array<double, kRanks.size()> precision_at = {};
  std::array<double, kRanks.size()> recall_at = {};
  double retrieved = 0;
  double both = 0;
  double sum = 0;
  double found = 0;
  double precision_sum = 0;
  for (std::size_t j = 0; j < articles.size(); ++j) {
    const bool relevant = has_relevance(articles[j].judged);
    sum += score_article(topic, j, retrieved, both);
    found += relevant ? 1 : 0;
    const double precision = sum / static_cast<double>(j + 1);
    const double recall = found / totals.articles;
    if (relevant) precision_sum += precision;
    curve.add(recall, precision);
    for (std::size_t k = 0; k < kRanks.size(); ++k) {
      if (j >= kRanks[k]) continue;  // later ranks keep the value of the last article
      precision_at[k] = precision;
      recall_at[k] = recall;
    }
  }
  curve.interpolate();

  const std::array<double, kCounts> counts = {
      static_cast<double>(articles.size()), totals.articles, found, retrieved, totals.characters, both};
  double* out = std::copy(counts.begin(), counts.end(), values.data());
  for (std::size_t k = 0; k < kRanks.size(); ++k) {
    *out++ = precision_at[k];
    *out++ = recall_at[k];
  }
  *out = precision_sum / totals.articles;
}

/// S(d), 0 without relevance; adds the article's characters to the sums, which entry points leave at 0.
double InexEval::score_article(TopicView& topic, std::size_t a, double& retrieved, double& both) const {
  const Article& article = topic.articles()[a];
  const bool relevant = has_relevance(article.judged);
  if (score_.kind == ArticleScore::Kind::kBep) {
    if (!relevant || !article.judged->bep || topic.unplaced(article.first_result)) return 0;
    return bep_score(topic.entry_of(article.first_result), *article.judged->bep, score_.value);
  }
  const SpanView highlights = relevant ? topic.judgements().highlights(*article.judged) : SpanView();
  const CharacterCounts highlighted(highlights);
  std::uint64_t size = 0;
  std::uint64_t common = 0;
  for (const std::uint32_t i : topic.results_of(a)) {
    if (topic.unplaced(i)) {
      size += kUnplacedCharacters;
    } else {
      const Span span = topic.span_of(i, article);
      size += span.size();
      common += highlighted.in(span);
    }
  }
  retrieved += static_cast<double>(size);
  both += static_cast<double>(common);
  if (!relevant) return 0;
  if (score_.kind == ArticleScore::Kind::kF) {
    return f_score(common, size, article.judged->relevant_chars, score_.value);
  }
  return topic.article_scores(score_)[a];
}

}  // namespace fovea
