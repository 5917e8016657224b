// Runs in XML: <inex-submission> of 2002–2008 and <efficiency-submission>, with all they say about themselves.
#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "runs/column_row.h"
#include "runs/environment.h"
#include "runs/format_writer.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "text/escape.h"
#include "text/numbers.h"
#include "text/trim.h"
#include "xml/reader.h"

namespace fovea {

namespace {

class SubmissionHandler final : public XmlHandler {
 public:
  SubmissionHandler(RunBuilder& builder, Diagnostics& diagnostics)
      : builder_(builder), diagnostics_(diagnostics) {}

  void on_start(std::string_view name, const XmlAttributes& attributes, XmlCursor& at) override {
    text_.clear();
    if (at.depth() == 1) return start_submission(name, attributes, at);
    if (name == "topic-fields") return start_topic_fields(attributes);
    if (name == "topic") return start_topic(attributes, at);
    if (name == "result") return start_result(at);
    if (name == "fol") return start_fol(attributes, at);
    if (name == "passage") return start_passage(attributes, at);
  }

  void on_text(std::string_view text, XmlCursor&) override { text_ += text; }

  void on_end(std::string_view name, XmlCursor& at) override {
    const std::string_view text = trim(text_);
    if (in_result_) {
      end_in_result(name, text, at);
    } else if (name == "topic") {
      in_topic_ = false;
    } else if (name == "description") {
      builder_.details().description = text;
    } else if (name == "collection") {
      builder_.details().collections.emplace_back(text);
    }
    text_.clear();
  }

 private:
  void start_submission(std::string_view name, const XmlAttributes& attributes, XmlCursor& at) {
    if (name != "inex-submission" && name != "efficiency-submission") {
      at.error("not-a-run",
               fmt::format("found <{}>, expected <inex-submission> or <efficiency-submission>", name));
      at.stop();
      return;
    }
    RunDetails& details = builder_.details();
    const auto take = [&](std::string& target, std::string_view attribute) {
      if (const auto value = attributes.find(attribute)) target = *value;
    };
    take(details.id, "run-id");
    take(details.participant, "participant-id");
    take(details.task, "task");
    take(details.query, "query");
    take(details.result_type, "result-type");
    take(details.topk, "topk");
    take(details.index_size_bytes, "index_size_bytes");
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (is_environment_attribute(attributes[i].name))
        details.environment.emplace_back(attributes[i].name, attributes[i].value);
    }
  }

  void start_topic_fields(const XmlAttributes& attributes) {
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (attributes[i].value == "yes") builder_.details().topic_fields.emplace_back(attributes[i].name);
    }
  }

  void start_topic(const XmlAttributes& attributes, XmlCursor& at) {
    const auto id = attributes.find("topic-id");
    in_topic_ = id && !id->empty();
    if (!in_topic_) return at.error("missing-topic", "found a <topic> without topic-id, expected its number");
    builder_.open_topic(*id, at.place(), diagnostics_);
    TopicTimes times;
    take_time(attributes, "total_time_ms", times.total_ms, at);
    take_time(attributes, "cpu_time_ms", times.cpu_ms, at);
    take_time(attributes, "io_time_ms", times.io_ms, at);
    take_time(attributes, "io_bytes", times.io_bytes, at);
    const bool any = times.total_ms || times.cpu_ms || times.io_ms || times.io_bytes;
    if (any) builder_.set_times(times);
  }

  static void take_time(const XmlAttributes& attributes, std::string_view name, std::optional<double>& time,
                        XmlCursor& at) {
    const auto value = attributes.find(name);
    if (!value || value->empty()) return;
    time = parse_number(*value);
    if (!time) at.error("bad-time", fmt::format("found {}={}, expected a number", name, quote(*value)));
  }

  void start_result(XmlCursor& at) {
    result_ = {};
    result_.line = at.place().line;
    in_result_ = true;
    good_ = in_topic_;
    targets_ = 0;
    if (!in_topic_) at.error("missing-topic", "found a <result> outside of a topic, expected <topic>");
  }

