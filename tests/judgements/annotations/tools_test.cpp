// What each tool's files say, in the shapes the tools write.
#include <gtest/gtest.h>

#include "judgements/annotations/annotated.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

constexpr std::string_view kWebAnnotation =
    R"({"@context":"http://www.w3.org/ns/anno.jsonld","type":"Annotation","motivation":"assessing",)"
    R"("body":{"type":"TextualBody","purpose":"tagging","value":"7"},"target":{"source":"d",)"
    R"("selector":[{"type":"TextPositionSelector","start":4,"end":7},{"type":"TextQuoteSelector","exact":"cat"}]}})";

TEST(WebAnnotation, JudgesByTagAndSource) {
  const Annotated read = read_annotated(kWebAnnotation, {.texts = {{"d", "the cat sat"}}});
  EXPECT_EQ(read.judgements, "7 d 4-7 (11)\n");
  EXPECT_EQ(read.messages, "");
}

TEST(WebAnnotation, MayComeAloneInAListOnAPageOrInLines) {
  const std::string one(kWebAnnotation);
  const std::string other =
      R"({"type":"Annotation","bodyValue":"8","target":[{"source":{"id":"e"},"selector":{"type":"TextPositionSelector","start":0,"end":1}}]})";
  const std::string both = "7 d 4-7\n8 e 0-1\n";
  for (const std::string& file : {"[" + one + "," + other + "]", one + "\n" + other + "\n",
                                  "{\"type\":\"AnnotationPage\",\n\"items\":[" + one + "," + other + "]}",
                                  "{\"@context\":\"x\",\"type\":\"AnnotationCollection\",\"first\":{\"type\":"
                                  "\"AnnotationPage\",\n\"items\":[" +
                                      one + "," + other + "]}}"}) {
    const Annotated read = read_annotated(file);
    EXPECT_EQ(read.judgements, both) << file;
    EXPECT_EQ(
        read.messages,
        "f.json: warning: 2 spans are not checked: there is no text of the document to check against\n");
  }
}

TEST(WebAnnotation, OfTwoCreatorsAreTwoOpinions) {
  const auto by = [](std::string_view creator, int begin) {
    return fmt::format(
        R"({{"target":{{"source":"d","selector":{{"type":"TextPositionSelector","start":{},"end":9}}}},)"
        R"("creator":{},"bodyValue":"7"}})",
        begin, creator);
  };
  const std::string file =
      fmt::format("[{},\n{},\n{}]", by("\"ann\"", 2), by("{\"id\":\"bob\"}", 5), by("\"ann\"", 1));
  EXPECT_EQ(read_annotated(file, {.merge = MergePolicy::kIntersection}).judgements, "7 d 5-9\n");
  EXPECT_NE(read_annotated(file).messages.find("f.json:2: found document 'd' of topic '7' again"),
            std::string::npos);
}

TEST(WebAnnotation, SaysWhatIsMissing) {
  EXPECT_EQ(read_annotated("[{\"type\":\"Annotation\",\"target\":{\"selector\":{}}},\n{\"target\":\"d\"},\n"
                           "{\"target\":{\"source\":\"d\",\"selector\":{\"type\":\"RangeSelector\"}}},\n"
                           "{\"target\":{\"source\":\"d\",\"selector\":{\"type\":\"TextPositionSelector\","
                           "\"start\":1,\"end\":2}}},\n{}]")
                .messages,
            "f.json:1:32: found an object, expected a target with a source: the document\n"
            "f.json:2:11: found 'd', expected a target with a selector\n"
            "f.json:3:36: found an object, expected a TextPositionSelector or a TextQuoteSelector\n"
            "f.json:4:36: found no topic, expected a label or tag that names the topic\n"
            "f.json:5:1: found no \"target\", expected an object of that name\n"
            "f.json: warning: 1 span is not checked: there is no text of the document to check against\n");
}

constexpr std::string_view kTask =
    R"([{"id":1,"data":{"text":"a😀 27 cats"},"annotations":[{"id":11,"was_cancelled":false,"result":[)"
    R"({"type":"labels","value":{"start":3,"end":5,"text":"27","labels":["Relevant"]}},)"
    R"({"type":"choices","value":{"choices":["x"]}}]},{"was_cancelled":true,"result":[]}]}])";

