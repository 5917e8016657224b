#include "topics/topic_file.h"
#include "places.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "temporary_folder.h"
#include "topics/nexi.h"

namespace fovea {
namespace {

std::vector<Topic> read(std::string_view bytes, Diagnostics& diagnostics,
                        const TopicFormat* format = nullptr) {
  return read_topics(InputFile::from_memory("t", bytes), format, diagnostics);
}

std::vector<Topic> read(std::string_view bytes) {
  Diagnostics diagnostics;
  auto topics = read(bytes, diagnostics);
  EXPECT_TRUE(diagnostics.kept().empty()) << to_string(diagnostics.kept().front());
  return topics;
}

/// All messages, one per line.
std::string complaints(std::string_view bytes, const TopicFormat* format = nullptr) {
  Diagnostics diagnostics;
  read(bytes, diagnostics, format);
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics.kept()) all += to_string(diagnostic) + "\n";
  return all;
}

TEST(Topics, OfInex2002To2006StandOneInAFile) {
  const auto topics = read(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n"
      "<!DOCTYPE inex_topic SYSTEM \"topic.dtd\">\n"
      "<inex_topic topic_id=\"127\" query_type=\"CAS\" ct_no=\"44\">\n"
      "<title>caf\xE9 culture</title>\n"
      "<castitle>\n  //article[about(., caf\xE9)]</castitle>\n"
      "<parent>//article</parent>\n"
      "<description>Find <i>old</i> ones.</description>\n"
      "<narrative> two\n lines </narrative><keywords>coffee</keywords>\n"
      "</inex_topic>");
  ASSERT_EQ(topics.size(), 1U);
  const Topic& topic = topics.front();
  EXPECT_EQ(topic.id, "127");
  EXPECT_EQ(topic.query_type, "CAS");
  EXPECT_EQ(topic.candidate, "44");
  EXPECT_EQ(topic.title, "café culture");
  EXPECT_EQ(topic.castitle, "//article[about(., café)]");
  EXPECT_EQ(topic.parent, "//article");
  EXPECT_EQ(topic.description, "Find old ones.");
  EXPECT_EQ(topic.narrative, "two\n lines");
  EXPECT_EQ(topic.keywords, "coffee");
  EXPECT_EQ(topic.place.line, 3U);
  EXPECT_EQ(topic.castitle_place.line, 6U);
  EXPECT_EQ(topic.castitle_place.column, 3U);
}

TEST(Topics, Of2002MayBeSpelledWithHyphensAndCapitals) {
  const auto topics =
      read("<INEX-Topic topic-id='01' query-type='CO' ct-no='9'><Title>x</Title></INEX-Topic>");
  ASSERT_EQ(topics.size(), 1U);
  EXPECT_EQ(topics[0].id, "01");
  EXPECT_EQ(topics[0].query_type, "CO");
  EXPECT_EQ(topics[0].title, "x");
}

TEST(Topics, OfInex2007To2010MayRedeclareTheEntitiesOfMarkup) {
  const auto topics = read(
      "<?xml version=\"1.0\"?>\n"
      "<!DOCTYPE inex-topic-file [\n<!ENTITY lt \"lessthan\">\n<!ENTITY gt \"greaterthan\">\n"
      "<!ENTITY amp \"ampersand\">\n<!ELEMENT topic (title)>\n]>\n"
      "<inex-topic-file>\n"
      "<topic id=\"2009001\" ct_no=\"1\"><title>R&amp;B</title>"
      "<castitle>//a[.//yr &gt; 1990 and .//yr &lt;= 2000]</castitle><phrasetitle>\"R "
      "B\"</phrasetitle></topic>\n"
      "<topic id=\"2009002\" ct_no=\"2\"><title>y</title></topic>\n"
      "</inex-topic-file>");
  ASSERT_EQ(topics.size(), 2U);
  EXPECT_EQ(topics[0].title, "R&B");
  EXPECT_EQ(topics[0].castitle, "//a[.//yr > 1990 and .//yr <= 2000]");
  EXPECT_EQ(topics[0].phrasetitle, "\"R B\"");
  EXPECT_EQ(topics[1].candidate, "2");
}

TEST(Topics, ATopicOfInex2010ByItselfIsAFileOfOneTopic) {
  const auto topics = read(
      "<topic id=\"2010048\" ct_no=\"371\">\n<title>Pacific navigators</title>\n"
      "<castitle>//article[about(.,Pacific navigators)]</castitle>\n</topic>\n");
  ASSERT_EQ(topics.size(), 1U);
  EXPECT_EQ(topics[0].id, "2010048");
  EXPECT_EQ(topics[0].candidate, "371");
  EXPECT_EQ(topics[0].title, "Pacific navigators");
  EXPECT_EQ(complaints("<topic><title>x</title></topic>"),
            "t:1:1: found a topic without id, expected topic_id= or id=\n");
}

TEST(Topics, OfTrecAreReadWithOpenAndWithClosedTags) {
  const auto topics = read(
      "\n<top>\n\n<num> Number: 301\n<title> International Organized Crime\n\n<desc> Description:\n"
      "Identify organizations\nthat <b>span</b> borders.\n\n<narr> Narrative:\nAll of them.\n\n</top>\r\n\r\n"
      "<TOP><NUM>302</NUM><TITLE>Topic: Polio</TITLE></TOP>\n");
  ASSERT_EQ(topics.size(), 2U);
  EXPECT_EQ(topics[0].id, "301");
  EXPECT_EQ(topics[0].title, "International Organized Crime");
  EXPECT_EQ(topics[0].description, "Identify organizations\nthat <b>span</b> borders.");
  EXPECT_EQ(topics[0].narrative, "All of them.");
  EXPECT_EQ(topics[0].place.line, 2U);
  EXPECT_EQ(topics[1].id, "302");
  EXPECT_EQ(topics[1].title, "Polio");
}

TEST(Topics, OfOneLineAreIdTabQuery) {
  const auto topics = read("# a comment\n7\tblue moon\r\n\nq,#8\t #9 \n");
  ASSERT_EQ(topics.size(), 2U);
  EXPECT_EQ(topics[0].id, "7");
  EXPECT_EQ(topics[0].title, "blue moon");
  EXPECT_EQ(topics[1].id, "q,#8");
  EXPECT_EQ(topics[1].title, "#9");
}

TEST(Topics, OfJsonLinesGoByManyNames) {
  const auto topics = read(
      "{\"id\":\"7\",\"title\":\"a\",\"castitle\":\"//b[about(., a)]\",\"narrative\":null}\n\n"
      "{\"_id\":8,\"text\":\"caf\\u00e9\"}\n{\"query_id\":\"9\",\"query\":\"c\"}\n{\"topic\":\"10\","
      "\"question\":\"d\"}");
  ASSERT_EQ(topics.size(), 4U);
  EXPECT_EQ(topics[0].castitle, "//b[about(., a)]");
  EXPECT_EQ(topics[1].id, "8");
  EXPECT_EQ(topics[1].title, "café");
  EXPECT_EQ(topics[2].title, "c");
  EXPECT_EQ(topics[3].id, "10");
}

TEST(Topics, WithoutUtf8AreReadAsWindows1252AndItIsSaid) {
  Diagnostics diagnostics;
  const auto topics = read("1\tna\xEFve \x93quoted\x94\n", diagnostics);
  ASSERT_EQ(topics.size(), 1U);
  EXPECT_EQ(topics[0].title, "naïve “quoted”");
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(to_string(diagnostics.kept().at(0)),
            "t:1:5: warning: found '\\xef', which is not UTF-8: the file is read as Windows-1252");
  Diagnostics undeclared;
  EXPECT_EQ(read("<inex_topic topic_id='1'><title>caf\xE9</title></inex_topic>", undeclared).at(0).title,
            "café");
  EXPECT_EQ(undeclared.count("not-utf8"), 1U);
}

TEST(Topics, OfAnotherKindAreRefused) {
  const std::string known = ", expected topics (INEX, TREC <top>, id<TAB>query, or JSON lines)\n";
  EXPECT_EQ(complaints(""), "t: found an empty file" + known);
  EXPECT_EQ(complaints(" \n"), "t: found an empty file" + known);
  EXPECT_EQ(complaints("\n301 Q0 d1 1 2.5 tag\n"), "t:2:1: found '301 Q0 d1 1 2.5 tag'" + known);
  EXPECT_EQ(complaints("<?xml version='1.0'?>\n<article/>"), "t:1:1: found '<?xml version='1.0'?>'" + known);
  EXPECT_EQ(complaints("<article/>", &topic_formats::kInex),
            "t:1:1: found <article>, expected <inex_topic> or <inex-topic-file>\n");
  EXPECT_EQ(complaints("<inex-topic-file/>"), "t: found no topic in the file" + known);
}

TEST(Topics, HaveIdsOfTheirOwn) {
  EXPECT_EQ(complaints("7\ta\n8\tb\n7\tc\n"),
            "t:3:1: found topic '7' again, there is one at t:1, expected an id of its own\n");
  EXPECT_EQ(complaints("<inex-topic-file><topic ct_no='1'><title>x</title></topic>"
                       "<topic id='a b'><title>x</title></topic></inex-topic-file>"),
            "t:1:18: found a topic without id, expected topic_id= or id=\n"
            "t:1:59: found 'a b', expected a topic id without blanks\n");
  EXPECT_EQ(complaints("{\"title\":\"a\"}\n{\"id\":[],\"title\":\"a\"}"),
            "t:1:1: found no \"id\", expected an id of that name\n"
            "t:2:7: found an array, expected an id: a string or a number\n");
  const TemporaryFolder folder;
  const std::vector<std::string> files = {folder.write("a.tsv", "7\tx\n"),
                                          folder.write("b.tsv", "7\ty\n8\tz\n")};
  Diagnostics diagnostics;
  EXPECT_EQ(read_topics(files, nullptr, diagnostics).size(), 2U);
  EXPECT_EQ(diagnostics.count("duplicate-topic"), 1U);
}

TEST(Topics, WithoutTextAreRefused) {
  EXPECT_EQ(complaints("7\t \n8\tx\n", &topic_formats::kTsv),
            "t:1:1: found topic '7' without any text, expected at least a title\n");
}

TEST(Topics, FaultsOfRowsHaveTheirPlaces) {
  EXPECT_EQ(complaints("7\ta\nnaïve\n8\tb\tc\n"),
            "t:2:1: found 'naïve', expected id<TAB>query\n"
            "t:3:4: found a second tab, expected id<TAB>query\n");
  EXPECT_EQ(complaints("{\"id\":\"1\",\"title\":\"é\",\"narrative\":7}\n{\"id\":\"2\",\n"),
            "t:1:35: found 7, expected a string\n"
            "t:2:11: found the end, expected the rest of the JSON text\n");
  EXPECT_EQ(complaints("<top>\n<num> 1\n<title> a\n<top>\n<num> 2 <title> b <title> c\nx</top>\ny <top> z"),
            "t:4:1: found <top>, expected </top> for the topic before it\n"
            "t:5:19: found a second <title>, expected each field once in a topic\n"
            "t:7:1: found 'y', expected <top>\n"
            "t:7:9: found 'z', expected <num>, <title>, <desc> or <narr>\n"
            "t:7:10: found the end of the file, expected </top>\n"
            "t:7:3: found a topic without <num>, expected its number\n");
  EXPECT_EQ(complaints("<top><title>x</top> </top>"),
            "t:1:1: found a topic without <num>, expected its number\n"
            "t:1:21: found </top>, expected <top>\n");
  EXPECT_EQ(complaints("<inex_topic topic_id='1'><title>a</title>\n<title>b</title></inex_topic>"),
            "t:2:1: found a second <title>, expected each field once in a topic\n");
  EXPECT_TRUE(complaints("<inex_topic topic_id='1'><title>a").starts_with("t:1:"));
}

TEST(Topics, SayWhatTheyLeaveOut) {
  EXPECT_EQ(
      complaints("<inex_topic topic_id='1' seed='2'><title>a</title><status>ok</status>hm</inex_topic>"),
      "t:1:51: warning: <status> has no place in a topic and is left out (1 time)\n"
      "t:1:1: warning: attribute seed has no place in a topic and is left out (1 time)\n"
      "t:1:70: warning: text between elements has no place in a topic and is left out (1 time)\n");
  EXPECT_EQ(complaints("<top>\n<num> 1\n<dom> Domain: x\n<title> a\n</top><top>\n<num> "
                       "2\n<dom>y</dom>\n<title> b\n</top>"),
            "t:3:1: warning: <dom> has no place in a topic and is left out (2 times)\n");
  EXPECT_EQ(complaints("{\"id\":1,\"title\":\"a\",\"query\":\"b\",\"metadata\":{}}"),
            "t:1:44: warning: \"metadata\" has no place in a topic and is left out (1 time)\n"
            "t:1:29: warning: \"query\" has no place in a topic and is left out (1 time)\n");
}

RC_GTEST_PROP(Topics, WrittenAsJsonLinesAreReadBack, ()) {
  const auto text = [] {
    std::string all = "x";
    for (int i = *rc::gen::inRange(0, 6); i > 0; --i) {
      all += *rc::gen::elementOf(std::vector<std::string>{"a", "\"", "\\", "\n", "\t", "{", "<", "é", "𝄞"});
    }
    return all + "y";
  };
  std::string bytes;
  std::vector<Topic> topics(*rc::gen::inRange<std::size_t>(1, 5));
  for (std::size_t i = 0; i < topics.size(); ++i) {
    topics[i].id = std::to_string(i);
    topics[i].query_type = *rc::gen::element<std::string>("", "CO", "CAS");
    for (const TopicField& field : kTopicFields) topics[i].*field.text = text();
    bytes += to_json_line(topics[i]) + "\n";
  }
  Diagnostics diagnostics;
  const auto again = read(bytes, diagnostics);
  RC_ASSERT(again.size() == topics.size());
  for (std::size_t i = 0; i < topics.size(); ++i) {
    RC_ASSERT(again[i].id == topics[i].id);
    RC_ASSERT(again[i].query_type == topics[i].query_type);
    for (const TopicField& field : kTopicFields) RC_ASSERT((again[i].*field.text) == (topics[i].*field.text));
  }
}

TEST(Topics, OfInex2010AreAllReadAndAllCastitlesAreNexi) {
  const std::string path = extended_data() + "/inex2010/topics.xml";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
  Diagnostics diagnostics;
  const auto topics = read_topics(std::vector{path}, nullptr, diagnostics);
  EXPECT_EQ(topics.size(), 107U);
  for (const Topic& topic : topics) {
    const auto query = nexi::parse(topic.castitle, topic.castitle_place, diagnostics);
    ASSERT_TRUE(query) << topic.castitle;
    nexi::Error error;
    EXPECT_EQ(nexi::parse(nexi::print(*query), error), query);
    EXPECT_FALSE(topic.title.empty() || topic.narrative.empty());
  }
  EXPECT_TRUE(diagnostics.kept().empty());
  EXPECT_EQ(topics[0].castitle_place.line, 19U);
  EXPECT_EQ(topics[0].castitle_place.column, 13U);
}

TEST(TopicFormats, StandInTheDocsAsTheirRecordsSay) {
  std::string rows;
  for (const TopicFormat* const format : all_topic_formats()) {
    EXPECT_EQ(topic_format_named(format->name), format);
    rows += fmt::format("| `{}` | {} |\n", format->name, format->shape);
  }
  std::ifstream page(source_folder() + "/docs/topics.md");
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(page), {}), testing::HasSubstr(rows));
}

}  // namespace
}  // namespace fovea
