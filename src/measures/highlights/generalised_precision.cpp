// Measures of a ranked list of articles, each with a graded score (Kamps, Lalmas and Pehcevski 2007;
// Pehcevski and Thom 2007, equations 4–8 and 11).
//
// The articles d_1, d_2, … stand in the order of their first results. S(d) is the score of an article
// (article_score.h), rel(d) is 1 for an article with relevance, rsize(d) the size of its highlighted text;
// Nrel is the number of articles with relevance and Trel the size of all highlighted text of the topic.
//
//     gP[r]  = Σ_{j≤r} S(d_j) / r          gR[r]  = Σ_{j≤r} rel(d_j) / Nrel
//     AgP    = Σ_j rel(d_j)·gP[j] / Nrel   gR'[r] = Σ_{j≤r} rsize(d_j) / Trel
//
// A rank beyond the end of the list is divided by all the same: what was not retrieved scores 0.
//
// Interpolated, igP[x] is the largest gP[j] with gR[j] ≥ x (gR'[j] by size), and AigP its mean at equal distances
// from 0 to 1: the definition that Pehcevski and Thom propose in section 5 to keep gR' from rewarding a swap.
#include <algorithm>
#include <numeric>

#include "measures/families.h"
#include "measures/function_measure.h"
#include "measures/highlights/example.h"
#include "measures/highlights/recall_point.h"
#include "measures/views/topic_view.h"

