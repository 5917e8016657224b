// A request and its outcome: what becomes of each run, whatever the others are like.
#include "evaluate/evaluation_request.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "measures/measure_name.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using enum RunOutcomeKind;

class Requests : public testing::Test {
 protected:
  void judge(std::string_view text) { request_.judgements.path = folder_.write("judgements", text); }
  void add(const std::string& name, std::string_view text) {
    request_.runs.push_back({.file = folder_.write(name, text)});
  }
  void measure(std::string_view names) {
    Diagnostics said;
    request_.options.measures = *parse_measures(names, said);
  }
  static std::vector<RunOutcomeKind> kinds(const EvaluationOutcome& outcome) {
    std::vector<RunOutcomeKind> all;
    for (const RunOutcome& run : outcome.runs) all.push_back(run.kind);
    return all;
  }

  TemporaryFolder folder_;
  EvaluationRequest request_;
};

TEST_F(Requests, ABadRunAmongTwentyHidesNoneOfTheOthers) {
  judge("1 Q0 a 5 100 0 0:5\n2 Q0 b 5 100 0 0:5\n");
  measure("AiP");
  request_.options.task = task_named("focused");
  request_.options.rules = true;
  for (int i = 0; i < 16; ++i)
    add(fmt::format("good{}", i), fmt::format("1 Q0 a 1 9 r{} 0 5\n2 Q0 b 1 9 r{} 0 5\n", i, i));
  add("rows", "1 Q0 a 1 9 rows 0 x\n2 Q0 b 1 9 rows 0 5\n");
  add("overlap", "1 Q0 a 1 9 overlap 0 5\n1 Q0 a 2 8 overlap 3 5\n");
  add("elsewhere", "9 Q0 a 1 9 elsewhere 0 5\n");
  request_.runs.push_back({.file = folder_ / "none"});
  const EvaluationOutcome outcome = evaluate(request_);
  ASSERT_TRUE(outcome.ok());
  ASSERT_EQ(outcome.runs.size(), 20U);
  ASSERT_EQ(outcome.scores.runs().size(), 16U);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(outcome.runs[i].kind, kScored);
    EXPECT_EQ(outcome.runs[i].name, fmt::format("r{}", i));
    EXPECT_EQ(outcome.runs[i].row, i);
    EXPECT_EQ(outcome.scores.runs()[i].name, outcome.runs[i].name);
    EXPECT_EQ(outcome.scores.summary(i, 0), 1);
  }
  EXPECT_EQ(outcome.runs[16].kind, kBadInput);
  EXPECT_THAT(to_string(outcome.runs[16].diagnostics.kept().front()), HasSubstr("rows:1:"));
  EXPECT_EQ(outcome.runs[17].kind, kBreaksRules);
  EXPECT_EQ(outcome.runs[17].breaches.errors(), 1U);
  EXPECT_EQ(outcome.runs[18].kind, kNothingInCommon);
  EXPECT_EQ(outcome.runs[18].diagnostics.count("nothing-in-common"), 1U);
  EXPECT_EQ(outcome.runs[19].kind, kBadInput);
  EXPECT_FALSE(outcome.runs[19].opened);
  EXPECT_EQ(outcome.runs[19].opening.errors(), 1U);
  for (std::size_t i = 16; i < 20; ++i) EXPECT_FALSE(outcome.runs[i].row) << i;
}

TEST_F(Requests, AFileOfSeveralRunsIsSeveralRunsUnlessItIsNamed) {
  judge("1 0 a 1\n");
  measure("RR");
  const std::string both =
      "{\"run\":\"x\",\"topic\":\"1\",\"doc\":\"a\"}\n{\"run\":\"y\",\"topic\":\"1\",\"doc\":\"b\"}\n";
  add("both.jsonl", both);
  add("one", "1 Q0 a 1 9 z\n");
  EvaluationOutcome outcome = evaluate(request_);
  ASSERT_EQ(outcome.runs.size(), 3U);
  EXPECT_EQ(outcome.runs[0].given, 0U);
  EXPECT_EQ(outcome.runs[1].given, 0U);
  EXPECT_EQ(outcome.runs[2].given, 1U);
  std::vector<std::string> names;
  for (const RunOutcome& run : outcome.runs) names.push_back(run.name);
  EXPECT_THAT(names, ElementsAre("x", "y", "z"));
  request_.runs[0].name = "mine";
  outcome = evaluate(request_);
  EXPECT_THAT(kinds(outcome), ElementsAre(kBadInput, kScored));
  EXPECT_EQ(outcome.runs[0].opening.count("several-runs"), 1U);
}

