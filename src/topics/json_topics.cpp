// Topics as JSON objects, one per line: {"id":"7","title":"…","castitle":"…", …}.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "files/json_records.h"
#include "text/trim.h"
#include "topics/reader_tools.h"
#include "topics/topic_file.h"
#include "topics/topic_format.h"

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

void read_json_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics) {
  IgnoredParts ignored;
  for_each_json_line(file, diagnostics, [&](const JsonValue& value, const JsonReader& reader) {
    read_json_topic(value, reader, ignored, topics);
  });
  ignored.report(diagnostics);
}

void write_json_topics(std::span<const Topic> topics, const TopicSink& sink, Unsaid&) {
  for (const Topic& topic : topics) sink(to_json_line(topic) + "\n");
}

}  // namespace

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

const TopicFormat topic_formats::kJsonLines = {
    .name = "jsonl",
    .what = "JSON lines",
    .shape =
        "one object per line: `id` (also `topic`, `query_id`, `qid`, `_id`), `title` (also `query`, `text`, "
        "`question`), and any other field of the table below",
    .sniff = [](const TopicHead& head) { return head.first == '{'; },
    .names_encoding = [](std::string_view) { return true; },  // JSON is UTF-8
    .read = read_json_topics,
    .write = write_json_topics};

}  // namespace fovea
