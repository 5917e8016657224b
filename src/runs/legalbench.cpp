// The results files of LegalBench-RAG.
//
//   {"qa_result_list":[{"retrieved_snippets":[{"file_path":"a.txt","span":[44579,45211],"score":0.5}]}]}
//
// A question's topic is its position in the list, from 0.
#include <fmt/format.h>

#include <iterator>
#include <string>

#include "files/json.h"
#include "files/place_finder.h"
#include "runs/format_writer.h"
#include "runs/json_score.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "text/escape.h"
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

std::optional<Run> read_legalbench(const RunFormat& format, InputFile input, bool, Diagnostics& diagnostics) {
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
  RunBuilder builder(input.name(), format);
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const JsonValue& question = list->items[i];
    builder.open_topic(std::to_string(i));
    if (!reader.check(question, Kind::kObject)) continue;
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
    out_ += position == 1 ? "{\"file_path\":" : ",{\"file_path\":";
    append_json_string(out_, result.doc);
    fmt::format_to(std::back_inserter(out_), ",\"span\":[{},{}],\"score\":{}}}", result.span.begin,
                   result.span.end, result.score);
  }

  std::size_t topics_ = 0;
};

}  // namespace

const RunFormat run_formats::kLegalBench = {
    .name = "legalbench",
    .rows =
        R"(`{"qa_result_list":[{"retrieved_snippets":[{"file_path":"a.txt","span":[0,9],"score":0.5}]}]}`; )"
        "a topic is a position in the list, from 0",
    .syntax = RunHead::Syntax::kJson,
    .mark = R"("qa_result_list")",
    .sniff =
        [](const RunHead& head) {
          return head.syntax == RunHead::Syntax::kJson && head.has("\"qa_result_list\"");
        },
    .read = read_legalbench,
    .write = [](bool) -> std::unique_ptr<FormatWriter> { return std::make_unique<LegalBenchWriter>(); }};

}  // namespace fovea
