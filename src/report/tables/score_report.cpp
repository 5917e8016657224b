#include "report/tables/score_report.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "evaluate/compat/trec_eval.h"
#include "report/tables/score_json.h"
#include "report/tables/table.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr std::array<std::string_view, 7> kNames = {"text", "tsv", "csv", "json", "jsonl", "latex", "md"};
constexpr int kMostDecimals = 17;
constexpr std::string_view kAllTopics = "all";

/// trec_eval's columns.
void add_trec_line(std::string& out, std::string_view measure, std::string_view topic, std::string_view value,
                   int width = 22) {
  fmt::format_to(std::back_inserter(out), "{:<{}}\t{}\t{}\n", measure, width, topic, value);
}

/// The scores of one run.
class TrecText {
 public:
  TrecText(const Scores& scores, std::size_t run, const ScoreReport& report)
      : scores_(scores), run_(run), report_(report), several_(scores.runs().size() > 1) {}

  void append_to(std::string& out) const {
    if (several_) add_trec_line(out, "runid", kAllTopics, scores_.runs()[run_].name);
    for (const ScoreRow& row : rows_of(scores_, run_, report_)) {
      for (std::size_t m = 0; m < scores_.measures().size(); ++m) {
        append_texts(out, m, row);
        append_score(out, m, row);
      }
      append_texts(out, scores_.measures().size(), row);
    }
  }

 private:
  void append_score(std::string& out, std::size_t m, const ScoreRow& row) const {
    const auto& [name, average] = scores_.measures()[m];
    const std::string_view plain = std::string_view(name).substr(report_.z_scores ? 1 : 0);
    if (!row.summary && report_.trec_eval && !trec_eval_prints_per_topic(plain)) return;
    const std::string value = format_value(row.values[m], average, report_.decimals.value_or(Decimals{}));
    const bool number = std::isfinite(row.values[m]);
    add_trec_line(out, name, row.topic, number ? value : fmt::format("{:>6}", value),
                  report_.z_scores ? 23 : 22);
  }

  void append_texts(std::string& out, std::size_t before, const ScoreRow& row) const {
    for (const TextLine& line : report_.texts) {
      if (line.before != before || line.summary != row.summary || (several_ && line.summary)) continue;
      const auto& texts = line.texts[run_];
      const auto text = line.summary ? texts.begin() : texts.find(std::string(row.topic));
      if (text != texts.end()) add_trec_line(out, line.name, row.topic, text->second);
    }
  }

  const Scores& scores_;
  std::size_t run_;
  const ScoreReport& report_;
  bool several_;
};

std::string trec_text(const Scores& scores, const ScoreReport& report) {
  std::string out;
  for (std::size_t run = 0; run < scores.runs().size(); ++run) TrecText(scores, run, report).append_to(out);
  return out;
}

/// One row per value.
Table long_table(const Scores& scores, const ScoreReport& report) {
  const Decimals decimals = report.decimals.value_or(Decimals{});
  Table table{.header = {"run", "query_id", "measure", "value"}, .rows = {}, .name_columns = 3};
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    for (const ScoreRow& row : rows_of(scores, run, report)) {
      for (std::size_t m = 0; m < scores.measures().size(); ++m) {
        const auto& [name, average] = scores.measures()[m];
        table.rows.push_back({scores.runs()[run].name, std::string(row.topic), name,
                              format_value(row.values[m], average, decimals)});
      }
    }
  }
  return table;
}

/// One column per measure.
Table wide_table(const Scores& scores, const ScoreReport& report) {
  const Decimals decimals = report.decimals.value_or(Decimals{});
  Table table{.header = {"run"}, .rows = {}, .name_columns = 1};
  if (report.per_topic) {
    table.header.emplace_back("topic");
    table.name_columns = 2;
  }
  for (const ScoredMeasure& measure : scores.measures()) table.header.push_back(measure.name);
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    for (const ScoreRow& row : rows_of(scores, run, report)) {
      std::vector<std::string> cells = {scores.runs()[run].name};
      if (report.per_topic) cells.emplace_back(row.topic);
      for (std::size_t m = 0; m < scores.measures().size(); ++m) {
        cells.push_back(format_value(row.values[m], scores.measures()[m].average, decimals));
      }
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

}  // namespace

std::vector<ScoreRow> rows_of(const Scores& scores, std::size_t run, const ScoreReport& report) {
  std::vector<ScoreRow> rows;
  for (std::size_t t = 0; report.per_topic && t < scores.topics().size(); ++t) {
    if (!scores.has(run, t)) continue;
    ScoreRow& row = rows.emplace_back(ScoreRow{scores.topics()[t], false, {}});
    for (std::size_t m = 0; m < scores.measures().size(); ++m) row.values.push_back(scores.values(run, m)[t]);
  }
  if (!report.summary) return rows;
  ScoreRow& all = rows.emplace_back(ScoreRow{kAllTopics, true, {}});
  for (std::size_t m = 0; m < scores.measures().size(); ++m) all.values.push_back(scores.summary(run, m));
  return rows;
}

std::optional<ScoreFormat> score_format_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<ScoreFormat>(i);
  }
  return std::nullopt;
}

std::span<const std::string_view> score_format_names() {
  return kNames;
}

std::optional<Decimals> parse_decimals(std::string_view text) {
  if (text == "full") return Decimals{.places = std::nullopt};
  const auto places = parse_offset(text);
  if (!places || *places > kMostDecimals) return std::nullopt;
  return Decimals{.places = static_cast<int>(*places)};
}

std::string_view name_of(Average average) {
  constexpr std::string_view kAverages[] = {"mean", "sum", "geometric mean"};
  return kAverages[static_cast<std::size_t>(average)];
}

std::string format_value(double value, Average average, Decimals decimals) {
  if (average == Average::kSum && value == std::floor(value)) return fmt::format("{:.0f}", value);
  if (!decimals.places) return fmt::format("{}", value);
  return fmt::format("{:.{}f}", value, *decimals.places);
}

std::string to_text(const Scores& scores, const ScoreReport& report, const EvaluationAccount& account) {
  switch (report.format) {
    case ScoreFormat::kText:
      return trec_text(scores, report);
    case ScoreFormat::kTsv:
      return to_tsv(long_table(scores, report));
    case ScoreFormat::kCsv:
      return to_csv(long_table(scores, report));
    case ScoreFormat::kJson:
      return to_json(scores, report, account);
    case ScoreFormat::kJsonLines:
      return to_json_lines(scores, report);
    case ScoreFormat::kLatex:
      return to_latex(wide_table(scores, report));
    case ScoreFormat::kMarkdown:
      break;
  }
  return to_markdown(wide_table(scores, report));
}

}  // namespace fovea
