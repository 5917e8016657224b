// Graded relevance: a document is worth its grade, and less the later it comes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "measures/documents/families.h"
#include "measures/documents/from_ranking.h"

namespace fovea {

namespace {

/// Discounted cumulated gain of the first `rank` documents.
double dcg(DocumentRanking& ranking, std::size_t rank) {
  double sum = 0;
  for (const Gain gain : ranking.gains()) {
    if (gain.rank > rank) break;
    sum += gain.grade / ranking.discount(gain.rank);
  }
  return sum;
}

/// The same divided by that of the ideal ranking.
double ndcg(DocumentRanking& ranking, std::size_t rank) {
  const double ideal = ranking.ideal_dcg(rank);
  return ideal > 0 ? dcg(ranking, rank) / ideal : 0;
}

/// nDCG at the rank of every document with gain, averaged; those not retrieved count the nDCG of the whole
/// ranking.
double ndcg_over_relevant(DocumentRanking& ranking) {
  const std::size_t relevant = ranking.ideal().size();
  if (relevant == 0) return 0;
  double gained = 0;
  double sum = 0;
  for (const Gain gain : ranking.gains()) {
    gained += gain.grade / ranking.discount(gain.rank);
    sum += gained / ranking.ideal_dcg(gain.rank);
  }
  const auto missing = static_cast<double>(relevant - ranking.gains().size());
  sum += missing * gained / ranking.ideal_dcg(relevant);
  return sum / static_cast<double>(relevant);
}

/// nDCG averaged over the ranks at which the ideal ranking goes from one grade to the next lower one, and,
/// as in trec_eval, over the whole ranking when it is longer than the ideal one by two at least.
/// A topic without a document at the level asked for counts 0.
double ndcg_over_levels(DocumentRanking& ranking, int level) {
  const auto ideal = ranking.ideal();
  if (ideal.empty() || ranking.at_level(level).relevant == 0) return 0;
  double sum = 0;
  int points = 0;
  for (std::size_t rank = 1; rank <= ideal.size(); ++rank) {
    if (rank < ideal.size() && ideal[rank] == ideal[rank - 1]) continue;
    sum += ndcg(ranking, rank);
    ++points;
  }
  if (ranking.grades().size() > ideal.size() + 1) {
    sum += ndcg(ranking, ranking.grades().size());
    ++points;
  }
  return sum / points;
}

/// Each gain divided by the logarithm of how far the ranking lags behind the ideal one; ranks without ideal
/// gain cost 1.
double g_measure(DocumentRanking& ranking) {
  const auto ideal = ranking.ideal();
  double possible = 0;
  for (const std::int32_t grade : ideal) possible += grade;
  if (possible <= 0) return 0;
  double cost = 0;
  double gained = 0;
  double sum = 0;
  std::size_t rank = 0;
  for (const Gain gain : ranking.gains()) {
    for (; rank < gain.rank; ++rank) cost += rank < ideal.size() ? ideal[rank] : 1;
    gained += gain.grade;
    sum += gain.grade / std::log2(2 + cost - gained);
  }
  return sum / possible;
}

double binary_g(const BinaryRanking& ranking) {
  if (ranking.relevant == 0) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < ranking.ranks.size(); ++i) {
    const auto not_relevant_before = static_cast<double>(ranking.ranks[i] - 1 - i);
    sum += 1 / std::log2(2 + not_relevant_before);
  }
  return sum / static_cast<double>(ranking.relevant);
}

/// A reader goes on to the next document with probability p. Grades above 1 are scaled so that the highest
/// of the topic is worth 1; with `binary`, a document from the level on is worth 1 and others nothing.
double rank_biased_precision(DocumentRanking& ranking, double p, std::optional<int> binary) {
  const auto ideal = ranking.ideal();
  const double highest = ideal.empty() ? 1 : ideal.front();
  double weight = 1;
  std::size_t rank = 1;
  double sum = 0;
  for (const Gain gain : ranking.gains()) {
    for (; rank < gain.rank; ++rank) weight *= p;
    sum += weight * (binary ? (gain.grade >= *binary ? 1 : 0) : gain.grade / highest);
  }
  return (1 - p) * sum;
}

std::unique_ptr<Measure> make_ndcg(const MeasureName& name, std::string&) {
  const std::size_t rank = name.rank().value_or(std::numeric_limits<std::uint32_t>::max());
  return document_measure(name,
                          [rank](DocumentRanking& ranking, int /*level*/) { return ndcg(ranking, rank); });
}

std::unique_ptr<Measure> make_rbp(const MeasureName& name, std::string&) {
  const double p = name.number("p").value_or(0.9);
  const bool binary = !name.parameter(kRel.name).empty();
  return document_measure(name, [p, binary](DocumentRanking& ranking, int level) {
    return rank_biased_precision(ranking, p, binary ? std::optional(level) : std::nullopt);
  });
}

/// For records of measures that read grades only.
template <typename Score>
auto graded_maker(Score score) {
  return [score](const MeasureName& name, std::string&) {
    return document_measure(name,
                            [score](DocumentRanking& ranking, int /*level*/) { return score(ranking); });
  };
}

constexpr std::string_view kJarvelinKekalainen =
    "Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, ACM TOIS 20(4), 2002";
const double kExampleDcg = 2 + 1 / std::log2(5.0);
const double kExampleIdeal = 2 + 1 / std::log2(3.0) + 1 / std::log2(4.0);

}  // namespace

