// Precision averaged over recall: one figure for a whole ranking.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "measures/documents/from_ranking.h"
#include "measures/documents/trec_eval_parameters.h"
#include "measures/families.h"
#include "measures/views/gain_table.h"

namespace fovea {

namespace {

/// Precision at the rank of every relevant document retrieved within the first `cutoff`, summed and divided
/// by the number of all relevant documents, so that those not retrieved count 0.
double average_precision(const BinaryRanking& ranking, std::size_t cutoff) {
  if (ranking.relevant == 0) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < ranking.ranks.size() && ranking.ranks[i] <= cutoff; ++i) {
    sum += static_cast<double>(i + 1) / static_cast<double>(ranking.ranks[i]);
  }
  return sum / static_cast<double>(ranking.relevant);
}

double average_precision_of_all(const BinaryRanking& ranking) {
  return average_precision(ranking, std::numeric_limits<std::size_t>::max());
}

/// How a share of the relevant documents becomes a number of documents.
enum class Rounding : std::uint8_t {
  kNearest,  ///< trec_eval from version 10 on
  kUp,       ///< trec_eval up to version 9, and ir_measures, which has it inside: cut off behind adding 0.9
};

std::size_t documents_at(double recall, std::size_t relevant, Rounding rounding) {
  const double share = recall * static_cast<double>(relevant);
  return static_cast<std::size_t>(rounding == Rounding::kNearest ? static_cast<double>(std::lround(share))
                                                                 : share + 0.9);
}

/// The highest precision at any rank where at least a share `recall` of the relevant documents has been seen;
/// 0 when it never is.
double interpolated_precision(const BinaryRanking& ranking, double recall, Rounding rounding) {
  const std::size_t wanted = documents_at(recall, ranking.relevant, rounding);
  double best = 0;
  for (std::size_t seen = std::max<std::size_t>(wanted, 1); seen <= ranking.ranks.size(); ++seen) {
    best = std::max(best, static_cast<double>(seen) / static_cast<double>(ranking.ranks[seen - 1]));
  }
  return best;
}

constexpr std::array<double, 11> kElevenPoints = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};

/// The curve behind both measures: interpolated precision at ascending recall points.
BinaryCurve curve_at(std::vector<double> points, Rounding rounding) {
  return [points = std::move(points), rounding](const BinaryRanking& ranking) {
    Curve curve{.x_axis = "recall", .y_axis = "precision", .x = points, .y = {}};
    for (const double point : points) curve.y.push_back(interpolated_precision(ranking, point, rounding));
    return curve;
  };
}

/// Summed from high recall to low, as trec_eval does; `points` ascend.
double average_over_points(const BinaryRanking& ranking, std::span<const double> points, Rounding rounding) {
  double sum = 0;
  for (std::size_t i = points.size(); i > 0; --i) {
    sum += interpolated_precision(ranking, points[i - 1], rounding);
  }
  return sum / static_cast<double>(points.size());
}

std::optional<Rounding> rounding_of(const MeasureName& name, std::string& why) {
  const std::string_view word = name.parameter("rounding");
  if (word.empty() || word == "nearest") return Rounding::kNearest;
  if (word == "up") return Rounding::kUp;
  why = "rounding is nearest or up";
  return std::nullopt;
}

std::unique_ptr<Measure> make_iprec(const MeasureName& name, std::string& why) {
  const auto rounding = rounding_of(name, why);
  if (!rounding) return nullptr;
  return binary_measure(
      name,
      [recall = name.point().value_or(0), rounding = *rounding](const BinaryRanking& ranking) {
        return interpolated_precision(ranking, recall, rounding);
      },
      curve_at({kElevenPoints.begin(), kElevenPoints.end()}, *rounding));
}

std::unique_ptr<Measure> make_point_average(const MeasureName& name, std::string& why) {
  const auto rounding = rounding_of(name, why);
  if (!rounding) return nullptr;
  std::vector<double> points(kElevenPoints.begin(), kElevenPoints.end());
  if (const std::string_view list = name.parameter("points"); !list.empty()) {
    const auto given = parse_number_list(list);
    if (!given || !std::ranges::all_of(*given, [](double point) { return point >= 0 && point <= 1; })) {
      why = "points is a list such as {0.2,0.5,0.8}, of recall points from 0 to 1";
      return nullptr;
    }
    points = *given;
    std::ranges::sort(points);
  }
  return binary_measure(
      name,
      [points, rounding = *rounding](const BinaryRanking& ranking) {
        return average_over_points(ranking, points, rounding);
      },
      curve_at(points, *rounding));
}

/// Robertson's: the logarithm of the odds of AP, smoothed so that it stays finite.
double yaap(const BinaryRanking& ranking) {
  double sum = 0;
  for (std::size_t i = 0; i < ranking.ranks.size(); ++i) {
    sum += static_cast<double>(i + 1) / static_cast<double>(ranking.ranks[i]);
  }
  return std::log((1 + sum) / (1 + static_cast<double>(ranking.relevant) - sum));
}

constexpr Parameter kRounding = {
    "rounding", "nearest",
    "how x·R becomes a number of documents: nearest (trec_eval 10), or up, cut off behind adding 0.9 "
    "(trec_eval 9 and ir_measures)"};

}  // namespace

