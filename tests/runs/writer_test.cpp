#include "runs/writer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "runs/reading.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::string written(const Run& run, const RunFormat& format, Unsaid* unsaid = nullptr) {
  std::string text;
  Diagnostics diagnostics;
  const Unsaid missing = write_run(
      run, format, nullptr, [&](std::string_view bytes) { text += bytes; }, diagnostics);
  if (unsaid != nullptr) *unsaid = missing;
  return text;
}

std::string converted(std::string_view text, const RunFormat& format, Unsaid* unsaid = nullptr) {
  const auto read = read_run(text);
  EXPECT_EQ(read.said(), "");
  return written(*read.run, format, unsaid);
}

TEST(RunWriter, WritesEveryColumnFormat) {
  EXPECT_EQ(converted("7 Q0 d 1 2.5 t\n", run_formats::kTrec), "7 Q0 d 1 2.5 t\n");
  EXPECT_EQ(converted("7 Q0 d 1 2.5 t /a[1]\n", run_formats::kElement), "7 Q0 d 1 2.5 t /a[1]\n");
  EXPECT_EQ(converted("7 Q0 d 1 2.5 t 10 5\n", run_formats::kPassage), "7 Q0 d 1 2.5 t 10 5\n");
  EXPECT_EQ(converted("7 Q0 d 1 2.5 t 10 5\n", run_formats::kChunks), "7\t1\td\t10\t15\t2.5\n");
  EXPECT_EQ(converted("7 Q0 d 1 2.5 t /a[1] /b[1]\n", run_formats::kRange), "7 Q0 d 1 2.5 t /a[1] /b[1]\n");
  EXPECT_EQ(converted("7 Q0 d 1 2.5 t /a[1]\n", run_formats::kRange), "7 Q0 d 1 2.5 t /a[1] /a[1]\n");
}

TEST(RunWriter, WritesJsonAndXml) {
  EXPECT_EQ(converted("7 Q0 d\"<& 1 2.5 t 10 5\n", run_formats::kJsonLines),
            "{\"topic\":\"7\",\"doc\":\"d\\\"<&\",\"begin\":10,\"end\":15,\"rank\":1,\"score\":2.5,\"run\":"
            "\"t\"}\n");
  EXPECT_EQ(converted("0 Q0 d 1 2.5 t 10 5\n", run_formats::kLegalBench),
            "{\"qa_result_list\":[\n{\"retrieved_snippets\":[{\"file_path\":\"d\",\"span\":[10,15],\"score\":"
            "2.5}]}\n]}\n");
  EXPECT_EQ(converted("7 Q0 d\"<& 1 2.5 t 10 5\n", run_formats::kXml),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<inex-submission run-id=\"t\">\n"
            "  <topic topic-id=\"7\">\n"
            "    <result><file>d&quot;&lt;&amp;</file><fol offset=\"10\" length=\"5\"/><rank>1</rank>"
            "<rsv>2.5</rsv></result>\n"
            "  </topic>\n"
            "</inex-submission>\n");
}

TEST(RunWriter, KeepsTheRankingWhenWritingTrecRows) {
  Unsaid unsaid;
  // Ranked by the order of its rows, against its scores.
  EXPECT_EQ(converted("7 Q0 a 1 1 t 0 5\n7 Q0 b 2 3 t 0 5\n7 Q0 a 3 2 t 9 5\n", run_formats::kTrec, &unsaid),
            "7 Q0 a 1 2 t\n7 Q0 b 2 1 t\n");
  EXPECT_THAT(
      unsaid,
      ElementsAre(Pair("further results of a document that stands above already", 1),
                  Pair("places in documents (written as whole documents)", 3),
                  Pair("scores of topics that are ranked otherwise (descending numbers are written)", 1)));
  // Ranked by score: the file's order means nothing and stays.
  EXPECT_EQ(converted("7 Q0 a 1 1 t\n7 Q0 b 2 3 t\n", run_formats::kTrec, &unsaid),
            "7 Q0 a 1 1 t\n7 Q0 b 2 3 t\n");
  EXPECT_THAT(unsaid, IsEmpty());
}

TEST(RunWriter, PutsTrecRunsInOrderForFormatsRankedByTheirRows) {
  EXPECT_EQ(converted("7 Q0 a 1 1 t\n7 Q0 b 2 3 t\n", run_formats::kJsonLines),
            "{\"topic\":\"7\",\"doc\":\"b\",\"rank\":2,\"score\":3,\"run\":\"t\"}\n"
            "{\"topic\":\"7\",\"doc\":\"a\",\"rank\":1,\"score\":1,\"run\":\"t\"}\n");
}

