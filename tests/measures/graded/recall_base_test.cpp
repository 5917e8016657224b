#include "measures/graded/recall_base.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measures/graded/ideal.h"
#include "measures/graded/random_world.h"

namespace fovea {
namespace {

using testing::ElementsAre;

ElementGrade grade(std::string_view path, std::uint8_t e, std::uint8_t s, std::uint32_t line = 0) {
  ElementGrade element;
  element.path = path;
  element.exhaustivity = e;
  element.specificity = s;
  element.line = line;
  return element;
}

std::vector<std::string_view> paths(const RecallBase& base) {
  std::vector<std::string_view> list;
  for (const RecallNode& node : base.nodes()) list.push_back(node.path);
  return list;
}

class PathsAlone : public ::testing::Test {
 protected:
  RecallBase build(std::vector<ElementGrade> elements) {
    RecallBaseBuilder builder;
    builder.add("d", elements, nullptr, "assessments.xml", diagnostics_);
    return std::move(builder).finish();
  }
  std::string fault() const {
    return diagnostics_.kept().empty() ? "" : to_string(diagnostics_.kept().front());
  }

  Diagnostics diagnostics_;
};

TEST_F(PathsAlone, HoldsRelevantElementsAndTheirAncestorsInTheOrderOfFirstMention) {
  const RecallBase base =
      build({grade("/a[1]/s[2]/p[1]", 1, 1), grade("/a[1]/s[1]", 2, 2), grade("/a[1]/s[3]", 0, 0)});
  EXPECT_THAT(paths(base), ElementsAre("/a[1]", "/a[1]/s[2]", "/a[1]/s[2]/p[1]", "/a[1]/s[1]"));
  EXPECT_EQ(base[0].end, 4U);
  EXPECT_EQ(base[1].end, 3U);
  EXPECT_FALSE(base[1].relevant());
  EXPECT_EQ(base[3].parent, 0U);
  EXPECT_FALSE(base[0].size);
}

TEST_F(PathsAlone, FindsTheNearestNodeAboveAResult) {
  const RecallBase base = build({grade("/a[1]/s[2]", 1, 1)});
  EXPECT_EQ(base.nearest(0, "/a[1]/s[2]/p[7]/i[1]"), 1U);
  EXPECT_EQ(base.nearest(0, "/a[1]/s[20]"), 0U) << "s[20] only begins like s[2]";
  EXPECT_EQ(base.nearest(0, "/b[1]/s[2]"), kNoNode);
  EXPECT_EQ(base.find(0, "/a[1]/s[2]/p[7]"), kNoNode);
  EXPECT_FALSE(base.find_document("e"));
}

TEST_F(PathsAlone, GradesOfWhichOnlyOneIsZeroAreNamedAndLeftOut) {
  const RecallBase base = build({grade("/a[1]/s[2]", 2, 0, 7), grade("/a[1]", 1, 1)});
  EXPECT_EQ(base.size(), 1U);
  EXPECT_EQ(fault(),
            "assessments.xml:7: found grades (2,0) of '/a[1]/s[2]', expected both grades 0, or neither");
}

TEST_F(PathsAlone, GradesOutsideTheScaleAreNamed) {
  build({grade("/a[1]", 4, 1, 3)});
  EXPECT_EQ(fault(), "assessments.xml:3: found grades (4,1) of '/a[1]', expected grades from 0 to 3");
}

TEST_F(PathsAlone, AnElementAssessedTwiceIsNamed) {
  build({grade("/a[1]", 1, 1, 3), grade("/a[1]", 2, 1, 4)});
  EXPECT_EQ(fault(), "assessments.xml:4: found '/a[1]' again, expected one assessment of an element");
}

TEST_F(PathsAlone, WhatIsNoPathIsNamed) {
  for (const std::string_view path : {"a[1]", "/a[1]//b[1]", "/a", "/a[0]", ""}) {
    build({grade(path, 1, 1, 3)});
    EXPECT_THAT(fault(), testing::StartsWith("assessments.xml:3: found '")) << path;
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "/a[1]";
  build({grade(deep, 1, 1, 9)});
  EXPECT_EQ(diagnostics_.errors(), 6U);
}

TEST_F(PathsAlone, AnElementTooSmallToGradeIsNotRelevant) {
  ElementGrade element = grade("/a[1]", 0, 3);
  element.too_small = true;
  EXPECT_EQ(build({element}).size(), 0U);
  EXPECT_TRUE(diagnostics_.ok());
}

TEST(RecallBase, APathThatTheDocumentDoesNotHaveIsNamed) {
  const ElementLocator locate = [](std::string_view path) -> std::optional<LocatedElement> {
    if (path == "/a[1]") return LocatedElement{0, {0, 10}};
    return std::nullopt;
  };
  Diagnostics diagnostics;
  RecallBaseBuilder builder;
  const std::vector<ElementGrade> elements{grade("/a[1]/b[1]", 1, 1, 5), grade("/a[1]/b[2]", 0, 0, 6)};
  builder.add("d", elements, &locate, "assessments.xml", diagnostics);
  ASSERT_EQ(diagnostics.errors(), 2U) << "elements judged not relevant have to be there, too";
  EXPECT_EQ(to_string(diagnostics.kept()[0]),
            "assessments.xml:5: found assessed path '/a[1]/b[1]', expected a path of the document in the "
            "collection");
}

TEST(RecallBase, WithACollectionNodesStandInDocumentOrderWithTheirSizes) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const World world = RandomWorld(seed).arbitrary();
    const RecallBase base = world.base();
    Pick before;
    for (NodeId node = 0; node < base.size(); ++node) {
      const Pick pick = world.pick(base, node);
      ASSERT_EQ(base[node].size, world.at(pick).span.size());
      ASSERT_EQ(base[node].grade, world.at(pick).grade);
      if (node > 0) {
        ASSERT_LT(std::pair(before.document, before.element), std::pair(pick.document, pick.element));
      }
      for (NodeId other = 0; other < base.size(); ++other) {
        const bool inside = world.at(world.pick(base, other)).path.starts_with(world.at(pick).path) &&
                            base[other].document == base[node].document;
        ASSERT_EQ(base.at_or_below(other, node), inside);
      }
      before = pick;
    }
  }
}

TEST(Ideal, ATieOnAPathGoesToTheDeeperElement) {
  RecallBaseBuilder builder;
  Diagnostics diagnostics;
  builder.add("d", std::vector{grade("/a[1]", 3, 3), grade("/a[1]/b[1]", 3, 3)}, nullptr, "", diagnostics);
  const RecallBase base = std::move(builder).finish();
  const IdealBase ideal = ideal_base(base, *Quantisation::named("gen"));
  EXPECT_THAT(ideal.elements, ElementsAre(1U));
  EXPECT_THAT(ideal.ideal_of, ElementsAre(kNoNode, 0U));
}

TEST(Ideal, PathsOfValueZeroHaveNoIdealElement) {
  RecallBaseBuilder builder;
  Diagnostics diagnostics;
  builder.add("d", std::vector{grade("/a[1]", 2, 1), grade("/a[1]/b[1]", 2, 3)}, nullptr, "", diagnostics);
  const RecallBase base = std::move(builder).finish();
  const IdealBase ideal = ideal_base(base, *Quantisation::named("strict"));
  EXPECT_TRUE(ideal.elements.empty());
  EXPECT_EQ(ideal.total(), 0);
}

}  // namespace
}  // namespace fovea