MeasureFamily average_precision_measures() {
  return {
      .title = "Documents: average precision",
      .records = {
          {.name = "AP",
           .trec_eval = "map",
           .trec_eval_cut = "map_cut",
           .aliases = {"MAP"},
           .summary = "average precision",
           .definition =
               "Precision at the rank of each relevant document, averaged over all relevant documents; "
               "those that were not retrieved count 0. With a cutoff, only the first k documents are "
               "looked at, and the divisor stays the number of all relevant documents. The mean over "
               "topics is known as MAP.",
           .formula = "AP = sum over relevant documents retrieved of P@rank / relevant",
           .source = kBuckleyVoorhees,
           .parameters = {kRel, kJudgedOnly},
           .cutoff = Cutoff::kOptionalRank,
           .default_cutoffs = {"5", "10", "15", "20", "30", "100", "200", "500", "1000"},
           .examples = {document_example("AP", (1.0 + 2.0 / 4) / 3,
                                         "precision is 1/1 at rank 1 and 2/4 at rank 4; the third relevant "
                                         "document is missing: (1 + 0.5 + 0) / 3"),
                        document_example("AP@3", 1.0 / 3, "only the document at rank 1 is within three"),
                        document_example("AP(rel=2)", 1.0, "the one document with grade 2 comes first")},
           .make =
               [](const MeasureName& name, std::string&) {
                 const std::size_t cutoff = name.rank().value_or(std::numeric_limits<std::uint32_t>::max());
                 return binary_measure(name, [cutoff](const BinaryRanking& ranking) {
                   return average_precision(ranking, cutoff);
                 });
               }},
          {.name = "GMAP",
           .trec_eval = "gm_map",
           .summary = "average precision, geometric mean over topics",
           .definition =
               "AP for each topic; over topics the geometric mean, which rewards runs that fail on no "
               "topic. A topic counts 0.00001 at least.",
           .formula = "GMAP = exp(mean over topics of ln(max(AP, 0.00001)))",
           .source = "Robertson, On GMAP – and Other Transformations, CIKM 2006",
           .parameters = {kRel},
           .average = Average::kGeometricMean,
           .examples = {document_example("GMAP", 0.5, "one topic: its AP")},
           .make = binary_maker(average_precision_of_all)},
          {.name = "IPrec",
           .trec_eval_cut = "iprec_at_recall",
           .summary = "interpolated precision at a recall point",
           .definition =
               "The highest precision at any rank at or behind the one where recall x is reached, 0 when "
               "it never is. Recall x is reached with n documents, n being x times the number R of relevant "
               "documents as a whole number, and one at least. The default rounds to the nearest, as trec_eval "
               "does from version 10 on: of three relevant documents 0.4 asks for one. Version 9, which "
               "ir_measures has inside, adds 0.9 and cuts off, which asks for two: IPrec(rounding=up).",
           .formula = "IPrec@x = max over ranks r with relevant(r) >= n of P@r, n = max(1, round(x·R))",
           .source = kBuckleyVoorhees,
           .parameters = {kRounding, kRel, kJudgedOnly},
           .cutoff = Cutoff::kRecall,
           .default_cutoffs = {"0.00", "0.10", "0.20", "0.30", "0.40", "0.50", "0.60", "0.70", "0.80", "0.90",
                               "1.00"},
           .examples = {document_example(
                            "IPrec@0.50", 0.5,
                            "half of three relevant documents are two; the second comes at rank 4, "
                            "where precision is 2/4"),
                        document_example("IPrec@0.40", 1, "0.4 · 3 = 1.2 is one document"),
                        document_example("IPrec(rounding=up)@0.40", 0.5, "1.2 + 0.9 is two documents")},
           .make = make_iprec},
          {.name = "11pt_avg",
           .trec_eval = "11pt_avg",
           .from_trec_eval = number_list_for("points"),
           .summary = "interpolated precision, averaged over eleven recall points",
           .definition =
               "The mean of IPrec at recall 0, 0.1, …, 1, or at the points given. Superseded by AP; for "
               "comparison with old runs.",
           .formula = "11pt_avg = (IPrec@0 + IPrec@0.1 + … + IPrec@1) / 11",
           .source = kBuckleyVoorhees,
           .parameters = {{"points",
                           "",
                           "recall points, {0.2,0.5,0.8}; the eleven when absent",
                           {},
                           ParameterKind::kTable},
                          kRounding,
                          kRel},
           .examples = {document_example(
                            "11pt_avg", 7.0 / 11,
                            "1 at the five points up to 0.4, 0.5 at the four from 0.5 to 0.8, 0 at the "
                            "two behind, where a third document is asked for"),
                        document_example("11pt_avg(points={0.2,0.5,0.8})", 2.0 / 3, "(1 + 0.5 + 0.5) / 3")},
           .make = make_point_average},
          {.name = "yaap",
           .trec_eval = "yaap",
           .summary = "yet another average precision: the smoothed log-odds of AP",
           .definition =
               "Orders the rankings of a topic as AP does, but its mean over topics does not let those with "
               "extreme values weigh less. Negative for a ranking that is more wrong than right.",
           .formula =
               "yaap = ln((1 + s) / (1 + R − s)), s = sum over relevant documents retrieved of P@rank, R = "
               "relevant",
           .source = "Robertson, On Smoothing Average Precision, ECIR 2012",
           .parameters = {kRel},
           .examples = {document_example("yaap", 0, "s = 1 + 2/4 is half of R = 3: ln(2.5 / 2.5)")},
           .make = binary_maker(yaap)},
      }};
}

}  // namespace fovea
