#include "judgements/judgements.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "judgements/builder.h"
#include "judgements/reading.h"

namespace fovea {
namespace {

using testing::ElementsAre;

JudgedDocument document(std::string_view id, std::uint32_t line = 0) {
  JudgedDocument made;
  made.id = id;
  made.grade = 1;
  made.line = line;
  return made;
}

TEST(Judgements, RefuseATopicCalledAll) {
  for (const std::string text :
       {"1 Q0 a 0 9\nall Q0 b 0 9\n", "1 0 a 1\nall 0 b 1\n",
        "{\"topic\":\"1\",\"doc\":\"a\",\"spans\":[]}\n{\"topic\":\"all\",\"doc\":\"b\",\"spans\":[]}\n"}) {
    EXPECT_EQ(read_text(text).messages(),
              "judgements:2: found a topic called 'all', expected another name: the scores of 'all' are "
              "those of all topics together\n")
        << text;
  }
}

// One after the other, each merge looking at all that was merged before, this would take minutes.
TEST(Judgements, MergeManyJudgementsOfOneDocument) {
  std::string text;
  constexpr int kTimes = 100'000;
  for (int i = 0; i < kTimes; ++i) text += fmt::format("7 Q0 a 1 999999 {0} {0}:1\n", 2 * i);
  const auto united = read_texts({text}, {.merge = MergePolicy::kUnion});
  ASSERT_TRUE(united.judgements);
  EXPECT_EQ(united.judgements->topics()[0].documents()[0].relevant_chars, 1U * kTimes);
  const auto common = read_texts({text}, {.merge = MergePolicy::kIntersection});
  ASSERT_TRUE(common.judgements);
  EXPECT_EQ(common.judgements->topics()[0].documents()[0].relevant_chars, 0U);
}

TEST(TopicJudgements, FindsManyDocumentsAsItFindsOne) {
  std::vector<std::string> ids;
  for (int i = 0; i < 300; ++i) ids.push_back(std::to_string(i * 7919 % 1000));
  TopicJudgements topic("t");
  for (std::size_t i = 0; i < ids.size(); i += 3) topic.add(document(ids[i]), {});
  for (const std::size_t count : {0U, 1U, 7U, 8U, 9U, 24U, 300U}) {
    std::vector<std::uint32_t> hashes;
    for (std::size_t i = 0; i < count; ++i) hashes.push_back(IdIndex::hash_of(ids[i]));
    std::vector<const JudgedDocument*> found(count);
    topic.find_all(
        hashes, [&](std::size_t i) -> std::string_view { return ids[i]; },
        [&](std::size_t i, const JudgedDocument& document) { found.at(i) = &document; });
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(found[i], topic.find(ids[i]));
      EXPECT_EQ(found[i] != nullptr, i % 3 == 0);
    }
  }
}

TEST(TopicJudgements, FindsWhatWasAddedAndNothingElse) {
  TopicJudgements topic("7");
  const std::array<Span, 3> passages{Span{50, 60}, {10, 20}, {15, 30}};
  EXPECT_TRUE(topic.add(document("a"), passages));
  EXPECT_TRUE(topic.add(document("b"), {}));
  EXPECT_FALSE(topic.add(document("a"), {}));
  ASSERT_NE(topic.find("a"), nullptr);
  EXPECT_THAT(topic.highlights(*topic.find("a")), ElementsAre(Span{10, 30}, Span{50, 60}));
  EXPECT_TRUE(topic.highlights(*topic.find("b")).empty());
  EXPECT_EQ(topic.find("c"), nullptr);
  EXPECT_EQ(topic.documents().size(), 2U);
}

TEST(Judgements, KeepTopicsInFileOrderEvenWhenTheyComeBack) {
  const auto read = read_text("9 0 a 1\n7 0 a 0\n9 0 b 2\n");
  ASSERT_TRUE(read.judgements);
  ASSERT_EQ(read.judgements->topics().size(), 2U);
  EXPECT_EQ(read.judgements->topics()[0].topic(), "9");
  EXPECT_EQ(read.judgements->topics()[0].documents().size(), 2U);
  EXPECT_EQ(read.judgements->find("7")->topic(), "7");
  EXPECT_EQ(read.judgements->find("8"), nullptr);
  EXPECT_EQ(read.judgements->size(), 3U);
}

TEST(Judgements, CanForgetTopics) {
  auto read = read_texts({"9 0 a 1\n7 0 b 1\n8 0 c 1\n"});
  ASSERT_TRUE(read.judgements);
  read.judgements->keep_topics([](std::string_view topic) { return topic != "9"; });
  ASSERT_EQ(read.judgements->topics().size(), 2U);
  EXPECT_EQ(read.judgements->find("9"), nullptr);
  EXPECT_EQ(read.judgements->find("8")->documents().front().id, "c");
  EXPECT_EQ(read.judgements->size(), 2U);
}

TEST(Judgements, TakeThePlaceOfOthers) {
  auto one = read_text("9 0 a 1\n");
  auto other = read_text("7 0 b 1\n7 0 c 0\n");
  ASSERT_TRUE(one.judgements && other.judgements);
  *one.judgements = std::move(*other.judgements);
  EXPECT_EQ(one.judgements->find("9"), nullptr);
  ASSERT_NE(one.judgements->find("7"), nullptr);
  EXPECT_EQ(one.judgements->find("7")->documents().size(), 2U);
  EXPECT_EQ(one.judgements->files(), 1U);
}

TEST(Judgements, SurviveAMoveWithTheirViews) {
  Diagnostics diagnostics;
  JudgementBuilder builder(MergePolicy::kReject, diagnostics);
  {
    const std::string gone = "a topic of more than a few letters";
    builder.add(builder.keep(gone), document(builder.keep("doc")), {});
  }
  Judgements first = std::move(builder).finish();
  const std::string_view id = first.topics()[0].documents()[0].id;
  const Judgements second = std::move(first);
  EXPECT_EQ(id, "doc");
  EXPECT_NE(second.find("a topic of more than a few letters"), nullptr);
}

TEST(Merging, RejectsASecondJudgementAndNamesBothPlaces) {
  const auto read = read_texts({"7 0 a 1\n", "8 0 a 1\n7 0 a 2\n"});
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(
      read.messages(),
      "judgements2:2: found document 'a' of topic '7' again, judged before at judgements:1, expected one "
      "judgement\n");
  EXPECT_EQ(read.judgements->find("7")->find("a")->grade, 1);
}

const char* const kOneAssessor = "7 Q0 a 30 100 10 10:20 50:10\n7 Q0 b 5 100 0 0:5\n";
const char* const kTheOther = "7 Q0 a 25 100 15 15:25\n7 Q0 b 0 100\n7 Q0 c 0 50\n";

TEST(Merging, UnionIsTextThatEitherHighlighted) {
  const auto read = read_texts({kOneAssessor, kTheOther}, {.merge = MergePolicy::kUnion});
  ASSERT_TRUE(read.judgements && read.diagnostics.ok()) << read.messages();
  const TopicJudgements& topic = *read.judgements->find("7");
  EXPECT_THAT(topic.highlights(*topic.find("a")), ElementsAre(Span{10, 40}, Span{50, 60}));
  EXPECT_EQ(topic.find("a")->relevant_chars, 40U);
  EXPECT_EQ(topic.find("a")->bep, 10U);
  EXPECT_TRUE(topic.find("b")->relevant());
  EXPECT_EQ(topic.documents().size(), 3U);
}

TEST(Merging, IntersectionIsTextThatBothHighlighted) {
  const auto read = read_texts({kOneAssessor, kTheOther}, {.merge = MergePolicy::kIntersection});
  ASSERT_TRUE(read.judgements && read.diagnostics.ok()) << read.messages();
  const TopicJudgements& topic = *read.judgements->find("7");
  EXPECT_THAT(topic.highlights(*topic.find("a")), ElementsAre(Span{15, 30}));
  EXPECT_EQ(topic.find("a")->relevant_chars, 15U);
  EXPECT_EQ(topic.find("a")->first_listed, 15U);
  EXPECT_FALSE(topic.find("b")->relevant());
  EXPECT_EQ(topic.find("b")->bep, std::nullopt);
}

TEST(Merging, TwoLengthsOfOneDocumentAreAnError) {
  const auto read = read_texts({"7 Q0 a 0 100\n", "7 Q0 a 10 90 0 0:10\n"}, {.merge = MergePolicy::kUnion});
  EXPECT_EQ(
      read.messages(),
      "judgements2:1: found document 'a' of topic '7' again with length 90, judged before at judgements:1, "
      "expected the length given there, 100\n");
}

TEST(Merging, FirstKeepsTheFirst) {
  const auto read = read_texts({kOneAssessor, kTheOther}, {.merge = MergePolicy::kFirst});
  ASSERT_TRUE(read.judgements && read.diagnostics.ok()) << read.messages();
  const TopicJudgements& topic = *read.judgements->find("7");
  EXPECT_THAT(topic.highlights(*topic.find("a")), ElementsAre(Span{10, 30}, Span{50, 60}));
  EXPECT_TRUE(topic.find("b")->relevant());
}

TEST(Merging, GradesOfDocumentsAreTheHigherOrTheLower) {
  const std::vector<std::string> three{"7 0 a 1\n", "7 0 a 3\n", "7 0 a -1\n"};
  const auto united = read_texts(three, {.merge = MergePolicy::kUnion});
  EXPECT_EQ(united.judgements->find("7")->find("a")->grade, 3);
  const auto common = read_texts(three, {.merge = MergePolicy::kIntersection});
  EXPECT_EQ(common.judgements->find("7")->find("a")->grade, -1);
}

}  // namespace
}  // namespace fovea
