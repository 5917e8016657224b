// Topics of one line each: id<TAB>query. Lines that begin with '#' are comments.
#include <fmt/format.h>

#include <algorithm>

#include "files/lines.h"
#include "text/trim.h"
#include "topics/topic_format.h"

namespace fovea {

namespace {

bool sniff_tsv(const TopicHead& head) {
  if (head.first == '<' || head.first == '{') return false;
  LineReader lines(head.bytes);
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty() || line.front() == '#') continue;
    return line.find('\t') != 0 && std::ranges::count(line, '\t') == 1;
  }
  return false;
}

void read_tsv_topics(const InputFile& file, std::vector<Topic>& topics, Diagnostics& diagnostics) {
  LineReader lines(file.bytes());
  std::string_view line;
  // There may be millions, which do not grow by doubling.
  topics.reserve(topics.size() + static_cast<std::size_t>(std::ranges::count(file.bytes(), '\n')) + 1);
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
    // The query may be meant as NEXI: its only field is then the castitle too.
    topic.castitle_place = {file.name(), lines.line_number(), column_of(line, trim(query))};
    topics.push_back(std::move(topic));
  }
}

/// Id and title only; line ends and tabs inside a title become blanks.
void write_tsv(std::span<const Topic> topics, const TopicSink& sink, Unsaid& unsaid) {
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

}  // namespace

bool are_tsv_topics(std::string_view bytes) {
  constexpr std::size_t kRows = 100;
  LineReader lines(bytes);
  std::string_view line;
  std::size_t rows = 0;
  while (rows < kRows && lines.next(line)) {
    if (trim(line).empty() || line.front() == '#') continue;
    const std::size_t tab = line.find('\t');
    if (tab == 0 || tab == std::string_view::npos || tab != line.find_first_of(" \t") ||
        line.find('\t', tab + 1) != std::string_view::npos)
      return false;
    const std::string_view query = trim(line.substr(tab + 1));
    const std::string_view word = query.substr(0, query.find(' '));
    if (query.empty() || word == "Q0" || word == "0") return false;
    ++rows;
  }
  return rows > 0;
}

const TopicFormat topic_formats::kTsv = {
    .name = "tsv",
    .what = "id<TAB>query",
    .shape = "`id<TAB>query`, one per line; lines that begin with `#` are comments",
    .sniff = sniff_tsv,
    .read = read_tsv_topics,
    .write = write_tsv};

}  // namespace fovea
