#include "scores/scores_file.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "files/binary.h"
#include "files/csv.h"
#include "files/file_stem.h"
#include "files/json_records.h"
#include "files/lines.h"
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

/// Scores as the rows come, until all runs, topics and measures are known.
class ScoreTable {
 public:
  /// Reports a score that is there already.
  void add(std::string_view run, std::string_view topic, std::string_view measure, double value,
           const Place& place, Diagnostics& diagnostics) {
    if (topic == kAllTopics) return;
    const Cell cell{topics_.number(topic), value};
    auto& [topics, seen] = columns_[{runs_.number(run), measures_.number(measure)}];
    if (!seen.insert(cell.topic).second) {
      diagnostics.error(
          place, "duplicate-score",
          fmt::format("{} of run {} for topic {} was given before", measure, quote(run), quote(topic)));
      return;
    }
    topics.push_back(cell);
    ++rows_;
  }

  std::size_t rows() const { return rows_; }

  /// Nothing, and a message, when the cube would be nearly empty, and much larger than the file.
  std::optional<Scores> take(const std::string& file, Diagnostics& diagnostics) const {
    const std::size_t runs = runs_.names.size();
    const std::size_t measures = measures_.names.size();
    const std::size_t topics = topics_.names.size();
    if (runs * measures > kSmallTable / topics && runs * measures > rows_ * kSparsest / topics) {
      diagnostics.expected(
          {file}, "sparse-scores",
          fmt::format("{} scores of {} runs, {} topics and {} measures", rows_, runs, topics, measures),
          fmt::format("a score for one in {} of their combinations", kSparsest));
      return std::nullopt;
    }
    const std::vector<std::size_t> order = topic_order();
    std::vector<std::size_t> place(topics);
    std::vector<std::string> names;
    for (const std::size_t topic : order) {
      place[topic] = names.size();
      names.push_back(topics_.names[topic]);
    }
    std::vector<ScoredMeasure> columns;
    for (const std::string& measure : measures_.names) columns.push_back({measure});
    Scores scores(std::move(columns), std::move(names));
    for (const std::string& run : runs_.names) scores.add_run({run, {}});
    for (const auto& [key, column] : columns_) {
      for (const Cell& cell : column.topics) scores.set(key.first, place[cell.topic], key.second, cell.value);
    }
    for (std::size_t run = 0; run < runs; ++run) scores.summarise(run);
    return scores;
  }

 private:
  /// Cubes of up to so many cells are made whatever their rows, and larger ones when one in so many is given.
  static constexpr std::size_t kSmallTable = 1'000'000;
  static constexpr std::size_t kSparsest = 100;

  struct Cell {
    std::size_t topic;
    double value;
  };
  struct Column {
    std::vector<Cell> topics;
    absl::flat_hash_set<std::size_t> seen;
  };
  /// Names in the order in which they come.
  struct Names {
    std::size_t number(std::string_view name) {
      const auto [at, fresh] = index.try_emplace(std::string(name), names.size());
      if (fresh) names.emplace_back(name);
      return at->second;
    }
    std::vector<std::string> names;
    absl::flat_hash_map<std::string, std::size_t> index;
  };

  /// As the first run has them under the first measure, then those that only further runs have, and so on.
  std::vector<std::size_t> topic_order() const {
    std::vector<std::size_t> order;
    std::vector<bool> seen(topics_.names.size());
    for (std::size_t measure = 0; measure < measures_.names.size(); ++measure) {
      for (std::size_t run = 0; run < runs_.names.size(); ++run) {
        const auto column = columns_.find({run, measure});
        if (column == columns_.end()) continue;
        for (const Cell& cell : column->second.topics) {
          if (!seen[cell.topic]) order.push_back(cell.topic);
          seen[cell.topic] = true;
        }
      }
    }
    return order;
  }

  Names runs_;
  Names topics_;
  Names measures_;
  absl::flat_hash_map<std::pair<std::size_t, std::size_t>, Column> columns_;  ///< by run and measure
  std::size_t rows_ = 0;
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
    const std::string run = name_.empty() ? std::string(file_stem(file_.name())) : name_;
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
  if (report_binary(file, "scores as JSON lines, CSV or trec_eval -q output", diagnostics)) return;
  const std::size_t first = file.bytes().find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    diagnostics.expected({file.name()}, "empty", "nothing",
                         "scores as JSON lines, CSV or trec_eval -q output");
    return;
  }
  const std::string_view line = file.bytes().substr(first, file.bytes().find('\n', first) - first);
  if (line.starts_with('{')) {
    return for_each_json_line(file, diagnostics, [&](const JsonValue& object, const JsonReader& reader) {
      read_object(object, reader, table);
    });
  }
  if (line.find(',') != std::string_view::npos) return read_csv(file, table, diagnostics);
  TrecEvalReader(file, table, diagnostics).read();
}

std::optional<Scores> finish(const ScoreTable& table, const std::string& name, Diagnostics& diagnostics) {
  if (!diagnostics.ok()) return std::nullopt;
  if (table.rows() > 0) return table.take(name, diagnostics);
  diagnostics.expected({name}, "empty", "no score of a single topic",
                       "scores per topic (with trec_eval: -q)");
  return std::nullopt;
}

}  // namespace

std::optional<Scores> read_scores(std::span<const std::string> paths, Diagnostics& diagnostics) {
  ScoreTable table;
  for (const std::string& path : paths) {
    const std::optional<InputFile> file = InputFile::open(path, diagnostics);
    if (file) read_file(*file, table, diagnostics);
  }
  return finish(table, paths.empty() ? "" : paths.front(), diagnostics);
}

std::optional<Scores> read_scores(const InputFile& file, Diagnostics& diagnostics) {
  ScoreTable table;
  read_file(file, table, diagnostics);
  return finish(table, file.name(), diagnostics);
}

}  // namespace fovea
