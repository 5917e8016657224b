// The ranking beside others: an ideal one, chance, and a reader whom one good document satisfies.
#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "measures/documents/from_ranking.h"
#include "measures/families.h"
#include "measures/views/topic_view.h"

namespace fovea {

namespace {

/// A document of grade g satisfies the reader with probability (2^g − 1) / 2^highest.
double expected_reciprocal_rank(const DocumentRanking& ranking, std::size_t depth, int highest) {
  double goes_on = 1;
  double sum = 0;
  const std::size_t ranks = std::min(depth, ranking.grades().size());
  for (std::size_t i = 0; i < ranks; ++i) {
    const int grade = std::clamp<int>(ranking.grades()[i], 0, highest);
    const double satisfied = (std::exp2(grade) - 1) / std::exp2(highest);
    sum += goes_on * satisfied / static_cast<double>(i + 1);
    goes_on *= 1 - satisfied;
  }
  return sum;
}

/// How often a relevant document stands before one that is not, of all pairs retrieved.
double accuracy(const BinaryRanking& ranking, std::size_t depth) {
  const std::size_t retrieved = std::min(depth, ranking.retrieved);
  const std::size_t relevant = ranking.relevant_within(depth);
  const auto others = static_cast<double>(retrieved - relevant);
  if (relevant == 0 || others == 0) return 0;
  double wrong = 0;  // pairs with the relevant one behind
  for (std::size_t i = 0; i < relevant; ++i) wrong += static_cast<double>(ranking.ranks[i] - 1 - i);
  return 1 - wrong / (others * static_cast<double>(relevant));
}

/// Rank-biased overlap of two rankings, down to the end of the longer one.
double overlap(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b, double p) {
  absl::flat_hash_map<std::string_view, int> seen;  // in how many of the two
  double common = 0;
  double weight = 1;
  double weights = 0;
  double sum = 0;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    for (const auto* ranking : {&a, &b}) {
      if (i < ranking->size() && ++seen[(*ranking)[i]] == 2) ++common;
    }
    sum += weight * common / static_cast<double>(i + 1);
    weights += weight;
    weight *= p;
  }
  return weights > 0 ? sum / weights : 0;
}

/// Of an ideal ranking with itself, to some depth.
double best_overlap(std::size_t ideal, std::size_t depth, double p) {
  double weight = 1;
  double weights = 0;
  double sum = 0;
  for (std::size_t i = 0; i < depth; ++i) {
    sum += weight * static_cast<double>(std::min(i + 1, ideal)) / static_cast<double>(i + 1);
    weights += weight;
    weight *= p;
  }
  return weights > 0 ? sum / weights : 0;
}

/// Overlap with the ideal ranking that is nearest: by grade, and within a grade as the run has it.
double compatibility(TopicView& topic, double p, bool normalised) {
  std::vector<std::string_view> ranking;
  absl::flat_hash_map<std::string_view, double> scores;
  for (const Article& article : topic.articles()) {
    ranking.push_back(article.doc);
    scores.emplace(article.doc, topic.results()[article.first_result].score);
  }
  struct Wanted {
    std::string_view doc;
    std::int32_t grade;
    double score;  // a document that was not retrieved has 0, whatever the others have
  };
  std::vector<Wanted> wanted;
  for (const JudgedDocument& document : topic.judgements().documents()) {
    if (!document.relevant()) continue;
    const auto score = scores.find(document.id);
    wanted.push_back({document.id, document.grade, score == scores.end() ? 0 : score->second});
  }
  std::ranges::stable_sort(wanted, [](const Wanted& a, const Wanted& b) {
    return a.grade != b.grade ? a.grade > b.grade : a.score > b.score;
  });
  std::vector<std::string_view> ideal;
  for (const Wanted& one : wanted) ideal.push_back(one.doc);
  const double score = overlap(ranking, ideal, p);
  if (!normalised) return score;
  const double best = best_overlap(ideal.size(), std::max(ideal.size(), ranking.size()), p);
  return best > 0 ? score / best : score;
}

/// Rankings of the example: a b x c d, and a c e; overlaps 1, 1, 1, 2, 2 at ranks 1 to 5.
double example_compat(bool normalised) {
  constexpr double kP = 0.5;
  const double score = 1 + kP / 2 + kP * kP / 3 + kP * kP * kP * 2 / 4 + kP * kP * kP * kP * 2 / 5;
  const double weights = 1 + kP + kP * kP + kP * kP * kP + kP * kP * kP * kP;
  const double best = 1 + kP + kP * kP + kP * kP * kP * 3 / 4 + kP * kP * kP * kP * 3 / 5;
  return normalised ? score / best : score / weights;
}

}  // namespace

