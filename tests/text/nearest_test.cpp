#include "text/nearest.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
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

RC_GTEST_PROP(Nearest, PassesOverNoNameThatIsNear, ()) {
  const auto word =
      rc::gen::container<std::string>(rc::gen::element('a', 'B', 'b', 'c', 'D', '_', '1', '\xc3'));
  const auto misspelt = *word;
  const auto names = *rc::gen::container<std::vector<std::string>>(word);
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto near = nearest(misspelt, known, known.size());
  // What is near by the whole table, for each name.
  std::size_t expected = 0;
  for (const std::string& name : names) {
    const std::size_t longer = std::max(misspelt.size(), name.size());
    const std::size_t distance = edit_distance(misspelt, name);
    const bool begun = misspelt.size() > 1 && name.size() >= misspelt.size() &&
                       edit_distance(misspelt, name.substr(0, misspelt.size())) == 0;
    expected += begun || (distance <= std::max<std::size_t>(2, longer / 3) && distance < longer) ? 1 : 0;
  }
  RC_ASSERT(near.size() == expected);
}

TEST(Nearest, MakesTheSentenceOfAMessage) {
  const std::vector<std::string_view> known = {"catalog", "check", "convert", "eval"};
  EXPECT_EQ(did_you_mean("chek", known), "; did you mean 'check'?");
  EXPECT_EQ(did_you_mean("zzzzzz", known), "");
}

}  // namespace
}  // namespace fovea
