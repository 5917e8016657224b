// Chunk benchmarks as judgements: Chroma's questions and LegalBench-RAG.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>

#include "files/csv.h"
#include "files/json.h"
#include "judgements/annotations/annotated.h"
#include "places.h"
#include "text/escape.h"

namespace fovea {
namespace {

using Texts = std::map<std::string, std::string, std::less<>>;
using judgement_formats::kChroma;
using judgement_formats::kLegalBench;

Annotated read(const JudgementFormat& format, std::string_view bytes, const Texts& texts = {}) {
  DocumentTexts source([&texts](std::string_view doc) -> std::optional<std::string> {
    const auto text = texts.find(doc);
    return text == texts.end() ? std::nullopt : std::optional(text->second);
  });
  Diagnostics diagnostics;
  JudgementBuilder builder(MergePolicy::kReject, diagnostics);
  const InputFile& file = builder.add_file(InputFile::from_memory("q", bytes));
  JudgementOptions options;
  if (!texts.empty()) options.annotation.texts = &source;
  format.read(file, options, builder, diagnostics);
  Annotated result;
  result.judgements = summary(std::move(builder).finish());
  for (const Diagnostic& diagnostic : diagnostics.kept()) result.messages += to_string(diagnostic) + "\n";
  return result;
}

const Texts kTexts = {{"d", "é one two, three"}};

TEST(Chroma, RowsAreTopicsFromZero) {
  const Annotated result = read(
      kChroma,
      "question,references,corpus_id\n"
      "\"What, then?\",\"[{\"\"content\"\": \"\"one\"\", \"\"start_index\"\": 2, \"\"end_index\"\": 5},\n"
      "{\"\"content\"\": \"\"two,\"\", \"\"start_index\"\": 6, \"\"end_index\"\": 10}]\",d\r\n"
      "\"two\nlines\",\"[{\"\"content\"\": \"\"\\u00e9\"\", \"\"start_index\"\": 0, \"\"end_index\"\": "
      "1}]\",d\n",
      kTexts);
  EXPECT_EQ(result.messages, "");
  EXPECT_EQ(result.judgements, "0 d 2-5 6-10 (16)\n1 d 0-1 (16)\n");
}

TEST(Chroma, ColumnsMayStandInAnyOrder) {
  const Annotated result = read(kChroma, "corpus_id,x,references,question\nd,,[],Why?\n");
  EXPECT_EQ(result.judgements, "0 d -\n");
  EXPECT_TRUE(kChroma.sniff(JudgementHead("corpus_id,references,question\r\nx")));
  for (const char* other : {"", "question,references\n", "7 Q0 d 1", "{\"tests\":[]}", "\"question"}) {
    EXPECT_FALSE(kChroma.sniff(JudgementHead(other))) << other;
  }
}

TEST(Chroma, FaultsInsideACellHaveTheirPlaceInTheFile) {
  const std::string header = "question,references,corpus_id\n";
  EXPECT_EQ(
      read(kChroma, header + "é,\"[{\"\"content\"\": \"\"one\"\", \"\"start_index\"\": x}]\",d\nb,[],d\n")
          .messages,
      "q:2:45: found 'x}]', expected JSON\n");
  EXPECT_EQ(
      read(kChroma,
           header +
               "a,\"[{\"\"content\"\": \"\"one\"\",\n\"\"start_index\"\": -1, \"\"end_index\"\": 5}]\",d\n")
          .messages,
      "q:3:18: found -1, expected an offset: a whole number from 0 to 2147483647\n");
  EXPECT_EQ(read(kChroma, header + "a,{},d\nb,[],\nc,d\n").messages,
            "q:2:3: found an object, expected an array\n"
            "q:3:6: found no corpus_id, expected the name of a corpus\n"
            "q:4:1: found 2 fields, expected 3, as in the header\n");
  EXPECT_EQ(read(kChroma, "question,corpus_id\n").messages,
            "q:1:1: found 'question', expected the header question,references,corpus_id\n");
  EXPECT_EQ(read(kChroma, "").messages,
            "q: found an empty file, expected the header question,references,corpus_id\n");
}

TEST(Chroma, BrokenRowsKeepTheirNumbers) {
  EXPECT_EQ(read(kChroma, "question,references,corpus_id\na,[],d\nb\"b,[],d\nc,x,d\nd,[],d\n").judgements,
            "0 d -\n3 d -\n");
}

TEST(Chroma, ReferencesAreCheckedAgainstTheirCorpus) {
  const auto row = [](std::string_view content, int begin, int end) {
    return fmt::format(
        "question,references,corpus_id\na,\"[{{\"\"content\"\": \"\"{}\"\", \"\"start_index\"\": {}, "
        "\"\"end_index\"\": {}}}]\",d\n",
        content, begin, end);
  };
  const Annotated moved = read(kChroma, row("two", 3, 6), kTexts);
  EXPECT_EQ(moved.judgements, "0 d 6-9 (16)\n");
  EXPECT_EQ(moved.messages,
            "q:2:5: warning: the quote 'two' stands at 6-9 of the document, not at 3-6: moved there\n");
  EXPECT_EQ(read(kChroma, row("four", 3, 7), kTexts).messages,
            "q:2:5: found 'ne t' at 3-7, expected the quoted 'four', which does not occur in the document\n");
  EXPECT_EQ(read(kChroma, row("two", 6, 9)).messages,
            "q: warning: 1 references are not checked: there is no text of their corpus\n");
}

RC_GTEST_PROP(Chroma, RandomQuestionsAreReadAsTheyWereWritten, ()) {
  const std::vector<std::string> characters = {"a", ",", "\"", "\n", "é", "😀", "\\"};
  std::string text;
  const Offset length = *rc::gen::inRange<Offset>(1, 40);
  for (Offset i = 0; i < length; ++i) text += *rc::gen::elementOf(characters);
  const DocumentText document(text);
  std::string file = "question,references,corpus_id\n";
  std::string expected;
  const int rows = *rc::gen::inRange(1, 4);
  for (int row = 0; row < rows; ++row) {
    std::vector<Span> spans;
    std::string references;
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
      const Offset begin = *rc::gen::inRange<Offset>(0, length);
      const Span span{begin, *rc::gen::inRange<Offset>(begin + 1, length + 1)};
      std::string content;
      append_json_string(content, *document.slice(span));
      references += fmt::format("{}{{\"content\": {}, \"start_index\": {}, \"end_index\": {}}}",
                                spans.empty() ? "" : ", ", content, span.begin, span.end);
      spans.push_back(span);
    }
    file += fmt::format("{},{},d\n", csv_field(text), csv_field("[" + references + "]"));
    expected += fmt::format("{} d", row);
    for (const Span span : SpanSet(spans)) expected += fmt::format(" {}-{}", span.begin, span.end);
    expected += fmt::format(" ({})\n", length);
  }
  const Annotated result = read(kChroma, file, {{"d", text}});
  RC_ASSERT(result.messages == "");
  RC_ASSERT(result.judgements == expected);
}

TEST(Chroma, All790ReferencesOfTheRealQuestionsEqualTheirCorpus) {
  const std::string folder = extended_data() + "/chroma";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  Diagnostics diagnostics;
  JudgementBuilder builder(MergePolicy::kReject, diagnostics);
  const InputFile& file = builder.add_file(*InputFile::open(folder + "/questions_df.csv", diagnostics));
  EXPECT_TRUE(kChroma.sniff(JudgementHead(file.bytes())));
  DocumentTexts texts(texts_in_folder(folder));
  JudgementOptions options;
  options.annotation.texts = &texts;
  kChroma.read(file, options, builder, diagnostics);
  const Judgements judgements = std::move(builder).finish();
  EXPECT_TRUE(diagnostics.kept().empty()) << to_string(diagnostics.kept().front());
  EXPECT_EQ(judgements.topics().size(), 472U);
  EXPECT_EQ(judgements.topics().back().topic(), "471");

  // Counted once more, from the cells themselves, with each reference's text compared to the slice.
  std::size_t references = 0;
  CsvReader csv(file, diagnostics);
  std::vector<CsvField> fields;
  csv.next(fields);
  while (csv.next(fields)) {
    JsonFault fault;
    const auto list = JsonParser().parse(fields[1].text, fault);
    ASSERT_TRUE(list);
    const DocumentText* text = texts.find(fields[2].text);
    ASSERT_NE(text, nullptr);
    for (const JsonValue& reference : list->items) {
      const Span span{*reference.find("start_index")->offset(), *reference.find("end_index")->offset()};
      EXPECT_EQ(text->slice(span), reference.find("content")->text);
      ++references;
    }
  }
  EXPECT_EQ(references, 790U);
}

TEST(LegalBench, TestsAreTopicsFromZero) {
  const std::string_view file =
      R"({"tests":[{"query":"q","snippets":[{"file_path":"d","span":[2,5],"answer":"one"},{"file_path":"e","span":[0,4]},)"
      R"({"file_path":"d","span":[6,9],"answer":"two"}],"tags":["x"]},{"query":"r","snippets":[]},)"
      R"({"query":"s","snippets":[{"file_path":"d","span":[11,16],"answer":"three"}]}]})";
  const Annotated result = read(kLegalBench, file, kTexts);
  EXPECT_EQ(result.judgements, "0 d 2-5 6-9 (16)\n0 e 0-4\n2 d 11-16 (16)\n");
  EXPECT_EQ(result.messages,
            "q: warning: 1 snippets are not checked: there is no answer or no text of their file\n");
  EXPECT_TRUE(kLegalBench.sniff(JudgementHead(file)));
  EXPECT_TRUE(kLegalBench.sniff(JudgementHead("\n{\n \"tests\" : [\n")));
  for (const char* other : {"", "{", "{\"tests\"", "[{\"tests\":[]}]", "{\"test\":[]}"})
    EXPECT_FALSE(kLegalBench.sniff(JudgementHead(other)));
}

TEST(LegalBench, FaultsHaveTheirPlaces) {
  EXPECT_EQ(read(kLegalBench,
                 "{\"tests\":[{\"snippets\":[{\"file_path\":\"d\",\"span\":[5]},\n{\"file_path\":\"\","
                 "\"span\":[0,1]},\n"
                 "{\"span\":[0,1]},\n{\"file_path\":\"d\",\"span\":[5,5]}]},\n{\"query\":\"x\"}]}")
                .messages,
            "q:1:48: found an array, expected [begin, end]\n"
            "q:2:14: found '', expected the name of a file\n"
            "q:3:1: found no \"file_path\", expected a string of that name\n"
            "q:4:25: found 5-5, expected a span that begins before it ends\n"
            "q:5:1: found no \"snippets\", expected an array of that name\n");
  EXPECT_EQ(read(kLegalBench, R"({"tests":[{"snippets":[{"file_path":"d","span":[2,5],"answer":"four"}]}]})",
                 kTexts)
                .messages,
            "q:1:48: found 'one' at 2-5, expected the quoted 'four', which does not occur in the document\n");
  EXPECT_EQ(read(kLegalBench, "{\"tests\":[{]}").messages.substr(0, 5), "q:1:1");
}

}  // namespace
}  // namespace fovea
