#include "simulate/fidelity.h"
#include "places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "judgements/reading.h"
#include "measures/measure_name.h"
#include "simulate/experiment.h"
#include "simulate/highlight_runs.h"

namespace fovea {
namespace {

using testing::HasSubstr;

std::string first_message(std::string_view text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(read_orders(InputFile::from_memory("orders", text), diagnostics));
  return diagnostics.kept().empty() ? "" : to_string(diagnostics.kept().front());
}

TEST(ExpectedOrders, TheSpaceHas36OrdersAnd12WithoutElements) {
  EXPECT_EQ(highlight_orders(true).size(), 36U);
  EXPECT_EQ(highlight_orders(false).size(), 12U);
  EXPECT_EQ(graded_orders().size(), 5U);
  std::vector<std::string> names;
  for (const HighlightRun run : highlight_runs(true)) names.push_back(name_of(run));
  Diagnostics diagnostics;
  EXPECT_TRUE(check_names(highlight_orders(true), names, diagnostics));
}

TEST(ExpectedOrders, AFileHoldsOrdersChainsAndComments) {
  Diagnostics diagnostics;
  const auto orders =
      read_orders(InputFile::from_memory("orders", "# mine\na > b\n\n  c>d >  e\r\n"), diagnostics);
  ASSERT_TRUE(orders);
  ASSERT_EQ(orders->size(), 3U);
  EXPECT_EQ((*orders)[0].better, "a");
  EXPECT_EQ((*orders)[2].better, "d");
  EXPECT_EQ((*orders)[2].worse, "e");
  EXPECT_EQ((*orders)[2].place.line, 4U);
}

TEST(ExpectedOrders, WhatIsNoOrderIsNamed) {
  EXPECT_EQ(first_message("a > b\na b\n"), "orders:2:1: found 'a b', expected an order such as 'S_R > SL_R'");
  EXPECT_THAT(first_message("a > \n"), HasSubstr("orders:1:1: found"));
  EXPECT_THAT(first_message("a > b\r\r\n"), HasSubstr("orders:1:1: found"));
  EXPECT_THAT(first_message("# nothing\n"), HasSubstr("found no order"));
}

TEST(ExpectedOrders, CirclesAreFoundAndShown) {
  EXPECT_THAT(first_message("a > b\nb > c\nc > b\n"), HasSubstr("the orders go in a circle: "));
  EXPECT_THAT(first_message("a > a\n"), HasSubstr("the orders go in a circle: a > a"));
  EXPECT_THAT(first_message("x > y\np > q > r > p\n"), HasSubstr("circle"));
}

TEST(ExpectedOrders, AChainOfAnyLengthIsNoCircle) {
  std::string chain = "r0";
  for (int i = 1; i < 50'000; ++i) chain += " > r" + std::to_string(i);
  Diagnostics diagnostics;
  EXPECT_TRUE(read_orders(InputFile::from_memory("orders", chain), diagnostics));
}

TEST(ExpectedOrders, UnknownRunsAreNamedWithTheNearest) {
  const std::vector<ExpectedOrder> orders{{"bm26", "lm", {"orders", 3, 1}}};
  const std::vector<std::string> runs{"bm25", "lm"};
  Diagnostics diagnostics;
  EXPECT_FALSE(check_names(orders, runs, diagnostics));
  EXPECT_EQ(to_string(diagnostics.kept().front()),
            "orders:3:1: found run 'bm26', expected one of the runs, such as bm25");
}

/// Of runs "a", "b", …, by topic.
Scores scores_of(const std::vector<std::vector<double>>& runs) {
  Scores scores({{"M"}}, std::vector<std::string>(runs.front().size(), "topic"));
  for (std::size_t run = 0; run < runs.size(); ++run) {
    scores.add_run({std::string(1, static_cast<char>('a' + run)), {}});
    for (std::size_t t = 0; t < runs[run].size(); ++t) scores.set(run, t, 0, runs[run][t]);
  }
  return scores;
}

TEST(Fidelity, OrdersHoldTieOrBreak) {
  const Scores scores = scores_of({{0.5, 0.6, 0.9}, {0.4, 0.6, 0.3}, {0.5, 0.6, 0.9}});
  const std::vector<ExpectedOrder> orders{{"a", "b", {}}, {"a", "c", {}}, {"b", "c", {}}};
  const MeasureVerdict verdict = check_orders(scores, 0, orders, 0.05);
  EXPECT_EQ(verdict.orders[0].outcome, OrderOutcome::kHolds);
  EXPECT_EQ(verdict.orders[0].topics.wins, 2U);
  EXPECT_EQ(verdict.orders[1].outcome, OrderOutcome::kTied);
  EXPECT_FALSE(verdict.orders[1].p);
  EXPECT_EQ(verdict.orders[2].outcome, OrderOutcome::kBroken);
  EXPECT_EQ(verdict.count(OrderOutcome::kBroken), 1U);
  EXPECT_EQ(verdict.clearly_broken(), 0U);
}

TEST(Fidelity, ScoresThatDifferButForTheMeanBreakAnOrder) {
  const Scores scores = scores_of({{1, 0}, {0, 1}});
  const std::vector<ExpectedOrder> orders{{"a", "b", {}}};
  EXPECT_EQ(check_orders(scores, 0, orders, 0.05).orders[0].outcome, OrderOutcome::kBroken);
}

/// Pehcevski & Thom's finding, on the judgements of INEX 2010: an irrelevant document in front makes AgP'
/// prefer the swapped ranking on every topic, while AgP sees no difference between passage runs.
TEST(Fidelity, AgPBySizePrefersTheSwappedRankingOnEveryTopicOfInex2010) {
  const std::string data = extended_data() + "/inex2010/inex2010.qrels";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << "no " << data;
  Diagnostics diagnostics;
  const auto judgements = read_judgements(std::vector{data}, {}, diagnostics);
  ASSERT_TRUE(judgements);
  std::vector<fovea::Run> runs;
  for (const HighlightRun run : highlight_runs(false)) {
    runs.push_back(simulate(run, *judgements, nullptr, diagnostics));
  }
  const auto measures = parse_measures("AgP,AgP(by=size),AP", diagnostics);
  auto evaluation =
      Evaluation::make(*judgements, nullptr, {.measures = *measures, .scores_every_run = true}, diagnostics);
  const auto scores = run_experiment(*evaluation, runs, diagnostics);
  ASSERT_TRUE(scores);
  const auto orders = highlight_orders(false);
  const auto verdict = [&](std::size_t measure) {
    return check_orders(scores->scores, measure, orders, 0.05);
  };
  const auto order_of = [&](const MeasureVerdict& all, std::string_view better, std::string_view worse) {
    for (const CheckedOrder& checked : all.orders) {
      if (checked.order.better == better && checked.order.worse == worse) return checked;
    }
    throw std::logic_error("no such order");
  };
  const CheckedOrder by_count = order_of(verdict(0), "S_RI", "S_RSI");
  EXPECT_EQ(by_count.outcome, OrderOutcome::kTied);
  EXPECT_EQ(by_count.topics.ties, 52U);
  const CheckedOrder by_size = order_of(verdict(1), "S_RI", "S_RSI");
  EXPECT_EQ(by_size.outcome, OrderOutcome::kBroken);
  EXPECT_EQ(by_size.topics.losses, 52U);
  EXPECT_TRUE(by_size.significant);
  // MAP does not see what is returned from a document.
  EXPECT_EQ(order_of(verdict(2), "S_R", "SLD_R").outcome, OrderOutcome::kTied);
}

}  // namespace
}  // namespace fovea
