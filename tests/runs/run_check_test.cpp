#include "runs/run_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "runs/reading.h"

namespace fovea {
namespace {

/// Many topics, every third with an overlap, every fifth with a bad row, every seventh with a duplicate.
std::string faulty_run() {
  std::string text;
  for (int topic = 1; topic <= 200; ++topic) {
    text += fmt::format("{} Q0 a 1 9 t 0 10\n{} Q0 b 2 8 t 0 10\n", topic, topic);
    if (topic % 3 == 0) text += fmt::format("{} Q0 a 3 7 t 5 10\n", topic);
    if (topic % 5 == 0) text += fmt::format("{} Q0 a x 6 t 5 10\n", topic);
    if (topic % 7 == 0) text += fmt::format("{} Q0 b 4 5 t 0 10\n", topic);
  }
  return text;
}

std::string all_of(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.kept()) text += to_string(diagnostic) + "\n";
  return text;
}

struct Outcome {
  std::string faults, breaches, changes, repaired;
  RunSummary summary;
};

Outcome outcome_on(std::size_t threads, bool repair) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  const std::string text = faulty_run();
  const auto read = read_run(text);
  Outcome outcome;
  RunWriter writer(run_formats::kPassage, read.run->details(), {.mixed = true},
                   [&](std::string_view bytes) { outcome.repaired += bytes; });
  const RunCheck check = check_run(*read.run, {.rules = {.no_overlap = true, .grouped = true},
                                               .keep = 100'000,
                                               .repaired = repair ? &writer : nullptr});
  writer.finish();
  outcome.faults = all_of(check.faults);
  outcome.breaches = all_of(check.breaches);
  outcome.changes = all_of(check.changes);
  outcome.summary = check.summary;
  return outcome;
}

TEST(RunCheck, CountsAndFindsEverything) {
  const std::string text = faulty_run();
  const auto run = read_run(text);
  const RunCheck check = check_run(*run.run, {.rules = {.no_overlap = true}});
  EXPECT_EQ(check.summary.topics, 200U);
  EXPECT_EQ(check.summary.results, 400U + 66 + 28);
  EXPECT_EQ(check.summary.documents, 400U);
  EXPECT_EQ(check.summary.fewest, 2U);
  EXPECT_EQ(check.summary.most, 4U);
  EXPECT_EQ(check.summary.of(ResultKind::kPassage), 400U + 66 + 28);
  EXPECT_EQ(check.faults.count("bad-rank"), 40U);
  EXPECT_EQ(check.faults.count("duplicate-result"), 28U);
  EXPECT_EQ(check.breaches.count("overlap"), 66U);
  EXPECT_EQ(check.faults.kept().size(), Diagnostics::kDefaultKeep);
}

TEST(RunCheck, SaysTheSameOnAnyNumberOfCores) {
  const Outcome one = outcome_on(1, true);
  const Outcome many = outcome_on(8, true);
  EXPECT_EQ(one.faults, many.faults);
  EXPECT_EQ(one.breaches, many.breaches);
  EXPECT_EQ(one.changes, many.changes);
  EXPECT_EQ(one.repaired, many.repaired);
}

TEST(RunCheck, WritesARunThatPasses) {
  const Outcome first = outcome_on(2, true);
  EXPECT_FALSE(first.changes.empty());
  const auto again = read_run(first.repaired);
  EXPECT_EQ(again.said(), "");
  const RunCheck check = check_run(*again.run, {.rules = {.no_overlap = true, .grouped = true}});
  EXPECT_EQ(all_of(check.faults), "");
  EXPECT_EQ(all_of(check.breaches), "");
  EXPECT_EQ(check.summary.results, 400U);
}

TEST(RunCheck, CountsTies) {
  const auto read = read_run("7 Q0 a 1 2 t\n7 Q0 b 2 2 t\n7 Q0 c 3 1 t\n");
  EXPECT_EQ(check_run(*read.run, {.rules = {}, .order = RankOrder::kScore}).summary.tied, 2U);
  EXPECT_EQ(check_run(*read.run, {}).summary.tied, 0U);
}

}  // namespace
}  // namespace fovea
