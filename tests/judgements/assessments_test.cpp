#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collection_fixture.h"
#include "judgements/collection_check.h"
#include "judgements/consistency.h"
#include "judgements/reading.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// "path e,s size/highlighted" of every element.
std::string grades(const ReadResult& read, std::string_view topic, std::string_view doc) {
  const TopicJudgements* judged = read.judgements->find(topic);
  if (judged == nullptr || judged->find(doc) == nullptr) return "not judged";
  std::string all;
  for (const ElementGrade& element : judged->elements(*judged->find(doc))) {
    all += fmt::format("{} {},{}", element.path, element.exhaustivity, element.specificity);
    if (element.size > 0) all += fmt::format(" {}/{}", element.highlighted, element.size);
    for (const auto& [set, name] : {std::pair(element.too_small, " ?"),
                                    {element.in_pool, " pool"},
                                    {element.inferred, " inferred"},
                                    {element.inconsistent, " inconsistent"}}) {
      if (set) all += name;
    }
    all += "\n";
  }
  return all;
}

TEST(Assessments, Of2003AreGradesInTwoDimensions) {
  const auto read = read_text(R"(<?xml version="1.0"?>
<assessments pool="12" topic="91" version="3">
  <file file="co/2001/r7022">
    <path path="/article[1]" exhaustiveness="3" specificity="1" inpool="true" inferred="true" inconsistant="false"/>
    <path path="/article[1]/bdy[1]/sec[4]" exhaustiveness="2" specificity="3" inpool="false" inconsistant="true"/>
    <path path="/article[1]/bm[1]" exhaustiveness="U" specificity="U"/>
  </file>
  <file file="co/2001/r1">
    <path path="/article[1]" exhaustiveness="0" specificity="0"/>
  </file>
  <file file="co/2001/nobody"><path path="/article[1]" exhaustiveness="U" specificity="U"/></file>
</assessments>)");
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(read.messages(),
            "judgements: warning: 2 elements are marked U (not assessed) and stay unjudged\n");
  EXPECT_EQ(read.judgements->kinds(), (JudgementKinds{.element_grades = true}));
  EXPECT_EQ(grades(read, "91", "co/2001/r7022"),
            "/article[1] 3,1 pool inferred\n/article[1]/bdy[1]/sec[4] 2,3 inconsistent\n");
  EXPECT_TRUE(read.judgements->find("91")->find("co/2001/r7022")->relevant());
  EXPECT_FALSE(read.judgements->find("91")->find("co/2001/r1")->relevant());
  EXPECT_EQ(grades(read, "91", "co/2001/nobody"), "not judged");
  EXPECT_EQ(read.judgements->find("91")->find("co/2001/r7022")->line, 3U);
}

TEST(Assessments, Of2002MapCoverageToSpecificity) {
  const auto read = read_text(R"(<assessments topic="31"><file file="a">
    <path path="/a[1]" relevance="3" coverage="L"/>
    <path path="/a[1]/b[1]" relevance="2" coverage="S"/>
    <path path="/a[1]/b[2]" relevance="1" coverage="E"/>
    <path path="/a[1]/b[3]" relevance="0" coverage="N"/>
  </file></assessments>)");
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(read.messages(), "");
  EXPECT_EQ(grades(read, "31", "a"), "/a[1] 3,1\n/a[1]/b[1] 2,2\n/a[1]/b[2] 1,3\n/a[1]/b[3] 0,0\n");
}

const char* const k2005 = R"(<assessments pool="331" topic="202" version="3">
  <inex_topic topic_id="202"><title>a <b>copy</b></title></inex_topic>
  <file collection="ieee" name="an/1995/a1">
    <best-entry-point path="/article[1]/bdy[1]/sec[1]"/>
    <passage start="/article[1]/bdy[1]/sec[1]/text()[1].0" end="/article[1]/bdy[1]/sec[1]/text()[1].30" size="30"/>
    <element path="/article[1]" exhaustivity="2" size="100" rsize="30"/>
    <element path="/article[1]/bdy[1]" exhaustivity="1" size="60" rsize="30"/>
    <element path="/article[1]/bdy[1]/sec[1]" exhaustivity="?" size="30" rsize="30"/>
    <element path="/article[1]/bdy[1]/sec[2]" size="30" rsize="0"/>
  </file>
  <file collection="ieee" name="an/1995/a2"/>
