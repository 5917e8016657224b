#include "judgements/grouped_qrels.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "files/blank_lines.h"
#include "files/lines.h"
#include "judgements/judgement_format.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr double kLargestGrade = std::numeric_limits<std::int32_t>::max();

struct GroupedRow {
  std::string_view topic;
  GroupGrade grade;
};

/// The rows of a file that are good; the others are reported.
class GroupedReader {
 public:
  GroupedReader(const InputFile& file, GroupedRows kind, Diagnostics& diagnostics)
      : file_(file), kind_(kind), diagnostics_(diagnostics) {}

  std::vector<GroupedRow> read() {
    std::vector<GroupedRow> rows;
    LineReader lines(file_.bytes());
    for (std::string_view line; lines.next(line);) {
      if (line.starts_with('#')) continue;
      line_number_ = lines.line_number();
      if (auto row = read_row(line)) rows.push_back(*row);
    }
    return rows;
  }

 private:
  bool preferences() const { return kind_ == GroupedRows::kPreferences; }
  std::string_view shape() const {
    return preferences() ? "topic group subgroup doc level" : "topic group doc grade";
  }
  void expected(std::string_view line, std::string_view part, std::string_view code, std::string_view found,
                std::string_view what) {
    diagnostics_.expected({file_.name(), line_number_, column_of(line, part)}, code, found, what);
  }

  std::optional<GroupedRow> read_row(std::string_view line) {
    const std::size_t wanted = preferences() ? 5 : 4;
    std::array<std::string_view, 6> columns;
    const std::size_t count = split_columns(line, columns);
    if (count == 0) return std::nullopt;
    if (count < wanted) {
      expected(line, line.substr(line.size()), "too-few-columns", fmt::format("{} columns", count), shape());
      return std::nullopt;
    }
    if (count > wanted) {
      expected(line, columns[wanted], "too-many-columns",
               fmt::format("a further column {}", quote(columns[wanted])), shape());
      return std::nullopt;
    }
    const std::string_view text = columns[wanted - 1];
    const auto grade = parse_number(text);
    const bool whole = kind_ == GroupedRows::kGrades;
    if (!grade || std::abs(*grade) > kLargestGrade || (whole && *grade != std::floor(*grade))) {
      expected(line, text, "bad-number", quote(text),
               whole ? "a grade, a whole number" : "a level, a decimal number");
      return std::nullopt;
    }
    GroupedRow row{.topic = columns[0], .grade = {}};
    row.grade.group = columns[1];
    if (preferences()) row.grade.subgroup = columns[2];
    row.grade.doc = columns[wanted - 2];
    row.grade.grade = *grade;
    row.grade.line = static_cast<std::uint32_t>(line_number_);
    if (!seen_.emplace(row.topic, row.grade.group, row.grade.subgroup, row.grade.doc).second) {
      expected(line, row.grade.doc, "duplicate-judgement",
               fmt::format("document {} again in group {} of topic {}", quote(row.grade.doc),
                           quote(row.grade.group), quote(row.topic)),
               "one judgement");
      return std::nullopt;
    }
    return row;
  }

  const InputFile& file_;
  GroupedRows kind_;
  Diagnostics& diagnostics_;
  std::uint64_t line_number_ = 0;
  absl::flat_hash_set<std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>>
      seen_;
};

/// What any group found relevant is, in measures without groups; a level below 1 is rounded up for that.
std::int32_t document_grade(double level) {
  return static_cast<std::int32_t>(level > 0 ? std::max(1.0, std::trunc(level)) : std::trunc(level));
}

/// The documents of each topic in the order of the file, each once.
void add_documents(std::span<const GroupedRow> rows, JudgementBuilder& builder) {
  absl::flat_hash_map<std::pair<std::string_view, std::string_view>, std::size_t> index;
  std::vector<std::pair<std::string_view, JudgedDocument>> documents;
  for (const GroupedRow& row : rows) {
    const auto [at, fresh] = index.try_emplace({row.topic, row.grade.doc}, documents.size());
    const std::int32_t grade = document_grade(row.grade.grade);
    if (fresh) {
      JudgedDocument document;
      document.id = row.grade.doc;
      document.line = row.grade.line;
      document.grade = grade;
      documents.emplace_back(row.topic, document);
    }
    std::int32_t& highest = documents[at->second].second.grade;
    highest = std::max(highest, grade);
  }
  for (const auto& [topic, document] : documents) builder.add(topic, document, {});
}

}  // namespace

void read_grouped_qrels(const InputFile& file, GroupedRows kind, JudgementBuilder& builder,
                        Diagnostics& diagnostics) {
  builder.add_kinds({.document_grades = true, .groups = true});
  const std::vector<GroupedRow> rows = GroupedReader(file, kind, diagnostics).read();
  add_documents(rows, builder);
  absl::flat_hash_map<std::string_view, std::vector<GroupGrade>> by_topic;
  for (const GroupedRow& row : rows) {
    builder.add_group(row.topic, row.grade);
    if (kind == GroupedRows::kPreferences) by_topic[row.topic].push_back(row.grade);
  }
  for (const GroupedRow& row : rows) {  // in the order of the file
    const auto topic = by_topic.find(row.topic);
    if (topic == by_topic.end()) continue;
    check_preferences(file.name(), topic->second, diagnostics);
    by_topic.erase(topic);
  }
}

namespace {

template <GroupedRows kKind>
void read_as(const InputFile& file, const JudgementOptions&, JudgementBuilder& builder,
             Diagnostics& diagnostics) {
  read_grouped_qrels(file, kKind, builder, diagnostics);
}

/// Same columns as plain qrels: only who names the format means it.
bool never(const JudgementHead&) {
  return false;
}

/// Five columns, of which the last is a level and the fourth an id. (INEX qrels have a number there.)
bool sniff_preferences(const JudgementHead& head) {
  constexpr int kRows = 100;
  LineReader lines(head.bytes());
  int rows = 0;
  bool ids = false;
  for (std::string_view line; rows < kRows && lines.next(line);) {
    std::array<std::string_view, 6> columns;
    if (line.starts_with('#')) continue;
    const std::size_t count = split_columns(line, columns);
    if (count == 0) lines = LineReader(skip_blank_lines_after(head.bytes(), line.data() + line.size()).rest);
    if (count == 0) continue;
    if (count != 5 || !parse_number(columns[4])) return false;
    ids = ids || !parse_offset(columns[3]);
    ++rows;
  }
  return ids;
}

}  // namespace

namespace judgement_formats {

const JudgementFormat kGroupQrels = {
    .name = "qrels_jg",
    .shape = "`topic group doc grade`, as `trec-qrels` with the groups kept: assessors, or subtopics",
    .sniff = never,
    .read = read_as<GroupedRows::kGrades>};

const JudgementFormat kPreferenceQrels = {
    .name = "qrels_prefs",
    .shape = "`topic group doc level`, the same with levels that may have decimals",
    .sniff = never,
    .read = read_as<GroupedRows::kLevels>};

const JudgementFormat kPreferences = {.name = "prefs",
                                      .shape = "trec_eval's preferences: `topic group subgroup doc level`",
                                      .sniff = sniff_preferences,
                                      .read = read_as<GroupedRows::kPreferences>};

}  // namespace judgement_formats

}  // namespace fovea