TEST(LabelStudio, CountsCodePointsAndLeavesCancelledAnnotationsOut) {
  const Annotated read = read_annotated(kTask);
  EXPECT_EQ(read.judgements, "Relevant 1 3-5 (10)\n");
  EXPECT_EQ(read.messages,
            "f.json: warning: left out: cancelled annotations (1)\n"
            "f.json: warning: left out: results that are no spans (1)\n");
}

TEST(LabelStudio, MayHaveTopicAndDocumentInItsData) {
  const Annotated read = read_annotated(
      R"([{"id":1,"data":{"text":"abc","doc":"a.md","query":{"id":7}},"annotations":[{"result":[]}]},)"
      R"({"id":2,"data":{"text":"abc","doc":"b.md","query":{"id":7}},"annotations":[{"result":[)"
      R"({"type":"labels","value":{"start":0,"end":2,"labels":["Relevant"]}},{"type":"labels","value":{"start":2,"end":3,"labels":["Off"]}}]}]}])",
      {.topic_from = "field:query.id", .labels = {"Relevant"}});
  EXPECT_EQ(read.judgements, "7 a.md - (3)\n7 b.md 0-2 (3)\n");
  EXPECT_EQ(read.messages, "f.json: warning: left out: spans with other labels (1)\n");
}

TEST(LabelStudio, OfTwoAnnotatorsIsTwoOpinions) {
  const auto annotation = [](int end) {
    return fmt::format(R"({{"result":[{{"type":"labels","value":{{"start":0,"end":{},"labels":["7"]}}}}]}})",
                       end);
  };
  const std::string file =
      R"([{"id":1,"data":{"text":"abcd"},"annotations":[)" + annotation(2) + "," + annotation(3) + "]}]";
  EXPECT_EQ(read_annotated(file, {.merge = MergePolicy::kUnion}).judgements, "7 1 0-3 (4)\n");
  EXPECT_NE(read_annotated(file).messages.find("again"), std::string::npos);
}

TEST(LabelStudio, FlatFilesAreReadToo) {
  const Annotated read = read_annotated(
      R"([{"id":5,"text":"27 cats","tags":[{"start":0,"end":2,"text":"27","labels":["7","8"]}],"annotator":1,"annotation_id":3},)"
      R"({"id":6,"text":"none","annotator":1}])");
  EXPECT_EQ(read.judgements, "7 5 0-2 (7)\n8 5 0-2 (7)\n");
  EXPECT_EQ(read.messages, "f.json: warning: left out: records without spans, which judge no topic (1)\n");
}

TEST(LabelStudio, NamesThePlaceOfAFault) {
  EXPECT_EQ(read_annotated(
                "[{\"id\":1,\"data\":{\"text\":\"é\"},\n\"annotations\":[{\"result\":[{\"type\":\"labels\",\n"
                "\"value\":{\"start\":\"/p[1]\",\"end\":2,\"labels\":[\"7\"]}}]}]}]")
                .messages,
            "f.json:3:18: found '/p[1]', expected a number\n");
  EXPECT_EQ(read_annotated("[{\"id\":1,\"data\":{\"text\":\"é\"},\"annotations\":[{\"result\":[\n"
                           "{\"type\":\"labels\",\"value\":{\"start\":0,\"end\":2,\"labels\":[\"7\"]}}]}]}]")
                .messages,
            "f.json:2:26: found 0-2, expected a span between characters of the text, which has 1\n");
}

TEST(Doccano, HasTriplesOrEntities) {
  const Annotated read = read_annotated(
      "{\"id\":7,\"text\":\"é27\",\"label\":[[1,3,\"REL\"]]}\n"
      "{\"id\":8,\"text\":\"abc\",\"entities\":[{\"id\":1,\"label\":\"REL\",\"start_offset\":0,\"end_"
      "offset\":2}]}\n"
      "{\"id\":9,\"text\":\"abc\",\"topic\":\"t\",\"label\":[]}\n");
  EXPECT_EQ(read.judgements, "REL 7 1-3 (3)\nREL 8 0-2 (3)\nt 9 - (3)\n");
  EXPECT_EQ(read.messages, "");
  EXPECT_EQ(
      read_annotated("{\"id\":7,\"text\":\"ab\",\"label\":[[0,\"REL\"]]}\n{\"text\":\"ab\",\"label\":[]}")
          .messages,
      "f.json:1:30: found an array, expected [begin, end, label]\n"
      "f.json:2:1: found no document, expected a field \"doc\" or \"id\" that names the document\n");
}

