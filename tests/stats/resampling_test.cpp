#include "stats/resampling.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/filled_matrix.h"
#include "stats/random.h"

namespace fovea::stats {
namespace {

FilledMatrix random_scores(std::size_t runs, std::size_t topics, std::uint64_t seed) {
  FilledMatrix scores(runs, topics);
  for (std::size_t run = 0; run < runs; ++run) {
    RandomStream random(seed, run);
    for (double& score : scores.run(run)) score = random.uniform();
  }
  return scores;
}

/// The bootstrap as one would write it first: every resample of every pair drawn and summed by itself.
double naive_share_not_better(const FilledMatrix& scores, std::size_t a, std::size_t b, std::size_t resamples,
                              std::uint64_t seed) {
  std::size_t not_better = 0;
  for (std::size_t resample = 0; resample < resamples; ++resample) {
    RandomStream random(seed, resample);
    double sum = 0;
    for (std::size_t i = 0; i < scores.topics(); ++i) {
      const std::size_t t = random.below(static_cast<std::uint32_t>(scores.topics()));
      sum += scores.run(a)[t] - scores.run(b)[t];
    }
    not_better += sum <= 1e-10 ? 1U : 0U;
  }
  return static_cast<double>(not_better) / static_cast<double>(resamples);
}

TEST(Bootstrap, SharingTheDrawsGivesWhatALoopPerPairGives) {
  const FilledMatrix scores = random_scores(5, 23, 1);
  const Computed<Bootstrap> bootstrap = Bootstrap::draw(scores, 777, 99);
  ASSERT_TRUE(bootstrap);
  for (std::size_t a = 0; a < 5; ++a) {
    for (std::size_t b = 0; b < 5; ++b) {
      EXPECT_EQ(bootstrap->test(a, b, Tails::kOne).p, naive_share_not_better(scores, a, b, 777, 99));
    }
  }
}

TEST(Bootstrap, IsTheSameOnOneThreadAndOnMany) {
  const FilledMatrix scores = random_scores(9, 31, 2);
  const auto means = [&](std::size_t threads) {
    const oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism, threads);
    const Computed<Bootstrap> bootstrap = Bootstrap::draw(scores, 2000, 5);
    std::vector<double> all;
    for (std::size_t run = 0; run < 9; ++run) {
      all.insert(all.end(), bootstrap->of(run).begin(), bootstrap->of(run).end());
    }
    return all;
  };
  EXPECT_EQ(means(1), means(4));
}

TEST(Bootstrap, TwoTailsAreTwiceTheSmallerOneAndSymmetric) {
  const FilledMatrix scores = random_scores(2, 17, 3);
  const Computed<Bootstrap> bootstrap = Bootstrap::draw(scores, 1000, 1);
  const double first = bootstrap->test(0, 1, Tails::kOne).p;
  const double second = bootstrap->test(1, 0, Tails::kOne).p;
  EXPECT_DOUBLE_EQ(bootstrap->test(0, 1, Tails::kTwo).p, std::min(1.0, 2 * std::min(first, second)));
  EXPECT_EQ(bootstrap->test(0, 1, Tails::kTwo).p, bootstrap->test(1, 0, Tails::kTwo).p);
}

TEST(Bootstrap, IntervalsAreQuantilesOfTheResampledMeans) {
  const FilledMatrix scores = random_scores(2, 40, 4);
  const Computed<Bootstrap> bootstrap = Bootstrap::draw(scores, 999, 6);
  std::vector<double> means(bootstrap->of(0).begin(), bootstrap->of(0).end());
  std::sort(means.begin(), means.end());
  const Interval interval = bootstrap->interval(0, 0.9);
  EXPECT_NEAR(interval.low, quantile(means, 0.05), 1e-12);
  EXPECT_NEAR(interval.high, quantile(means, 0.95), 1e-12);

  std::vector<double> differences(999);
  for (std::size_t i = 0; i < 999; ++i) differences[i] = bootstrap->of(0)[i] - bootstrap->of(1)[i];
  std::sort(differences.begin(), differences.end());
  const Interval of_difference = bootstrap->difference_interval(0, 1, 0.99);
  EXPECT_NEAR(of_difference.low, quantile(differences, 0.005), 1e-12);
  EXPECT_NEAR(of_difference.high, quantile(differences, 0.995), 1e-12);
}

TEST(Bootstrap, EqualRunsAreNeverBetterAndAConstantLeadIsCertain) {
  FilledMatrix scores(3, 10);
  for (std::size_t t = 0; t < 10; ++t) {
    scores.run(0)[t] = 0.1 * static_cast<double>(t);
    scores.run(1)[t] = 0.1 * static_cast<double>(t);
    scores.run(2)[t] = 0.1 * static_cast<double>(t) + 0.3;
  }
  const Computed<Bootstrap> bootstrap = Bootstrap::draw(scores, 200, 1);
  EXPECT_EQ(bootstrap->test(0, 1, Tails::kOne).p, 1);
  EXPECT_EQ(bootstrap->test(0, 1, Tails::kTwo).p, 1);
  EXPECT_EQ(bootstrap->test(2, 0, Tails::kOne).p, 0);
}

TEST(Bootstrap, SumsThatAreEqualOnPaperAreEqualInSpiteOfRounding) {
  FilledMatrix scores(2, 2);
  scores.run(0)[0] = 0.1 + 0.2;
  scores.run(1)[0] = 0.3;
  const Computed<Bootstrap> bootstrap = Bootstrap::draw(scores, 100, 1);
  EXPECT_EQ(bootstrap->test(0, 1, Tails::kOne).p, 1);
}

TEST(Randomisation, GoesThroughAllSwapsOfFewTopicsWhateverTheSeed) {
  const FilledMatrix scores = random_scores(2, 10, 8);
  const Computed<Randomisation> one = Randomisation::draw(scores, 10, 1);
  const Computed<Randomisation> other = Randomisation::draw(scores, 5000, 2);
  EXPECT_TRUE(one->exact());
  EXPECT_EQ(one->resamples(), 1024);
  EXPECT_EQ(one->test(0, 1, Tails::kTwo).p, other->test(0, 1, Tails::kTwo).p);
}

TEST(Randomisation, DrawnSwapsApproachTheExactShare) {
  // Fifteen topics are exact with 2^15 resamples and drawn with fewer.
  const FilledMatrix scores = random_scores(2, 15, 9);
  const double exact = Randomisation::draw(scores, 32'768, 1)->test(0, 1, Tails::kTwo).p;
  const Computed<Randomisation> drawn = Randomisation::draw(scores, 32'767, 1);
  EXPECT_FALSE(drawn->exact());
  const double error = std::sqrt(exact * (1 - exact) / 32'767);
  EXPECT_NEAR(drawn->test(0, 1, Tails::kTwo).p, exact, 4 * error + 1.0 / 32'767);
}

TEST(Randomisation, ADrawnShareIsNeverZero) {
  FilledMatrix scores(2, 30);
  for (double& score : scores.run(0)) score = 1;
  EXPECT_DOUBLE_EQ(Randomisation::draw(scores, 99, 1)->test(0, 1, Tails::kTwo).p, 0.01);
}

TEST(Resampling, SaysWhyItCannot) {
  EXPECT_EQ(Bootstrap::draw(FilledMatrix(2, 1), 10, 1).why(), "there are fewer than 2 topics");
  FilledMatrix scores(2, 3);
  EXPECT_EQ(Bootstrap::draw(scores, kMaxResampledMeans, 1).why(),
            "there are too many resamples for so many runs");
  EXPECT_EQ(Bootstrap::draw(scores, 0, 1).why(), "there are no resamples");
  scores.run(1)[2] = std::nan("");
  EXPECT_EQ(Randomisation::draw(scores, 10, 1).why(), "not all values are finite numbers");
}

}  // namespace
}  // namespace fovea::stats
