// The documents retrieved as a set: how many, whatever their ranks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "measures/documents/from_ranking.h"
#include "measures/documents/trec_eval_parameters.h"
#include "measures/families.h"
#include "measures/highlights/article_score.h"
#include "measures/views/topic_view.h"
#include "text/numbers.h"

namespace fovea {

namespace {

/// The first `rank` documents, as if there were no others.
BinaryRanking first_ones(BinaryRanking ranking, std::size_t rank) {
  ranking.ranks = ranking.ranks.first(ranking.relevant_within(rank));
  ranking.retrieved = std::min(ranking.retrieved, rank);
  return ranking;
}

double set_precision(const BinaryRanking& ranking) {
  return ratio(ranking.relevant_retrieved(), ranking.retrieved);
}

double set_recall(const BinaryRanking& ranking) {
  return ratio(ranking.relevant_retrieved(), ranking.relevant);
}

/// Van Rijsbergen's: recall weighs beta times as much as precision; `weight` is beta squared.
double set_f(const BinaryRanking& ranking, double weight) {
  if (ranking.relevant_retrieved() == 0) return 0;
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
  double others;
};

double utility(const BinaryRanking& ranking, Worth worth, double collection) {
  const auto found = static_cast<double>(ranking.relevant_retrieved());
  const auto retrieved = static_cast<double>(ranking.retrieved);
  const auto relevant = static_cast<double>(ranking.relevant);
  return worth.relevant_retrieved * found + worth.nonrelevant_retrieved * (retrieved - found) +
         worth.relevant_missed * (relevant - found) +
         worth.others * (collection + found - retrieved - relevant);
}

/// For records of measures of the first documents as a set; without a rank of all of them.
auto set_maker(double (*score)(const BinaryRanking&)) {
  return [score](const MeasureName& name, std::string&) {
    return binary_measure(name, [score, rank = rank_of(name)](const BinaryRanking& ranking) {
      return score(first_ones(ranking, rank));
    });
  };
}

std::unique_ptr<Measure> make_set_p(const MeasureName& name, std::string& why) {
  return name.parameter("relative") == "True" ? set_maker(set_relative_precision)(name, why)
                                              : set_maker(set_precision)(name, why);
}

std::unique_ptr<Measure> make_set_f(const MeasureName& name, std::string&) {
  const double beta = name.number("beta").value_or(1);
  // The square of a root may differ in the last digit from what trec_eval was given.
  const double weight = name.as_asked.empty() ? beta * beta : parse_number(name.as_asked).value_or(1);
  return binary_measure(name, [weight, rank = rank_of(name)](const BinaryRanking& ranking) {
    return set_f(first_ones(ranking, rank), weight);
  });
}

/// trec_eval's parameter is the square of ours.
bool beta_from_trec_eval(std::string_view text, MeasureName& name, std::string& why) {
  const auto square = parse_number(text);
  if (!square || *square < 0 || std::sqrt(*square) > kBetaRange.most) {
    why = "set_F takes one number from 0 on";
    return false;
  }
  name.parameters.emplace_back("beta", fmt::format("{}", std::sqrt(*square)));
  return true;
}

std::unique_ptr<Measure> make_utility(const MeasureName& name, std::string&) {
  const Worth worth{.relevant_retrieved = name.number("a").value_or(1),
                    .nonrelevant_retrieved = name.number("b").value_or(-1),
                    .relevant_missed = name.number("c").value_or(0),
                    .others = name.number("d").value_or(0)};
  return measure_of([worth, level = level_of(name)](TopicView& topic) {
    return utility(topic.documents().at_level(level.value_or(topic.relevance_level())), worth,
                   static_cast<double>(topic.collection_documents()));
  });
}

}  // namespace

MeasureFamily set_measures() {
  return {
      .title = "Documents: sets",
      .records = {
          {.name = "SetP",
           .trec_eval = "set_P",
           .summary = "precision of all documents retrieved",
           .definition =
               "The share of the documents retrieved that is relevant. With a cutoff, the first k are the "
               "set; where fewer were retrieved, P@k would be lower. With relative, SetRelP.",
           .formula = "SetP = relevant retrieved / retrieved",
           .source = "trec_eval: set_P",
           .parameters =
               {kRel,
                {"relative", "False", "divides by the best possible: SetRelP", {}, ParameterKind::kFlag},
                kJudgedOnly},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("SetP", 0.4, "two of five"),
                        document_example("SetP@10", 0.4, "there are only five"),
                        document_example("SetP(relative=True)", 2.0 / 3,
                                         "two of the three that could have been"),
                        document_example("SetP(judged_only=True)", 0.5, "two of four: x was not judged")},
           .make = make_set_p},
          {.name = "SetR",
           .trec_eval = "set_recall",
           .summary = "recall of all documents retrieved",
           .definition =
               "The share of the relevant documents that was retrieved. With a cutoff the same as R@k.",
           .formula = "SetR = relevant retrieved / relevant",
           .source = "trec_eval: set_recall",
           .parameters = {kRel},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("SetR", 2.0 / 3, "two of three"),
                        document_example("SetR@3", 1.0 / 3, "one of three")},
           .make = set_maker(set_recall)},
          {.name = "SetF",
           .trec_eval = "set_F",
           .from_trec_eval = beta_from_trec_eval,
           .summary = "weighted harmonic mean of SetP and SetR",
           .definition =
               "Precision and recall of the set in one figure; recall weighs beta times as much. "
               "trec_eval's set_F.x has x = beta squared. With a cutoff, the first k documents are the set.",
           .formula = "SetF = (1 + beta²)·SetP·SetR / (beta²·SetP + SetR)",
           .source = "van Rijsbergen, Information Retrieval, 1979, chapter 7",
           .parameters = {{"beta", "1", "how much recall weighs against precision", kBetaRange},
                          kRel,
                          kJudgedOnly},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("SetF", 0.5, "2 · 2/5 · 2/3 / (2/5 + 2/3)")},
           .make = make_set_f},
          {.name = "SetAP",
           .trec_eval = "set_map",
           .summary = "precision times recall of all documents retrieved",
           .definition =
               "What AP would be if every relevant document retrieved had the precision of the whole set.",
           .formula = "SetAP = (relevant retrieved)² / (retrieved · relevant)",
           .source = "trec_eval: set_map",
           .parameters = {kRel, kJudgedOnly},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("SetAP", 4.0 / 15, "2/5 · 2/3")},
           .make = set_maker(set_average_precision)},
          {.name = "SetRelP",
           .trec_eval = "set_relative_P",
           .summary = "SetP relative to the best possible",
           .definition = "SetP divided by the highest value it can have for as many documents.",
           .formula = "SetRelP = relevant retrieved / min(retrieved, relevant)",
           .source = "trec_eval: set_relative_P",
           .parameters = {kRel, kJudgedOnly},
           .examples = {document_example("SetRelP", 2.0 / 3, "two of the three that could have been")},
           .make = binary_maker(set_relative_precision)},
          {.name = "Utility",
           .trec_eval = "utility",
           .from_trec_eval = numbers_for({"a", "b", "c", "d"}),
           .summary = "worth of the documents retrieved and missed",
           .definition =
               "A weighted count of the contingency table. The fourth weight, of documents neither relevant nor "
               "retrieved, needs the number of documents there are in all; where nobody says it, it is 0.",
           .formula =
               "Utility = a · relevant retrieved + b · other retrieved + c · relevant missed + d · all others",
           .source = "Lewis, The TREC-4 Filtering Track, 1995",
           .parameters = {{"a", "1", "worth of a relevant document retrieved", kWorthRange},
                          {"b", "-1", "worth of any other document retrieved", kWorthRange},
                          {"c", "0", "worth of a relevant document missed", kWorthRange},
                          {"d", "0", "worth of a document neither relevant nor retrieved", kWorthRange},
                          kRel},
           .examples = {document_example("Utility", -1, "two relevant, three others"),
                        document_example("Utility(a=2,c=-0.5)", 0.5, "2·2 − 3 − 0.5·1")},
           .make = make_utility},
      }};
}

}  // namespace fovea