TEST(Prodigy, CountsOnlyWhatWasAccepted) {
  const Annotated read = read_annotated(
      "{\"text\":\"Sony\",\"meta\":{\"doc\":\"d\"},\"spans\":[{\"start\":0,\"end\":4,\"label\":\"REL\"}],"
      "\"answer\":\"accept\"}\n"
      "{\"text\":\"Sony\",\"meta\":{\"doc\":\"e\"},\"spans\":[{\"start\":0,\"end\":4,\"label\":\"REL\"}],"
      "\"answer\":\"reject\"}\n",
      {.topic_from = "label"});
  EXPECT_EQ(read.judgements, "REL d 0-4 (4)\n");
  EXPECT_EQ(read.messages, "f.json: warning: left out: records that were not accepted (1)\n");
}

TEST(Brat, ReadsTheTextBesideIt) {
  const TemporaryFolder folder;
  folder.write("7/doc.txt", "Sony\nInc. of North and South America");
  const std::string name = folder / "7/doc.ann";
  const Annotated read = read_annotated(
      "T1\tRelevant 0 9\tSony Inc.\nT2\tRelevant 13 18;29 36\tNorth America\n"
      "A1\tTopic T1 8\nA2\tTopic T2 9\nR1\tPart Arg1:T1 Arg2:T2\n",
      {.name = name, .topic_from = "field:Topic"});
  EXPECT_EQ(read.judgements, "8 doc 0-9 (36)\n9 doc 13-18 29-36 (36)\n");
  EXPECT_EQ(read.messages, name + ": warning: left out: rows that are neither spans nor attributes (1)\n");
  EXPECT_EQ(
      read_annotated("T1\tRelevant 1 5\tSony\n", {.name = name, .topic_from = "file:{}/*.ann"}).judgements,
      "7 doc 0-4 (36)\n");
  folder.write("7/doc.ann", "");
  EXPECT_TRUE(judgement_formats::kBrat.is_companion(folder / "7/doc.txt"));
  EXPECT_FALSE(judgement_formats::kBrat.is_companion(folder / "7/doc.ann"));
  EXPECT_FALSE(judgement_formats::kBrat.is_companion(folder / "7/other.txt"));
}

TEST(Brat, NamesThePlaceOfAFault) {
  EXPECT_EQ(
      read_annotated("T1\tRel 0 4\tSony\nT2\tRel\nT3\tRel 4 4\tx\nT4\tRel 0 2;x\tx\nA1\n", {.name = "d.ann"})
          .messages,
      "d.ann:2:1: found 'T2\\x09Rel', expected T1<TAB>Label 0 4<TAB>the text\n"
      "d.ann:3:7: found ' 4 4', expected two offsets, begin before end\n"
      "d.ann:4:12: found 'x', expected two offsets, begin before end\n"
      "d.ann:5:1: found 'A1', expected A1<TAB>Name T1 value\n"
      "d.ann: warning: 1 span is not checked: there is no text of the document to check against\n");
  const Annotated pieces = read_annotated("T1\tRel 0 1;2 3\ta c\nT2\tRel 0 1;2 3\ta b\nT3\tRel 0 1;9 10\ta\n",
                                          {.name = "d.ann", .texts = {{"d", "abc"}}});
  EXPECT_EQ(pieces.judgements, "Rel d 0-1 2-3 (3)\n");
  EXPECT_EQ(pieces.messages,
            "d.ann:2:1: found 'a c' in the pieces, expected the quoted 'a b'\n"
            "d.ann:3:1: found 9-10, expected a piece inside the text, which has 3 characters\n");
  EXPECT_EQ(read_annotated("T1\tRel 0 4\tS\xF6ny\n", {.name = "d.ann"}).messages,
            "d.ann:1:13: found '\\xf6', expected UTF-8\n");
}

