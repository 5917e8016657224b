#include "text/nearest.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace fovea {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("nDCG", "nDCGG"), 1U);
  EXPECT_EQ(edit_distance("bpref", "bperf"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(EditDistance, DoesNotCountCase) {
  EXPECT_EQ(edit_distance("NDCG", "ndcg"), 0U);
}

RC_GTEST_PROP(EditDistance, IsSymmetricAndAtMostTheLongerWord, ()) {
  const auto word = rc::gen::container<std::string>(rc::gen::inRange('a', 'd'));
  const auto a = *word;
  const auto b = *word;
  RC_ASSERT(edit_distance(a, b) == edit_distance(b, a));
  RC_ASSERT(edit_distance(a, b) <= std::max({a.size(), b.size()}));
  RC_ASSERT(edit_distance(a, a) == 0U);
}

TEST(Nearest, GivesTheNearestFirstAndTiesInOrder) {
  const std::vector<std::string_view> known = {"AP", "AgP", "AiP", "Bpref", "nDCG"};
  EXPECT_THAT(nearest("AjP", known), ElementsAre("AP", "AgP", "AiP"));
  EXPECT_THAT(nearest("bperf", known), ElementsAre("Bpref"));
  EXPECT_THAT(nearest("ndgc", known), ElementsAre("nDCG"));
}

TEST(Nearest, TakesTheBeginningOfANameForTheName) {
  const std::vector<std::string_view> known = {"iprec_at_recall", "infAP"};
  EXPECT_THAT(nearest("iprec", known), ElementsAre("iprec_at_recall"));
}

TEST(Nearest, SaysNothingRatherThanAnything) {
  const std::vector<std::string_view> known = {"AP", "nDCG", "iprec_at_recall"};
  EXPECT_THAT(nearest("zzzzzz", known), IsEmpty());
  EXPECT_THAT(nearest("", known), IsEmpty());
}

TEST(Nearest, MakesTheSentenceOfAMessage) {
  const std::vector<std::string_view> known = {"catalog", "check", "convert", "eval"};
  EXPECT_EQ(did_you_mean("chek", known), "; did you mean 'check'?");
  EXPECT_EQ(did_you_mean("zzzzzz", known), "");
}

}  // namespace
}  // namespace fovea
