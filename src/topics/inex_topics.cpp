// INEX topics, in both shapes.
//
//   2002–2006   <inex_topic topic_id= query_type= ct_no=> with title, castitle, parent, description, …
//   2007–2010   <inex-topic-file> <topic id= ct_no=> with title, castitle, phrasetitle, …
//
// The years differ in case and in `-` or `_`, so names are folded. Real files of 2009 and 2010 redeclare lt,
// gt and amp as the words "lessthan", "greaterthan" and "ampersand"; XML does not let them (section 4.6), and
// expat reads the characters that users mean.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "topics/readers.h"
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
    } else if (folded == "inex_topic" || (at.depth() == 2 && folded == "topic")) {
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

}  // namespace

void read_inex_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics) {
  InexTopicHandler handler(topics, diagnostics);
  read_xml(file, handler, diagnostics);
  handler.report_ignored();
}

}  // namespace fovea
