#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runs/reading.h"
#include "runs/run_options.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(JsonLinesRun, ReadsSpansPathsRangesAndDocuments) {
  const auto read = read_run(R"({"topic":"7","doc":"a.md","begin":120,"end":480,"score":3.1,"run":"bm25"}
{"topic":7,"doc":12,"path":"/a[1]/b[2]","rank":2}

{"topic":"7","doc":"c \"d\"","path":"/a[1]","last_path":"/a[1]/text()[1].5","score":1e1}
{"doc":"e","topic":"8"}
{"topic":"8","doc":"f","path":"X"}
)");
  EXPECT_EQ(read.said(), "");
  EXPECT_EQ(read.run->format(), run_formats::kJsonLines);
  EXPECT_EQ(read.run->details().id, "bm25");
  EXPECT_THAT(
      read.results,
      ElementsAre(PlainResult{"7", "a.md", "", "", {120, 480}, ResultKind::kPassage, 0, 3.1},
                  PlainResult{"7", "12", "/a[1]/b[2]", "", {}, ResultKind::kElement, 2, 0},
                  PlainResult{"7", "c \"d\"", "/a[1]", "/a[1]/text()[1].5", {}, ResultKind::kRange, 0, 10},
                  PlainResult{"8", "e", "", "", {0, kMaxOffset}, ResultKind::kDocument, 0, 0},
                  PlainResult{"8", "f", "", "", {}, ResultKind::kUnresolved, 0, 0}));
}

TEST(JsonLinesRun, ReportsWhatIsWrongWithItsPlace) {
  const auto said = [](const std::string& line) {
    return read_run("{\"topic\":\"1\",\"doc\":\"good\"}\n" + line, &run_formats::kJsonLines).said();
  };
  EXPECT_THAT(said(R"({"topic":"1"})"), HasSubstr("run:2:1: found"));
  EXPECT_THAT(said(R"({"topic":"1","doc":true})"), HasSubstr("run:2:20: found"));
  EXPECT_THAT(said(R"({"topic":"1","doc":"d","begin":1})"), HasSubstr("run:2:1: found"));
  EXPECT_THAT(said(R"({"topic":"1","doc":"d","begin":5,"end":4})"), HasSubstr("expected an end from 5 on"));
  EXPECT_THAT(said(R"({"topic":"1","doc":"d","begin":-1,"end":4})"), HasSubstr("run:2:32: found"));
  EXPECT_THAT(said(R"({"topic":"1","doc":"d","begin":1,"end":2,"path":"/a[1]"})"),
              HasSubstr("expected a path or begin and end, not both"));
  EXPECT_THAT(said(R"({"topic":"1","doc":"d","path":"/a"})"), HasSubstr("expected '['"));
  EXPECT_THAT(said(R"({"topic":"1","doc":"d","last_path":"/a[1]"})"), HasSubstr("expected a path before"));
  EXPECT_THAT(said(R"({"topic":"1","doc":"d","score":"high"})"), HasSubstr("expected a score"));
  EXPECT_THAT(said(R"({"topic":"1","doc":"d","rank":1.5})"), HasSubstr("expected a rank"));
  EXPECT_THAT(said(R"({"topic":"1","doc":"d")"), HasSubstr("run:2:"));
  EXPECT_THAT(said(R"([1])"), HasSubstr("run:2:1: found"));
  EXPECT_THAT(said("7 Q0 d 1 1 t"), HasSubstr("run:2:1: found '7', expected an object"));
}

TEST(JsonLinesRun, WarnsOnceAboutFieldsItDoesNotKnowAndSplitTopics) {
  const auto read = read_run(R"({"topic":"1","doc":"a","colour":"x"}
{"topic":"2","doc":"a","colour":"x"}
{"topic":"1","doc":"b"}
{"topic":"2","doc":"b"}
{"topic":"1","doc":"c"}
)");
  EXPECT_EQ(read.diagnostics.errors(), 0U);
  EXPECT_EQ(read.diagnostics.count("ignored-field"), 1U);
  EXPECT_EQ(read.diagnostics.count("split-topic"), 2U);
  ASSERT_EQ(read.results.size(), 5U);
  EXPECT_EQ(read.results[2].doc, "c");
}

TEST(LegalBenchResults, AreTopicsByPosition) {
  const auto read = read_run(R"({"qa_result_list":[
 {"qa_gt":{"query":"q"},"retrieved_snippets":[{"file_path":"cuad/F.txt","span":[44579,45211],"score":0.5},
                                               {"file_path":"cuad/G.txt","span":[0,10],"score":0.25}]},
 {"retrieved_snippets":[]},
 {"retrieved_snippets":[{"file_path":"h","span":[1,2]}]}]})");
  EXPECT_EQ(read.said(), "");
  EXPECT_EQ(read.run->topics(), 3U);
  EXPECT_THAT(
      read.results,
      ElementsAre(PlainResult{"0", "cuad/F.txt", "", "", {44579, 45211}, ResultKind::kPassage, 1, 0.5},
                  PlainResult{"0", "cuad/G.txt", "", "", {0, 10}, ResultKind::kPassage, 2, 0.25},
                  PlainResult{"2", "h", "", "", {1, 2}, ResultKind::kPassage, 1, 0}));
}

