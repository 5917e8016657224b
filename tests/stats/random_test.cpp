#include "stats/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace fovea::stats {
namespace {

TEST(Philox, GivesTheKnownAnswersOfItsAuthors) {
  // From the file kat_vectors of Random123: philox4x32-10.
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, IsTheSameForTheSameSeedAndStreamAndDifferentOtherwise) {
  RandomStream first(1, 2);
  RandomStream again(1, 2);
  RandomStream other_stream(1, 3);
  RandomStream other_seed(2, 2);
  int same_stream = 0;
  int same_seed = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t word = first.next();
    EXPECT_EQ(word, again.next());
    same_stream += static_cast<int>(word == other_stream.next());
    same_seed += static_cast<int>(word == other_seed.next());
  }
  EXPECT_LT(same_stream, 3);
  EXPECT_LT(same_seed, 3);
}

TEST(RandomStream, NumbersBelowABoundAreEquallyLikely) {
  constexpr std::uint32_t kBound = 7;
  constexpr int kDraws = 70'000;
  std::vector<int> counts(kBound, 0);
  RandomStream random(3, 0);
  for (int i = 0; i < kDraws; ++i) ++counts.at(random.below(kBound));
  double chi_squared = 0;
  for (const int count : counts) chi_squared += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
  EXPECT_LT(chi_squared, 22.46);  // 6 degrees of freedom, p = 0.001
}

TEST(RandomStream, UniformNumbersStayInTheirIntervalAndFillIt) {
  RandomStream random(4, 0);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double u = random.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 4 * 0.288675 / 100);
}

}  // namespace
}  // namespace fovea::stats
