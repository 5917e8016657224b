#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "topics/topic_file.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::Pair;

struct Written {
  std::string text;
  Unsaid unsaid;
};

Written write(const std::vector<Topic>& topics, const TopicFormat& format) {
  Written written;
  written.unsaid =
      write_topics(topics, format, [&written](std::string_view piece) { written.text += piece; });
  return written;
}

/// Texts as readers give them: without white space around.
std::string text() {
  std::string made = *rc::gen::container<std::string>(rc::gen::element('a', '<', '&', '"', ' ', '\n', '\\'));
  return made.empty() ? made : "x" + made + "x";
}

Topic random_topic(int number) {
  Topic topic;
  topic.id = std::to_string(number);
  topic.query_type = text();
  topic.candidate = text();
  topic.title = "x" + text();
  for (const TopicField& field : kTopicFields) {
    if (field.text != &Topic::title) topic.*field.text = text();
  }
  return topic;
}

RC_GTEST_PROP(WritingTopics, InexFilesAndJsonLinesGiveEveryFieldBack, ()) {
  const std::vector<Topic> topics{random_topic(1), random_topic(2)};
  for (const TopicFormat* const format : {&topic_formats::kInex, &topic_formats::kJsonLines}) {
    const Written written = write(topics, *format);
    RC_ASSERT(written.unsaid.empty());
    Diagnostics diagnostics;
    const auto read = read_topics(InputFile::from_memory("topics", written.text), nullptr, diagnostics);
    RC_LOG() << written.text;
    RC_ASSERT(diagnostics.ok());
    RC_ASSERT(read.size() == topics.size());
    for (std::size_t i = 0; i < topics.size(); ++i)
      RC_ASSERT(to_json_line(read[i]) == to_json_line(topics[i]));
  }
}

TEST(WritingTopics, TsvHoldsIdAndTitleAndNamesTheRest) {
  Topic topic;
  topic.id = "7";
  topic.title = "blue\nmoon";
  topic.narrative = "long";
  const Written written = write({topic}, topic_formats::kTsv);
  EXPECT_EQ(written.text, "7\tblue moon\n");
  EXPECT_THAT(written.unsaid, ElementsAre(Pair("<narrative>", 1), Pair("line ends and tabs in titles", 1)));
}

TEST(WritingTopics, LeavesOutWhatAFormatCannotHold) {
  Topic control;
  control.title = "\x01";
  control.id = "1--";
  const Written written = write({control}, topic_formats::kInex);
  EXPECT_THAT(written.unsaid, ElementsAre(Pair("topics left out, as XML cannot hold their texts", 1)));
  // The file itself says so, too, and is still well-formed.
  EXPECT_THAT(
      written.text,
      testing::HasSubstr("<!-- topic 1- - is left out: XML cannot hold the characters of its title -->"));
  Topic comment;
  comment.id = "#1";
  comment.title = "a";
  EXPECT_EQ(write({comment}, topic_formats::kTsv).text, "");
}

TEST(WritingTopics, DoesNotKnowTrec) {
  EXPECT_EQ(topic_formats::kTrec.write, nullptr);
  EXPECT_NE(topic_formats::kTsv.write, nullptr);
}

}  // namespace
}  // namespace fovea
