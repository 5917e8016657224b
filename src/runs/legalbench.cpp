// The results files of LegalBench-RAG.
//
//   {"qa_result_list":[{"qa_gt":{"query":"…","snippets":[…]},
//                       "retrieved_snippets":[{"file_path":"a.txt","span":[44579,45211],"score":0.5}]}],
//    "weights":[0.25]}
//
// Here a question's topic is its position in the list, from 0. What it is in the judgements, where several
// benchmarks may stand and a run may answer a sample of them, is told by `qa_gt` (evaluate/question_match.h).
#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "files/json.h"
#include "files/json_writer.h"
#include "files/legalbench_evidence.h"
#include "files/place_finder.h"
#include "runs/format_writer.h"
#include "runs/json_score.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "text/numbers.h"
#include "text/unicode.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

void read_snippet(const JsonReader& reader, const JsonValue& snippet, RunBuilder& builder,
                  std::int32_t rank) {
  if (!reader.check(snippet, Kind::kObject)) return;
  Result result;
  const auto doc = reader.need_id(snippet, "file_path");
  const JsonValue* const span = reader.need(snippet, "span", Kind::kArray);
  const bool scored = read_json_score(reader, snippet, result.score);
  if (!doc || span == nullptr || !scored) return;
  const auto begin = span->items.size() == 2 ? span->items[0].offset() : std::nullopt;
  const auto end = span->items.size() == 2 ? span->items[1].offset() : std::nullopt;
  if (!begin || !end || *end < *begin) return reader.wrong(*span, "a span [begin, end] with begin <= end");
  result.doc = builder.keep(*doc);
  result.span = {*begin, *end};
  result.kind = ResultKind::kPassage;
  result.rank = rank;
  result.line = reader.place(snippet).line;
  builder.add(result);
}

/// One number for each question; nothing, and said, when they are others.
std::optional<std::vector<double>> read_weights(const JsonReader& reader, const JsonValue& root,
                                                std::size_t questions) {
  std::vector<double> weights;
  const JsonValue* const list = reader.want(root, "weights", Kind::kArray);
  if (list == nullptr) return weights;
  if (list->items.size() != questions) {
    reader.diagnostics().expected(reader.place(*list), "weights-differ",
                                  fmt::format("{} weights", list->items.size()),
                                  fmt::format("one for each of the {} questions", questions));
    return std::nullopt;
  }
  double sum = 0;
  for (const JsonValue& item : list->items) {
    const auto weight = item.is(Kind::kNumber) ? parse_number(item.text) : std::nullopt;
    if (!weight || *weight < 0) {
      reader.wrong(item, "a weight (a number from 0)");
      return std::nullopt;
    }
    weights.push_back(*weight);
    sum += *weight;
  }
  if (sum > 0) return weights;
  reader.wrong(*list, "weights of which one at least is not 0");
  return std::nullopt;
}

RunQuestion read_question(const JsonReader& reader, const JsonValue& result, std::string& evidence) {
  RunQuestion question;
  question.line = reader.place(result).line;
  const JsonValue* const truth = reader.want(result, "qa_gt", Kind::kObject);
  if (truth == nullptr) return question;
  if (const JsonValue* query = reader.want(*truth, "query", Kind::kString)) question.text = query->text;
  if (const JsonValue* snippets = reader.want(*truth, "snippets", Kind::kArray)) {
    evidence = legalbench_evidence(*snippets);
    question.evidence = evidence;
  }
  return question;
}

std::optional<Run> read_legalbench(const RunFormat& format, InputFile input, const RunOptions&,
                                   Diagnostics& diagnostics) {
  PlaceFinder finder(input.name(), input.bytes());
  JsonParser parser;
  JsonFault fault;
  const auto root = parser.parse(input.bytes(), fault);
  if (!root) {
    report(fault, finder(fault.byte), diagnostics);
    return std::nullopt;
  }
  const JsonReader reader([&](std::size_t byte) { return finder(byte); }, diagnostics);
  const JsonValue* const list = reader.need(*root, "qa_result_list", Kind::kArray);
  if (list == nullptr) return std::nullopt;
  const auto weights = read_weights(reader, *root, list->items.size());
  if (!weights) return std::nullopt;
  RunBuilder builder(input.name(), format);
  std::string evidence;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const JsonValue& question = list->items[i];
    builder.open_topic(std::to_string(i));
    if (!reader.check(question, Kind::kObject)) continue;
    RunQuestion asked = read_question(reader, question, evidence);
    if (!weights->empty()) asked.weight = (*weights)[i];
    builder.set_question(asked);
    const JsonValue* const snippets = reader.need(question, "retrieved_snippets", Kind::kArray);
    if (snippets == nullptr) continue;
    std::int32_t rank = 0;
    for (const JsonValue& snippet : snippets->items) read_snippet(reader, snippet, builder, ++rank);
  }
  if (builder.topics() == 0) {
    diagnostics.expected(reader.place(*list), "empty", "no question", "a run");
    return std::nullopt;
  }
  return std::move(builder).build();
}

class LegalBenchWriter final : public FormatWriter {
 public:
  void begin(const RunDetails& details, bool) override {
    miss_details(details, true);
    miss("questions in words (qa_gt)");
    out_ += "{\"qa_result_list\":[";
  }

  void topic(const TopicResults& topic, const TopicTimes* times) override {
    if (times != nullptr) miss("times of topics");
    if (topic.topic != std::to_string(topics_)) miss("topic ids (a question is known by its position)");
    out_ += topics_++ == 0 ? "\n" : ",\n";
    out_ += "{\"retrieved_snippets\":[";
    std::int32_t position = 0;
    for (const Result& result : topic.results) append_snippet(result, position);
    out_ += "]}";
  }

  void end() override { out_ += "\n]}\n"; }

 private:
  void append_snippet(const Result& result, std::int32_t& position) {
    if (find_malformed_utf8(result.doc) || result.doc.empty()) return miss(kMissName);
    if (!has_span(result)) return miss(kMissOffsets);
    if (result.rank != ++position) miss("rank numbers that are not the position");
    if (position > 1) out_ += ',';
    JsonWriter(out_)
        .open('{')
        .member("file_path", result.doc)
        .key("span")
        .pair(result.span.begin, result.span.end)
        .member("score", result.score)
        .close('}');
  }

  std::size_t topics_ = 0;
};

}  // namespace

const RunFormat run_formats::kLegalBench = {
    .name = "legalbench",
    .rows =
        R"(`{"qa_result_list":[{"qa_gt":{"query":"…"},"retrieved_snippets":[{"file_path":"a.txt","span":[0,9],"score":0.5}]}],"weights":[0.25]}`; )"
        "matched to the judgements by `qa_gt`, else a topic is a position in the list, from 0",
    .syntax = RunHead::Syntax::kJson,
    .mark = R"("qa_result_list")",
    .sniff =
        [](const RunHead& head) {
          return head.syntax == RunHead::Syntax::kJson && head.has("\"qa_result_list\"");
        },
    .read = read_legalbench,
    .write = [](bool) -> std::unique_ptr<FormatWriter> { return std::make_unique<LegalBenchWriter>(); }};

}  // namespace fovea
