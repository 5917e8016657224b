#include "topics/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "text/escape.h"

namespace fovea {

namespace {

using Sink = std::function<void(std::string_view)>;

void write_tsv(std::span<const Topic> topics, const Sink& sink, Unsaid& unsaid) {
  for (const Topic& topic : topics) {
    for (const TopicField& field : kTopicFields) {
      if (field.text != &Topic::title && !(topic.*field.text).empty())
        ++unsaid[fmt::format("<{}>", field.name)];
    }
    if (!topic.query_type.empty()) ++unsaid["types of queries"];
    if (!topic.candidate.empty()) ++unsaid["numbers of candidate topics"];
    if (topic.id.find_first_of("\t\r\n") != std::string::npos || topic.id.starts_with('#')) {
      ++unsaid["topics left out, as their ids do not fit the format"];
      continue;
    }
    std::string title = topic.title;
    if (title.find_first_of("\t\r\n") != std::string::npos) ++unsaid["line ends and tabs in titles"];
    std::ranges::replace_if(
        title, [](char c) { return c == '\t' || c == '\r' || c == '\n'; }, ' ');
    sink(fmt::format("{}\t{}\n", topic.id, title));
  }
}

void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  out += fmt::format(" {}=\"", name);
  append_xml_text(out, value);
  out += '"';
}

bool fits_xml(const Topic& topic) {
  return is_xml_text(topic.id) && is_xml_text(topic.query_type) && is_xml_text(topic.candidate) &&
         std::ranges::all_of(kTopicFields,
                             [&topic](const TopicField& field) { return is_xml_text(topic.*field.text); });
}

void write_inex(std::span<const Topic> topics, const Sink& sink, Unsaid& unsaid) {
  sink("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<inex-topic-file>\n");
  for (const Topic& topic : topics) {
    if (!fits_xml(topic)) {
      ++unsaid["topics left out, as XML cannot hold their texts"];
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

}  // namespace

bool can_write(TopicFormat format) {
  return format != TopicFormat::kTrec;
}

Unsaid write_topics(std::span<const Topic> topics, TopicFormat format, const Sink& sink) {
  Unsaid unsaid;
  switch (format) {
    case TopicFormat::kInex:
      write_inex(topics, sink, unsaid);
      break;
    case TopicFormat::kTsv:
      write_tsv(topics, sink, unsaid);
      break;
    case TopicFormat::kJsonLines:
      for (const Topic& topic : topics) sink(to_json_line(topic) + "\n");
      break;
    case TopicFormat::kTrec:
      break;
  }
  return unsaid;
}

}  // namespace fovea
