// Incomplete judgements: measures that know that nobody has judged every document.
#include <algorithm>
#include <limits>

#include "measures/documents/from_ranking.h"
#include "measures/documents/trec_eval_parameters.h"
#include "measures/families.h"

namespace fovea {

namespace {

/// For each relevant document retrieved, the share of judged documents that are not relevant and rightly come
/// later; at most as many of those are looked at as there are relevant ones.
double bpref(DocumentRanking& ranking, int level) {
  const BinaryRanking binary = ranking.at_level(level);
  if (binary.relevant == 0) return 0;
  const auto possible = static_cast<double>(std::min(binary.nonrelevant, binary.relevant));
  std::size_t nonrelevant = 0;
  double sum = 0;
  for (const std::int32_t grade : ranking.grades()) {
    if (grade < 0) continue;
    if (grade < level) {
      ++nonrelevant;
    } else {
      sum +=
          nonrelevant == 0 ? 1 : 1 - static_cast<double>(std::min(nonrelevant, binary.relevant)) / possible;
    }
  }
  return sum / static_cast<double>(binary.relevant);
}

/// AP estimated from a judged sample of the pool. At a relevant document of rank k, the k − 1 documents above
/// are relevant as often as those of them that were assessed, given that they are in the pool.
double inferred_ap(DocumentRanking& ranking, int level) {
  constexpr double kSmoothing = 0.00001;
  const std::size_t all_relevant = ranking.at_level(level).relevant;
  if (all_relevant == 0) return 0;
  double relevant = 0;
  double nonrelevant = 0;
  double not_assessed = 0;
  double sum = 0;
  const auto grades = ranking.grades();
  for (std::size_t i = 0; i < grades.size(); ++i) {
    if (grades[i] == kNotPooled) continue;
    if (grades[i] == kNotAssessed) {
      ++not_assessed;
    } else if (grades[i] < level) {
      ++nonrelevant;
    } else {
      const auto above = static_cast<double>(i);
      if (i == 0) {
        sum += 1;
      } else {
        const double in_pool = (relevant + nonrelevant + not_assessed) / above;
        const double of_those = (relevant + kSmoothing) / (relevant + nonrelevant + 2 * kSmoothing);
        sum += 1 / (above + 1) + above / (above + 1) * in_pool * of_those;
      }
      ++relevant;
    }
  }
  return sum / static_cast<double>(all_relevant);
}

std::size_t judged_within(const DocumentRanking& ranking, std::size_t rank) {
  const auto grades = ranking.grades().first(std::min(rank, ranking.grades().size()));
  return static_cast<std::size_t>(
      std::count_if(grades.begin(), grades.end(), [](auto grade) { return grade >= 0; }));
}

/// Of the documents there are: a short ranking is no fault of the judgements. What is in them counts, whatever its
/// grade.
double judged(const DocumentRanking& ranking, std::size_t rank) {
  const auto grades = ranking.grades().first(std::min(rank, ranking.grades().size()));
  return ratio(static_cast<std::uint64_t>(
                   std::ranges::count_if(grades, [](std::int32_t grade) { return grade != kNotPooled; })),
               grades.size());
}

/// trec_eval's: always divided by the rank.
double unjudged(const DocumentRanking& ranking, std::size_t rank) {
  const std::size_t retrieved = std::min(rank, ranking.grades().size());
  return ratio(retrieved - judged_within(ranking, rank), rank);
}

/// How much RBP could grow if everything not judged had the highest grade. As in trec_eval, the documents
/// behind the end of the ranking count only when one of those retrieved was not judged.
double rbp_residual(const DocumentRanking& ranking, double p) {
  double weight = 1;
  double sum = 0;
  for (const std::int32_t grade : ranking.grades()) {
    if (grade < 0) sum += weight;
    weight *= p;
  }
  return sum > 0 ? weight + (1 - p) * sum : 0;
}

auto at_rank(double (*score)(const DocumentRanking&, std::size_t)) {
  return [score](const MeasureName& name, std::string&) {
    const std::size_t rank = name.rank().value_or(std::numeric_limits<std::uint32_t>::max());
    return document_measure(
        name, [score, rank](DocumentRanking& ranking, int /*level*/) { return score(ranking, rank); });
  };
}

std::unique_ptr<Measure> make_residual(const MeasureName& name, std::string&) {
  const double p = name.number("p").value_or(0.9);
  return document_measure(name,
                          [p](DocumentRanking& ranking, int /*level*/) { return rbp_residual(ranking, p); });
}

std::unique_ptr<Measure> make_bpref(const MeasureName& name, std::string&) {
  return document_measure(name, bpref);
}

}  // namespace

MeasureFamily incomplete_measures() {
  return {
      .title = "Documents: incomplete judgements",
      .records = {
          {.name = "Bpref",
           .trec_eval = "bpref",
           .aliases = {"BPref"},
           .summary = "binary preference: judged relevant before judged not relevant",
           .definition =
               "For each relevant document retrieved, the share of the first R documents judged not "
               "relevant that do not come before it, R being the number of relevant documents (fewer when "
               "fewer were judged); averaged over all relevant documents. Documents that were not judged "
               "are passed over.",
           .formula = "Bpref = sum over relevant retrieved of (1 − min(n, R)/min(N, R)) / R, n = judged not "
                      "relevant before it, N = all of them",
           .source = "Buckley and Voorhees, Retrieval Evaluation with Incomplete Information, SIGIR 2004",
           .parameters = {kRel},
           .examples = {document_example(
               "Bpref", 0.5,
               "a has nothing before it: 1; c has b before it, one of two: 0.5; e is "
               "missing; (1 + 0.5) / 3")},
           .make = make_bpref},
          {.name = "GMBpref",
           .trec_eval = "gm_bpref",
           .summary = "Bpref, geometric mean over topics",
           .definition =
               "Bpref for each topic; over topics the geometric mean. A topic counts 0.00001 at least.",
           .formula = "GMBpref = exp(mean over topics of ln(max(Bpref, 0.00001)))",
           .source = "trec_eval: gm_bpref",
           .parameters = {kRel},
           .average = Average::kGeometricMean,
           .examples = {document_example("GMBpref", 0.5, "one topic: its Bpref")},
           .make = make_bpref},
          {.name = "infAP",
           .trec_eval = "infAP",
           .summary = "average precision inferred from a judged sample of the pool",
           .definition =
               "AP in expectation, when the judged documents are a random sample of a pool: documents in "
               "the pool that were not assessed (a negative grade in the judgements) are taken to be "
               "relevant as often as the assessed ones, documents outside the pool to be not relevant.",
           .formula =
               "infAP = sum over relevant retrieved of (1/k + (k−1)/k · pooled/(k−1) · relevant/assessed) / "
               "relevant in all, counted above rank k",
           .source =
               "Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, CIKM "
               "2006",
           .parameters = {kRel},
           .examples = {document_example("infAP", 0.5,
                                         "a: 1; c at rank 4: 1/4 + 3/4 · 2/3 · 1/2 = 0.5; e is missing; "
                                         "(1 + 0.5) / 3")},
           .make = [](const MeasureName& name, std::string&) { return document_measure(name, inferred_ap); }},
          {.name = "Judged",
           .summary = "share of the first k documents that was judged",
           .definition =
               "How many of the first k documents are in the judgements, with whatever grade, also a negative one; "
               "a shorter ranking is divided by its own length. A low value warns that the judgements do not fit "
               "the run.",
           .formula = "Judged@k = judged among the first k / min(k, retrieved)",
           .source = "ir_measures: Judged (MacAvaney, Macdonald and Ounis, ECIR 2022)",
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("Judged@5", 0.8, "x is not judged"),
                        document_example("Judged@2", 1, "a and b are")},
           .make = at_rank(judged)},
          {.name = "Unjudged",
           .trec_eval_cut = "unj",
           .summary = "share of k ranks that hold a document nobody judged",
           .definition = "How many of the first k documents nobody judged, divided by k.",
           .formula = "Unjudged@k = not judged among the first k / k",
           .source = "trec_eval: unj (Soboroff 2023)",
           .cutoff = Cutoff::kRank,
           .default_cutoffs = {"5", "10", "20"},
           .examples = {document_example("Unjudged@5", 0.2, "x is not judged")},
           .make = at_rank(unjudged)},
          {.name = "RBPResidual",
           .trec_eval = "rbp_resid",
           .from_trec_eval = pairs_for({"p"}, false),
           .summary = "how much RBP could grow if everything not judged were relevant",
           .definition =
               "The weight, in RBP, of the documents retrieved that nobody judged and of everything behind "
               "the end of the ranking; 0 when all documents retrieved were judged, as in trec_eval.",
           .formula = "RBPResidual = (1 − p) · sum over not judged of p^(rank − 1) + p^retrieved",
           .source = "Moffat and Zobel, Rank-Biased Precision, ACM TOIS 27(1), 2008",
           .parameters = {{"p", "0.9", "probability of going on, as for RBP", kPersistenceRange}},
           .examples = {document_example("RBPResidual(p=0.5)", 0.15625,
                                         "0.5 · 0.5² for x at rank 3, and 0.5⁵")},
           .make = make_residual},
      }};
}

}  // namespace fovea