namespace fovea {

namespace {

/// How much of everything there is to find an article holds.
enum class Weight : std::uint8_t {
  kCount,  ///< every article with relevance as much as any other
  kSize,   ///< as much as its highlighted text
};

/// What the score of an article, and what it counts for recall, ask of the judgements.
Needs needs_of(const ArticleScore& score, Weight weight = Weight::kCount) {
  return {.highlights = score.kind != ArticleScore::Kind::kBep || weight == Weight::kSize,
          .entry_points = score.kind == ArticleScore::Kind::kBep,
          .document_lengths = score.kind == ArticleScore::Kind::kT2I};
}

/// Points of the curves that are drawn.
constexpr std::uint64_t kCurvePoints = 11;

/// What an article counts for recall; 0 without relevance.
std::uint64_t weight_of(TopicView& topic, const Article& article, Weight weight) {
  if (!article.relevant()) return 0;
  return weight == Weight::kCount ? 1 : character_count(topic.judgements().highlights(*article.judged));
}

/// The share of all highlighted text that an article holds.
double share_of_text(TopicView& topic, const Article& article) {
  return ratio(weight_of(topic, article, Weight::kSize), topic.totals().characters);
}

/// by=count or by=size, for measures that have no other.
std::optional<Weight> weight_named(const MeasureName& name, std::string& why) {
  const std::string_view by = name.parameter("by");
  if (by.empty()) return Weight::kCount;
  if (by == "size") return Weight::kSize;
  why = "by is count or size";
  return std::nullopt;
}

/// Calls visit(j, gP[j]) for every article with relevance; j is its index in the ranking.
template <class Visit>
void at_recall_points(TopicView& topic, const ArticleScore& score, Visit visit) {
  const std::span<const double> scores = topic.article_scores(score);
  double sum = 0;  // the others score 0
  for (const std::size_t j : topic.relevant_articles()) {
    sum += scores[j];
    visit(j, sum / static_cast<double>(j + 1));
  }
}

/// gP@r
double generalized_precision(TopicView& topic, const ArticleScore& score, std::size_t rank) {
  const std::span<const double> scores = topic.article_scores(score);
  double sum = 0;
  for (std::size_t j = 0; j < std::min(rank, scores.size()); ++j) sum += scores[j];
  return sum / static_cast<double>(rank);
}

/// gR@r and gR(by=size)@r
double generalized_recall(TopicView& topic, Weight weight, std::size_t rank) {
  const std::span<const Article> articles = topic.articles();
  const HighlightTotals& totals = topic.totals();
  std::uint64_t found = 0;
  for (std::size_t j = 0; j < std::min(rank, articles.size()); ++j) {
    found += weight_of(topic, articles[j], weight);
  }
  const std::uint64_t all = weight == Weight::kCount ? totals.articles : totals.characters;
  return found == 0 ? 0 : static_cast<double>(found) / static_cast<double>(all);
}

/// Calls visit(found, all, gP[j]) for every rank, where found of all is the recall there. Every rank counts, not only
/// the recall points: at recall 0 the first rank may be the best.
template <class Visit>
void at_every_rank(TopicView& topic, const ArticleScore& score, Weight weight, Visit visit) {
  const std::span<const Article> articles = topic.articles();
  const std::span<const double> scores = topic.article_scores(score);
  const HighlightTotals& totals = topic.totals();
  const std::uint64_t all = weight == Weight::kCount ? totals.articles : totals.characters;
  double sum = 0;
  std::uint64_t found = 0;
  for (std::size_t j = 0; j < articles.size() && all > 0; ++j) {
    sum += scores[j];
    found += weight_of(topic, articles[j], weight);
    visit(found, all, sum / static_cast<double>(j + 1));
  }
}

/// igP at `points` recall points at equal distances from 0 to 1.
Curve generalized_curve(TopicView& topic, const ArticleScore& score, Weight weight,
                        std::uint64_t points = kCurvePoints) {
  const std::uint64_t last = points - 1;
  Curve curve{"generalized recall", "generalized precision", {}, std::vector<double>(points, 0.0)};
  for (std::uint64_t i = 0; i < points; ++i) {
    curve.x.push_back(static_cast<double>(i) / static_cast<double>(last));
  }
  at_every_rank(topic, score, weight, [&](std::uint64_t found, std::uint64_t all, double precision) {
    double& best = curve.y[last * found / all];
    best = std::max(best, precision);
  });
  for (std::size_t i = last; i-- > 0;) curve.y[i] = std::max(curve.y[i], curve.y[i + 1]);
  return curve;
}

/// AigP: the mean of that curve.
double average_interpolated(TopicView& topic, const ArticleScore& score, Weight weight,
                            std::uint64_t points) {
  const Curve curve = generalized_curve(topic, score, weight, points);
  return std::accumulate(curve.y.begin(), curve.y.end(), 0.0) / static_cast<double>(points);
}

/// AgP: the mean of gP over the articles with relevance, an article that is not retrieved counting 0.
double average_generalized_precision(TopicView& topic, const ArticleScore& score) {
  double sum = 0;
  at_recall_points(topic, score, [&](std::size_t, double precision) { sum += precision; });
  return sum == 0 ? 0 : sum / static_cast<double>(topic.totals().articles);
}

/// AgP(by=size): each article weighs as much as its highlighted text.
double agp_by_size(TopicView& topic, const ArticleScore& score) {
  double sum = 0;
  at_recall_points(topic, score, [&](std::size_t j, double precision) {
    sum += share_of_text(topic, topic.articles()[j]) * precision;
  });
  return sum;
}

/// AgP(by=total): the mean of gP over the articles with relevance that were retrieved, times the share of all
/// highlighted text that they hold.
double agp_by_total(TopicView& topic, const ArticleScore& score) {
  double sum = 0;
  double recall = 0;
  std::size_t found = 0;
  at_recall_points(topic, score, [&](std::size_t j, double precision) {
    sum += precision;
    recall += share_of_text(topic, topic.articles()[j]);
    ++found;
  });
  return found == 0 ? 0 : recall * sum / static_cast<double>(found);
}

/// igP@x
double interpolated_generalized_precision(TopicView& topic, const ArticleScore& score, Weight weight,
                                          RecallPoint point) {
  double best = 0;
  at_every_rank(topic, score, weight, [&](std::uint64_t found, std::uint64_t all, double precision) {
    if (point.reached(found, all)) best = std::max(best, precision);
  });
  return best;
}

std::unique_ptr<Measure> make_gp(const MeasureName& name, std::string& why) {
  const std::optional<ArticleScore> score = article_score_of(name, why);
  if (!score) return nullptr;
  return measure_of([score = *score, rank = std::size_t{name.rank().value_or(1)}](
                        TopicView& topic) { return generalized_precision(topic, score, rank); },
                    {}, needs_of(*score));
}

std::unique_ptr<Measure> make_gr(const MeasureName& name, std::string& why) {
  const auto weight = weight_named(name, why);
  if (!weight) return nullptr;
  return measure_of([weight = *weight, rank = std::size_t{name.rank().value_or(1)}](
                        TopicView& topic) { return generalized_recall(topic, weight, rank); },
                    {}, {.highlights = *weight == Weight::kSize});
}

std::unique_ptr<Measure> make_agp(const MeasureName& name, std::string& why) {
  const std::string_view by = name.parameter("by");
  if (!by.empty() && by != "size" && by != "total") {
    why = "by is count, size or total";
    return nullptr;
  }
  const std::optional<ArticleScore> score = article_score_of(name, why);
  if (!score) return nullptr;
  Needs needs = needs_of(*score);
  if (by.empty()) {
    return measure_of(
        [score = *score](TopicView& topic) { return average_generalized_precision(topic, score); },
        [score = *score](TopicView& topic) { return generalized_curve(topic, score, Weight::kCount); },
        needs);
  }
  needs.highlights = true;
  const auto agp = by == "size" ? agp_by_size : agp_by_total;
  return measure_of([agp, score = *score](TopicView& topic) { return agp(topic, score); }, {}, needs);
}

std::unique_ptr<Measure> make_igp(const MeasureName& name, std::string& why) {
  const std::optional<RecallPoint> point = RecallPoint::parse(name.cutoff);
  if (!point) {
    why = "a recall point has at most six decimals";
    return nullptr;
  }
  const auto weight = weight_named(name, why);
  const std::optional<ArticleScore> score = article_score_of(name, why);
  if (!score || !weight) return nullptr;
  return measure_of(
      [score = *score, weight = *weight, point = *point](TopicView& topic) {
        return interpolated_generalized_precision(topic, score, weight, point);
      },
      [score = *score, weight = *weight](TopicView& topic) {
        return generalized_curve(topic, score, weight);
      },
      needs_of(*score, *weight));
}

std::unique_ptr<Measure> make_aigp(const MeasureName& name, std::string& why) {
  const auto weight = weight_named(name, why);
  const std::optional<ArticleScore> score = article_score_of(name, why);
  if (!score || !weight) return nullptr;
  const auto points = static_cast<std::uint64_t>(name.number("points").value_or(kCurvePoints));
  return measure_of([score = *score, weight = *weight,
                     points](TopicView& topic) { return average_interpolated(topic, score, weight, points); },
                    [score = *score, weight = *weight, points](TopicView& topic) {
                      return generalized_curve(topic, score, weight, points);
                    },
                    needs_of(*score, *weight));
}

const Parameter kBeta = {"beta", "0.25",
                         "score an article by F(beta): beta=1 in 2006 and 2007, 0.25 from 2009", kBetaRange};
const Parameter kT2I = {"t2i", "", "score an article by T2I with so many irrelevant characters; 300 in 2010",
                        kToleranceRange};
const Parameter kBep = {"bep", "", "score an article by the distance of its entry point; 500, earlier 1000",
                        kDistanceRange};

const Parameter kBy = {"by", "count", "what an article counts for: count (1) or size (its highlighted text)"};

constexpr std::string_view kContextSource =
    "Kamps, Lalmas, Pehcevski: Evaluating relevant in context, SIGIR 2007; Pehcevski, Thom: Evaluating "
    "focused retrieval tasks, SIGIR 2007 workshop on focused retrieval";

MeasureRecord gp_record() {
  return {
      .name = "gP",
      .summary = "generalized precision at an article rank",
      .definition =
          "The ranking is over articles: the first result of an article decides its rank, and all its "
          "results together are scored against its highlighted text. The scores of the first r articles are "
          "summed and divided by r, also when fewer were retrieved.",
      .formula = "gP[r] = sum_{j<=r} S(d_j) / r",
      .source = kContextSource,
      .parameters = {kBeta, kT2I, kBep},
      .cutoff = Cutoff::kRank,
      .examples =
          {{kHighlightJudgements, kHighlightRun, "gP(beta=1)@3", 7.0 / 18,
            "F is 1/2 for a (half right, half found), 0 for b, 2/3 for c: 7/6 divided by 3"},
           {kHighlightJudgements, kHighlightRun, "gP(t2i=300)@1", 0.25,
            "the reader of a meets 100 relevant characters before the 300th irrelevant one: 100/400"}},
      .make = make_gp,
  };
}

MeasureRecord gr_record() {
  return {
      .name = "gR",
      .summary = "generalized recall at an article rank",
      .definition =
          "The share of the articles with relevance that are among the first r articles. by=size weighs each "
          "article by the size of its highlighted text.",
      .formula = "gR[r] = sum_{j<=r} rel(d_j) / Nrel;  by size: sum_{j<=r} rsize(d_j) / Trel",
      .source = kContextSource,
      .parameters = {kBy},
      .cutoff = Cutoff::kRank,
      .examples = {{kHighlightJudgements, kHighlightRun, "gR@1", 0.5,
                    "a is one of two articles with relevance"},
                   {kHighlightJudgements, kHighlightRun, "gR(by=size)@1", 0.25,
                    "a holds 100 of 400 highlighted characters"}},
      .make = make_gr,
  };
}

MeasureRecord agp_record() {
  return {
      .name = "AgP",
      .aliases = {"MAgP"},
      .summary = "average generalized precision",
      .definition =
          "The mean of gP at the ranks of the articles with relevance; one that is not retrieved counts 0, "
          "one that is retrieved with the wrong text (S=0) is a recall point all the same. by=size weighs "
          "the recall points by highlighted text; by=total takes the plain mean over the retrieved ones and "
          "multiplies it by the share of the highlighted text that they hold (equation 11 of Pehcevski and "
          "Thom).",
      .formula =
          "AgP = sum_j rel(d_j) gP[j] / Nrel;  by size: sum_j (rsize(d_j)/Trel) rel(d_j) gP[j];  by total: "
          "gR'[D] sum_j rel(d_j) gP[j] / sum_j rel(d_j)",
      .source = kContextSource,
      .parameters = {kBeta,
                     kT2I,
                     kBep,
                     {"by", "count", "what a recall point counts for: count, size or total"}},
      .examples =
          {{kHighlightJudgements, kHighlightRun, "AgP(beta=1)", 4.0 / 9,
            "gP is 1/2 at a and 7/18 at c: their mean over two articles with relevance"},
           {kHighlightJudgements, kHighlightRun, "AgP(t2i=300)", 0.25,
            "S is 1/4 for a and 1/2 for c: gP is 1/4 at both"},
           {kHighlightJudgements, kHighlightRun, "AgP(bep=500)", 23.0 / 30,
            "a is entered 50 characters early (9/10), c at its best entry point (1): (9/10 + 19/30)/2"},
           {kHighlightJudgements, kHighlightRun, "AgP(beta=1,by=size)", 5.0 / 12,
            "1/4 of 1/2 and 3/4 of 7/18"}},
      .make = make_agp,
  };
}

MeasureRecord igp_record() {
  return {
      .name = "igP",
      .summary = "interpolated generalized precision at a recall point",
      .definition =
          "The largest gP at any rank where generalized recall is at least x; 0 when x is not reached. With "
          "by=size recall is the share of all highlighted text (gR').",
      .formula = "igP[x] = max { gP[j] : gR[j] >= x }",
      .source = kContextSource,
      .parameters = {kBeta, kT2I, kBep, kBy},
      .cutoff = Cutoff::kRecall,
      .default_cutoffs = {"0.00", "0.10", "0.20", "0.30", "0.40", "0.50", "0.60", "0.70", "0.80", "0.90",
                          "1.00"},
      .examples = {{kHighlightJudgements, kHighlightRun, "igP(beta=1)@0.50", 0.5,
                    "half of the articles are found at rank 1 already"},
                   {kHighlightJudgements, kHighlightRun, "igP(beta=1)@1.00", 7.0 / 18,
                    "all of them only at rank 3"},
                   {kHighlightJudgements, kHighlightRun, "igP(beta=1,by=size)@0.50", 7.0 / 18,
                    "a holds a quarter of the highlighted text; half of it is found at rank 3"}},
      .make = make_igp,
  };
}

MeasureRecord aigp_record() {
  return {
      .name = "AigP",
      .summary = "average interpolated generalized precision",
      .definition =
          "The mean of igP at recall 0.0, 0.1, ..., 1.0. Unlike AgP(by=size), it does not rise when an "
          "article with less highlighted text is ranked below one without any.",
      .formula = "AigP = sum_{i=0..points-1} igP[i/(points-1)] / points",
      .source =
          "Pehcevski, Thom: Evaluating focused retrieval tasks, SIGIR 2007 workshop on focused retrieval, "
          "section 5",
      .parameters = {kBeta,
                     kT2I,
                     kBep,
                     kBy,
                     {"points", "11", "recall points at equal distances from 0 to 1",
                      NumberRange{.least = 2, .most = 10'001, .whole = true}}},
      .examples = {{kHighlightJudgements, kHighlightRun, "AigP(beta=1)", (6 * 0.5 + 5 * 7.0 / 18) / 11,
                    "igP is 1/2 to recall 0.5 and 7/18 from 0.6 on"},
                   {kHighlightJudgements, kHighlightRun, "AigP(beta=1,by=size)",
                    (3 * 0.5 + 8 * 7.0 / 18) / 11, "igP is 1/2 to recall 0.25 of the text"}},
      .make = make_aigp,
  };
}

}  // namespace

MeasureFamily ranked_article_measures() {
  return {"Ranked articles (relevant in context, best in context)",
          {gp_record(), gr_record(), agp_record(), igp_record(), aigp_record()}};
}

}  // namespace fovea
