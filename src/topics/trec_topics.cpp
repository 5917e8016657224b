// TREC topics: `<top>` … `</top>` around fields whose tags are usually not closed.
//
//   <top>
//   <num> Number: 301
//   <title> International Organized Crime
//   <desc> Description:
//   Identify organizations that …
//   </top>
//
// It is neither SGML with its DTD nor XML, so it is scanned for the tags that such files use, in any case,
// closed or not. At the beginning of a line anything that looks like a tag is one; elsewhere only known tags
// are, and the rest is text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "files/place_finder.h"
#include "text/trim.h"
#include "topics/reader_tools.h"
#include "topics/topic_format.h"

namespace fovea {

namespace {

struct TrecField {
  std::string_view tag;
  std::string_view label;  ///< what TREC puts before the text
  std::string Topic::*text;
};

constexpr std::array<TrecField, 5> kFields = {{
    {"num", "number:", &Topic::id},
    {"title", "topic:", &Topic::title},
    {"desc", "description:", &Topic::description},
    {"narr", "narrative:", &Topic::narrative},
    {"con", "concept(s):", &Topic::keywords},
}};

const TrecField* find_field(std::string_view tag) {
  const auto* field = std::ranges::find(kFields, tag, &TrecField::tag);
  return field == kFields.end() ? nullptr : field;
}

struct Tag {
  std::string name;  ///< folded
  bool closing = false;
  std::size_t begin = 0;
  std::size_t end = 0;
};

class TrecReader {
 public:
  TrecReader(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics)
      : bytes_(file.bytes()),
        topics_(topics),
        diagnostics_(diagnostics),
        places_(file.name(), file.bytes()) {}

  void read() {
    std::size_t text_begin = 0;
    for (Tag tag = next_tag(0); tag.begin < bytes_.size(); tag = next_tag(tag.end)) {
      end_text(text_begin, tag.begin);
      text_begin = tag.end;
      handle(tag);
    }
    end_text(text_begin, bytes_.size());
    if (open_) {
      diagnostics_.expected(places_(bytes_.size()), "unclosed-topic", "the end of the file", "</top>");
      end_topic();
    }
    ignored_.report(diagnostics_);
  }

 private:
  bool at_line_begin(std::size_t at) const {
    while (at > 0 && (bytes_[at - 1] == ' ' || bytes_[at - 1] == '\t')) --at;
    return at == 0 || bytes_[at - 1] == '\n';
  }

  /// The next tag at or behind `from`; one that begins at the end of the file when there is none.
  Tag next_tag(std::size_t from) const {
    for (std::size_t at = bytes_.find('<', from); at != std::string_view::npos;
         at = bytes_.find('<', at + 1)) {
      Tag tag;
      tag.begin = at;
      tag.closing = bytes_.substr(at + 1).starts_with('/');
      const std::size_t name = at + (tag.closing ? 2 : 1);
      const std::size_t close = bytes_.find_first_of("<> \t\r\n", name);
      if (close == std::string_view::npos || bytes_[close] != '>' || close == name) continue;
      tag.name = fold_name(bytes_.substr(name, close - name));
      tag.end = close + 1;
      const bool known = tag.name == "top" || find_field(tag.name) != nullptr;
      if (known || (tag.closing ? tag.name == ignored_tag_ : at_line_begin(at))) return tag;
    }
    return {{}, false, bytes_.size(), bytes_.size()};
  }

  void handle(const Tag& tag) {
    if (tag.name == "top") {
      if (open_ && !tag.closing) {
        diagnostics_.expected(places_(tag.begin), "unclosed-topic", "<top>",
                              "</top> for the topic before it");
      } else if (!open_ && tag.closing) {
        diagnostics_.expected(places_(tag.begin), "stray-tag", "</top>", "<top>");
      }
      if (open_) end_topic();
      open_ = !tag.closing;
      if (open_) topic_.place = places_(tag.begin);
      return;
    }
    if (tag.closing) {
      field_ = nullptr;
      ignored_tag_.clear();
      return;
    }
    begin_field(tag);
  }

  void begin_field(const Tag& tag) {
    ignored_tag_.clear();
    field_ = find_field(tag.name);
    if (!open_) {
      diagnostics_.expected(places_(tag.begin), "stray-tag", fmt::format("<{}>", tag.name),
                            "<top> before it");
    } else if (field_ == nullptr) {
      ignored_.add(fmt::format("<{}>", tag.name), places_(tag.begin));
      ignored_tag_ = tag.name;
    } else if (!(topic_.*field_->text).empty()) {
      diagnostics_.expected(places_(tag.begin), "repeated-field", fmt::format("a second <{}>", tag.name),
                            "each field once in a topic");
    }
  }

  /// Text goes to the open field; where none is open there should be none.
  void end_text(std::size_t begin, std::size_t end) {
    std::string_view text = trim(bytes_.substr(begin, end - begin));
    if (text.empty() || !ignored_tag_.empty()) return;
    if (!open_ || field_ == nullptr) {
      const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
      diagnostics_.expected(places_(static_cast<std::size_t>(text.data() - bytes_.data())), "stray-text",
                            quote(line), open_ ? "<num>, <title>, <desc> or <narr>" : "<top>");
      return;
    }
    if (fold_name(text.substr(0, field_->label.size())) == field_->label) {
      text = trim(text.substr(field_->label.size()));
    }
    (topic_.*field_->text) = text;
  }

  void end_topic() {
    if (topic_.id.empty()) {
      diagnostics_.expected(topic_.place, "missing-field", "a topic without <num>", "its number");
    } else {
      topics_.push_back(std::move(topic_));
    }
    topic_ = Topic();
    field_ = nullptr;
    ignored_tag_.clear();
    open_ = false;
  }

  std::string_view bytes_;
  std::vector<Topic>& topics_;
  Diagnostics& diagnostics_;
  PlaceFinder places_;
  IgnoredParts ignored_;
  Topic topic_;
  bool open_ = false;
  const TrecField* field_ = nullptr;
  std::string ignored_tag_;  ///< the unknown tag we are inside of
};

}  // namespace

const TopicFormat topic_formats::kTrec = {
    .name = "trec",
    .what = "TREC <top>",
    .shape =
        "`<top>` … `</top>` with `<num>`, `<title>`, `<desc>`, `<narr>`, `<con>`; tags closed or not, "
        "labels such as `Number:` are taken off",
    .sniff = [](const TopicHead& head) { return head.element == "top"; },
    .read = [](const InputFile& file, std::vector<Topic>& topics,
               Diagnostics& diagnostics) { TrecReader(file, topics, diagnostics).read(); }};

}  // namespace fovea