TEST(Cas, CountsUtf16Units) {
  const Annotated read = read_annotated(
      R"({"%TYPES":{},"%FEATURE_STRUCTURES":[{"%ID":1,"%TYPE":"uima.cas.Sofa","sofaNum":1,"sofaString":"a😀 27 cats"},)"
      R"({"%ID":2,"%TYPE":"DocumentMetaData","@sofa":1,"begin":0,"end":12,"documentId":"d.xml"},)"
      R"({"%ID":3,"%TYPE":"Token","@sofa":1,"begin":0,"end":1},)"
      R"({"%ID":4,"%TYPE":"custom.Span","@sofa":1,"begin":4,"end":6,"label":"7"}],"%VIEWS":{}})");
  EXPECT_EQ(read.judgements, "7 d.xml 3-5 (10)\n");
  EXPECT_EQ(read.messages,
            "f.json: warning: left out: annotations without a label, of type DocumentMetaData (1)\n"
            "f.json: warning: left out: annotations without a label, of type Token (1)\n");
}

TEST(Cas, IsNamedAfterItsFileWhereItSaysNothing) {
  const std::string_view cas =
      R"({"%FEATURE_STRUCTURES":[{"%TYPE":"uima.cas.Sofa","sofaString":"Sony"},{"%TYPE":"custom.Span","begin":0,"end":4,"query":8}]})";
  EXPECT_EQ(read_annotated(cas, {.name = "x/doc1.json", .topic_from = "field:query"}).judgements,
            "8 doc1 0-4 (4)\n");
}

TEST(Hypothesis, JudgesByTagAndUri) {
  const std::string_view rows =
      R"({"total":3,"rows":[{"id":"x","uri":"http://h/d","user":"acct:a","tags":["7"],"target":[{"source":"http://h/d","selector":[)"
      R"({"type":"RangeSelector"},{"type":"TextPositionSelector","start":4,"end":6},{"type":"TextQuoteSelector","exact":"27","prefix":" ","suffix":" c"}]}]},)"
      R"({"id":"y","uri":"http://h/d","tags":[],"target":[{"source":"http://h/d"}]}]})";
  const Annotated read = read_annotated(rows, {.texts = {{"http://h/d", "a😀 27 cats"}}});
  EXPECT_EQ(read.judgements, "7 http://h/d 3-5 (10)\n");
  EXPECT_EQ(read.messages, "f.json: warning: left out: notes and replies without a selector (1)\n");
  EXPECT_NE(read_annotated(rows).messages.find("found offsets in UTF-16 units, expected the document's text"),
            std::string::npos);
}

TEST(Annotations, AreToldApartByTheirContent) {
  EXPECT_EQ(sniff_judgements(kWebAnnotation), &judgement_formats::kWebAnnotation);
  EXPECT_EQ(sniff_judgements(kTask), &judgement_formats::kLabelStudio);
  EXPECT_EQ(sniff_judgements("T1\tRel 0 4\tSony"), &judgement_formats::kBrat);
  EXPECT_EQ(sniff_judgements(R"({"text":"x","spans":[]})"), &judgement_formats::kProdigy);
  EXPECT_EQ(sniff_judgements(R"({"text":"x","spans":[{"start":0,"labels":["7"]}]})"),
            &judgement_formats::kLabelStudio)
      << "JSON_MIN, whatever the control is called";
  EXPECT_EQ(sniff_judgements(R"({"topic":"7","doc":"d","text":"x","spans":[[0,1]]})"),
            &judgement_formats::kJsonLines)
      << "our own lines, with a field too many";
  EXPECT_EQ(sniff_judgements(R"({"uri":"d","target":[]})"), &judgement_formats::kHypothesis);
  for (const char* other :
       {"", "[]", "{}", "[1]", "7 Q0 d 1 2 x", "T1\tx", "{\"id\":7,\"title\":\"x\"}", "{\"a\""}) {
    EXPECT_EQ(sniff_judgements(other), nullptr) << other;
  }
}

}  // namespace
}  // namespace fovea
