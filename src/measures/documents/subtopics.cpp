// Novelty and diversity: a topic has subtopics, and a document that brings a new one is worth more.
//
// The figures are those of ndeval, the tool of the TREC Web tracks, which ir_measures has inside (pyndeval). Its
// habit is kept that at rank 1 ERR_IA and alpha_DCG are not divided by what is possible.
#include <algorithm>
#include <cmath>
#include <vector>

#include "measures/documents/from_ranking.h"
#include "measures/families.h"
#include "measures/views/topic_view.h"

namespace fovea {

namespace {

using SubtopicScore = std::function<double(SubtopicGains& gains)>;

std::unique_ptr<Measure> subtopic_measure(const MeasureName& name, SubtopicScore score) {
  const SubtopicGains::Kind kind{.level = 1,
                                 .alpha = name.number("alpha").value_or(0.5),
                                 .judged_only = name.parameter(kJudgedOnly.name) == "True"};
  return measure_of([kind, level = level_of(name), score = std::move(score)](TopicView& topic) {
    SubtopicGains::Kind asked = kind;
    asked.level = level.value_or(topic.relevance_level());
    SubtopicGains& gains = topic.groups().subtopics(asked);
    return gains.subtopics() == 0 ? 0 : score(gains);
  });
}

using Discount = double (*)(std::size_t index);

double by_rank(std::size_t index) {
  return 1 / static_cast<double>(index + 1);
}
double by_logarithm(std::size_t index) {
  return std::log(2.0) / std::log(static_cast<double>(index) + 2);
}

/// Gains down to a rank, each times its discount.
double discounted(std::span<const double> gains, std::size_t rank, Discount discount) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(rank, gains.size()); ++i) sum += gains[i] * discount(i);
  return sum;
}

/// If every document were relevant to every subtopic.
double discounted_ideal(const SubtopicGains& gains, std::size_t rank, Discount discount) {
  auto gain = static_cast<double>(gains.subtopics());
  double sum = 0;
  for (std::size_t i = 0; i < rank; ++i) {
    sum += gain * discount(i);
    gain *= 1 - gains.kind().alpha;
  }
  return sum;
}

auto plain_maker(Discount discount) {
  return [discount](const MeasureName& name, std::string&) {
    return subtopic_measure(name, [discount, rank = rank_of(name)](SubtopicGains& gains) {
      const double sum = discounted(gains.gains(), rank, discount);
      return rank == 1 ? sum : sum / discounted_ideal(gains, rank, discount);
    });
  };
}

auto normalised_maker(Discount discount) {
  return [discount](const MeasureName& name, std::string&) {
    return subtopic_measure(name, [discount, rank = rank_of(name)](SubtopicGains& gains) {
      const double sum = discounted(gains.gains(), rank, discount);
      return sum > 0 ? sum / discounted(gains.ideal(), rank, discount) : 0;
    });
  };
}

double patient_sum(std::span<const double> gains, double beta) {
  double weight = 1;
  double sum = 0;
  for (const double gain : gains) {
    sum += gain * weight;
    weight *= beta;
  }
  return sum;
}

std::unique_ptr<Measure> make_nrbp(const MeasureName& name, std::string&) {
  return subtopic_measure(name, [beta = name.number("beta").value_or(0.5)](SubtopicGains& gains) {
    return patient_sum(gains.gains(), beta) * (1 - (1 - gains.kind().alpha) * beta) /
           static_cast<double>(gains.subtopics());
  });
}

std::unique_ptr<Measure> make_nnrbp(const MeasureName& name, std::string&) {
  return subtopic_measure(name, [beta = name.number("beta").value_or(0.5)](SubtopicGains& gains) {
    return patient_sum(gains.gains(), beta) / patient_sum(gains.ideal(), beta);
  });
}

double ap_over_subtopics(SubtopicGains& gains) {
  std::vector<double> found(gains.subtopics(), 0);
  std::vector<double> sums(gains.subtopics(), 0);
  for (std::size_t i = 0; i < gains.ranking().size(); ++i) {
    for (const std::uint32_t subtopic : gains.ranking()[i]) {
      sums[subtopic] += ++found[subtopic] / static_cast<double>(i + 1);
    }
  }
  double sum = 0;
  for (std::size_t s = 0; s < sums.size(); ++s) sum += sums[s] / static_cast<double>(gains.relevant()[s]);
  return sum / static_cast<double>(gains.subtopics());
}

double precision_over_subtopics(const SubtopicGains& gains, std::size_t rank) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < std::min(rank, gains.ranking().size()); ++i) found += gains.ranking()[i].size();
  return ratio(found, rank * gains.subtopics());
}

