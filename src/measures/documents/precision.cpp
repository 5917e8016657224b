// Precision, recall and success at a rank.
#include <algorithm>
#include <limits>

#include "measures/documents/from_ranking.h"
#include "measures/families.h"

namespace fovea {

namespace {

/// Always divided by the rank: what was not retrieved is not relevant.
double precision(const BinaryRanking& ranking, std::size_t rank) {
  return ratio(ranking.relevant_within(rank), rank);
}

double recall(const BinaryRanking& ranking, std::size_t rank) {
  return ratio(ranking.relevant_within(rank), ranking.relevant);
}

/// Precision divided by the highest precision possible at that rank.
double relative_precision(const BinaryRanking& ranking, std::size_t rank) {
  return ratio(ranking.relevant_within(rank), std::min(rank, ranking.relevant));
}

double success(const BinaryRanking& ranking, std::size_t rank) {
  return !ranking.ranks.empty() && ranking.ranks.front() <= rank ? 1 : 0;
}

double reciprocal_rank(const BinaryRanking& ranking, std::size_t rank) {
  return success(ranking, rank) > 0 ? 1 / static_cast<double>(ranking.ranks.front()) : 0;
}

double r_precision(const BinaryRanking& ranking) {
  return precision(ranking, ranking.relevant);
}

/// Precision after `multiple` times as many documents as are relevant, rounded up (by 0.9, as in trec_eval).
double r_precision_multiple(const BinaryRanking& ranking, double multiple) {
  return precision(ranking, static_cast<std::size_t>(multiple * static_cast<double>(ranking.relevant) + 0.9));
}

/// For the records of measures at a rank; without one the whole ranking is meant.
auto at_rank(double (*score)(const BinaryRanking&, std::size_t)) {
  return [score](const MeasureName& name, std::string&) {
    const std::size_t rank = name.rank().value_or(std::numeric_limits<std::uint32_t>::max());
    return binary_measure(name, [score, rank](const BinaryRanking& ranking) { return score(ranking, rank); });
  };
}

const std::vector<std::string_view> kRanks = {"5", "10", "15", "20", "30", "100", "200", "500", "1000"};

}  // namespace

MeasureFamily precision_measures() {
  return {
      .title = "Documents: precision, recall and success at a rank",
      .records = {
          {.name = "P",
           .trec_eval_cut = "P",
           .aliases = {"Precision"},
           .summary = "precision of the first k documents",
           .definition =
               "The share of the first k documents that is relevant. A shorter ranking is filled up with "
               "documents that are not.",
           .formula = "P@k = relevant among the first k / k",
           .source = kBuckleyVoorhees,
           .parameters = {kRel, kJudgedOnly},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = kRanks,
           .examples = {document_example("P@5", 0.4, "two of five"),
                        document_example("P@10", 0.2, "two of ten: five were not retrieved")},
           .make = at_rank(precision)},
          {.name = "R",
           .trec_eval_cut = "recall",
           .aliases = {"Recall"},
           .summary = "recall of the first k documents",
           .definition = "The share of the relevant documents that is among the first k.",
           .formula = "R@k = relevant among the first k / relevant",
           .source = kBuckleyVoorhees,
           .parameters = {kRel, kJudgedOnly},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = kRanks,
           .examples = {document_example("R@5", 2.0 / 3, "two of the three relevant documents")},
           .make = at_rank(recall)},
          {.name = "Rprec",
           .trec_eval = "Rprec",
           .aliases = {"R-prec", "RPrec"},
           .summary = "precision after as many documents as are relevant",
           .definition = "Precision at rank R, R being the number of relevant documents of the topic; there "
                         "precision and recall are equal.",
           .formula = "Rprec = P@R",
           .source = kBuckleyVoorhees,
           .parameters = {kRel, kJudgedOnly},
           .examples = {document_example("Rprec", 1.0 / 3, "R = 3: one of the first three is relevant")},
           .make = binary_maker(r_precision)},
          {.name = "RR",
           .trec_eval = "recip_rank",
           .aliases = {"MRR", "mrr"},
           .summary = "reciprocal rank of the first relevant document",
           .definition =
               "One divided by the rank of the first relevant document; 0 when none is retrieved, or none "
               "within the first k.",
           .formula = "RR = 1 / rank of the first relevant document",
           .source = "Kantor and Voorhees, The TREC-5 Confusion Track, Information Retrieval 2, 2000",
           .parameters = {kRel, kJudgedOnly},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {{.judgements = kExampleJudgements,
                         .run = "1 Q0 b 1 2 example\n1 Q0 c 2 1 example\n",
                         .measure = "RR",
                         .value = 0.5,
                         .explanation = "the first relevant document stands at rank 2"}},
           .make = at_rank(reciprocal_rank)},
          {.name = "Success",
           .trec_eval_cut = "success",
           .aliases = {"hit_rate"},
           .summary = "whether the first k documents hold a relevant one",
           .definition = "1 when a relevant document is among the first k, else 0.",
           .formula = "Success@k = 1 if R@k > 0, else 0",
           .source = "Tomlinson, for trec_eval 8.1",
           .parameters = {kRel, kJudgedOnly},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = {"1", "5", "10"},
           .examples = {document_example("Success@1", 1, "the first document is relevant")},
           .make = at_rank(success)},
          {.name = "RelP",
           .trec_eval_cut = "relative_P",
           .summary = "precision of the first k documents, relative to the best possible",
           .definition =
               "P@k divided by the highest value it can have: precision up to rank R (the number of "
               "relevant documents), recall from there on.",
           .formula = "RelP@k = relevant among the first k / min(k, relevant)",
           .source = "trec_eval: relative_P",
           .parameters = {kRel},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = kRanks,
           .examples = {document_example("RelP@5", 2.0 / 3, "two of the three that five ranks could hold")},
           .make = at_rank(relative_precision)},
          {.name = "RprecMult",
           .trec_eval_cut = "Rprec_mult",
           .summary = "precision after x times as many documents as are relevant",
           .definition =
               "Precision at rank x·R, R being the number of relevant documents: whether a run is good "
               "early or late, at places that are comparable between topics. x·R is rounded up.",
           .formula = "RprecMult@x = P@ceil(x·R)",
           .source = "trec_eval: Rprec_mult",
           .parameters = {kRel},
           .cutoff = Cutoff::kMultiple,
           .default_cutoffs = {"0.20", "0.40", "0.60", "0.80", "1.00", "1.20", "1.40", "1.60", "1.80",
                               "2.00"},
           .examples = {document_example("RprecMult@2", 2.0 / 6, "two relevant documents among twice three")},
           .make =
               [](const MeasureName& name, std::string&) {
                 return binary_measure(name,
                                       [multiple = name.point().value_or(1)](const BinaryRanking& ranking) {
                                         return r_precision_multiple(ranking, multiple);
                                       });
               }},
      }};
}

}  // namespace fovea
