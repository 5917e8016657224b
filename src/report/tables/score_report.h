// Scores on paper: the formats of `fovea eval -o`.
//
// Rows come in a fixed order: runs as the scores have them, topics in the order of the judgements, measures as asked for,
// the summary ("all") last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/tables/account.h"
#include "scores/scores.h"
#include "text/enum_names.h"

namespace fovea {

enum class ScoreFormat : std::uint8_t {
  kText,       ///< trec_eval's columns: measure, topic, value
  kTable,      ///< for people: a row per run (and topic), a column per measure, the best marked
  kTsv,        ///< one row per value: run, query_id, measure, value
  kCsv,        ///< the same
  kJson,       ///< one object, with the account
  kJsonLines,  ///< one object per value, with the fields of the TSV
  kLatex,      ///< a booktabs table: a row per run (and topic), a column per measure
  kMarkdown,   ///< the same table for Markdown
};

constexpr auto enum_names(ScoreFormat) {
  return names_in_order("text", "table", "tsv", "csv", "json", "jsonl", "latex", "md");
}

/// How exactly values are printed.
struct Decimals {
  /// Nothing means the shortest form that is read back as the same number.
  std::optional<int> places = 4;
};

/// "full" or a number of decimals up to 17; nothing for everything else.
std::optional<Decimals> parse_decimals(std::string_view text);

/// Something that stands among the scores of text in trec_eval's columns and is none.
struct TextLine {
  std::string name;
  std::size_t before = 0;  ///< the column of scores in front of which it stands
  bool summary = false;    ///< printed for the run and not for topics
  /// What is printed, by run and by topic; for a summary under the first topic.
  std::vector<std::map<std::string, std::string>> texts = {};
};

struct ScoreReport {
  ScoreFormat format = ScoreFormat::kText;
  bool per_topic = false;  ///< -q
  bool summary = true;     ///< -n clears it
  /// Four places when absent; the JSON formats then give every digit.
  std::optional<Decimals> decimals = std::nullopt;
  /// `--compat trec_eval`: what trec_eval prints for the whole run only is left out for topics. Names are
  /// printed as they stand in the scores: see trec_eval_name().
  bool trec_eval = false;
  /// Texts of trec_eval, in the order of `before`. Several runs are told apart by their ids in any case, in front of
  /// all lines of a run.
  std::vector<TextLine> texts = {};
  /// Names have a Z in front of trec_eval's columns.
  bool z_scores = false;
  /// kTable: 95 % intervals of the means, and the characters in a line, 0 for any number.
  bool intervals = false;
  std::size_t width = 0;
  /// Ranks of the runs, "1 (27)", for a column of their own in tables; and how many runs are shown, 0 for all.
  std::vector<std::string> ranks = {};
  std::size_t top = 0;
};

/// How many runs, from the first on, are to be printed.
std::size_t shown_runs(const Scores& scores, const ScoreReport& report);

/// Runs ranked by some measures.
struct RankedRuns {
  std::vector<std::size_t> order;  ///< rows of the scores, the best by the first measure first
  std::vector<std::string>
      ranks;  ///< in that order: the rank by the first measure, "(27)" by the others behind it
};
RankedRuns rank_runs(const Scores& scores, std::span<const std::size_t> measures);

std::string to_text(const Scores& scores, const ScoreReport& report, const EvaluationAccount& account);

/// A line of a report: what a run scores on one topic, or as a whole.
struct ScoreRow {
  std::string_view topic;  ///< "all" for the summary
  bool summary = false;
  std::vector<double> values;  ///< by measure
};
/// What is to be printed of a run, in this order.
std::vector<ScoreRow> rows_of(const Scores& scores, std::size_t run, const ScoreReport& report);

/// A value as it is printed. Sums are counts and have no decimals.
std::string format_value(double value, Average average, Decimals decimals);

// JSON, for programs, and for the reader who wants to know where figures come from (score_json.cpp).

/// One object: the account, the measures, and the values of each run.
std::string to_json(const Scores& scores, const ScoreReport& report, const EvaluationAccount& account);

/// One object per value: {"run":…,"query_id":…,"measure":…,"value":…}.
std::string to_json_lines(const Scores& scores, const ScoreReport& report);

}  // namespace fovea
