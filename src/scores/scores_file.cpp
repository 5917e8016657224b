#include "scores/scores_file.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "files/csv.h"
#include "files/input.h"
#include "files/json.h"
#include "files/lines.h"
#include "files/place_finder.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr std::string_view kAllTopics = "all";
constexpr std::string_view kFiniteScore = "a score (a number from -1e50 to 1e50)";

/// Sums of squares of such scores, and their products, are finite.
std::optional<double> parse_score(std::string_view text) {
  const std::optional<double> value = parse_number(text);
  return value && std::abs(*value) <= 1e50 ? value : std::nullopt;
}

/// The table under construction.
class ScoreTable {
 public:
  /// Reports a score that is there already.
  void add(std::string_view run, std::string_view topic, std::string_view measure, double value,
           const Place& place, Diagnostics& diagnostics) {
    if (topic == kAllTopics) return;
    Column& to = column(measure, run);
    if (!to.topics.emplace(std::string(topic)).second) {
      diagnostics.error(
          place, "duplicate-score",
          fmt::format("{} of run {} for topic {} was given before", measure, quote(run), quote(topic)));
      return;
    }
    to.scores.topics.emplace_back(topic);
    to.scores.values.push_back(value);
  }

  std::vector<MeasureScores> take() {
    std::vector<MeasureScores> result;
    for (const auto& [measure, runs] : measures_) {
      MeasureScores& scores = result.emplace_back(MeasureScores{measure, {}});
      for (const auto& run : runs) scores.runs.push_back(std::move(run->scores));
    }
    return result;
  }

 private:
  struct Column {
    RunTopicScores scores;
    absl::flat_hash_set<std::string> topics;
  };
  using Columns = std::vector<std::unique_ptr<Column>>;

  Column& column(std::string_view measure, std::string_view run) {
    Column*& found = index_[{std::string(measure), std::string(run)}];
    if (found == nullptr) {
      const std::size_t at = measure_index_.try_emplace(std::string(measure), measures_.size()).first->second;
      if (at == measures_.size()) measures_.emplace_back(measure, Columns{});
      found = measures_[at].second.emplace_back(std::make_unique<Column>()).get();
      found->scores.run = run;
    }
    return *found;
  }

  /// Measures, and their runs, in the order of their first row.
  std::vector<std::pair<std::string, Columns>> measures_;
  absl::flat_hash_map<std::string, std::size_t> measure_index_;
  absl::flat_hash_map<std::pair<std::string, std::string>, Column*> index_;
};

/// What a row holds, and the names it goes by; the first one is ours.
enum Part : std::size_t { kRun, kTopic, kMeasure, kValue, kParts };
const std::array<std::vector<std::string_view>, kParts> kPartNames{{
    {"run"},
    {"query_id", "topic", "qid"},
    {"measure"},
    {"value", "score"},
}};

/// One line of JSON lines. What is wrong is reported.
void read_object(const JsonValue& object, const JsonReader& reader, ScoreTable& table) {
  if (!reader.check(object, JsonValue::Kind::kObject)) return;
  const auto name_of = [&](Part part) {
    for (const std::string_view name : kPartNames[part]) {
      if (object.find(name) != nullptr) return name;
    }
    return kPartNames[part].front();
  };
  const auto run = reader.need_id(object, name_of(kRun));
  const auto topic = reader.need_id(object, name_of(kTopic));
  const auto measure = reader.need_id(object, name_of(kMeasure));
  const JsonValue* const number = reader.need(object, name_of(kValue), JsonValue::Kind::kNumber);
  if (!run || !topic || !measure || number == nullptr) return;
  if (const std::optional<double> value = parse_score(number->text)) {
    table.add(*run, *topic, *measure, *value, reader.place(object), reader.diagnostics());
  } else {
    reader.wrong(*number, kFiniteScore);
  }
}

void read_json_lines(const InputFile& file, ScoreTable& table, Diagnostics& diagnostics) {
  JsonParser parser;
  LineReader lines(file.bytes());
  for (std::string_view line; lines.next(line);) {
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    PlaceFinder place(file.name(), line, lines.line_number());
    JsonFault fault;
    if (const std::optional<JsonValue> object = parser.parse(line, fault)) {
      read_object(*object, JsonReader([&](std::size_t byte) { return place(byte); }, diagnostics), table);
    } else {
      report(fault, place(fault.byte), diagnostics);
    }
  }
}

/// Where the parts stand, told from the header; nothing, and a message, when one is missing.
std::optional<std::array<std::size_t, kParts>> find_parts(const std::vector<CsvField>& header,
                                                          const InputFile& file, Diagnostics& diagnostics) {
  std::array<std::size_t, kParts> where{};
  for (std::size_t part = 0; part < kParts; ++part) {
    const auto found = std::find_if(header.begin(), header.end(), [&](const CsvField& field) {
      const auto& names = kPartNames[part];
      return std::find(names.begin(), names.end(), field.text) != names.end();
    });
    if (found == header.end()) {
      diagnostics.expected({file.name(), 1, 1}, "bad-header", "no such column in the header",
                           fmt::format("a column {}", quote(kPartNames[part].front())));
      return std::nullopt;
    }
    where[part] = static_cast<std::size_t>(found - header.begin());
  }
  return where;
}

