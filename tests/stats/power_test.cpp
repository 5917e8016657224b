#include "stats/power.h"

#include <gtest/gtest.h>

namespace fovea::stats {
namespace {

TEST(Power, TheDetectableDifferenceHasExactlyThePowerAskedFor) {
  for (const Tails tails : {Tails::kOne, Tails::kTwo}) {
    const TestDesign design{0.01, tails, 0.9};
    const double difference = *detectable_difference(0.2, 52, design);
    EXPECT_NEAR(*power_of_t_test(difference, 0.2, 52, design), 0.9, 1e-9);
  }
}

TEST(Power, OneTopicFewerThanNeededIsNotEnough) {
  const TestDesign design{0.05, Tails::kTwo, 0.8};
  for (const double difference : {0.01, 0.03, 0.1, 0.5}) {
    const std::uint64_t topics = *topics_needed(difference, 0.1, design);
    EXPECT_GE(*power_of_t_test(difference, 0.1, topics, design), 0.8);
    if (topics > 2) {
      EXPECT_LT(*power_of_t_test(difference, 0.1, topics - 1, design), 0.8);
    }
  }
}

TEST(Power, HugeEffectsAreCertainAndTinyOnesOutOfReach) {
  const TestDesign design;
  EXPECT_EQ(*power_of_t_test(1000, 0.1, 50, design), 1);
  EXPECT_EQ(*topics_needed(1000, 0.1, design), 2);
  EXPECT_EQ(topics_needed(1e-9, 1, design).why(), "more than ten million topics would be needed");
  EXPECT_EQ(topics_needed(0, 1, design).why(), "there is no difference");
}

TEST(Power, SaysWhatItCannotWorkWith) {
  EXPECT_EQ(detectable_difference(0, 10, {}).why(), "the differences do not vary");
  EXPECT_EQ(detectable_difference(1, 1, {}).why(), "there are fewer than 2 topics");
  EXPECT_EQ(detectable_difference(1, 10, {0.05, Tails::kTwo, 1.0}).why(),
            "the power must lie between alpha and 1");
  EXPECT_FALSE(power_of_t_test(0.1, 0, 10, {}));
}

}  // namespace
}  // namespace fovea::stats
