#include "evaluate/compat/inex_eval.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace fovea {

namespace {

constexpr std::array<std::size_t, 7> kRanks = {1, 2, 3, 5, 10, 25, 50};
/// Of the 101 recall points, those that have a line of their own.
constexpr std::array<std::size_t, 4> kEarlyPoints = {0, 1, 5, 10};

/// Where the tool puts an entry point that could not be resolved.
constexpr double kUnplacedEntry = -10000;

/// By column 4, with rows that came twice where the judgements are read as the tool reads them.
HighlightTotals totals_of(const TopicJudgements& topic) {
  if (topic.keeps_listed()) return topic.totals();
  HighlightTotals totals;
  for (const JudgedDocument& document : topic.documents()) {
    totals.articles += document.relevant_chars > 0 ? 1 : 0;
    totals.characters += document.relevant_chars;
  }
  return totals;
}

/// 2PR/(P+R); 0 where nothing was found, be it that recall is not a number.
double f1(double precision, double recall) {
  return precision > 0 ? 2 * precision * recall / (precision + recall) : 0;
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
    if (point > last) return;
    // Not a number is point 0, as in the tool's language.
    const auto index = static_cast<std::size_t>(std::isnan(point) ? 0 : point);
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

std::vector<ScoredMeasure> columns_of(InexEval::Task task) {
  std::vector<ScoredMeasure> columns;
  for (const std::string_view name :
       {"num_ret", "num_rel", "num_rel_ret", "ret_size", "rel_size", "rel_ret_size"}) {
    columns.push_back({std::string(name), Average::kSum});
  }
  if (task != InexEval::Task::kArticles) {
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
    const HighlightTotals totals = totals_of(topic);
    all_relevant_ += static_cast<double>(totals.articles);
    all_relevant_size_ += static_cast<double>(totals.characters);
  }
}

const ScoredMeasure* InexEval::score(TopicView& topic, std::span<double> values) const {
  task_ == Task::kArticles ? score_articles(topic, values) : score_results(topic, values);
  return topic.unknown_text() == nullptr ? nullptr : &columns_[3];
}

double InexEval::summary(std::size_t column, std::span<const double> values) const {
  if (task_ == Task::kArticles && column == 1) return all_relevant_;
  if (task_ == Task::kArticles && column == 4) return all_relevant_size_;
  if (values.empty() && column >= kCounts) return std::numeric_limits<double>::quiet_NaN();
  return TopicScorer::summary(column, values);
}

void InexEval::score_results(TopicView& topic, std::span<double> values) const {
  const HighlightTotals totals = totals_of(topic.judgements());
  const auto relevant_articles = static_cast<double>(totals.articles);
  const auto relevant_size = static_cast<double>(totals.characters);
  const std::vector<InexArticle> seen = inex_articles(topic);
  RecallCurve curve(values.last(curve_points()));
  double retrieved = 0;
  double both = 0;
  for (const CurvePoint& point : inex_added(topic, seen, task_ == Task::kThorough)) {
    retrieved += static_cast<double>(point.retrieved);
    both += static_cast<double>(point.relevant);
    curve.add(both / relevant_size, both / retrieved);
  }
  curve.interpolate();

  const auto articles = static_cast<double>(seen.size());
  const auto found = static_cast<double>(std::ranges::count_if(seen, &InexArticle::relevant));
  const double article_precision = articles == 0 ? 0 : found / articles;
  const double article_recall = found / relevant_articles;
  const double precision = retrieved == 0 ? 0 : both / retrieved;
  const double recall = both / relevant_size;
  const std::span<double> points = values.last(curve_points());
  double sum = 0;
  for (const double value : points) sum += value;

  const std::array<double, 12> first = {articles,
                                        relevant_articles,
                                        found,
                                        retrieved,
                                        relevant_size,
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
  const HighlightTotals totals = totals_of(topic.judgements());
  const auto relevant_articles = static_cast<double>(totals.articles);
  const std::vector<InexArticle> articles = inex_articles(topic);
  RecallCurve curve(values.last(curve_points()));
  std::array<double, kRanks.size()> precision_at = {};
  std::array<double, kRanks.size()> recall_at = {};
  double retrieved = 0;
  double both = 0;
  double sum = 0;
  double found = 0;
  double precision_sum = 0;
  for (std::size_t j = 0; j < articles.size(); ++j) {
    const bool relevant = articles[j].relevant();
    sum += score_article(topic, articles[j], retrieved, both);
    found += relevant ? 1 : 0;
    const double precision = sum / static_cast<double>(j + 1);
    const double recall = found / relevant_articles;
    if (relevant) precision_sum += precision;
    curve.add(recall, precision);
    for (std::size_t k = 0; k < kRanks.size(); ++k) {
      if (j >= kRanks[k]) continue;  // later ranks keep the value of the last article
      precision_at[k] = precision;
      recall_at[k] = recall;
    }
  }
  curve.interpolate();

  const std::array<double, kCounts> counts = {static_cast<double>(articles.size()),
                                              relevant_articles,
                                              found,
                                              retrieved,
                                              static_cast<double>(totals.characters),
                                              both};
  double* out = std::copy(counts.begin(), counts.end(), values.data());
  for (std::size_t k = 0; k < kRanks.size(); ++k) {
    *out++ = precision_at[k];
    *out++ = recall_at[k];
  }
  *out = precision_sum / relevant_articles;
}

/// S(d), 0 without relevance; adds the article's characters to the sums, which entry points leave at 0.
double InexEval::score_article(TopicView& topic, const InexArticle& article, double& retrieved,
                               double& both) const {
  if (score_.kind == ArticleScore::Kind::kBep) return score_entry(topic, article);
  const ListedHighlights highlighted(
      article.relevant() ? topic.judgements().highlights(*article.article.judged) : SpanView());
  std::uint64_t size = 0;
  std::uint64_t common = 0;
  for (const std::uint32_t i : article.results) {
    if (topic.unplaced(i)) {
      size += kUnplacedCharacters;
    } else {
      const Span span = topic.span_of(i, article.article);
      size += span.size();
      common += highlighted.in(span);
    }
  }
  retrieved += static_cast<double>(size);
  both += static_cast<double>(common);
  if (!article.relevant()) return 0;
  if (score_.kind == ArticleScore::Kind::kF) {
    return f_score(common, size, article.article.judged->relevant_chars, score_.value);
  }
  return inex_t2i(topic, article, static_cast<std::uint64_t>(score_.value));
}

/// (n − distance)/n, which is not a number for 0 and 0; 0 from farther away.
double InexEval::score_entry(TopicView& topic, const InexArticle& article) const {
  if (!article.relevant() || !article.article.judged->bep) return 0;
  const std::uint32_t first = article.results.front();
  const double entry = topic.unplaced(first) ? kUnplacedEntry : static_cast<double>(topic.entry_of(first));
  const double distance = std::abs(entry - static_cast<double>(*article.article.judged->bep));
  return distance > score_.value ? 0 : (score_.value - distance) / score_.value;
}

}  // namespace fovea