void read_record(const std::vector<CsvField>& fields, const std::array<std::size_t, kParts>& where,
                 CsvReader& reader, ScoreTable& table, Diagnostics& diagnostics) {
  for (std::size_t part = 0; part < kParts; ++part) {
    if (!fields[where[part]].text.empty()) continue;
    diagnostics.expected(reader.place(fields[where[part]]), "empty-field", "an empty field",
                         fmt::format("a {}", kPartNames[part].front()));
    return;
  }
  const auto text = [&](Part part) -> const std::string& { return fields[where[part]].text; };
  if (const std::optional<double> value = parse_score(text(kValue))) {
    table.add(text(kRun), text(kTopic), text(kMeasure), *value, reader.place(fields[0]), diagnostics);
  } else {
    diagnostics.expected(reader.place(fields[where[kValue]]), "bad-number", quote(text(kValue)),
                         kFiniteScore);
  }
}

void read_csv(const InputFile& file, ScoreTable& table, Diagnostics& diagnostics) {
  CsvReader reader(file, diagnostics);
  std::vector<CsvField> fields;
  if (!reader.next(fields)) return;
  const std::size_t columns = fields.size();
  const auto where = find_parts(fields, file, diagnostics);
  while (where && reader.next(fields)) {
    if (fields.size() != columns) {
      diagnostics.expected(reader.place(fields[0]), "bad-row", fmt::format("{} fields", fields.size()),
                           fmt::format("{}, as in the header", columns));
      continue;
    }
    read_record(fields, *where, reader, table, diagnostics);
  }
}

/// The rows of one run, which trec_eval names behind them.
struct TrecEvalRow {
  std::string_view measure;
  std::string_view topic;
  double value = 0;
  std::uint64_t line = 0;
};

class TrecEvalReader {
 public:
  TrecEvalReader(const InputFile& file, ScoreTable& table, Diagnostics& diagnostics)
      : file_(file), table_(table), diagnostics_(diagnostics) {}

  void read() {
    LineReader lines(file_.bytes());
    for (std::string_view line; lines.next(line);) {
      if (line.find_first_not_of(" \t") != std::string_view::npos) read_row(line, lines.line_number());
    }
    flush();
  }

 private:
  void read_row(std::string_view line, std::uint64_t number) {
    std::array<std::string_view, 3> columns;
    const std::size_t count = split_columns(line, columns);
    if (count != columns.size()) {
      diagnostics_.expected({file_.name(), number, 1}, "bad-row", fmt::format("{} columns", count),
                            "3: measure, topic and value");
      return;
    }
    const auto& [measure, topic, text] = columns;
    if (measure == "runid") return read_name(text);
    if (topic == kAllTopics) {
      averages_ = true;
      return;
    }
    const std::optional<double> value = parse_score(text);
    if (!value) {
      diagnostics_.expected({file_.name(), number, column_of(line, text)}, "bad-number", quote(text),
                            kFiniteScore);
      return;
    }
    // Averages stand behind the topics of their run; a topic behind averages belongs to the next run.
    if (averages_) flush();
    rows_.push_back({measure, topic, *value, number});
  }

  /// trec_eval names a run between its topics and its averages, fovea in front of both.
  void read_name(std::string_view name) {
    if (!name_.empty() || averages_) flush();
    name_ = name;
  }

  void flush() {
    const std::string run = name_.empty() ? std::filesystem::path(file_.name()).stem().string() : name_;
    for (const TrecEvalRow& row : rows_) {
      table_.add(run, row.topic, row.measure, row.value, {file_.name(), row.line, 1}, diagnostics_);
    }
    rows_.clear();
    name_.clear();
    averages_ = false;
  }

  const InputFile& file_;
  ScoreTable& table_;
  Diagnostics& diagnostics_;
  std::vector<TrecEvalRow> rows_;
  std::string name_;
  bool averages_ = false;
};

void read_file(const InputFile& file, ScoreTable& table, Diagnostics& diagnostics) {
  const std::size_t first = file.bytes().find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    diagnostics.expected({file.name()}, "empty", "nothing",
                         "scores as JSON lines, CSV or trec_eval -q output");
    return;
  }
  const std::string_view line = file.bytes().substr(first, file.bytes().find('\n', first) - first);
  if (line.starts_with('{')) return read_json_lines(file, table, diagnostics);
  if (line.find(',') != std::string_view::npos) return read_csv(file, table, diagnostics);
  TrecEvalReader(file, table, diagnostics).read();
}

std::optional<std::vector<MeasureScores>> finish(ScoreTable& table, const std::string& name,
                                                 Diagnostics& diagnostics) {
  if (!diagnostics.ok()) return std::nullopt;
  std::vector<MeasureScores> scores = table.take();
  if (!scores.empty()) return scores;
  diagnostics.expected({name}, "empty", "no score of a single topic",
                       "scores per topic (with trec_eval: -q)");
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<MeasureScores>> read_scores(std::span<const std::string> paths,
                                                      Diagnostics& diagnostics) {
  ScoreTable table;
  for (const std::string& path : paths) {
    const std::optional<InputFile> file = InputFile::open(path, diagnostics);
    if (file) read_file(*file, table, diagnostics);
  }
  return finish(table, paths.empty() ? "" : paths.front(), diagnostics);
}

std::optional<std::vector<MeasureScores>> read_scores(const InputFile& file, Diagnostics& diagnostics) {
  ScoreTable table;
  read_file(file, table, diagnostics);
  return finish(table, file.name(), diagnostics);
}

}  // namespace fovea