MeasureFamily other_ranking_measures() {
  return {
      .title = "Documents: beside an ideal ranking, chance, or a satisfied reader",
      .records = {
          {.name = "ERR",
           .summary = "expected reciprocal rank",
           .definition =
               "The reader stops at the first document that satisfies; one of grade g does with probability "
               "(2^g − 1) / 2^max_rel. ERR is the expectation of 1/rank there. Grades above max_rel count as that.",
           .formula = "ERR@k = sum over ranks r to k of R(r)/r · product over i < r of (1 − R(i))",
           .source =
               "Chapelle, Metzler, Zhang and Grinspan, Expected Reciprocal Rank for Graded Relevance, CIKM "
               "2009; as gdeval and ir_measures have it",
           .parameters = {{"max_rel", "4", "highest grade there is",
                           NumberRange{.least = 1, .most = 100, .whole = true}}},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("ERR@5", 3.0 / 16 + 13.0 / 16 * (1.0 / 16) / 4,
                                         "R is 3/16 at rank 1 and 1/16 at rank 4")},
           .make =
               [](const MeasureName& name, std::string&) {
                 const int highest = static_cast<int>(name.number("max_rel").value_or(4));
                 return document_measure(name,
                                         [highest, depth = rank_of(name)](DocumentRanking& ranking, int) {
                                           return expected_reciprocal_rank(ranking, depth, highest);
                                         });
               }},
          {.name = "Compat",
           .summary = "compatibility: overlap with the nearest ideal ranking",
           .definition =
               "Rank-biased overlap of the ranking with an ideal one: relevant documents by grade, those of one grade "
               "in the order of their scores (0 for a document that was not retrieved). Both are looked at to the end "
               "of the longer one. With normalize, divided by what the ideal ranking itself would have.",
           .formula = "Compat = sum of p^(d − 1) · |common to the first d| / d, over sum of p^(d − 1)",
           .source =
               "Clarke, Vtyurina and Smucker, Assessing Top-k Preferences, ACM TOIS 39(3), 2021; as ir_measures "
               "has it",
           .parameters = {{"p", "0.95", "how much deeper ranks weigh", kPersistenceRange},
                          {"normalize", "True", "divides by the best possible", {}, ParameterKind::kFlag}},
           .examples = {document_example("Compat(p=0.5)", example_compat(true),
                                         "a b x c d beside a c e: 1, 1, 1, 2, 2 in common"),
                        document_example("Compat(p=0.5,normalize=False)", example_compat(false),
                                         "the same, not divided by what a c e would have")},
           .make =
               [](const MeasureName& name, std::string&) {
                 return measure_of([p = name.number("p").value_or(0.95),
                                    normalised = name.parameter("normalize") != "False"](TopicView& topic) {
                   return compatibility(topic, p, normalised);
                 });
               }},
          {.name = "Accuracy",
           .summary = "how often a relevant document stands before one that is not",
           .definition =
               "Of all pairs of a relevant document and another one, both retrieved, the share with the "
               "relevant one first: 0.5 is chance. 0 where there is no such pair; ir_measures leaves such "
               "topics out of its mean.",
           .formula = "Accuracy = 1 − pairs with the relevant one behind / pairs",
           .source = "ir_measures: Accuracy",
           .parameters = {kRel},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("Accuracy", 4.0 / 6,
                                         "a is before all three others, c before one of them")},
           .make =
               [](const MeasureName& name, std::string&) {
                 return binary_measure(name, [depth = rank_of(name)](const BinaryRanking& ranking) {
                   return accuracy(ranking, depth);
                 });
               }},
      }};
}

}  // namespace fovea
