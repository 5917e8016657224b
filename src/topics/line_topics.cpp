// Topics of one line each: id<TAB>query, and JSON objects.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "files/json.h"
#include "files/lines.h"
#include "files/place_finder.h"
#include "topics/readers.h"
#include "topics/topic_file.h"

namespace fovea {

namespace {

/// Names under which collections on the web keep id and query; a Topic's own name goes before them.
constexpr std::array<std::string_view, 5> kIdNames = {"id", "topic", "query_id", "qid", "_id"};
constexpr std::array<std::string_view, 4> kTitleNames = {"title", "query", "text", "question"};

template <std::size_t kSize>
std::string_view first_present(const JsonValue& object, const std::array<std::string_view, kSize>& names) {
  for (const std::string_view name : names) {
    if (object.find(name) != nullptr) return name;
  }
  return names.front();
}

/// The string that a member of this name fills; nullptr when a Topic has no place for it.
std::string* slot_of(Topic& topic, std::string_view name, std::string_view title_name) {
  if (name == title_name) return &topic.title;
  if (name == "query_type") return &topic.query_type;
  if (name == "candidate") return &topic.candidate;
  const TopicField* field = find_topic_field(name);
  return field == nullptr ? nullptr : &(topic.*field->text);
}

void read_json_topic(const JsonValue& object, const JsonReader& reader, IgnoredParts& ignored,
                     std::vector<Topic>& topics) {
  const std::string_view id_name = first_present(object, kIdNames);
  const std::string_view title_name = first_present(object, kTitleNames);
  auto id = reader.need_id(object, id_name);
  if (!id) return;
  Topic topic;
  topic.id = std::move(*id);
  topic.place = reader.place(object);
  for (const JsonMember& member : object.members) {
    if (member.name == id_name || member.value.is(JsonValue::Kind::kNull)) continue;
    std::string* slot = slot_of(topic, member.name, title_name);
    if (slot == nullptr) {
      ignored.add(fmt::format("\"{}\"", member.name), reader.place(member.value));
    } else if (reader.check(member.value, JsonValue::Kind::kString)) {
      *slot = trim(member.value.text);
    }
  }
  topics.push_back(std::move(topic));
}

}  // namespace

void read_tsv_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics) {
  LineReader lines(file.bytes());
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty() || line.front() == '#') continue;
    Topic topic;
    topic.place = {file.name(), lines.line_number(), 1};
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      diagnostics.expected(topic.place, "bad-columns", quote(line), "id<TAB>query");
      continue;
    }
    const std::string_view query = line.substr(tab + 1);
    if (const std::size_t more = query.find('\t'); more != std::string_view::npos) {
      diagnostics.expected({file.name(), lines.line_number(), column_of(line, query.substr(more))},
                           "bad-columns", "a second tab", "id<TAB>query");
      continue;
    }
    topic.id = trim(line.substr(0, tab));
    topic.title = trim(query);
    topics.push_back(std::move(topic));
  }
}

std::string to_json_line(const Topic& topic) {
  nlohmann::ordered_json object;
  object["id"] = topic.id;
  const auto add = [&object](std::string_view name, const std::string& text) {
    if (!text.empty()) object[std::string(name)] = text;
  };
  add("query_type", topic.query_type);
  add("candidate", topic.candidate);
  for (const TopicField& field : kTopicFields) add(field.name, topic.*field.text);
  return object.dump();
}

void read_json_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics) {
  JsonParser parser;
  IgnoredParts ignored;
  LineReader lines(file.bytes());
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    PlaceFinder places(file.name(), line, lines.line_number());
    JsonFault fault;
    const auto value = parser.parse(line, fault);
    if (!value) {
      report(fault, places(fault.byte), diagnostics);
      continue;
    }
    read_json_topic(*value, JsonReader(places, diagnostics), ignored, topics);
  }
  ignored.report(diagnostics);
}

}  // namespace fovea