</assessments>)";

TEST(Assessments, Of2005KeepSizesAndWhatCanBeKeptWithoutACollection) {
  const auto read = read_text(k2005);
  ASSERT_TRUE(read.judgements);
  EXPECT_THAT(read.messages(),
              HasSubstr("judgements: warning: 2 passages and entry points are XPath points"));
  EXPECT_EQ(grades(read, "202", "an/1995/a1"),
            "/article[1] 2,1 30/100\n"
            "/article[1]/bdy[1] 1,2 30/60\n"
            "/article[1]/bdy[1]/sec[1] 0,3 30/30 ?\n"
            "/article[1]/bdy[1]/sec[2] 0,0 0/30\n");
  const TopicJudgements& topic = *read.judgements->find("202");
  const JudgedDocument& a1 = *topic.find("an/1995/a1");
  EXPECT_EQ(a1.relevant_chars, 30U);
  EXPECT_EQ(a1.length, 100U);
  EXPECT_EQ(a1.grade, 1);
  EXPECT_FALSE(topic.find("an/1995/a2")->relevant());
}

/// The documents of k2005: 100 characters, of which the first section has 30 and the second too.
std::string article() {
  const std::string thirty(30, 'x');
  return "<article><fm>" + std::string(40, 'f') + "</fm><bdy><sec>" + thirty + "</sec><sec>" + thirty +
         "</sec></bdy></article>";
}

TEST(Assessments, Of2005BecomeHighlightsWithACollection) {
  const TemporaryFolder folder;
  make_collection(folder / "c", {{"an/1995/a1", article()}, {"an/1995/a2", article()}});
  Diagnostics opening;
  const auto collection = Collection::open(folder / "c", opening);
  ASSERT_TRUE(collection);
  JudgementOptions options;
  options.collection = &*collection;
  const auto read = read_text(k2005, options);
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(read.messages(), "");
  EXPECT_EQ(read.judgements->kinds(), (JudgementKinds{true, true, false}));
  const TopicJudgements& topic = *read.judgements->find("202");
  const JudgedDocument& a1 = *topic.find("an/1995/a1");
  EXPECT_THAT(topic.highlights(a1), ElementsAre(Span{40, 70}));
  EXPECT_EQ(a1.bep, 40U);
  EXPECT_EQ(a1.first_listed, 40U);
  EXPECT_EQ(a1.relevant_chars, 30U);
  EXPECT_EQ(topic.find("an/1995/a2")->length, 100U);
}

TEST(Assessments, SayWhichPointsTheCollectionDoesNotHave) {
  const TemporaryFolder folder;
  make_collection(folder / "c", {{"a", article()}});
  Diagnostics opening;
  const auto collection = Collection::open(folder / "c", opening);
  JudgementOptions options;
  options.collection = &*collection;
  const auto read = read_text(R"(<assessments topic="1"><file name="a">
<passage start="/article[1]/bdy[1]" end="/article[1]/bdy[1]/sec[1]/text()[1].31"/>
<passage start="/article[1]/bdy[1]/sec[2]" end="/article[1]/bdy[1]/sec[1]"/>
<passage start="/article[1]/bdy[1]/sec[1]" end="/article[1]/bdy[1]/sec[1]" size="29"/>
<best-entry-point path="/article[1]/bdy[2]"/>
</file><file name="b">
<best-entry-point path="/article[1]"/></file></assessments>)",
                              options);
  EXPECT_THAT(
      read.messages(),
      StartsWith(
          "judgements:2:1: found '/article[1]/bdy[1]/sec[1]/text()[1].31', expected an element or text point "
          "of document 'a'\n"
          "judgements:3:1: found a passage from 70 to 70, expected an end behind its beginning\n"
          "judgements:4:1: warning: the passage says 29 characters and holds 30\n"
          "judgements:5:1: found '/article[1]/bdy[2]', expected an element or text point of document 'a'\n"
          "judgements:7:1: found document 'b', expected a document of "));
  EXPECT_TRUE(read.judgements->find("1")->find("a")->relevant());
}

