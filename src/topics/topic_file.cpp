#include "topics/topic_file.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "files/lines.h"
#include "files/place_finder.h"
#include "text/unicode.h"
#include "topics/readers.h"

namespace fovea {

namespace {

constexpr std::array<std::pair<TopicFormat, std::string_view>, 4> kNames = {{
    {TopicFormat::kInex, "inex"},
    {TopicFormat::kTrec, "trec"},
    {TopicFormat::kTsv, "tsv"},
    {TopicFormat::kJsonLines, "jsonl"},
}};

constexpr std::string_view kKnownFormats = "topics (INEX, TREC <top>, id<TAB>query, or JSON lines)";
constexpr std::string_view kSpace = " \t\r\n";

/// The name of the first element, with `<?…?>`, comments and the DOCTYPE before it passed over.
std::string first_element(std::string_view bytes) {
  const auto skip_past = [&bytes](std::string_view mark) {
    const std::size_t at = bytes.find(mark);
    bytes.remove_prefix(at == std::string_view::npos ? bytes.size() : at + mark.size());
  };
  while (true) {
    bytes.remove_prefix(std::min(bytes.find_first_not_of(kSpace), bytes.size()));
    if (bytes.starts_with("<?")) {
      skip_past("?>");
    } else if (bytes.starts_with("<!--")) {
      skip_past("-->");
    } else if (bytes.starts_with("<!")) {
      if (bytes.find('[') < bytes.find('>')) skip_past("]");
      skip_past(">");
    } else {
      break;
    }
  }
  if (!bytes.starts_with('<')) return {};
  return fold_name(bytes.substr(1, bytes.find_first_of(" \t\r\n/>") - 1));
}

bool looks_like_tsv(std::string_view bytes) {
  LineReader lines(bytes);
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty() || line.front() == '#') continue;
    return line.find('\t') != 0 && std::ranges::count(line, '\t') == 1;
  }
  return false;
}

/// Whether the bytes themselves say how they are encoded: `encoding=` in the XML declaration, or UTF-16.
bool names_encoding(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  return bytes.starts_with("<?xml") &&
         bytes.substr(0, bytes.find("?>")).find("encoding") != std::string_view::npos;
}

void read_as(TopicFormat format, const InputFile& file, std::vector<Topic>& topics,
             Diagnostics& diagnostics) {
  switch (format) {
    case TopicFormat::kInex:
      return read_inex_topics(file, topics, diagnostics);
    case TopicFormat::kTrec:
      return read_trec_topics(file, topics, diagnostics);
    case TopicFormat::kTsv:
      return read_tsv_topics(file, topics, diagnostics);
    case TopicFormat::kJsonLines:
      return read_json_topics(file, topics, diagnostics);
  }
}

/// Old files are often ISO-8859-1 without a word about it.
void read_in_its_encoding(TopicFormat format, const InputFile& file, std::vector<Topic>& topics,
                          Diagnostics& diagnostics) {
  const std::string_view bytes = file.bytes();
  const bool fixed =
      format == TopicFormat::kJsonLines || (format == TopicFormat::kInex && names_encoding(bytes));
  const auto broken = fixed ? std::nullopt : find_malformed_utf8(bytes);
  if (!broken) return read_as(format, file, topics, diagnostics);
  diagnostics.warning(PlaceFinder(file.name(), bytes)(*broken), "not-utf8",
                      fmt::format("found {}, which is not UTF-8: the file is read as Windows-1252",
                                  quote(bytes.substr(*broken, 1))));
  const std::string converted = from_windows_1252(bytes);
  read_as(format, InputFile::from_memory(file.name(), converted), topics, diagnostics);
}

bool has_text(const Topic& topic) {
  return std::ranges::any_of(kTopicFields,
                             [&](const TopicField& field) { return !(topic.*field.text).empty(); });
}