  void start_fol(const XmlAttributes& attributes, XmlCursor& at) {
    if (!in_result_) return;
    ++targets_;
    const auto offset_text = attributes.find("offset").value_or("");
    const auto length_text = attributes.find("length").value_or("");
    const auto offset = parse_offset(offset_text);
    const auto length = parse_offset(length_text);
    if (!offset) {
      return bad(at, "bad-offset", offset_text, "an offset (a whole number below 2147483648)");
    }
    if (!length || std::uint64_t{*offset} + *length > kMaxOffset) {
      return bad(at, "bad-length", length_text,
                 fmt::format("the length of a passage from {} that ends below 2147483648", *offset));
    }
    result_.kind = ResultKind::kPassage;
    result_.span = {*offset, *offset + *length};
  }

  void start_passage(const XmlAttributes& attributes, XmlCursor& at) {
    if (!in_result_) return;
    ++targets_;
    const auto start = attributes.find("start").value_or("");
    const auto end = attributes.find("end").value_or("");
    for (const std::string_view path : {start, end}) {
      if (const auto fault = check_range_end(path)) return bad_path(at, path, *fault);
    }
    result_.kind = ResultKind::kRange;
    result_.path = builder_.keep(start);
    result_.last_path = builder_.keep(end);
  }

  void end_in_result(std::string_view name, std::string_view text, XmlCursor& at) {
    if (name == "result") {
      end_result(at);
    } else if (name == "file") {
      result_.doc = builder_.keep(text);
    } else if (name == "path") {
      end_path(text, at);
    } else if (name == "rank") {
      const auto rank = parse_offset(text);
      if (!rank) return bad(at, "bad-rank", text, "a rank (a whole number from 0)");
      result_.rank = static_cast<std::int32_t>(*rank);
    } else if (name == "rsv") {
      const auto score = parse_number(text);
      if (!score) return bad(at, "bad-score", text, "a score (a finite decimal number)");
      result_.score = *score;
    }
  }

  void end_path(std::string_view text, XmlCursor& at) {
    ++targets_;
    if (text == "X" || text == "-1") {
      result_.kind = ResultKind::kUnresolved;
    } else if (const auto fault = check_element_path(text)) {
      bad_path(at, text, *fault);
    } else {
      result_.kind = ResultKind::kElement;
      result_.path = builder_.keep(text);
    }
  }

  void end_result(XmlCursor& at) {
    in_result_ = false;
    if (result_.doc.empty()) bad(at, "missing-file", "", "a <file> in every result");
    if (targets_ > 1) {
      good_ = false;
      at.error("two-targets",
               "found more than one place in a result, expected one <path>, <fol> or <passage>");
    }
    if (targets_ == 0) result_.span = {0, kMaxOffset};
    if (good_) builder_.add(result_);
  }

  void bad(XmlCursor& at, std::string_view code, std::string_view found, std::string_view expected) {
    good_ = false;
    at.error(code, fmt::format("found {}, expected {}", quote(found), expected));
  }
  void bad_path(XmlCursor& at, std::string_view path, const PathFault& fault) {
    good_ = false;
    at.error("bad-path", to_string(fault, path));
  }

  RunBuilder& builder_;
  Diagnostics& diagnostics_;
  std::string text_;
  Result result_;
  bool in_topic_ = false;
  bool in_result_ = false;
  bool good_ = true;  ///< nothing wrong in the current result so far
  int targets_ = 0;   ///< paths, passages and fols of the current result
};

/// An INEX submission, or an efficiency submission when there are times, a depth, an index size or an environment.
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

std::optional<Run> read_submission(const RunFormat& format, InputFile input, const RunOptions&,
                                   Diagnostics& diagnostics) {
  RunBuilder builder(input.name(), format);
  SubmissionHandler handler(builder, diagnostics);
  const bool well = read_xml(input, handler, diagnostics);
  if (builder.topics() == 0) {
    if (well) diagnostics.expected({input.name()}, "empty", "no topic", "a run");
    return std::nullopt;
  }
  return std::move(builder).build();
}

bool sniff_submission(const RunHead& head) {
  return head.syntax == RunHead::Syntax::kXml &&
         (head.has("<inex-submission") || head.has("<efficiency-submission"));
}

}  // namespace

const RunFormat run_formats::kXml = {
    .name = "inex-xml",
    .rows = "`<inex-submission>` (2002–2008) and `<efficiency-submission>`",
    .syntax = RunHead::Syntax::kXml,
    .mark = "<inex-submission> or <efficiency-submission>",
    .ranked = false,
    .sniff = sniff_submission,
    .read = read_submission,
    .write = [](bool) -> std::unique_ptr<FormatWriter> { return std::make_unique<XmlWriter>(); }};

}  // namespace fovea
