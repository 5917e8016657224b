// INEX topics, in both shapes.
//
//   2002–2006   <inex_topic topic_id= query_type= ct_no=> with title, castitle, parent, description, …
//   2007–2010   <inex-topic-file> <topic id= ct_no=> with title, castitle, phrasetitle, …; a <topic> by itself, as
//               the overview of 2010 prints it (Figure 2), is a file of one topic
//
// The years differ in case and in `-` or `_`, so names are folded. Real files of 2009 and 2010 redeclare lt,
// gt and amp as the words "lessthan", "greaterthan" and "ampersand"; XML does not let them (section 4.6), and
// expat reads the characters that users mean.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/escape.h"
#include "text/trim.h"
#include "topics/reader_tools.h"
#include "topics/topic_format.h"
#include "xml/reader.h"

namespace fovea {

namespace {

class InexTopicHandler : public XmlHandler {
 public:
  InexTopicHandler(std::vector<Topic>& topics, Diagnostics& diagnostics)
      : topics_(topics), diagnostics_(diagnostics) {}

  void on_start(std::string_view name, const XmlAttributes& attributes, XmlCursor& at) override {
    const std::string folded = fold_name(name);
    if (topic_depth_ > 0) {
      if (at.depth() == topic_depth_ + 1) begin_field(name, folded, at);
    } else if (folded == "inex_topic" || (at.depth() <= 2 && folded == "topic")) {
      begin_topic(attributes, at);
    } else if (at.depth() > 1) {
      ignored_.add(fmt::format("<{}>", name), at.place());
    } else if (folded != "inex_topic_file" && folded != "inex_topics") {
      at.error("not-topics", fmt::format("found <{}>, expected <inex_topic> or <inex-topic-file>", name));
      at.stop();
    }
  }

  void on_text(std::string_view text, XmlCursor& at) override {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (field_ == nullptr) {
      if (first != std::string_view::npos && !ignoring_) ignored_.add("text between elements", at.place());
      return;
    }
    if (field_ == &Topic::castitle && first != std::string_view::npos && topic_.castitle_place.line == 0) {
      topic_.castitle_place = behind(at.place(), text.substr(0, first));
    }
    topic_.*field_ += text;
  }

  void on_end(std::string_view, XmlCursor& at) override {
    if (topic_depth_ == 0) return;
    if (at.depth() == topic_depth_) {
      if (field_ != nullptr) topic_.*field_ = std::string(trim(topic_.*field_));
      field_ = nullptr;
      ignoring_ = false;
    } else if (at.depth() + 1 == topic_depth_) {
      end_topic();
    }
  }

  void report_ignored() const { ignored_.report(diagnostics_); }

 private:
  static Place behind(Place place, std::string_view blanks) {
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(blanks, '\n'));
    const std::size_t last_line = blanks.rfind('\n') + 1;  // 0 when there is none
    place.line += lines;
    place.column = (lines > 0 ? 1 : place.column) + (blanks.size() - last_line);
    return place;
  }

  void begin_topic(const XmlAttributes& attributes, XmlCursor& at) {
    topic_ = Topic();
    topic_.place = at.place();
    topic_depth_ = at.depth();
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      const auto [name, value] = attributes[i];
      const std::string folded = fold_name(name);
      if (folded == "topic_id" || folded == "id") {
        topic_.id = trim(value);
      } else if (folded == "query_type") {
        topic_.query_type = trim(value);
      } else if (folded == "ct_no") {
        topic_.candidate = trim(value);
      } else {
        ignored_.add(fmt::format("attribute {}", name), topic_.place);
      }
    }
    good_ = !topic_.id.empty();
    if (!good_) at.error("missing-id", "found a topic without id, expected topic_id= or id=");
  }

