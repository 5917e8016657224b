#include "report/tables/score_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "evaluate/compat/trec_eval.h"
#include "report/tables/table.h"
#include "stats/mean_interval.h"
#include "text/escape.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr int kMostDecimals = 17;
constexpr std::string_view kAllTopics = "all";

/// trec_eval's columns.
void add_trec_line(std::string& out, std::string_view measure, std::string_view topic, std::string_view value,
                   int width = 22) {
  fmt::format_to(std::back_inserter(out), "{:<{}}\t{}\t{}\n", measure, width, visible(topic), visible(value));
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
  for (std::size_t run = 0; run < shown_runs(scores, report); ++run)
    TrecText(scores, run, report).append_to(out);
  return out;
}

/// One row per value.
Table long_table(const Scores& scores, const ScoreReport& report) {
  const Decimals decimals = report.decimals.value_or(Decimals{});
  Table table{.header = {"run", "query_id", "measure", "value"}, .rows = {}, .name_columns = 3};
  for (std::size_t run = 0; run < shown_runs(scores, report); ++run) {
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
  if (report.per_topic) table.header.emplace_back("topic");
  if (!report.ranks.empty()) table.header.insert(table.header.begin(), "rank");
  table.name_columns = table.header.size();
  for (const ScoredMeasure& measure : scores.measures()) table.header.push_back(measure.name);
  for (std::size_t run = 0; run < shown_runs(scores, report); ++run) {
    for (const ScoreRow& row : rows_of(scores, run, report)) {
      std::vector<std::string> cells;
      if (!report.ranks.empty()) cells.push_back(report.ranks[run]);
      cells.push_back(scores.runs()[run].name);
      if (report.per_topic) cells.emplace_back(row.topic);
      for (std::size_t m = 0; m < scores.measures().size(); ++m) {
        cells.push_back(format_value(row.values[m], scores.measures()[m].average, decimals));
      }
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

/// The 95 % intervals of the means of all runs, as `compare` has them, each behind a blank; a run that has no scores for
/// some topics has none.
std::vector<std::string> intervals_of(const Scores& scores, std::size_t measure, Decimals decimals) {
  std::vector<std::string> texts(scores.runs().size());
  if (scores.measures()[measure].average != Average::kMean) return texts;
  const ScoreMatrix matrix = scores.matrix(measure);
  const stats::MeanIntervals intervals(matrix, {});
  for (std::size_t run = 0; run < texts.size(); ++run) {
    bool whole = true;
    for (std::size_t t = 0; t < scores.topics().size(); ++t) whole = whole && scores.has(run, t, measure);
    const auto interval = intervals.of(run);
    texts[run] = !whole || !interval ? " [–]"
                                     : fmt::format(" {}[{}, {}]", interval->bootstrap ? "b" : "",
                                                   format_value(interval->low, Average::kMean, decimals),
                                                   format_value(interval->high, Average::kMean, decimals));
  }
  return texts;
}

/// The wide table with '*' behind the best run of each measure, and with intervals. Other cells have a blank there, so
/// that digits stand below digits.
std::string score_table(const Scores& scores, const ScoreReport& report) {
  const Decimals decimals = report.decimals.value_or(Decimals{});
  Table table = wide_table(scores, report);
  const bool compared = scores.runs().size() > 1 && report.summary;
  for (std::size_t m = 0; m < scores.measures().size(); ++m) {
    const std::size_t column = table.name_columns + m;
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t run = 0; run < scores.runs().size(); ++run)
      best = std::max(best, scores.summary(run, m));
    // A number of topics or documents is not better for being larger.
    const bool marked = compared && scores.measures()[m].average != Average::kSum;
    if (marked) table.header[column] += ' ';
    const auto intervals = report.intervals ? intervals_of(scores, m, decimals) : std::vector<std::string>();
    std::size_t row = 0;
    for (std::size_t run = 0; run < shown_runs(scores, report); ++run) {
      for (const ScoreRow& line : rows_of(scores, run, report)) {
        std::string& cell = table.rows[row++][column];
        if (marked) cell += line.summary && scores.summary(run, m) == best ? '*' : ' ';
        if (report.intervals && line.summary) cell += intervals[run];
      }
    }
  }
  return to_columns(table, report.width);
}

/// Whether a run has something to print for a topic. Where only texts were asked for there are no scores.
bool has_topic(const Scores& scores, std::size_t run, std::size_t topic, const ScoreReport& report) {
  if (!scores.measures().empty()) return scores.has(run, topic);
  return std::ranges::any_of(report.texts, [&](const TextLine& line) {
    return !line.summary && line.texts[run].contains(scores.topics()[topic]);
  });
}

}  // namespace

std::size_t shown_runs(const Scores& scores, const ScoreReport& report) {
  return report.top > 0 ? std::min(report.top, scores.runs().size()) : scores.runs().size();
}

RankedRuns rank_runs(const Scores& scores, std::span<const std::size_t> measures) {
  std::vector<std::vector<std::size_t>> ranks;
  for (const std::size_t measure : measures) ranks.push_back(scores.ranks(measure));
  RankedRuns ranked;
  ranked.order.resize(scores.runs().size());
  std::iota(ranked.order.begin(), ranked.order.end(), std::size_t{0});
  std::ranges::stable_sort(ranked.order, {}, [&](std::size_t run) { return ranks.front()[run]; });
  for (const std::size_t run : ranked.order) {
    std::string& text = ranked.ranks.emplace_back(std::to_string(ranks.front()[run]));
    for (std::size_t other = 1; other < ranks.size(); ++other)
      text += fmt::format("{}{}", other == 1 ? " (" : ", ", ranks[other][run]);
    if (ranks.size() > 1) text += ')';
  }
  return ranked;
}

std::vector<ScoreRow> rows_of(const Scores& scores, std::size_t run, const ScoreReport& report) {
  std::vector<ScoreRow> rows;
  for (std::size_t t = 0; report.per_topic && t < scores.topics().size(); ++t) {
    if (!has_topic(scores, run, t, report)) continue;
    ScoreRow& row = rows.emplace_back(ScoreRow{scores.topics()[t], false, {}});
    for (std::size_t m = 0; m < scores.measures().size(); ++m) row.values.push_back(scores.values(run, m)[t]);
  }
  if (!report.summary) return rows;
  ScoreRow& all = rows.emplace_back(ScoreRow{kAllTopics, true, {}});
  for (std::size_t m = 0; m < scores.measures().size(); ++m) all.values.push_back(scores.summary(run, m));
  return rows;
}

std::optional<Decimals> parse_decimals(std::string_view text) {
  if (text == "full") return Decimals{.places = std::nullopt};
  const auto places = parse_offset(text);
  if (!places || *places > kMostDecimals) return std::nullopt;
  return Decimals{.places = static_cast<int>(*places)};
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
    case ScoreFormat::kTable:
      return score_table(scores, report);
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