TEST(CollectionCheck, ReportsWhatTheCollectionDoesNotHave) {
  const TemporaryFolder folder;
  make_collection(folder / "c", {{"a", article()}});
  Diagnostics opening;
  const auto collection = Collection::open(folder / "c", opening);
  auto read = read_text(R"({"topic":"1","doc":"a","spans":[[90,100]],"length":100}
{"topic":"1","doc":"b","spans":[]}
{"topic":"2","doc":"a","spans":[[90,101]]}
{"topic":"3","doc":"a","elements":[{"path":"/article[1]"},{"path":"/article[1]/sec[1]"}],"length":99}
)");
  ASSERT_TRUE(read.judgements && read.diagnostics.ok());
  check_against_collection(*read.judgements, *collection, read.diagnostics);
  EXPECT_EQ(read.diagnostics.count("unknown-document"), 1U);
  EXPECT_THAT(read.messages(), HasSubstr("judgements:2: found document 'b', expected a document of "));
  EXPECT_THAT(read.messages(), HasSubstr("judgements:3: found a passage of document 'a' that ends at 101"));
  EXPECT_THAT(read.messages(),
              HasSubstr("judgements:4: found length 99 of document 'a', expected its length"));
  EXPECT_THAT(read.messages(),
              HasSubstr("judgements:4: found '/article[1]/sec[1]', expected an element of document"));
  EXPECT_EQ(read.diagnostics.errors(), 4U);
}

TEST(Assessments, OfSeveralTopicsMayStandInOneWrapper) {
  const auto read = read_text(R"(<all><assessments topic="1"><file file="a"/></assessments>
    <assessments topic="2"><file file="a"/></assessments></all>)");
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(read.messages(), "");
  EXPECT_EQ(read.judgements->topics().size(), 2U);
}

TEST(Assessments, ReportEveryFaultWithItsPlace) {
  const auto read = read_text(R"(<assessments topic="91">
<file><path path="/a[1]" exhaustiveness="1" specificity="1"/></file>
<file file="b">
<path exhaustiveness="1" specificity="1"/>
<path path="/a/b[1]" exhaustiveness="1" specificity="1"/>
<path path="/a[1]" exhaustiveness="4" specificity="1"/>
<path path="/a[1]" exhaustiveness="U" specificity="1"/>
<path path="/a[1]" relevance="1" coverage="X"/>
<path path="/a[1]" exhaustiveness="1"/>
<path path="/a[1]" exhaustiveness="1" specificity="1"/>
<path path="/a[1]" exhaustiveness="2" specificity="1"/>
<element path="/a[2]" size="5" rsize="6"/>
<element path="/a[2]" size="-5" rsize="6"/>
<element path="/a[2]" size="5" rsize="5" exhaustivity="x"/>
<passage start="/a[1]"/>
<strange/><strange/>
</file>
</assessments>)");
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(read.messages(),
            "judgements:2:1: found no attribute 'file', expected one with a value\n"
            "judgements:4:1: found no attribute 'path', expected one with a value\n"
            "judgements:5:1: found '/a/b[1]', expected an element path such as /article[1]/bdy[1]/sec[2]\n"
            "judgements:6:1: found grades '4' and '1', expected two of 0–3, or U for both\n"
            "judgements:7:1: found grades 'U' and '1', expected two of 0–3, or U for both\n"
            "judgements:8:1: found grades '1' and 'X', expected a relevance 0–3 and a coverage N, S, L or E, "
            "or U for both\n"
            "judgements:9:1: found no attribute 'specificity', expected one with a value\n"
            "judgements:11:1: found element '/a[1]' again, expected one assessment, which stands in line 10\n"
            "judgements:12:1: found rsize=6, expected at most the size, 5\n"
            "judgements:13:1: found size='-5', expected a number of characters\n"
            "judgements:14:1: found 'x', expected an exhaustivity, 0–3 or ?\n"
            "judgements:15:1: found no attribute 'end', expected one with a value\n"
            "judgements:16:1: warning: <strange> is not known here and is ignored, here and below\n");
  EXPECT_EQ(grades(read, "91", "b"), "/a[1] 1,1\n");
}

TEST(Assessments, ThatStopInTheMiddleAreAnError) {
  const auto read = read_text("<assessments topic=\"91\"><file file=\"a\"><path path=\"/a[1]\"");
  EXPECT_FALSE(read.diagnostics.ok());
  EXPECT_THAT(read.messages(), HasSubstr("judgements:1:"));
}

TEST(Assessments, WithoutTopicAreAnError) {
  EXPECT_THAT(read_text("<assessments><file file=\"a\"/></assessments>").messages(),
              HasSubstr("judgements:1:1: found no attribute 'topic'"));
}