double subtopic_recall(const SubtopicGains& gains, std::size_t rank) {
  std::vector<bool> seen(gains.subtopics(), false);
  for (std::size_t i = 0; i < std::min(rank, gains.ranking().size()); ++i) {
    for (const std::uint32_t subtopic : gains.ranking()[i]) seen[subtopic] = true;
  }
  return ratio(static_cast<std::uint64_t>(std::count(seen.begin(), seen.end(), true)), gains.subtopics());
}

auto subtopic_rank_maker(double (*score)(const SubtopicGains&, std::size_t)) {
  return [score](const MeasureName& name, std::string&) {
    return subtopic_measure(
        name, [score, rank = rank_of(name)](SubtopicGains& gains) { return score(gains, rank); });
  };
}

constexpr NumberRange kRedundancyRange{.least = 0, .most = 1};
constexpr Parameter kAlpha = {"alpha", "0.5", "how little a subtopic is worth that was there before",
                              kRedundancyRange};
constexpr Parameter kPatience = {"beta", "0.5", "patience: probability of going on", kPersistenceRange};
const std::vector<std::string_view> kNdevalRanks = {"5", "10", "20"};
constexpr Needs kSubtopicNeeds{.groups = true};

// Subtopics 1 and 2; a speaks of both, b of the first, c of the second, and x was not judged.
constexpr std::string_view kSubtopicJudgements =
    "1 1 a 1\n"
    "1 2 a 1\n"
    "1 1 b 1\n"
    "1 2 c 1\n";
constexpr std::string_view kSubtopicRun =
    "1 Q0 b 1 9 example\n"
    "1 Q0 x 2 8 example\n"
    "1 Q0 a 3 7 example\n";

Example subtopic_example(std::string_view measure, double value, std::string_view explanation) {
  return {kSubtopicJudgements, kSubtopicRun, measure, value, explanation};
}

constexpr std::string_view kAgrawal =
    "Agrawal, Gollapudi, Halverson and Ieong, Diversifying Search Results, WSDM 2009; as ndeval has it";

}  // namespace