TEST_F(Requests, FaultsOfTheRequestAreToldApart) {
  judge("1 0 a 1\n");
  add("one", "1 Q0 a 1 9 r\n");
  measure("AiP");
  EvaluationOutcome outcome = evaluate(request_);
  EXPECT_EQ(outcome.fault, EvaluationFault::kInput) << "the judgements have no highlights";
  EXPECT_EQ(outcome.reason.count("needs-highlights"), 1U);
  measure("chunkAP");
  EXPECT_EQ(evaluate(request_).fault, EvaluationFault::kUsage) << "no chunking is given";
  measure("RR");
  judge("1 0 a 1\n1 0 b x\n");
  outcome = evaluate(request_);
  EXPECT_EQ(outcome.fault, EvaluationFault::kInput);
  EXPECT_EQ(outcome.judgements.errors(), 1U);
  EXPECT_TRUE(outcome.scores.runs().empty());
}

TEST_F(Requests, TopicsOfTrecEvalComeByTheBytesOfTheirIds) {
  // Sums depend on their order.
  judge("9 0 a 1\n8 0 a 1\n7 0 a 1\n10 0 a 1\n");
  measure("recip_rank");
  request_.options.compat = CompatMode::kTrecEval;
  std::string run;
  for (const auto& [topic, rank] : {std::pair(9, 3), {8, 5}, {7, 7}, {10, 10}}) {
    for (int i = 1; i <= rank; ++i)
      run += fmt::format("{} Q0 {} 0 {} r\n", topic, i == rank ? "a" : fmt::format("d{}", i), 100 - i);
  }
  add("run", run);
  const EvaluationOutcome outcome = evaluate(request_);
  EXPECT_THAT(outcome.scores.topics(), ElementsAre("10", "7", "8", "9"));
  EXPECT_EQ(outcome.scores.value(0, 0, 0), 0.1);
  EXPECT_EQ(outcome.scores.value(0, 2, 0), 0.2);
  EXPECT_NE((1.0 / 3 + 0.2 + 1.0 / 7 + 0.1) / 4, (0.1 + 1.0 / 7 + 0.2 + 1.0 / 3) / 4);
  EXPECT_EQ(outcome.scores.summary(0, 0), (0.1 + 1.0 / 7 + 0.2 + 1.0 / 3) / 4);
}

TEST_F(Requests, InMemoryAndFromFilesHaveTheSameOutcome) {
  judge("1 0 a 1\n2 0 b 1\n");
  measure("RR");
  add("one", "1 Q0 b 1 9 r\n1 Q0 a 2 8 r\n");
  const EvaluationOutcome from_files = evaluate(request_);
  Diagnostics said;
  const auto judgements = read_judgements(std::vector{request_.judgements.path}, {}, said);
  const auto run = fovea::Run::open(request_.runs[0].file, said);
  const EvaluationOutcome in_memory = evaluate({.judgements = {.kept = &*judgements},
                                                .runs = {{.run = &*run}},
                                                .options = {.measures = request_.options.measures}});
  EXPECT_EQ(from_files.scores.summary(0, 0), 0.25);
  EXPECT_EQ(in_memory.scores.summary(0, 0), 0.25);
  EXPECT_EQ(in_memory.runs[0].name, from_files.runs[0].name);
  EXPECT_EQ(in_memory.runs[0].counts, from_files.runs[0].counts);
  EXPECT_EQ(in_memory.runs[0].remarks.count("missing-topics"), 1U);
  EXPECT_EQ(from_files.runs[0].remarks.count("missing-topics"), 1U);
}

}  // namespace
}  // namespace fovea