TEST(LegalBenchResults, ReportWhatIsWrongWithItsPlace) {
  const auto said = [](std::string_view text) { return read_run(text, &run_formats::kLegalBench).said(); };
  EXPECT_THAT(
      said("{\"qa_result_list\":[\n{\"retrieved_snippets\":[{\"file_path\":\"a\",\"span\":[5,3]}]}]}"),
      HasSubstr("run:2:"));
  EXPECT_THAT(said("{\"qa_result_list\":[\n{}]}"), HasSubstr("run:2:1: found"));
  EXPECT_THAT(said("{\"qa_result_list\":[\n7]}"), HasSubstr("run:2:1: found"));
  EXPECT_THAT(said("{\"qa_result_list\":[]}"), HasSubstr("found no question"));
  EXPECT_THAT(said("{\"qa_result_list\":7}"), HasSubstr("run:1:19: found"));
  EXPECT_THAT(said("{\"qa_result_list\":[{\"retrieved_snippets\":["), HasSubstr("run:1:"));
}

/// A run whose chunks are looked for in one small text.
ReadRun read_chunks(std::string_view bytes, Locate locate = Locate::kOnly) {
  static const DocumentTexts::Source source = [](std::string_view doc) -> std::optional<std::string> {
    return doc == "a.md" ? std::optional<std::string>("Ships sail.\nShips sink.") : std::nullopt;
  };
  ReadRun read;
  read.run =
      Run::open(InputFile::from_memory("run", bytes), {.texts = &source, .locate = locate}, read.diagnostics);
  if (read.run) read.results = read_all(*read.run, read.diagnostics);
  return read;
}

TEST(JsonLines, MayGiveTheTextOfAChunkAndNoOffsets) {
  const auto read = read_chunks(R"({"query_id":"7","source":"a.md","content":"sail. Ships","rank":1}
{"query_id":"7","source":"a.md","content":"Ships sink.","rank":2}
)");
  EXPECT_EQ(read.said(), "");
  EXPECT_THAT(read.results,
              ElementsAre(PlainResult{"7", "a.md", "", "", {6, 17}, ResultKind::kPassage, 1, 0},
                          PlainResult{"7", "a.md", "", "", {12, 23}, ResultKind::kPassage, 2, 0}));
}

TEST(JsonLines, SayWhyTheTextOfAChunkHasNoPlace) {
  EXPECT_THAT(read_chunks(R"({"topic":"7","doc":"a.md","text":"Ships"})").said(),
              HasSubstr("run:1:34: found 'Ships', which stands at 2 places"));
  EXPECT_THAT(read_chunks(R"({"topic":"7","doc":"b.md","text":"Ships"})").said(),
              HasSubstr("found document 'b.md'"));
  EXPECT_EQ(
      read_run(R"({"topic":"7","doc":"a.md","text":"Ships"})").said(),
      "run:1:34: found a text without offsets, expected the documents' texts, to find its place in them\n");
  const auto next = read_chunks(R"({"topic":"7","doc":"a.md","text":"sail"}
{"topic":"7","doc":"a.md","text":"Ships"})",
                                Locate::kNext);
  ASSERT_EQ(next.results.size(), 2U);
  EXPECT_EQ(next.results[1].span, (Span{12, 17}));
}

TEST(JsonLines, MoveTextsToTheOnePlaceWhereTheyStand) {
  const auto read = read_chunks(R"({"topic":"7","doc":"a.md","begin":0,"end":11,"text":"Ships sail."}
{"topic":"7","doc":"a.md","begin":1,"end":5,"text":"sail."}
{"topic":"7","doc":"a.md","begin":900,"end":905,"text":"sink."}
)");
  EXPECT_EQ(
      read.said(),
      "run:2:52: warning: 'sail.' stands at 6-11 of 'a.md', not at 1-5: moved there, as 2 texts in all; are "
      "offsets in code points?\n");
  ASSERT_EQ(read.results.size(), 3U);
  EXPECT_EQ(read.results[1].span, (Span{6, 11}));
  EXPECT_EQ(read.results[2].span, (Span{18, 23}));
}

TEST(JsonLines, RefuseTextsThatAreNeitherAtTheirOffsetsNorAtOneOtherPlace) {
  const auto read = read_chunks(R"({"topic":"7","doc":"a.md","begin":0,"end":5,"text":"Ships"}
{"topic":"7","doc":"a.md","begin":1,"end":5,"text":"Ships"}
{"topic":"7","doc":"a.md","begin":2,"end":99,"text":"Boats"}
)");
  EXPECT_EQ(read.diagnostics.count("other-text"), 2U);
  EXPECT_FALSE(read.diagnostics.ok());
  EXPECT_THAT(read.said(),
              HasSubstr("run:2:52: characters 1-5 of 'a.md' are 'hips', and not the text given, 'Ships', "
                        "which stands at several other places: are offsets in code points?"));
  EXPECT_THAT(read.said(),
              HasSubstr("run:3:53: characters 2-99 of 'a.md' are beyond its end, and not the text given, "
                        "'Boats', which stands nowhere in it"));
}

}  // namespace
}  // namespace fovea
