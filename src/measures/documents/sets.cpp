// The documents retrieved as a set: how many, whatever their ranks.
#include <algorithm>

#include "measures/documents/families.h"
#include "measures/documents/from_ranking.h"
#include "measures/highlights/article_score.h"

namespace fovea {

namespace {

double set_precision(const BinaryRanking& ranking) {
  return ratio(ranking.relevant_retrieved(), ranking.retrieved);
}

double set_recall(const BinaryRanking& ranking) {
  return ratio(ranking.relevant_retrieved(), ranking.relevant);
}

/// Van Rijsbergen's: recall weighs beta times as much as precision.
double set_f(const BinaryRanking& ranking, double beta) {
  if (ranking.relevant_retrieved() == 0) return 0;
  const double weight = beta * beta;
  const double precision = set_precision(ranking);
  const double recall = set_recall(ranking);
  return (weight + 1) * precision * recall / (weight * precision + recall);
}

/// Precision times recall: AP when all relevant documents had the precision of the whole set.
double set_average_precision(const BinaryRanking& ranking) {
  const auto found = static_cast<double>(ranking.relevant_retrieved());
  if (found == 0) return 0;
  return found * found / (static_cast<double>(ranking.retrieved) * static_cast<double>(ranking.relevant));
}

double set_relative_precision(const BinaryRanking& ranking) {
  return ratio(ranking.relevant_retrieved(), std::min(ranking.retrieved, ranking.relevant));
}

constexpr NumberRange kWorthRange{.least = -1e6, .most = 1e6};

struct Worth {
  double relevant_retrieved;
  double nonrelevant_retrieved;
  double relevant_missed;
};

double utility(const BinaryRanking& ranking, Worth worth) {
  const auto found = static_cast<double>(ranking.relevant_retrieved());
  return worth.relevant_retrieved * found +
         worth.nonrelevant_retrieved * (static_cast<double>(ranking.retrieved) - found) +
         worth.relevant_missed * (static_cast<double>(ranking.relevant) - found);
}

std::unique_ptr<Measure> make_set_f(const MeasureName& name, std::string&) {
  const double beta = name.number("beta").value_or(1);
  return binary_measure(name, [beta](const BinaryRanking& ranking) { return set_f(ranking, beta); });
}

std::unique_ptr<Measure> make_utility(const MeasureName& name, std::string&) {
  const Worth worth{.relevant_retrieved = name.number("a").value_or(1),
                    .nonrelevant_retrieved = name.number("b").value_or(-1),
                    .relevant_missed = name.number("c").value_or(0)};
  return binary_measure(name, [worth](const BinaryRanking& ranking) { return utility(ranking, worth); });
}

}  // namespace

MeasureFamily set_measures() {
  return {
      .title = "Documents: sets",
      .records = {
          {.name = "SetP",
           .trec_eval = "set_P",
           .summary = "precision of all documents retrieved",
           .definition = "The share of the documents retrieved that is relevant.",
           .formula = "SetP = relevant retrieved / retrieved",
           .source = "trec_eval: set_P",
           .parameters = {kRel},
           .examples = {document_example("SetP", 0.4, "two of five")},
           .make = binary_maker(set_precision)},
          {.name = "SetR",
           .trec_eval = "set_recall",
           .summary = "recall of all documents retrieved",
           .definition = "The share of the relevant documents that was retrieved.",
           .formula = "SetR = relevant retrieved / relevant",
           .source = "trec_eval: set_recall",
           .parameters = {kRel},
           .examples = {document_example("SetR", 2.0 / 3, "two of three")},
           .make = binary_maker(set_recall)},
          {.name = "SetF",
           .trec_eval = "set_F",
           .summary = "weighted harmonic mean of SetP and SetR",
           .definition = "Precision and recall of the set in one figure; recall weighs beta times as much. "
                         "trec_eval's set_F.x has x = beta squared.",
           .formula = "SetF = (1 + beta²)·SetP·SetR / (beta²·SetP + SetR)",
           .source = "van Rijsbergen, Information Retrieval, 1979, chapter 7",
           .parameters = {{"beta", "1", "how much recall weighs against precision", kBetaRange}, kRel},
           .examples = {document_example("SetF", 0.5, "2 · 2/5 · 2/3 / (2/5 + 2/3)")},
           .make = make_set_f},
          {.name = "SetAP",
           .trec_eval = "set_map",
           .summary = "precision times recall of all documents retrieved",
           .definition =
               "What AP would be if every relevant document retrieved had the precision of the whole set.",
           .formula = "SetAP = (relevant retrieved)² / (retrieved · relevant)",
           .source = "trec_eval: set_map",
           .parameters = {kRel},
           .examples = {document_example("SetAP", 4.0 / 15, "2/5 · 2/3")},
           .make = binary_maker(set_average_precision)},
          {.name = "SetRelP",
           .trec_eval = "set_relative_P",
           .summary = "SetP relative to the best possible",
           .definition = "SetP divided by the highest value it can have for as many documents.",
           .formula = "SetRelP = relevant retrieved / min(retrieved, relevant)",
           .source = "trec_eval: set_relative_P",
           .parameters = {kRel},
           .examples = {document_example("SetRelP", 2.0 / 3, "two of the three that could have been")},
           .make = binary_maker(set_relative_precision)},
          {.name = "Utility",
           .trec_eval = "utility",
           .summary = "worth of the documents retrieved and missed",
           .definition =
               "A weighted count of the contingency table. trec_eval's fourth weight, for documents "
               "neither relevant nor retrieved, is 0 here.",
           .formula = "Utility = a · relevant retrieved + b · other retrieved + c · relevant missed",
           .source = "Lewis, The TREC-4 Filtering Track, 1995",
           .parameters = {{"a", "1", "worth of a relevant document retrieved", kWorthRange},
                          {"b", "-1", "worth of any other document retrieved", kWorthRange},
                          {"c", "0", "worth of a relevant document missed", kWorthRange},
                          kRel},
           .examples = {document_example("Utility", -1, "two relevant, three others"),
                        document_example("Utility(a=2,c=-0.5)", 0.5, "2·2 − 3 − 0.5·1")},
           .make = make_utility},
      }};
}

}  // namespace fovea
