#include "topics/topic_file.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "files/binary.h"
#include "files/place_finder.h"
#include "text/trim.h"
#include "text/unicode.h"

namespace fovea {

namespace {

/// "topics (INEX, TREC <top>, id<TAB>query, or JSON lines)".
std::string known_formats() {
  std::vector<std::string_view> formats;
  for (const TopicFormat* const format : all_topic_formats()) formats.push_back(format->what);
  return fmt::format("topics ({}, or {})", fmt::join(formats.begin(), formats.end() - 1, ", "),
                     formats.back());
}

/// Old files are often ISO-8859-1 without a word about it.
void read_in_its_encoding(const TopicFormat& format, const InputFile& file, std::vector<Topic>& topics,
                          Diagnostics& diagnostics) {
  const std::string_view bytes = file.bytes();
  const bool fixed = format.names_encoding != nullptr && format.names_encoding(bytes);
  const auto broken = fixed ? std::nullopt : find_malformed_utf8(bytes);
  if (!broken) return format.read(file, topics, diagnostics);
  diagnostics.warning(PlaceFinder(file.name(), bytes)(*broken), "not-utf8",
                      fmt::format("found {}, which is not UTF-8: the file is read as Windows-1252",
                                  quote(bytes.substr(*broken, 1))));
  const std::string converted = from_windows_1252(bytes);
  format.read(InputFile::from_memory(file.name(), converted), topics, diagnostics);
}

bool has_text(const Topic& topic) {
  return std::ranges::any_of(kTopicFields,
                             [&](const TopicField& field) { return !(topic.*field.text).empty(); });
}

/// Where ids stand: the number of the file and the line.
struct SeenTopic {
  std::uint32_t file = 0;
  std::uint64_t line = 0;
};
struct SeenTopics {
  std::vector<std::string> files;
  absl::flat_hash_map<std::string, SeenTopic> ids;
};

/// Takes over the topics that have an id of their own and something to say. There may be millions: they are not copied.
void keep_good(std::vector<Topic> topics, const std::string& file, SeenTopics& seen, std::vector<Topic>& kept,
               Diagnostics& diagnostics) {
  const auto number = static_cast<std::uint32_t>(seen.files.size());
  seen.files.push_back(file);
  const auto bad = [&](const Topic& topic) {
    if (topic.id.empty() || topic.id.find_first_of(kWhiteSpace) != std::string::npos) {
      diagnostics.expected(topic.place, "bad-topic-id", quote(topic.id), "a topic id without blanks");
      return true;
    }
    if (!has_text(topic)) {
      diagnostics.expected(topic.place, "empty-topic",
                           fmt::format("topic {} without any text", quote(topic.id)), "at least a title");
      return true;
    }
    const auto [earlier, fresh] = seen.ids.try_emplace(topic.id, SeenTopic{number, topic.place.line});
    if (!fresh) {
      diagnostics.expected(topic.place, "duplicate-topic",
                           fmt::format("topic {} again, there is one at {}:{}", quote(topic.id),
                                       seen.files[earlier->second.file], earlier->second.line),
                           "an id of its own");
    }
    return !fresh;
  };
  std::erase_if(topics, bad);
  if (kept.empty()) {
    kept = std::move(topics);
  } else {
    kept.insert(kept.end(), std::move_iterator(topics.begin()), std::move_iterator(topics.end()));
  }
}

std::vector<Topic> read_one(const InputFile& file, const TopicFormat* format, Diagnostics& diagnostics) {
  const std::size_t first = file.bytes().find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) {
    diagnostics.expected({file.name()}, "empty-file", "an empty file", known_formats());
    return {};
  }
  if (format == nullptr && report_binary(file, known_formats(), diagnostics)) return {};
  if (format == nullptr) format = sniff_topics(file.bytes());
  if (format == nullptr) {
    const std::string_view rest = file.bytes().substr(first);
    diagnostics.expected(PlaceFinder(file.name(), file.bytes())(first), "unknown-format",
                         quote(rest.substr(0, rest.find_first_of("\r\n"))), known_formats());
    return {};
  }
  std::vector<Topic> topics;
  const std::uint64_t errors = diagnostics.errors();
  read_in_its_encoding(*format, file, topics, diagnostics);
  if (topics.empty() && diagnostics.errors() == errors) {
    diagnostics.expected({file.name()}, "no-topics", "no topic in the file", known_formats());
  }
  return topics;
}

}  // namespace

const TopicField* find_topic_field(std::string_view name) {
  const auto* field = std::ranges::find(kTopicFields, name, &TopicField::name);
  return field == std::end(kTopicFields) ? nullptr : field;
}

std::vector<Topic> read_topics(const InputFile& file, const TopicFormat* format, Diagnostics& diagnostics) {
  SeenTopics seen;
  std::vector<Topic> kept;
  keep_good(read_one(file, format, diagnostics), file.name(), seen, kept, diagnostics);
  return kept;
}

std::vector<Topic> read_topics(std::span<const std::string> paths, const TopicFormat* format,
                               Diagnostics& diagnostics) {
  SeenTopics seen;
  std::vector<Topic> kept;
  for (const std::string& path : paths) {
    const auto file = InputFile::open(path, diagnostics);
    if (file) keep_good(read_one(*file, format, diagnostics), file->name(), seen, kept, diagnostics);
  }
  return kept;
}

Unsaid write_topics(std::span<const Topic> topics, const TopicFormat& format, const TopicSink& sink) {
  Unsaid unsaid;
  format.write(topics, sink, unsaid);
  return unsaid;
}

}  // namespace fovea
