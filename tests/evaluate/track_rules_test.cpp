#include "evaluate/track/track_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/track/track_evaluation.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What breaks the rules in a track of these runs; each has one result.
std::vector<std::string> breaches(const std::string& rules, const std::vector<std::string>& runs) {
  const TemporaryFolder folder;
  folder.write("q.qrels", "1 Q0 d 10 100 0 0:10\n");
  std::string track = "judgements = \"q.qrels\"\n[rules]\n" + rules + "\n";
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string name = "r" + std::to_string(i + 1);
    const bool elements = runs[i].find("result = \"element\"") != std::string::npos;
    const std::string place = name + (elements ? " /article[1]/sec[1]\n" : " 0 10\n");
    folder.write(name + ".run", "1 Q0 d 1 9 " + place + "1 Q0 e 2 8 " + place);
    track += "[[run]]\nfile = \"" + name + ".run\"\n" + runs[i] + "\n";
  }
  Diagnostics faults;
  const auto read = read_track(folder.write("track.toml", track), faults);
  const auto opened = open_track(*read, {}, faults);
  EXPECT_TRUE(faults.ok()) << to_string(faults.kept().front());
  Diagnostics found;
  check_rules(read->rules, *opened, found);
  std::vector<std::string> texts;
  for (const Diagnostic& one : found.kept())
    texts.push_back(to_string(one).substr(to_string(one).find(": ") + 2));
  return texts;
}

TEST(TrackRules, CountTheRunsOfAParticipantInATask) {
  const std::vector<std::string> runs = {
      "participant = \"A\"\ntask = \"focused\"", "participant = \"A\"\ntask = \"focused\"",
      "participant = \"A\"\ntask = \"thorough\"", "participant = \"B\"\ntask = \"focused\""};
  EXPECT_THAT(breaches("runs_per_task = 2", runs), IsEmpty());
  EXPECT_THAT(
      breaches("runs_per_task = 1", runs),
      ElementsAre("found 2 runs of 'A' for focused ('r1', 'r2'), expected at most 1 (runs_per_task)"));
  EXPECT_THAT(
      breaches("runs_per_participant = 2", runs),
      ElementsAre("found 3 runs of 'A' ('r1', 'r2', 'r3'), expected at most 2 (runs_per_participant)"));
}

// INEX 2010: two element and two passage runs for a task, and one more from the reference run.
TEST(TrackRules, CountReferenceRunsBesideTheOthersWhereTheyHaveALimit) {
  const std::string element = "task = \"focused\"\nresult = \"element\"";
  const std::string passage = "task = \"focused\"\nresult = \"passage\"";
  const std::string reference = element + "\nreference = true";
  const std::string rules = "runs_per_result_type = 2\nreference_runs_per_task = 1";
  EXPECT_THAT(breaches(rules, {element, element, passage, reference}), IsEmpty());
  EXPECT_THAT(breaches("runs_per_result_type = 2", {element, element, passage, reference}),
              ElementsAre(HasSubstr("found 3 element runs")));
  EXPECT_THAT(breaches(rules, {element, element, reference, reference}),
              ElementsAre(HasSubstr("found 2 reference runs")));
}

TEST(TrackRules, AskRunsForTheResultTypeTheyDeclare) {
  EXPECT_THAT(breaches("", {"result = \"passage\"", "result = \"entry point\""}), IsEmpty());
  EXPECT_THAT(
      breaches("", {"result = \"article\""}),
      ElementsAre("found passages or ranges in it, expected whole articles, as the result type says (run "
                  "'r1', result = 'article')"));
}

TEST(TrackRules, CountSetsOfEfficiencyRunsByThemselves) {
  const std::string run = "task = \"efficiency\"\nresult = \"element\"\ntopk = ";
  const std::string rules = "runs_per_result_type = 1\nefficiency_sets = [1500, 15, 150]";
  EXPECT_THAT(breaches(rules, {run + "15", run + "150", run + "1500"}), IsEmpty());
  EXPECT_THAT(
      breaches(rules, {run + "15", run + "100", run + "150"}),
      ElementsAre(
          "found 2 element runs of '–' for efficiency with 150 results ('r2', 'r3'), expected at most 1 "
          "(runs_per_result_type)"));
  // What is larger than every set, and every other task, has no sets.
  EXPECT_THAT(breaches(rules, {run + "2000", run + "3000"}),
              ElementsAre(HasSubstr("found 2 element runs of '–' for efficiency (")));
}

TEST(TrackRules, AreThoseOf2010WhereATrackTakesRunsAndDoesNotSayOtherwise) {
  const TrackRules rules = inex_2010_rules();
  EXPECT_EQ(rules.runs_per_result_type, 2U);
  EXPECT_EQ(rules.reference_runs_per_task, 1U);
  EXPECT_THAT(rules.efficiency_sets, ElementsAre(15, 150, 1500));
  const auto counts = counts_of(rules, {"QUT", task_named("focused"), "element", true, std::nullopt});
  ASSERT_EQ(counts.size(), 1U);
  EXPECT_EQ(counts.front().runs, "reference runs of 'QUT' for focused");
  EXPECT_EQ(counts.front().most, 1U);
}

TEST(TrackRules, CountTheResultsOfATopic) {
  EXPECT_THAT(breaches("results_per_topic = 2", {"task = \"focused\""}), IsEmpty());
  EXPECT_THAT(
      breaches("results_per_topic = 1", {"task = \"focused\""}),
      ElementsAre("found 2 results for topic '1' (run 'r1'), expected at most 1 (results_per_topic)"));
}

}  // namespace
}  // namespace fovea
