// Ids that mean the same documents and are written otherwise.
#include "files/id_likeness.h"

#include <gtest/gtest.h>

#include <vector>

namespace fovea {
namespace {

using Ids = std::vector<std::string_view>;

std::string likeness(const Ids& ours, const Ids& theirs) {
  const auto found = find_likeness(ours, theirs);
  return found ? to_string(*found, ours.size()) : "";
}

TEST(IdLikeness, NamesTheSimplestDifference) {
  EXPECT_EQ(likeness({"a.md", "b.md"}, {"a", "b", "c"}),
            "all of them would be found but for the extension: 'a.md' is 'a' there");
  EXPECT_EQ(likeness({"a", "b"}, {"docs/a", "docs/b"}),
            "all of them would be found but for leading folders: 'a' is 'docs/a' there");
  EXPECT_EQ(likeness({"A7"}, {"a7", "b7"}), "all of them would be found but for case: 'A7' is 'a7' there");
  EXPECT_EQ(likeness({"INEX-17", "INEX-18"}, {"17", "18"}),
            "all of them would be found but for a prefix: 'INEX-17' is '17' there");
  EXPECT_EQ(
      likeness({"docs/A.md"}, {"a"}),
      "all of them would be found but for the extension and leading folders and case: 'docs/A.md' is 'a' there");
}

TEST(IdLikeness, SaysHowManyWhereNotAllAreAlike) {
  EXPECT_EQ(likeness({"a.md", "b.md", "c.md"}, {"a", "b"}),
            "2 of 3 would be found but for the extension: 'a.md' is 'a' there");
}

TEST(IdLikeness, SaysNothingOfIdsThatHaveNothingInCommon) {
  EXPECT_EQ(likeness({"a", "b", "c"}, {"x", "y"}), "");
  EXPECT_EQ(likeness({"a.md", "x", "y"}, {"a"}), "");
  EXPECT_EQ(likeness({}, {}), "");
  EXPECT_EQ(likeness({".md"}, {""}), "");
}

}  // namespace
}  // namespace fovea
