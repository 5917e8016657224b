#include "collection/element_path.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "files/diagnostics.h"

namespace fovea {
namespace {

std::string fault_of(std::string_view path) {
  const auto fault = check_element_path(path);
  return fault ? to_string(*fault, path) : "";
}

std::string point_fault_of(std::string_view text) {
  PathFault fault;
  return parse_text_point(text, fault) ? "" : to_string(fault, text);
}

TEST(ElementPath, IsReadStepByStep) {
  PathReader steps("/article[1]/xlink:a-b.c[12]");
  PathStep step;
  ASSERT_TRUE(steps.next(step));
  EXPECT_EQ(step.name, "article");
  EXPECT_EQ(step.ordinal, 1U);
  ASSERT_TRUE(steps.next(step));
  EXPECT_EQ(step.name, "xlink:a-b.c");
  EXPECT_EQ(step.ordinal, 12U);
  EXPECT_FALSE(steps.next(step));
  EXPECT_FALSE(steps.fault());
  EXPECT_FALSE(steps.next(step));
}

TEST(ElementPath, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(fault_of("/a[1]/b[2]"), "");
  EXPECT_EQ(fault_of(""), "found the end at character 1 of '', expected '/'");
  EXPECT_EQ(fault_of("a[1]"), "found 'a' at character 1 of 'a[1]', expected '/'");
  EXPECT_EQ(fault_of("/"), "found the end at character 2 of '/', expected an element name");
  EXPECT_EQ(fault_of("/a[1]/"), "found the end at character 7 of '/a[1]/', expected an element name");
  EXPECT_EQ(fault_of("//a[1]"), "found '/' at character 2 of '//a[1]', expected an element name");
  EXPECT_EQ(fault_of("/a/b[1]"), "found '/' at character 3 of '/a/b[1]', expected '[' and a number");
  EXPECT_EQ(fault_of("/a[1]/b"), "found the end at character 8 of '/a[1]/b', expected '[' and a number");
  EXPECT_EQ(fault_of("/a[]"), "found ']' at character 4 of '/a[]', expected a number");
  EXPECT_EQ(fault_of("/a[x]"), "found 'x' at character 4 of '/a[x]', expected a number");
  EXPECT_EQ(fault_of("/a[0]"), "found '0' at character 4 of '/a[0]', expected a number from 1");
  EXPECT_EQ(fault_of("/a[-1]"), "found '-' at character 4 of '/a[-1]', expected a number");
  EXPECT_EQ(fault_of("/a[4294967297]"),
            "found '4' at character 4 of '/a[4294967297]', expected a number below 2147483648");
  EXPECT_EQ(fault_of("/a[1"), "found the end at character 5 of '/a[1', expected ']'");
  EXPECT_EQ(fault_of("/a[1]b"), "found 'b' at character 6 of '/a[1]b', expected '/'");
  EXPECT_EQ(fault_of("/\xC3\xA9[1]x"), "found 'x' at character 6 of '/\xC3\xA9[1]x', expected '/'");
  EXPECT_EQ(fault_of("/a[1]/text()[1].0"),
            "found 't' at character 7 of '/a[1]/text()[1].0', expected an element, not a point in its text");
  EXPECT_EQ(fault_of("/a[1].4"),
            "found '.' at character 6 of '/a[1].4', expected an element, not a point in its text");
}

TEST(ElementPath, HasALimitThatNoElementReaches) {
  std::string path = "/";
  path.append(kLongestPath - 4, 'a').append("[1]");
  ASSERT_EQ(path.size(), kLongestPath);
  EXPECT_EQ(fault_of(path), "");
  path.append("/b[1]");
  const std::string shown = quote(path);
  EXPECT_LT(shown.size(), 1000U);
  EXPECT_EQ(fault_of(path),
            "found '/' at character 4194305 of " + shown + ", expected at most 4194304 bytes");
  EXPECT_EQ(point_fault_of(path + "/text()[1].0"), fault_of(path));
  PathReader steps(path);
  PathStep step;
  EXPECT_FALSE(steps.next(step)) << "not a single step is read";
  std::size_t deepest = 0;  // what the limits of a document allow
  for (int level = 0; level < 4096; ++level) deepest += std::string_view("/[2147483647]").size() + 1000;
  EXPECT_LE(deepest, kLongestPath);
}

TEST(TextPoint, IsAnElementATextNodeAndACharacter) {
  PathFault fault;
  const auto point = parse_text_point("/a[1]/b[2]/text()[3].13", fault);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->element, "/a[1]/b[2]");
  EXPECT_EQ(point->node, 3U);
  EXPECT_EQ(point->character, 13U);
}

TEST(TextPoint, MayBeACharacterOfTheElementAsAWhole) {
  PathFault fault;
  const auto point = parse_text_point("/article[1]/bdy[1]/sec[1].40", fault);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->element, "/article[1]/bdy[1]/sec[1]");
  EXPECT_EQ(point->node, 0U);
  EXPECT_EQ(point->character, 40U);
  EXPECT_EQ(point_fault_of("/a[1].x"),
            "found 'x' at character 7 of '/a[1].x', expected a character, counted from 0");
  EXPECT_EQ(point_fault_of("/a.4"), "found the end at character 5 of '/a.4', expected '[' and a number");
}

TEST(TextPoint, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(point_fault_of("/a[1]"),
            "found the end at character 6 of '/a[1]', expected '.character' or '/text()[n].character'");
  EXPECT_EQ(point_fault_of("/text()[1].0"),
            "found 't' at character 2 of '/text()[1].0', expected '.character' or '/text()[n].character'");
  EXPECT_EQ(point_fault_of("/a[1]/text().0"),
            "found '.' at character 13 of '/a[1]/text().0', expected '[' and a number");
  EXPECT_EQ(point_fault_of("/a[1]/text()[1]"),
            "found the end at character 16 of '/a[1]/text()[1]', expected '.' and a character");
  EXPECT_EQ(point_fault_of("/a[1]/text()[1].x"),
            "found 'x' at character 17 of '/a[1]/text()[1].x', expected a character, counted from 0");
  EXPECT_EQ(point_fault_of("/a/text()[1].2"),
            "found '/' at character 3 of '/a/text()[1].2', expected '[' and a number");
}

RC_GTEST_PROP(ElementPath, TakenApartAndPutTogetherIsTheSame, ()) {
  const auto steps =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<std::string, std::uint32_t>>>(
          rc::gen::pair(rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z'))),
                        rc::gen::inRange(1U, 2000U))));
  std::string path;
  for (const auto& [name, ordinal] : steps) path += "/" + name + "[" + std::to_string(ordinal) + "]";
  PathReader reader(path);
  PathStep step;
  std::size_t count = 0;
  while (reader.next(step)) {
    RC_ASSERT(step.name == steps[count].first);
    RC_ASSERT(step.ordinal == steps[count].second);
    ++count;
  }
  RC_ASSERT(count == steps.size());
  RC_ASSERT(!reader.fault());
}

}  // namespace
}  // namespace fovea
