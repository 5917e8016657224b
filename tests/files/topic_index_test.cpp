#include "files/topic_index.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "files/lines.h"

namespace fovea {
namespace {

/// For each topic the numbers of its lines, as the index has them.
std::map<std::string, std::vector<std::uint64_t>> lines_by_topic(const TopicIndex& index) {
  std::map<std::string, std::vector<std::uint64_t>> lines;
  for (std::size_t i = 0; i < index.topics(); ++i) {
    for (const Stretch& stretch : index.stretches(i)) {
      LineReader reader(stretch.bytes, stretch.first_line);
      std::string_view line;
      while (reader.next(line)) {
        if (line.starts_with('#')) continue;
        if (const auto topic = take_column(line); !topic.empty()) {
          EXPECT_EQ(topic, index.topic(i));
          lines[std::string(topic)].push_back(reader.line_number());
        }
      }
    }
  }
  return lines;
}

RC_GTEST_PROP(TopicIndex, FindsEveryLineOfEveryTopic, ()) {
  const auto topic = rc::gen::element<std::string>("1", "12", "topic-77", "topic-78", "topic-number-12345678",
                                                   "topic-number-12345679", "#", "", "\t1");
  std::string text;
  std::map<std::string, std::vector<std::uint64_t>> expected;
  std::string id;
  for (int rows = *rc::gen::inRange(0, 60); rows > 0; --rows) {
    if (*rc::gen::inRange(0, 3) == 0) id = *topic;
    text += id + *rc::gen::element<std::string>(" Q0 d", "\tQ0 d", " ", "");
    text += *rc::gen::element<std::string>("\n", "\r\n");
  }
  LineReader reader(text);
  std::string_view line;
  while (reader.next(line)) {
    if (line.starts_with('#')) continue;
    if (const auto first = take_column(line); !first.empty()) {
      expected[std::string(first)].push_back(reader.line_number());
    }
  }
  const auto input = InputFile::from_memory("run", text);
  RC_ASSERT(lines_by_topic(TopicIndex(input, ColumnEnd::kBlank)) == expected);
}

TEST(TopicIndex, CrossesWindows) {
  // Some ten megabytes: lines of several windows, one topic reaching over a border, one coming back.
  std::string text;
  std::uint64_t lines = 0;
  const auto add = [&](std::string_view topic, int rows) {
    for (int i = 0; i < rows; ++i, ++lines)
      text += std::string(topic) + " Q0 some-document-or-other 1 1 tag\n";
  };
  add("one", 200'000);
  add("two", 50'000);
  const std::uint64_t third = lines + 1;
  add("one", 20'000);
  const auto input = InputFile::from_memory("run", text);
  const TopicIndex index(input, ColumnEnd::kBlank);
  ASSERT_EQ(index.topics(), 2U);
  ASSERT_EQ(index.stretches(0).size(), 2U);
  EXPECT_EQ(index.stretches(0)[1].first_line, third);
  EXPECT_EQ(index.stretches(1)[0].first_line, 200'001U);
  EXPECT_EQ(lines_by_topic(index)["one"].size(), 220'000U);
}

TEST(TopicIndex, KeepsBlanksInTopicsThatEndAtATab) {
  const auto input = InputFile::from_memory("run", "a\tx\na b\tx\na b\ty\n");
  const TopicIndex index(input, ColumnEnd::kTab);
  ASSERT_EQ(index.topics(), 2U);
  EXPECT_EQ(index.topic(1), "a b");
}

}  // namespace
}  // namespace fovea