  void begin_field(std::string_view name, const std::string& folded, XmlCursor& at) {
    const TopicField* field = find_topic_field(folded);
    ignoring_ = field == nullptr;
    if (ignoring_) {
      ignored_.add(fmt::format("<{}>", name), at.place());
      return;
    }
    field_ = field->text;
    if (!(topic_.*field_).empty()) {
      at.error("repeated-field",
               fmt::format("found a second <{}>, expected each field once in a topic", name));
      topic_.*field_ = {};
    }
  }

  void end_topic() {
    if (good_) topics_.push_back(std::move(topic_));
    topic_depth_ = 0;
  }

  std::vector<Topic>& topics_;
  Diagnostics& diagnostics_;
  IgnoredParts ignored_;
  Topic topic_;
  std::size_t topic_depth_ = 0;  ///< 0 outside of topics
  bool good_ = false;
  std::string Topic::*field_ = nullptr;
  bool ignoring_ = false;  ///< inside an element that a topic has no place for
};

void read_inex_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics) {
  InexTopicHandler handler(topics, diagnostics);
  read_xml(file, handler, diagnostics);
  handler.report_ignored();
}

void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  out += fmt::format(" {}=\"", name);
  append_xml_text(out, value);
  out += '"';
}

/// Which text of a topic XML cannot hold; nothing when it can hold all of them.
std::optional<std::string_view> unfit_text(const Topic& topic) {
  if (!is_xml_text(topic.id)) return "id";
  if (!is_xml_text(topic.query_type)) return "query_type";
  if (!is_xml_text(topic.candidate)) return "ct_no";
  for (const TopicField& field : kTopicFields) {
    if (!is_xml_text(topic.*field.text)) return field.name;
  }
  return std::nullopt;
}

/// A comment in the place of a topic. A comment holds no two hyphens in a row, and does not end with one.
std::string left_out(const Topic& topic, std::string_view text) {
  std::string id = visible(topic.id);
  for (std::size_t at = 0; (at = id.find("--", at)) != std::string::npos;) id.insert(at + 1, " ");
  return fmt::format("<!-- topic {} is left out: XML cannot hold the characters of its {} -->\n", id, text);
}

/// The shape of 2007–2010, which holds all fields; in the place of topics whose texts XML cannot hold is a comment.
void write_inex_topics(std::span<const Topic> topics, const TopicSink& sink, Unsaid& unsaid) {
  sink("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<inex-topic-file>\n");
  for (const Topic& topic : topics) {
    if (const auto text = unfit_text(topic)) {
      ++unsaid["topics left out, as XML cannot hold their texts"];
      sink(left_out(topic, *text));
      continue;
    }
    std::string out = "<topic";
    append_attribute(out, "id", topic.id);
    append_attribute(out, "ct_no", topic.candidate);
    append_attribute(out, "query_type", topic.query_type);
    out += ">\n";
    for (const TopicField& field : kTopicFields) {
      if ((topic.*field.text).empty()) continue;
      out += fmt::format("  <{}>", field.name);
      append_xml_text(out, topic.*field.text);
      out += fmt::format("</{}>\n", field.name);
    }
    sink(out + "</topic>\n");
  }
  sink("</inex-topic-file>\n");
}

/// Whether the bytes themselves say how they are encoded: `encoding=` in the XML declaration, or UTF-16.
bool names_encoding(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  return bytes.starts_with("<?xml") &&
         bytes.substr(0, bytes.find("?>")).find("encoding") != std::string_view::npos;
}

}  // namespace

const TopicFormat topic_formats::kInex = {
    .name = "inex",
    .what = "INEX",
    .shape =
        "`<inex_topic topic_id= query_type= ct_no=>`, one topic per "
        "file (2002–2006); `<inex-topic-file>` with "
        "`<topic id= ct_no=>` (2007–2010), or one such `<topic>` by itself",
    .sniff =
        [](const TopicHead& head) {
          return head.element == "inex_topic" || head.element == "topic" || head.element == "inex_topics" ||
                 head.element == "inex_topic_file";
        },
    .names_encoding = names_encoding,
    .read = read_inex_topics,
    .write = write_inex_topics};

}  // namespace fovea