TEST(RunWriter, NumbersResultsThatHaveNoRank) {
  EXPECT_EQ(converted("{\"topic\":\"7\",\"doc\":\"b\",\"begin\":0,\"end\":1}\n"
                      "{\"topic\":\"7\",\"doc\":\"a\",\"begin\":0,\"end\":1}\n",
                      run_formats::kPassage),
            "7 Q0 b 1 0 run 0 1\n7 Q0 a 2 0 run 0 1\n");
}

TEST(RunWriter, NamesWhatAFormatCannotSay) {
  Unsaid unsaid;
  EXPECT_EQ(converted("7 Q0 a 1 1 t /a[1]\n", run_formats::kPassage, &unsaid), "");
  EXPECT_THAT(unsaid,
              ElementsAre(Pair("results whose offsets are not known (resolve them with a collection)", 1)));
  EXPECT_EQ(converted("7 Q0 a 1 1 t 1 2\n", run_formats::kElement, &unsaid), "");
  EXPECT_THAT(unsaid, ElementsAre(Pair("results whose place in the document this format cannot say", 1)));
  EXPECT_EQ(converted("{\"topic\":\"7 8\",\"doc\":\"a\"}\n", run_formats::kTrec, &unsaid), "");
  EXPECT_THAT(unsaid, ElementsAre(Pair("results whose topic or document id this format cannot hold", 1)));
  converted("<inex-submission run-id='a b' participant-id='5'><topic topic-id='1'/></inex-submission>",
            run_formats::kTrec, &unsaid);
  EXPECT_THAT(unsaid,
              ElementsAre(Pair("blanks in the run id (written as _)", 1), Pair("the participant", 1)));
}

TEST(RunWriter, WritesEachResultInItsOwnShapeWhenMixed) {
  const std::string text =
      "7 Q0 a 1 4 t\n7 Q0 b 2 3 t /a[1]\n7 Q0 c 3 2 t 5 6\n7 Q0 d 4 1 t /a[1] /a[2]\n7 Q0 e 5 0 t X\n";
  const auto read = read_run(text);
  std::string out;
  RunWriter writer(run_formats::kPassage, read.run->details(), {.mixed = true},
                   [&](std::string_view bytes) { out += bytes; });
  TopicResults topic;
  Diagnostics diagnostics;
  read.run->read(0, topic, diagnostics);
  writer.write(topic);
  writer.finish();
  EXPECT_EQ(out, text);
}

// ---- Round trips ------------------------------------------------------------------------------------------

/// What the results of a random run may be.
struct Content {
  std::vector<ResultKind> kinds;
  bool positions_as_ranks = false;
  bool topics_by_position = false;
};

std::string random_id(const std::vector<std::string>& pieces) {
  std::string id;
  for (int left = *rc::gen::inRange(1, 12); left > 0; --left) id += *rc::gen::elementOf(pieces);
  return id;
}

std::string random_path() {
  std::string path;
  for (int steps = *rc::gen::inRange(1, 4); steps > 0; --steps) {
    path += fmt::format("/{}[{}]", *rc::gen::element<std::string>("article", "bdy", "sec", "st:x"),
                        *rc::gen::inRange(1, 30));
  }
  return path;
}

