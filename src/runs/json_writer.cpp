// Runs in JSON: JSON lines, and the results file of LegalBench-RAG.
#include <fmt/format.h>

#include <iterator>

#include "runs/format_writer.h"
#include "text/escape.h"
#include "text/unicode.h"

namespace fovea {

namespace {

bool is_utf8(std::string_view text) {
  return !find_malformed_utf8(text);
}

class JsonLinesWriter final : public FormatWriter {
 public:
  void begin(const RunDetails& details, bool) override {
    miss_details(details, !is_utf8(details.id));
    if (!details.id.empty() && is_utf8(details.id)) append_json_string(id_, details.id);
  }

  void topic(const TopicResults& topic, const TopicTimes* times) override {
    if (times != nullptr) miss("times of topics");
    const bool named = !topic.topic.empty() && is_utf8(topic.topic);
    for (const Result& result : topic.results) {
      if (!named || result.doc.empty() || !is_utf8(result.doc) || !is_utf8(result.path) ||
          !is_utf8(result.last_path)) {
        miss(kMissName);
        continue;
      }
      append("{\"topic\":", topic.topic);
      append(",\"doc\":", result.doc);
      append_target(result);
      if (result.rank != 0) fmt::format_to(std::back_inserter(out_), ",\"rank\":{}", result.rank);
      fmt::format_to(std::back_inserter(out_), ",\"score\":{}", result.score);
      if (!id_.empty()) fmt::format_to(std::back_inserter(out_), ",\"run\":{}", id_);
      out_ += "}\n";
    }
  }

 private:
  void append(std::string_view key, std::string_view value) {
    out_ += key;
    append_json_string(out_, value);
  }

  void append_target(const Result& result) {
    switch (result.kind) {
      case ResultKind::kDocument:
        break;
      case ResultKind::kPassage:
        fmt::format_to(std::back_inserter(out_), ",\"begin\":{},\"end\":{}", result.span.begin,
                       result.span.end);
        break;
      case ResultKind::kElement:
        append(",\"path\":", result.path);
        break;
      case ResultKind::kRange:
        append(",\"path\":", result.path);
        append(",\"last_path\":", result.last_path);
        break;
      case ResultKind::kUnresolved:
        out_ += ",\"path\":\"X\"";
        break;
    }
  }

  std::string id_;  ///< as a JSON string; empty when the run has none
};

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
    if (!is_utf8(result.doc) || result.doc.empty()) return miss(kMissName);
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

std::unique_ptr<FormatWriter> make_json_lines_writer() {
  return std::make_unique<JsonLinesWriter>();
}

std::unique_ptr<FormatWriter> make_legalbench_writer() {
  return std::make_unique<LegalBenchWriter>();
}

}  // namespace fovea
