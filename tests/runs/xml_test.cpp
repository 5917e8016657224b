#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runs/reading.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(XmlRun, KeepsResultsAndWhatTheSubmissionSaysOfItself) {
  const auto read = read_run(R"(<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE inex-submission SYSTEM "inex-submission.dtd">
<inex-submission participant-id="12" run-id="VSM_06" task="Focused" query="automatic" result-type="element">
  <topic-fields title="yes" castitle="no" description="yes" narrative="no"/>
  <description>A vector &amp; space model.</description>
  <collections><collection>wikipedia</collection><collection>ieee</collection></collections>
  <topic topic-id="289">
    <result><file>co/2001/r7022</file><path>/article[1]</path><rank>1</rank><rsv>0.67</rsv></result>
    <result><file> 12345 </file><fol offset="10" length="5"/></result>
    <result><file>1</file><passage start="/a[1]/text()[1].3" end="/a[1]/p[2]"/><rsv>0.5</rsv></result>
    <result><file>2</file><path>X</path></result>
    <result><file>3</file><rank>5</rank></result>
  </topic>
  <topic topic-id="290"/>
</inex-submission>)");
  EXPECT_EQ(read.said(), "");
  ASSERT_TRUE(read.run);
  EXPECT_EQ(read.run->format(), run_formats::kXml);
  const RunDetails& details = read.run->details();
  EXPECT_EQ(details.id, "VSM_06");
  EXPECT_EQ(details.participant, "12");
  EXPECT_EQ(details.task, "Focused");
  EXPECT_EQ(details.query, "automatic");
  EXPECT_EQ(details.result_type, "element");
  EXPECT_EQ(details.description, "A vector & space model.");
  EXPECT_THAT(details.topic_fields, ElementsAre("title", "description"));
  EXPECT_THAT(details.collections, ElementsAre("wikipedia", "ieee"));
  EXPECT_EQ(read.run->topics(), 2U);
  EXPECT_EQ(read.run->times(0), nullptr);
  EXPECT_THAT(
      read.results,
      ElementsAre(PlainResult{"289", "co/2001/r7022", "/article[1]", "", {}, ResultKind::kElement, 1, 0.67},
                  PlainResult{"289", "12345", "", "", {10, 15}, ResultKind::kPassage, 0, 0},
                  PlainResult{"289", "1", "/a[1]/text()[1].3", "/a[1]/p[2]", {}, ResultKind::kRange, 0, 0.5},
                  PlainResult{"289", "2", "", "", {}, ResultKind::kUnresolved, 0, 0},
                  PlainResult{"289", "3", "", "", {0, kMaxOffset}, ResultKind::kDocument, 5, 0}));
}

TEST(XmlRun, KeepsTheTimesOfEfficiencySubmissions) {
  const auto read = read_run(
      R"(<efficiency-submission topk="15" index_size_bytes="123456" run-id="r">
<topic topic-id="1" total_time_ms="12.5" cpu_time_ms="10" io_time_ms="2.5" io_bytes="4096"><result><file>a</file></result></topic>
<topic topic-id="2"><result><file>a</file></result></topic>
</efficiency-submission>)");
  EXPECT_EQ(read.said(), "");
  EXPECT_EQ(read.run->details().topk, "15");
  EXPECT_EQ(read.run->details().index_size_bytes, "123456");
  ASSERT_NE(read.run->times(0), nullptr);
  EXPECT_EQ(read.run->times(0)->total_ms, 12.5);
  EXPECT_EQ(read.run->times(0)->cpu_ms, 10);
  EXPECT_EQ(read.run->times(0)->io_ms, 2.5);
  EXPECT_EQ(read.run->times(0)->io_bytes, 4096);
  EXPECT_EQ(read.run->times(1), nullptr);
}

TEST(XmlRun, ReportsBadResultsWithTheirPlaceAndKeepsTheRest) {
  const auto said = [](const std::string& inner) {
    const std::string text = "<inex-submission>\n<topic topic-id=\"1\">\n" + inner +
                             "\n<result><file>good</file></result></topic></inex-submission>";
    const auto read = read_run(text);
    EXPECT_EQ(read.results.size(), 1U);
    return read.said();
  };
  EXPECT_THAT(said("<result><file>d</file><path>/a</path></result>"),
              HasSubstr("run:3:31: found the end at character 3 of '/a', expected '['"));
  EXPECT_THAT(said("<result><file>d</file><rank>one</rank></result>"), HasSubstr("run:3:32: found 'one'"));
  EXPECT_THAT(said("<result><file>d</file><rsv>NaN</rsv></result>"),
              HasSubstr("found 'NaN', expected a score"));
  EXPECT_THAT(said("<result><file>d</file><fol offset=\"0\" length=\"-1\"/></result>"),
              HasSubstr("run:3:23: found '-1', expected the length"));
  EXPECT_THAT(said("<result><file>d</file><fol offset=\"2147483647\" length=\"1\"/></result>"),
              HasSubstr("expected the length of a passage from 2147483647"));
  EXPECT_THAT(said("<result><file>d</file><passage start=\"/a[1]\"/></result>"), HasSubstr("expected '/'"));
  EXPECT_THAT(said("<result><rank>1</rank></result>"), HasSubstr("a <file> in every result"));
  EXPECT_THAT(said("<result><file>d</file><path>/a[1]</path><fol offset=\"1\" length=\"1\"/></result>"),
              HasSubstr("more than one place"));
}

TEST(XmlRun, ReportsBadTopicsAndTimes) {
  EXPECT_THAT(
      read_run("<inex-submission><topic><result><file>d</file></result></topic></inex-submission>").said(),
      HasSubstr("run:1:18: found a <topic> without topic-id"));
  EXPECT_THAT(read_run("<inex-submission><result><file>d</file></result></inex-submission>").said(),
              HasSubstr("outside of a topic"));
  EXPECT_THAT(
      read_run("<efficiency-submission><topic topic-id='1' io_bytes='x'/></efficiency-submission>").said(),
      HasSubstr("found io_bytes='x', expected a number"));
}

TEST(XmlRun, SaysWhereTheFileBreaksOff) {
  const auto read =
      read_run("<inex-submission>\n<topic topic-id=\"1\"><result><file>d</file></result>\n<result>");
  EXPECT_THAT(read.said(), HasSubstr("run:3:"));
  EXPECT_EQ(read.diagnostics.errors(), 1U);
}

TEST(XmlRun, JoinsATopicThatComesTwice) {
  const auto read = read_run(
      "<inex-submission><topic topic-id='1'><result><file>a</file></result></topic><topic topic-id='2'/>"
      "<topic topic-id='1'><result><file>b</file></result></topic></inex-submission>");
  EXPECT_EQ(read.results.size(), 2U);
  EXPECT_EQ(read.diagnostics.count("split-topic"), 1U);
}

}  // namespace
}  // namespace fovea