MeasureFamily gain_measures() {
  return {
      .title = "Documents: graded relevance",
      .records = {
          {.name = "nDCG",
           .trec_eval = "ndcg",
           .trec_eval_cut = "ndcg_cut",
           .aliases = {"NDCG"},
           .summary = "normalised discounted cumulated gain",
           .definition =
               "The gain of a document is its grade, divided by log2(rank + 1); the sum is divided by that "
               "of the ideal ranking, which has the highest grades first. With a cutoff both stop at "
               "rank k.",
           .formula = "nDCG = sum of grade/log2(rank + 1) / the same of the ideal ranking",
           .source = kJarvelinKekalainen,
           .cutoff = Cutoff::kOptionalRank,
           .default_cutoffs = {"5", "10", "15", "20", "30", "100", "200", "500", "1000"},
           .examples = {document_example("nDCG", kExampleDcg / kExampleIdeal,
                                         "(2/log2 2 + 1/log2 5) / (2/log2 2 + 1/log2 3 + 1/log2 4)"),
                        document_example("nDCG@3", 2 / kExampleIdeal, "the document at rank 4 is cut off")},
           .make = make_ndcg},
          {.name = "nDCGRel",
           .trec_eval = "ndcg_rel",
           .summary = "nDCG averaged over the relevant documents",
           .definition =
               "nDCG at the rank of each document with gain, averaged; documents that were not retrieved "
               "count the nDCG of the whole ranking.",
           .formula = "nDCGRel = mean over documents with gain of nDCG@rank",
           .source = "trec_eval: ndcg_rel (Buckley 2008)",
           .examples = {document_example(
               "nDCGRel", (1 + 2 * kExampleDcg / kExampleIdeal) / 3,
               "nDCG@1 = 1, nDCG@4, and nDCG of the whole ranking for the one missing")},
           .make = graded_maker(ndcg_over_relevant)},
          {.name = "RnDCG",
           .trec_eval = "Rndcg",
           .summary = "nDCG averaged over the ranks where the ideal grade changes",
           .definition =
               "nDCG at the ranks where the ideal ranking ends one grade and begins the next, averaged; the "
               "whole ranking is one point more when it is longer than the ideal one by at least two. 0 for "
               "a topic without a document of grade rel.",
           .formula = "RnDCG = mean of nDCG@n1, nDCG@(n1 + n2), …, ni = documents of the i-th highest grade",
           .source = "trec_eval: Rndcg (Buckley 2008)",
           .parameters = {kRel},
           .examples = {document_example("RnDCG", (1 + 2 / kExampleIdeal + kExampleDcg / kExampleIdeal) / 3,
                                         "nDCG@1, nDCG@3 and nDCG of all five")},
           .make = [](const MeasureName& name,
                      std::string&) { return document_measure(name, ndcg_over_levels); }},
          {.name = "RBP",
           .trec_eval = "rbp",
           .summary = "rank-biased precision",
           .definition =
               "A reader looks at the first document and goes on to each next one with probability p; RBP "
               "is the gain per document looked at. Grades above 1 are scaled so that the highest grade of "
               "the topic is worth 1; with rel, documents from that grade on are worth 1 and others "
               "nothing.",
           .formula = "RBP = (1 − p) · sum of gain · p^(rank − 1)",
           .source = "Moffat and Zobel, Rank-Biased Precision, ACM TOIS 27(1), 2008",
           .parameters = {{"p", "0.9", "probability of going on", kPersistenceRange},
                          {"rel", "", "lowest grade worth 1; graded when absent", kGradeRange}},
           .examples = {document_example("RBP(p=0.5)", 0.53125, "0.5 · (1 + 0.5 · 0.125)"),
                        document_example("RBP(p=0.5,rel=1)", 0.5625, "0.5 · (1 + 0.125)")},
           .make = make_rbp},
          {.name = "G",
           .trec_eval = "G",
           .summary = "gain relative to how far the ranking lags behind the ideal one",
           .definition =
               "Each gain is divided by log2 of 2 plus what the ideal ranking has gained more up to that "
               "rank (a rank where it gains nothing counts 1); the sum is divided by all possible gain.",
           .formula = "G = sum of grade / log2(2 + ideal(rank) − gained(rank)) / sum of all grades",
           .source = "trec_eval: G (Buckley 2008)",
           .examples = {document_example("G", 0.625, "(2/log2 2 + 1/log2 4) / 4")},
           .make = graded_maker(g_measure)},
          {.name = "BinG",
           .trec_eval = "binG",
           .summary = "G with relevant or not as the only grades",
           .definition =
               "Each relevant document counts 1/log2 of 2 plus the number of documents before it that are "
               "not relevant; the sum is divided by the number of relevant documents.",
           .formula = "BinG = sum over relevant retrieved of 1/log2(2 + not relevant before) / relevant",
           .source = "trec_eval: binG (Buckley 2008)",
           .parameters = {kRel},
           .examples = {document_example("BinG", 0.5, "(1/log2 2 + 1/log2 4) / 3")},
           .make = binary_maker(binary_g)},
      }};
}

}  // namespace fovea
