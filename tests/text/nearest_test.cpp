#include "text/nearest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Nearest, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("eval", "evla"), 1U);
  EXPECT_EQ(edit_distance("eval", "vale"), 2U);
  EXPECT_EQ(edit_distance("nDCG", "ndgc"), 1U);
  EXPECT_EQ(edit_distance("check", "catalog"), 6U);
}

TEST(Nearest, NamesWhatIsNearAndNothingElse) {
  const std::vector<std::string> known = {"catalog", "check", "convert", "eval"};
  EXPECT_THAT(nearest("evla", known), ElementsAre("eval"));
  EXPECT_THAT(nearest("cat", known), ElementsAre("catalog"));
  EXPECT_THAT(nearest("zzz", known), IsEmpty());
  EXPECT_EQ(did_you_mean("chek", known), "; did you mean 'check'?");
  EXPECT_EQ(did_you_mean("zzz", known), "");
}

}  // namespace
}  // namespace fovea
