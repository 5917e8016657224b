// Several assessors: the measure of each one's judgements, averaged. trec_eval's _avgjg measures.

#include "measures/documents/from_ranking.h"
#include "measures/families.h"
#include "measures/views/topic_view.h"

namespace fovea {

namespace {

std::unique_ptr<Measure> over_groups(const MeasureName& name, BinaryScore score) {
  return measure_of([score = std::move(score), level = level_of(name)](TopicView& topic) {
    const auto rankings = topic.groups().rankings(level.value_or(topic.relevance_level()));
    double sum = 0;
    for (const BinaryRanking& ranking : rankings) sum += score(ranking);
    return rankings.empty() ? 0 : sum / static_cast<double>(rankings.size());
  });
}

double group_average_precision(const BinaryRanking& ranking) {
  double sum = 0;
  for (std::size_t i = 0; i < ranking.ranks.size(); ++i) sum += ratio(i + 1, ranking.ranks[i]);
  return ranking.relevant == 0 ? 0 : sum / static_cast<double>(ranking.relevant);
}

// Two assessors: for the first, a and c are relevant, for the second b.
constexpr std::string_view kGroupJudgements =
    "1 one a 1\n"
    "1 one b 0\n"
    "1 one c 1\n"
    "1 two a 0\n"
    "1 two b 1\n";
constexpr std::string_view kGroupRun =
    "1 Q0 a 1 9 example\n"
    "1 Q0 b 2 8 example\n";

Example group_example(std::string_view measure, double value, std::string_view explanation) {
  return {kGroupJudgements, kGroupRun, measure, value, explanation};
}

constexpr Needs kGroupNeeds{.groups = true};

}  // namespace

MeasureFamily judgement_group_measures() {
  return {
      .title = "Documents: several assessors",
      .records = {
          {.name = "map_avgjg",
           .trec_eval = "map_avgjg",
           .summary = "AP, averaged over assessors",
           .definition =
               "AP by the judgements of each group, averaged over the groups of the topic. The second column "
               "of TREC qrels names the group.",
           .formula = "map_avgjg = mean over groups of AP",
           .source = "trec_eval: map_avgjg (Buckley 2008)",
           .parameters = {kRel},
           .needs = kGroupNeeds,
           .examples = {group_example("map_avgjg", 0.5,
                                      "1/2 for the first, c being missing, and 1/2 for the second")},
           .make = [](const MeasureName& name,
                      std::string&) { return over_groups(name, group_average_precision); }},
          {.name = "P_avgjg",
           .trec_eval_cut = "P_avgjg",
           .summary = "precision of the first k documents, averaged over assessors",
           .definition = "P@k by the judgements of each group, averaged over the groups of the topic.",
           .formula = "P_avgjg@k = mean over groups of P@k",
           .source = "trec_eval: P_avgjg (Buckley 2008)",
           .parameters = {kRel},
           .cutoff = Cutoff::kRank,
           .default_cutoffs = {"5", "10", "15", "20", "30", "100", "200", "500", "1000"},
           .needs = kGroupNeeds,
           .examples = {group_example("P_avgjg@1", 0.5, "1 for the first and 0 for the second")},
           .make =
               [](const MeasureName& name, std::string&) {
                 return over_groups(name, [rank = rank_of(name)](const BinaryRanking& ranking) {
                   return ratio(ranking.relevant_within(rank), rank);
                 });
               }},
          {.name = "Rprec_mult_avgjg",
           .trec_eval_cut = "Rprec_mult_avgjg",
           .summary = "precision after x times as many documents as are relevant, averaged over assessors",
           .definition =
               "RprecMult@x by the judgements of each group, averaged over the groups of the topic.",
           .formula = "Rprec_mult_avgjg@x = mean over groups of P@ceil(x·R)",
           .source = "trec_eval: Rprec_mult_avgjg (Buckley 2008)",
           .parameters = {kRel},
           .cutoff = Cutoff::kMultiple,
           .default_cutoffs = {"0.20", "0.40", "0.60", "0.80", "1.00", "1.20", "1.40", "1.60", "1.80",
                               "2.00"},
           .needs = kGroupNeeds,
           .examples = {group_example("Rprec_mult_avgjg@1", 0.25,
                                      "P@2 = 1/2 for the first, P@1 = 0 for the second")},
           .make =
               [](const MeasureName& name, std::string&) {
                 return over_groups(
                     name, [multiple = name.point().value_or(1)](const BinaryRanking& ranking) {
                       const auto rank =
                           static_cast<std::size_t>(multiple * static_cast<double>(ranking.relevant) + 0.9);
                       return ratio(ranking.relevant_within(rank), rank);
                     });
               }},
      }};
}

}  // namespace fovea
