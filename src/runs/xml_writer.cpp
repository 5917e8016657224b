#include "runs/xml_writer.h"

#include <fmt/format.h>

#include <iterator>

#include "text/escape.h"

namespace fovea {

namespace {

class XmlWriter final : public FormatWriter {
 public:
  void begin(const RunDetails& details, bool times) override {
    const bool efficiency =
        times || !details.topk.empty() || !details.index_size_bytes.empty() || !details.environment.empty();
    root_ = efficiency ? "efficiency-submission" : "inex-submission";
    fmt::format_to(std::back_inserter(out_), "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{}", root_);
    attribute("participant-id", details.participant);
    attribute("run-id", details.id);
    attribute("task", details.task);
    attribute("query", details.query);
    attribute("result-type", details.result_type);
    attribute("topk", details.topk);
    attribute("index_size_bytes", details.index_size_bytes);
    for (const auto& [name, value] : details.environment) attribute(name, value);
    out_ += ">\n";
    if (!details.topic_fields.empty()) {
      out_ += "  <topic-fields";
      for (const std::string& field : details.topic_fields) attribute(field, "yes");
      out_ += "/>\n";
    }
    if (!details.description.empty()) {
      out_ += "  ";
      element("description", details.description);
      out_ += "\n";
    }
    if (!details.collections.empty()) {
      out_ += "  <collections>";
      for (const std::string& collection : details.collections) element("collection", collection);
      out_ += "</collections>\n";
    }
  }

  void topic(const TopicResults& topic, const TopicTimes* times) override {
    if (!is_xml_text(topic.topic)) return miss(kMissName, topic.results.size());
    out_ += "  <topic";
    attribute("topic-id", topic.topic);
    if (times != nullptr) {
      time("total_time_ms", times->total_ms);
      time("cpu_time_ms", times->cpu_ms);
      time("io_time_ms", times->io_ms);
      time("io_bytes", times->io_bytes);
    }
    out_ += ">\n";
    for (const Result& result : topic.results) append_result(result);
    out_ += "  </topic>\n";
  }

  void end() override { fmt::format_to(std::back_inserter(out_), "</{}>\n", root_); }

 private:
  void append_result(const Result& result) {
    if (!is_xml_text(result.doc) || !is_xml_text(result.path) || !is_xml_text(result.last_path) ||
        has_outer_white(result.doc)) {
      return miss(kMissName);
    }
    out_ += "    <result>";
    element("file", result.doc);
    append_target(result);
    if (result.rank != 0) fmt::format_to(std::back_inserter(out_), "<rank>{}</rank>", result.rank);
    fmt::format_to(std::back_inserter(out_), "<rsv>{}</rsv></result>\n", result.score);
  }

  void append_target(const Result& result) {
    switch (result.kind) {
      case ResultKind::kDocument:
        break;
      case ResultKind::kPassage:
        fmt::format_to(std::back_inserter(out_), "<fol offset=\"{}\" length=\"{}\"/>", result.span.begin,
                       result.span.size());
        break;
      case ResultKind::kElement:
        element("path", result.path);
        break;
      case ResultKind::kRange:
        out_ += "<passage";
        attribute("start", result.path);
        attribute("end", result.last_path);
        out_ += "/>";
        break;
      case ResultKind::kUnresolved:
        element("path", "X");
        break;
    }
  }

  /// Readers take white space around a document id as layout.
  static bool has_outer_white(std::string_view text) {
    constexpr std::string_view kWhite = " \t\n";
    return text.empty() || kWhite.find(text.front()) != std::string_view::npos ||
           kWhite.find(text.back()) != std::string_view::npos;
  }

  void attribute(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    if (!is_xml_text(value)) return miss("details that XML cannot hold (control characters, broken UTF-8)");
    fmt::format_to(std::back_inserter(out_), " {}=\"", name);
    append_xml_text(out_, value);
    out_ += '"';
  }

  void element(std::string_view name, std::string_view text) {
    if (!is_xml_text(text)) return miss("details that XML cannot hold (control characters, broken UTF-8)");
    fmt::format_to(std::back_inserter(out_), "<{}>", name);
    append_xml_text(out_, text);
    fmt::format_to(std::back_inserter(out_), "</{}>", name);
  }

  void time(std::string_view name, const std::optional<double>& value) {
    if (value) fmt::format_to(std::back_inserter(out_), " {}=\"{}\"", name, *value);
  }

  std::string_view root_;
};

}  // namespace

std::unique_ptr<FormatWriter> make_xml_writer() {
  return std::make_unique<XmlWriter>();
}

}  // namespace fovea