Run random_run(const RunFormat& format, const Content& content) {
  RunBuilder builder("random", format);
  builder.details().id = random_id({"a", "Z", "0", "9", "_", "-", "."});
  const int topics = *rc::gen::inRange(1, 5);
  for (int t = 0; t < topics; ++t) {
    builder.open_topic(content.topics_by_position ? std::to_string(t)
                                                  : fmt::format("{}-{}", random_id({"t", "1", "é", ","}), t));
    const int results = *rc::gen::inRange(1, 8);
    for (int i = 0; i < results; ++i) {
      Result result;
      result.doc =
          builder.keep(random_id({"a", "c", "0", "9", "_", "/", ",", "#", ":", "\"", "<", "&", "é"}));
      result.rank = content.positions_as_ranks ? i + 1 : *rc::gen::inRange(1, 2000);
      result.score =
          *rc::gen::oneOf(rc::gen::map(rc::gen::inRange(-1000, 1000), [](int n) { return n / 8.0; }),
                          rc::gen::arbitrary<double>());
      if (!std::isfinite(result.score)) result.score = 0;
      result.kind = *rc::gen::elementOf(content.kinds);
      if (result.kind == ResultKind::kDocument) result.span = {0, kMaxOffset};
      if (result.kind == ResultKind::kPassage) {
        result.span.begin = *rc::gen::inRange(0U, 100'000U);
        result.span.end = result.span.begin + *rc::gen::inRange(0U, 100'000U);
      }
      if (result.kind == ResultKind::kElement || result.kind == ResultKind::kRange) {
        result.path = builder.keep(random_path());
      }
      if (result.kind == ResultKind::kRange) result.last_path = builder.keep(random_path());
      builder.add(result);
    }
  }
  return std::move(builder).build();
}

/// Writes and reads a run; everything must come back.
void expect_round_trip(const Run& run, const RunFormat& format) {
  Diagnostics diagnostics;
  const auto before = read_all(run, diagnostics);
  Unsaid unsaid;
  const std::string text = written(run, format, &unsaid);
  RC_ASSERT(format == run_formats::kChunks || format == run_formats::kLegalBench || unsaid.empty());
  const auto after = read_run(text, &format);
  RC_LOG() << text << after.said();
  RC_ASSERT(after.run.has_value());
  RC_ASSERT(after.diagnostics.errors() == 0U);
  RC_ASSERT(after.results == before);
}

const std::vector<ResultKind> kEverything = {ResultKind::kDocument, ResultKind::kPassage,
                                             ResultKind::kElement, ResultKind::kRange,
                                             ResultKind::kUnresolved};

RC_GTEST_PROP(RoundTrip, OfAnyRunThroughXmlAndJsonLines, ()) {
  const auto run = random_run(run_formats::kPassage, {kEverything});
  expect_round_trip(run, run_formats::kXml);
  expect_round_trip(run, run_formats::kJsonLines);
}

RC_GTEST_PROP(RoundTrip, OfRowsThroughTheirOwnFormat, ()) {
  expect_round_trip(random_run(run_formats::kTrec, {{ResultKind::kDocument}}), run_formats::kTrec);
  expect_round_trip(random_run(run_formats::kElement, {{ResultKind::kElement, ResultKind::kUnresolved}}),
                    run_formats::kElement);
  expect_round_trip(random_run(run_formats::kPassage, {{ResultKind::kPassage, ResultKind::kUnresolved}}),
                    run_formats::kPassage);
  expect_round_trip(random_run(run_formats::kRange, {{ResultKind::kRange, ResultKind::kUnresolved}}),
                    run_formats::kRange);
}

RC_GTEST_PROP(RoundTrip, OfPassagesThroughEveryFormatThatHoldsThem, ()) {
  const auto run = random_run(run_formats::kPassage, {{ResultKind::kPassage}, true, true});
  for (const RunFormat* const format : {&run_formats::kPassage, &run_formats::kChunks, &run_formats::kXml,
                                        &run_formats::kJsonLines, &run_formats::kLegalBench}) {
    expect_round_trip(run, *format);
  }
}

TEST(RoundTrip, KeepsDetailsAndTimesInXml) {
  RunBuilder builder("run", run_formats::kXml);
  RunDetails& details = builder.details();
  details = {"id 1",        "12",          "Focused", "manual", "element", {"title", "castitle"},
             "a \"b\" <c>", {"wiki", "x"}, "15",      "99"};
  builder.open_topic("1");
  builder.set_times({1.5, std::nullopt, 0.25, 4096});
  const auto run = std::move(builder).build();
  const std::string text = written(run, run_formats::kXml);
  const auto again = read_run(text);
  ASSERT_TRUE(again.run) << text;
  const RunDetails& after = again.run->details();
  EXPECT_EQ(after.id, "id 1");
  EXPECT_EQ(after.participant, "12");
  EXPECT_EQ(after.task, "Focused");
  EXPECT_EQ(after.query, "manual");
  EXPECT_EQ(after.result_type, "element");
  EXPECT_THAT(after.topic_fields, ElementsAre("title", "castitle"));
  EXPECT_EQ(after.description, "a \"b\" <c>");
  EXPECT_THAT(after.collections, ElementsAre("wiki", "x"));
  EXPECT_EQ(after.topk, "15");
  EXPECT_EQ(after.index_size_bytes, "99");
  ASSERT_NE(again.run->times(0), nullptr);
  EXPECT_EQ(again.run->times(0)->total_ms, 1.5);
  EXPECT_EQ(again.run->times(0)->cpu_ms, std::nullopt);
  EXPECT_EQ(again.run->times(0)->io_bytes, 4096);
}

}  // namespace
}  // namespace fovea
