// Precision averaged over recall: one figure for a whole ranking.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "measures/documents/families.h"
#include "measures/documents/from_ranking.h"

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

/// The highest precision at any rank where at least a share `recall` of the relevant documents has been seen;
/// 0 when it never is. The share is rounded to whole documents, as trec_eval does from version 10 on.
double interpolated_precision(const BinaryRanking& ranking, double recall) {
  const auto wanted = static_cast<std::size_t>(std::lround(recall * static_cast<double>(ranking.relevant)));
  double best = 0;
  for (std::size_t seen = std::max<std::size_t>(wanted, 1); seen <= ranking.ranks.size(); ++seen) {
    best = std::max(best, static_cast<double>(seen) / static_cast<double>(ranking.ranks[seen - 1]));
  }
  return best;
}

/// Summed from high recall to low, as trec_eval does.
double eleven_point_average(const BinaryRanking& ranking) {
  static constexpr std::array kPoints = {1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0};
  double sum = 0;
  for (const double recall : kPoints) sum += interpolated_precision(ranking, recall);
  return sum / static_cast<double>(kPoints.size());
}

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
           .parameters = {kRel},
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
               "it never is. Recall x means x times the number of relevant documents, rounded.",
           .formula = "IPrec@x = max over ranks r with recall(r) >= x of P@r",
           .source = kBuckleyVoorhees,
           .parameters = {kRel},
           .cutoff = Cutoff::kRecall,
           .default_cutoffs = {"0.00", "0.10", "0.20", "0.30", "0.40", "0.50", "0.60", "0.70", "0.80", "0.90",
                               "1.00"},
           .examples = {document_example(
               "IPrec@0.50", 0.5,
               "half of three relevant documents are two; the second comes at rank 4, "
               "where precision is 2/4")},
           .make =
               [](const MeasureName& name, std::string&) {
                 return binary_measure(name,
                                       [recall = name.point().value_or(0)](const BinaryRanking& ranking) {
                                         return interpolated_precision(ranking, recall);
                                       });
               }},
          {.name = "11pt_avg",
           .trec_eval = "11pt_avg",
           .summary = "interpolated precision, averaged over eleven recall points",
           .definition =
               "The mean of IPrec at recall 0, 0.1, …, 1. Superseded by AP; for comparison with old runs.",
           .formula = "11pt_avg = (IPrec@0 + IPrec@0.1 + … + IPrec@1) / 11",
           .source = kBuckleyVoorhees,
           .parameters = {kRel},
           .examples = {document_example(
               "11pt_avg", 7.0 / 11,
               "1 at the five points up to 0.4, 0.5 at the four from 0.5 to 0.8, 0 at the "
               "two behind, where a third document is asked for")},
           .make = binary_maker(eleven_point_average)},
      }};
}

}  // namespace fovea