MeasureFamily subtopic_measures() {
  return {
      .title = "Documents: subtopics, novelty and diversity",
      .records = {
          {.name = "alpha_nDCG",
           .aliases = {"α_nDCG"},
           .summary = "nDCG that rewards new subtopics",
           .definition =
               "A document gains 1 for each subtopic it is relevant to, (1 − alpha) times as much for each document "
               "before it relevant to the same. Divided by what a greedy ideal ranking has. The second column of TREC "
               "qrels names the subtopic.",
           .formula =
               "alpha_nDCG@k = sum over ranks to k of gain/log2(rank + 1) / the same of the ideal ranking",
           .source =
               "Clarke et al., Novelty and Diversity in Information Retrieval Evaluation, SIGIR 2008; as ndeval "
               "has it",
           .parameters = {kAlpha, kRel, kJudgedOnly},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = kNdevalRanks,
           .needs = kSubtopicNeeds,
           .examples = {subtopic_example("alpha_nDCG@3", (1 + 1.5 / 2) / (2 + 0.5 / std::log2(3.0) + 0.5 / 2),
                                         "gains 1, 0, 0.5 + 1, beside a c b: 2, 0.5, 0.5")},
           .make = normalised_maker(by_logarithm)},
          {.name = "alpha_DCG",
           .aliases = {"α_DCG"},
           .summary = "the same, divided by what no ranking can have more of",
           .definition =
               "As alpha_nDCG, but beside a ranking whose documents are all relevant to all subtopics. At rank "
               "1 it is not divided, as in ndeval.",
           .formula =
               "alpha_DCG@k = sum of gain/log2(rank + 1) / sum of S·(1 − alpha)^(rank − 1)/log2(rank + 1), S = "
               "subtopics",
           .source = "Clarke et al., SIGIR 2008; as ndeval has it",
           .parameters = {kAlpha, kRel, kJudgedOnly},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = kNdevalRanks,
           .needs = kSubtopicNeeds,
           .examples = {subtopic_example("alpha_DCG@3", (1 + 1.5 / 2) / (2 + 1 / std::log2(3.0) + 0.5 / 2),
                                         "beside 2, 1, 0.5"),
                        subtopic_example("alpha_DCG@1", 1, "not divided")},
           .make = plain_maker(by_logarithm)},
          {.name = "ERR_IA",
           .summary = "expected reciprocal rank over subtopics",
           .definition =
               "ERR with each subtopic a reader of its own, whom a relevant document satisfies with "
               "probability 1/2; divided by the most possible, but at rank 1 not at all, as in ndeval.",
           .formula =
               "ERR_IA@k = sum over ranks to k of gain/rank / sum of S·0.5^(rank − 1)/rank, S = subtopics",
           .source = "Chapelle, Metzler, Zhang and Grinspan, CIKM 2009; as ndeval has it",
           .parameters = {kRel, kJudgedOnly},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = kNdevalRanks,
           .needs = kSubtopicNeeds,
           .examples = {subtopic_example("ERR_IA@3", (1 + 1.5 / 3) / (2 + 1.0 / 2 + 0.5 / 3),
                                         "beside 2, 1, 0.5")},
           .make = plain_maker(by_rank)},
          {.name = "nERR_IA",
           .summary = "the same, divided by that of an ideal ranking",
           .definition = "ERR_IA beside a greedy ideal ranking of the judged documents.",
           .formula = "nERR_IA@k = sum over ranks to k of gain/rank / the same of the ideal ranking",
           .source = "Chapelle, Metzler, Zhang and Grinspan, CIKM 2009; as ndeval has it",
           .parameters = {kRel, kJudgedOnly},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = kNdevalRanks,
           .needs = kSubtopicNeeds,
           .examples = {subtopic_example("nERR_IA@3", (1 + 1.5 / 3) / (2 + 0.5 / 2 + 0.5 / 3),
                                         "beside a c b: 2, 0.5, 0.5")},
           .make = normalised_maker(by_rank)},
          {.name = "NRBP",
           .summary = "novelty- and rank-biased precision",
           .definition =
               "A reader goes on with probability beta; a subtopic that was there before is worth less.",
           .formula = "NRBP = (1 − (1 − alpha)·beta) / S · sum of gain · beta^(rank − 1), S = subtopics",
           .source =
               "Clarke, Kolla and Vechtomova, An Effectiveness Measure for Ambiguous and Underspecified Queries, "
               "ICTIR 2009; as ndeval has it",
           .parameters = {kAlpha, kPatience, kRel},
           .needs = kSubtopicNeeds,
           .examples = {subtopic_example("NRBP", 0.75 / 2 * (1 + 1.5 * 0.25), "gains 1, 0, 1.5")},
           .make = make_nrbp},
          {.name = "nNRBP",
           .summary = "the same, divided by that of an ideal ranking",
           .definition = "NRBP beside a greedy ideal ranking of the judged documents.",
           .formula = "nNRBP = sum of gain · beta^(rank − 1) / the same of the ideal ranking",
           .source = "Clarke, Kolla and Vechtomova, ICTIR 2009; as ndeval has it",
           .parameters = {kAlpha, kPatience, kRel},
           .needs = kSubtopicNeeds,
           .examples = {subtopic_example("nNRBP", (1 + 1.5 * 0.25) / (2 + 0.5 * 0.5 + 0.5 * 0.25),
                                         "beside a c b: 2, 0.5, 0.5")},
           .make = make_nnrbp},
          {.name = "AP_IA",
           .aliases = {"MAP_IA"},
           .summary = "AP averaged over subtopics",
           .definition = "AP for each subtopic that any document is relevant to, averaged.",
           .formula = "AP_IA = mean over subtopics of AP",
           .source = kAgrawal,
           .parameters = {kRel, kJudgedOnly},
           .needs = kSubtopicNeeds,
           .examples = {subtopic_example("AP_IA", ((1 + 2.0 / 3) / 2 + (1.0 / 3) / 2) / 2,
                                         "subtopic 1: b and a; subtopic 2: a, and c is missing")},
           .make = [](const MeasureName& name,
                      std::string&) { return subtopic_measure(name, ap_over_subtopics); }},
          {.name = "P_IA",
           .summary = "precision of the first k documents, averaged over subtopics",
           .definition = "P@k for each subtopic that any document is relevant to, averaged.",
           .formula = "P_IA@k = mean over subtopics of P@k",
           .source = kAgrawal,
           .parameters = {kRel, kJudgedOnly},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = kNdevalRanks,
           .needs = kSubtopicNeeds,
           .examples = {subtopic_example("P_IA@5", (2.0 / 5 + 1.0 / 5) / 2,
                                         "two for the first, one for the second")},
           .make = subtopic_rank_maker(precision_over_subtopics)},
          {.name = "StRecall",
           .summary = "share of the subtopics that the first k documents speak of",
           .definition =
               "Of the subtopics that any document is relevant to, those that one of the first k is.",
           .formula = "StRecall@k = subtopics among the first k / subtopics",
           .source = "Zhai, Cohen and Lafferty, Beyond Independent Relevance, SIGIR 2003; as ndeval has it",
           .parameters = {kRel},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = kNdevalRanks,
           .needs = kSubtopicNeeds,
           .examples = {subtopic_example("StRecall@2", 0.5, "the first subtopic only")},
           .make = subtopic_rank_maker(subtopic_recall)},
      }};
}

}  // namespace fovea