/// Takes over the topics that have an id of their own and something to say.
void keep_good(std::vector<Topic> topics, absl::flat_hash_map<std::string, Place>& seen,
               std::vector<Topic>& kept, Diagnostics& diagnostics) {
  for (Topic& topic : topics) {
    if (topic.id.empty() || topic.id.find_first_of(kSpace) != std::string::npos) {
      diagnostics.expected(topic.place, "bad-topic-id", quote(topic.id), "a topic id without blanks");
      continue;
    }
    if (!has_text(topic)) {
      diagnostics.expected(topic.place, "empty-topic",
                           fmt::format("topic {} without any text", quote(topic.id)), "at least a title");
      continue;
    }
    const auto [earlier, fresh] = seen.try_emplace(topic.id, topic.place);
    if (!fresh) {
      const Place& first = earlier->second;
      diagnostics.expected(
          topic.place, "duplicate-topic",
          fmt::format("topic {} again, there is one at {}:{}", quote(topic.id), first.file, first.line),
          "an id of its own");
      continue;
    }
    kept.push_back(std::move(topic));
  }
}

std::vector<Topic> read_one(const InputFile& file, std::optional<TopicFormat> format,
                            Diagnostics& diagnostics) {
  const std::size_t first = file.bytes().find_first_not_of(kSpace);
  if (first == std::string_view::npos) {
    diagnostics.expected({file.name()}, "empty-file", "an empty file", kKnownFormats);
    return {};
  }
  if (!format) format = sniff_topics(file.bytes());
  if (!format) {
    const std::string_view rest = file.bytes().substr(first);
    diagnostics.expected(PlaceFinder(file.name(), file.bytes())(first), "unknown-format",
                         quote(rest.substr(0, rest.find_first_of("\r\n"))), kKnownFormats);
    return {};
  }
  std::vector<Topic> topics;
  const std::uint64_t errors = diagnostics.errors();
  read_in_its_encoding(*format, file, topics, diagnostics);
  if (topics.empty() && diagnostics.errors() == errors) {
    diagnostics.expected({file.name()}, "no-topics", "no topic in the file", kKnownFormats);
  }
  return topics;
}

}  // namespace

const TopicField* find_topic_field(std::string_view name) {
  const auto* field = std::ranges::find(kTopicFields, name, &TopicField::name);
  return field == std::end(kTopicFields) ? nullptr : field;
}

std::string_view name_of(TopicFormat format) {
  return std::ranges::find(kNames, format, &std::pair<TopicFormat, std::string_view>::first)->second;
}

std::optional<TopicFormat> topic_format_named(std::string_view name) {
  for (const auto& [format, its_name] : kNames) {
    if (its_name == name) return format;
  }
  return std::nullopt;
}

std::optional<TopicFormat> sniff_topics(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return std::nullopt;
  if (bytes[first] == '{') return TopicFormat::kJsonLines;
  if (bytes[first] == '<') {
    const std::string name = first_element(bytes);
    if (name == "top") return TopicFormat::kTrec;
    if (name == "inex_topic" || name == "inex_topics" || name == "inex_topic_file") return TopicFormat::kInex;
    return std::nullopt;
  }
  return looks_like_tsv(bytes) ? std::optional(TopicFormat::kTsv) : std::nullopt;
}

std::vector<Topic> read_topics(const InputFile& file, std::optional<TopicFormat> format,
                               Diagnostics& diagnostics) {
  absl::flat_hash_map<std::string, Place> seen;
  std::vector<Topic> kept;
  keep_good(read_one(file, format, diagnostics), seen, kept, diagnostics);
  return kept;
}

std::vector<Topic> read_topics(std::span<const std::string> paths, std::optional<TopicFormat> format,
                               Diagnostics& diagnostics) {
  absl::flat_hash_map<std::string, Place> seen;
  std::vector<Topic> kept;
  for (const std::string& path : paths) {
    const auto file = InputFile::open(path, diagnostics);
    if (file) keep_good(read_one(*file, format, diagnostics), seen, kept, diagnostics);
  }
  return kept;
}

}  // namespace fovea
