// Preferences: how many of the documents that should stand before others do. trec_eval's prefs_ measures.
//
// They differ in what becomes of documents that were not retrieved. Without an ending, a preference of one retrieved
// to one that was not counts as fulfilled, and one between two that were not as failed; _imp passes over the latter;
// _ret looks at pairs of which both were retrieved.

#include "measures/documents/from_ranking.h"
#include "measures/families.h"
#include "measures/views/topic_view.h"

namespace fovea {

namespace {

using PreferenceScore = double (*)(const PreferenceCounts& counts);

PreferenceShare share_retrieved(const PreferenceGroup& group) {
  return group.retrieved;
}
PreferenceShare share_implied(const PreferenceGroup& group) {
  return {group.retrieved.fulfilled + group.implied.fulfilled,
          group.retrieved.possible + group.implied.possible};
}
PreferenceShare share_of_all(const PreferenceGroup& group) {
  const PreferenceShare share = share_implied(group);
  return {share.fulfilled, share.possible + group.neither};
}
PreferenceShare share_limited(const PreferenceGroup& group) {
  return group.limited;
}
PreferenceShare share_limited_retrieved(const PreferenceGroup& group) {
  return group.limited_retrieved;
}

using ShareOf = PreferenceShare (*)(const PreferenceGroup&);

template <ShareOf kShare>
PreferenceShare total(const PreferenceCounts& counts) {
  PreferenceShare sum;
  for (const PreferenceGroup& group : counts.groups()) {
    const PreferenceShare share = kShare(group);
    sum.fulfilled += share.fulfilled;
    sum.possible += share.possible;
  }
  return sum;
}

/// All preferences alike, whoever has them.
template <ShareOf kShare>
double simple(const PreferenceCounts& counts) {
  const PreferenceShare share = total<kShare>(counts);
  return ratio(share.fulfilled, share.possible);
}

/// All groups alike.
template <ShareOf kShare>
double averaged(const PreferenceCounts& counts) {
  double sum = 0;
  for (const PreferenceGroup& group : counts.groups()) {
    const PreferenceShare share = kShare(group);
    sum += ratio(share.fulfilled, share.possible);
  }
  return sum > 0 ? sum / static_cast<double>(counts.groups().size()) : 0;
}

/// The same where nothing is possible for one group: as in trec_eval, the topic then counts 0.
template <ShareOf kShare>
double averaged_or_nothing(const PreferenceCounts& counts) {
  for (const PreferenceGroup& group : counts.groups()) {
    if (kShare(group).possible == 0) return 0;
  }
  return averaged<kShare>(counts);
}

/// All pairs of documents alike.
double over_pairs(double share, std::uint64_t pairs) {
  return pairs == 0 ? 0 : share / static_cast<double>(pairs);
}
double pairs_retrieved(const PreferenceCounts& counts) {
  return over_pairs(counts.retrieved_pairs().share, counts.retrieved_pairs().pairs);
}
double pairs_implied(const PreferenceCounts& counts) {
  return over_pairs(counts.implied_pairs().share, counts.implied_pairs().pairs);
}
double pairs_of_all(const PreferenceCounts& counts) {
  return over_pairs(counts.implied_pairs().share, counts.implied_pairs().pairs + counts.other_pairs());
}

double possible(const PreferenceCounts& counts) {
  return static_cast<double>(total<share_of_all>(counts).possible);
}
double fulfilled(const PreferenceCounts& counts) {
  return static_cast<double>(total<share_of_all>(counts).fulfilled);
}
double fulfilled_retrieved(const PreferenceCounts& counts) {
  return static_cast<double>(total<share_retrieved>(counts).fulfilled);
}

// One group prefers a to b and c, and b to c; another c to a. Retrieved are b, a.
constexpr std::string_view kPreferenceJudgements =
    "1 one 0 a 2\n"
    "1 one 0 b 1\n"
    "1 one 0 c 0\n"
    "1 two 0 c 1\n"
    "1 two 0 a 0\n";
constexpr std::string_view kPreferenceRun =
    "1 Q0 b 1 9 example\n"
    "1 Q0 a 2 8 example\n";

struct PreferenceMeasure {
  std::string_view name;
  std::string_view summary;
  std::string_view definition;
  std::string_view formula;
  PreferenceScore score;
  Average average;
  double value;
  std::string_view explanation;
};

MeasureRecord record_of(const PreferenceMeasure& measure) {
  return {.name = measure.name,
          .trec_eval = measure.name,
          .summary = measure.summary,
          .definition = measure.definition,
          .formula = measure.formula,
          .source = "trec_eval (Buckley 2008)",
          .average = measure.average,
          .needs = {.groups = true, .preferences = true},
          .examples = {{.judgements = kPreferenceJudgements,
                        .run = kPreferenceRun,
                        .measure = measure.name,
                        .value = measure.value,
                        .explanation = measure.explanation}},
          .make = [score = measure.score](const MeasureName&, std::string&) {
            return measure_of([score](TopicView& topic) { return score(topic.groups().preferences()); });
          }};
}

}  // namespace

MeasureFamily preference_measures() {
  constexpr auto kMean = Average::kMean;
  constexpr auto kSum = Average::kSum;
  const PreferenceMeasure measures[] = {
      {"prefs_num_prefs_poss", "number of preferences",
       "Preferences that the judgements state or that follow, summed over groups and topics.",
       "prefs_num_prefs_poss = preferences", possible, kSum, 4,
       "three of the first group, one of the second"},
      {"prefs_num_prefs_ful", "number of preferences fulfilled",
       "Preferences fulfilled by the order of two documents, or because only the preferred one was retrieved.",
       "prefs_num_prefs_ful = fulfilled", fulfilled, kSum, 2,
       "a before b fails, a and b before c are fulfilled, c before a fails"},
      {"prefs_num_prefs_ful_ret", "number of preferences fulfilled among documents retrieved",
       "Preferences between two documents retrieved that stand in the right order.",
       "prefs_num_prefs_ful_ret = fulfilled, both retrieved", fulfilled_retrieved, kSum, 0,
       "b stands before a"},
      {"prefs_simp", "share of the preferences that is fulfilled",
       "All preferences count alike. One between two documents that were not retrieved is a failure.",
       "prefs_simp = fulfilled / possible", simple<share_of_all>, kMean, 0.5, "two of four"},
      {"prefs_pair", "share of the preferences that is fulfilled, averaged over pairs of documents",
       "A pair on which groups differ counts as far as it fulfils their preferences. A pair of which neither was "
       "retrieved is a failure.",
       "prefs_pair = mean over pairs of fulfilled / preferences between the two", pairs_of_all, kMean, 0.5,
       "a b: 0; a c: one of two; b c: 1"},
      {"prefs_avgjg", "share of the preferences that is fulfilled, averaged over groups",
       "All groups count alike, however many preferences they have.",
       "prefs_avgjg = mean over groups of fulfilled / possible", averaged<share_of_all>, kMean, 1.0 / 3,
       "2/3 and 0"},
      {"prefs_avgjg_Rnonrel", "the same with as many documents of level 0 as relevant ones",
       "Of the documents of level 0 only the first R count, R being the number of relevant ones of the group; where "
       "there are fewer, the others are thought behind all relevant ones retrieved. With two levels akin to Bpref. As "
       "in trec_eval, a group with classes compares the class of level 0 with itself where it is cut.",
       "prefs_avgjg_Rnonrel = mean over groups of fulfilled / possible, so limited",
       averaged_or_nothing<share_limited>, kMean, (4.0 / 5) / 2,
       "first group: 2 of 3, and one more of level 0: 2 of 2 more; second group: 0 of 1"},
      {"prefs_simp_ret", "prefs_simp among documents retrieved",
       "As prefs_simp, with pairs of which both documents were retrieved.",
       "prefs_simp_ret = fulfilled / possible, both retrieved", simple<share_retrieved>, kMean, 0,
       "b before a"},
      {"prefs_pair_ret", "prefs_pair among documents retrieved",
       "As prefs_pair, with pairs of which both documents were retrieved.",
       "prefs_pair_ret = mean over pairs of fulfilled / preferences between the two", pairs_retrieved, kMean,
       0, "b before a"},
      {"prefs_avgjg_ret", "prefs_avgjg among documents retrieved",
       "As prefs_avgjg, with pairs of which both documents were retrieved.",
       "prefs_avgjg_ret = mean over groups of fulfilled / possible, both retrieved",
       averaged<share_retrieved>, kMean, 0, "b before a, and nothing of the second group"},
      {"prefs_avgjg_Rnonrel_ret", "prefs_avgjg_Rnonrel among documents retrieved",
       "As prefs_avgjg_Rnonrel, with pairs of which both documents were retrieved; as in trec_eval, what is possible "
       "with further documents of level 0 is counted from all relevant ones.",
       "prefs_avgjg_Rnonrel_ret = mean over groups of fulfilled / possible, so limited",
       averaged_or_nothing<share_limited_retrieved>, kMean, 0,
       "the second group has nothing relevant retrieved, and nothing is possible: 0"},
      {"prefs_simp_imp", "prefs_simp without pairs of which neither was retrieved",
       "As prefs_simp, but a pair of which neither document was retrieved is passed over.",
       "prefs_simp_imp = fulfilled / possible, one retrieved at least", simple<share_implied>, kMean, 0.5,
       "two of four"},
      {"prefs_pair_imp", "prefs_pair without pairs of which neither was retrieved",
       "As prefs_pair, but a pair of which neither document was retrieved is passed over.",
       "prefs_pair_imp = mean over pairs of fulfilled / preferences between the two", pairs_implied, kMean,
       0.5, "a b: 0; a c: one of two; b c: 1"},
      {"prefs_avgjg_imp", "prefs_avgjg without pairs of which neither was retrieved",
       "As prefs_avgjg, but a pair of which neither document was retrieved is passed over.",
       "prefs_avgjg_imp = mean over groups of fulfilled / possible, one retrieved at least",
       averaged<share_implied>, kMean, 1.0 / 3, "2/3 and 0"},
  };
  MeasureFamily family{.title = "Documents: preferences", .records = {}};
  for (const PreferenceMeasure& measure : measures) family.records.push_back(record_of(measure));
  return family;
}

}  // namespace fovea