std::string inconsistencies(const std::string& paths) {
  auto read = read_text("<assessments topic=\"1\"><file file=\"a\">\n" + paths + "</file></assessments>");
  EXPECT_EQ(read.messages(), "");
  check_grade_consistency(*read.judgements, nullptr, read.diagnostics);
  return read.messages();
}

std::string path(std::string_view name, int exhaustivity, int specificity) {
  return fmt::format("<path path=\"{}\" exhaustiveness=\"{}\" specificity=\"{}\"/>\n", name, exhaustivity,
                     specificity);
}

TEST(Consistency, HasNothingToSayAboutGoodGrades) {
  EXPECT_EQ(inconsistencies(path("/a[1]", 3, 1) + path("/a[1]/b[1]", 2, 3) + path("/a[1]/b[2]", 0, 0)), "");
  EXPECT_EQ(inconsistencies(path("/a[1]", 0, 0) + path("/a[1]/b[1]", 0, 0)), "");
}

TEST(Consistency, BothDimensionsAreZeroOrNeither) {
  EXPECT_EQ(inconsistencies(path("/a[1]", 0, 2)),
            "judgements:2: warning: '/a[1]' (0,2) is graded 0 in one dimension only; both or neither should "
            "be 0\n");
  EXPECT_THAT(inconsistencies(path("/a[1]", 1, 0)), HasSubstr("in one dimension only"));
}

TEST(Consistency, AnElementIsAtLeastAsExhaustiveAsWhatItHolds) {
  EXPECT_EQ(
      inconsistencies(path("/a[1]/b[1]/c[1]", 2, 3) + path("/a[1]", 1, 1)),
      "judgements:3: warning: '/a[1]' (1,1) is less exhaustive than '/a[1]/b[1]/c[1]' (2,3) inside it\n");
}

TEST(Consistency, AnElementWhoseChildrenAreAllZeroIsZero) {
  EXPECT_EQ(
      inconsistencies(path("/a[1]", 1, 1) + path("/a[1]/b[1]", 0, 0) + path("/a[1]/b[2]", 0, 0)),
      "judgements:2: warning: '/a[1]' (1,1) is relevant, but all of its assessed children are graded 0\n");
}

TEST(Consistency, SparesElementsWithTextOfTheirOwnOrChildrenThatNobodyGraded) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea",
                  {{"a", "<a><b>own<c>x</c></b><b><c>x</c></b><b><c>x</c><c>y</c></b></a>"}});
  Diagnostics said;
  const auto collection = Collection::open(folder / "c.fovea", said);
  ASSERT_TRUE(collection);
  auto read =
      read_text("<assessments topic=\"1\"><file file=\"a\">\n" + path("/a[1]/b[1]", 1, 1) +
                path("/a[1]/b[1]/c[1]", 0, 0) + path("/a[1]/b[2]", 1, 1) + path("/a[1]/b[2]/c[1]", 0, 0) +
                path("/a[1]/b[3]", 1, 1) + path("/a[1]/b[3]/c[1]", 0, 0) + "</file></assessments>");
  check_grade_consistency(*read.judgements, &*collection, read.diagnostics);
  EXPECT_EQ(
      read.messages(),
      "judgements:4: warning: '/a[1]/b[2]' (1,1) is relevant, but all of its assessed children are graded 0\n");
}

TEST(Merging, GradesOfElementsAreTheHigherOrTheLowerInEachDimension) {
  const std::vector<std::string> two{"<assessments topic=\"1\"><file file=\"a\">" + path("/a[1]", 3, 1) +
                                         path("/a[1]/b[1]", 1, 3) + "</file></assessments>",
                                     "<assessments topic=\"1\"><file file=\"a\">" + path("/a[1]", 2, 2) +
                                         path("/a[1]/c[1]", 1, 1) + "</file></assessments>"};
  const auto united = read_texts(two, {.merge = MergePolicy::kUnion});
  EXPECT_EQ(grades(united, "1", "a"), "/a[1] 3,2\n/a[1]/b[1] 1,3\n/a[1]/c[1] 1,1\n");
  const auto common = read_texts(two, {.merge = MergePolicy::kIntersection});
  EXPECT_EQ(grades(common, "1", "a"), "/a[1] 2,1\n");
}

}  // namespace
}  // namespace fovea
