// Comparisons for papers: a row per run, a column per measure, and letters that say, inside the table of
// means, which differences are significant.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "report/tables/comparison_report.h"
#include "report/tables/table.h"

namespace fovea {

using stats::ComparedPair;

namespace {

/// One row of a table of means: a run, its mean under each measure, and what it beats or loses against.
struct MarkedRun {
  std::string run;
  /// a, b, … in the order of the rows, by which the others refer to it; numbers when letters do not suffice.
  /// Empty for runs that nobody was compared with.
  std::string letter;
  struct Cell {
    double mean = 0;
    bool best = false;
    std::vector<std::string> better_than;
    /// Only against baselines: among all pairs, worse is said by the better run.
    std::vector<std::string> worse_than;
  };
  std::vector<Cell> cells;  ///< one per measure
};

std::string letter_of(std::size_t index, std::size_t count) {
  constexpr std::size_t kLetters = 26;
  return count <= kLetters ? std::string(1, static_cast<char>('a' + index)) : std::to_string(index + 1);
}

std::string join(const std::vector<std::string>& marks) {
  // Letters stand side by side; numbers need something between them.
  const bool letters = std::all_of(
      marks.begin(), marks.end(), [](const std::string& mark) { return mark.size() == 1 && mark[0] >= 'a'; });
  return fmt::format("{}", fmt::join(marks, letters ? "" : ","));
}

void add_marks(const MeasureComparison& measure, bool baselines, std::map<std::string, MarkedRun*>& rows) {
  const double best = measure.comparison.ranking.front().mean;
  for (const stats::RankedRun& ranked : measure.comparison.ranking) {
    rows.at(measure.runs[ranked.run])->cells.push_back({ranked.mean, ranked.mean == best, {}, {}});
  }
  for (const ComparedPair& pair : measure.comparison.pairs) {
    if (!pair.significant) continue;
    MarkedRun& first = *rows.at(measure.runs[pair.runs.first]);
    MarkedRun& second = *rows.at(measure.runs[pair.runs.second]);
    const bool higher = pair.difference > 0;
    if (baselines) {
      (higher ? first.cells.back().better_than : first.cells.back().worse_than).push_back(second.letter);
    } else {
      (higher ? first : second).cells.back().better_than.push_back((higher ? second : first).letter);
    }
  }
}

template <typename Cell>
Table marked_table(const ComparisonReport& report, const std::vector<MarkedRun>& rows, Cell cell) {
  Table table;
  table.name_columns = 2;
  table.header = {"", "run"};
  for (const MeasureComparison& measure : report.measures) table.header.push_back(measure.measure);
  for (const MarkedRun& row : rows) {
    std::vector<std::string> line{row.letter, row.run};
    for (const MarkedRun::Cell& value : row.cells) line.push_back(cell(value));
    table.rows.push_back(std::move(line));
  }
  return table;
}

/// Rows in the order that the first measure is shown in; all measures are of the same runs.
std::vector<MarkedRun> mark_runs(const ComparisonReport& report) {
  std::vector<MarkedRun> rows;
  const MeasureComparison& first = report.measures.front();
  const auto named = [&](const std::string& run) {
    return report.baselines.empty() ||
           std::find(report.baselines.begin(), report.baselines.end(), run) != report.baselines.end();
  };
  const std::size_t letters = report.baselines.empty() ? first.runs.size() : report.baselines.size();
  std::size_t next = 0;
  for (const std::size_t row : shown_order(first)) {
    const std::string& run = first.runs[row];
    rows.push_back({run, named(run) ? letter_of(next++, letters) : "", {}});
  }
  std::map<std::string, MarkedRun*> by_name;
  for (MarkedRun& row : rows) by_name[row.run] = &row;
  for (const MeasureComparison& measure : report.measures) {
    add_marks(measure, !report.baselines.empty(), by_name);
  }
  for (MarkedRun& row : rows) {
    for (MarkedRun::Cell& cell : row.cells) {
      std::sort(cell.better_than.begin(), cell.better_than.end());
      std::sort(cell.worse_than.begin(), cell.worse_than.end());
    }
  }
  return rows;
}

std::string caption_of(const ComparisonReport& report) {
  const MeasureComparison& first = report.measures.front();
  const std::string test =
      describe(first, report.plan) + (first.order.empty() ? "" : "; in the order of " + first.order_by);
  if (report.baselines.empty()) {
    return fmt::format(
        "Superscripts name the runs that a run is significantly better than ({}); the best mean is bold.",
        test);
  }
  return fmt::format(
      "Superscripts name the baselines that a run is significantly better than, subscripts those it is "
      "significantly worse than ({}); the best mean is bold.",
      test);
}

}  // namespace

std::string to_markdown(const ComparisonReport& report) {
  const auto cell = [&](const MarkedRun::Cell& value) {
    std::string text = fmt::format("{:.{}f}", value.mean, report.decimals);
    if (value.best) text = "**" + text + "**";
    if (!value.better_than.empty()) text += "<sup>" + join(value.better_than) + "</sup>";
    if (!value.worse_than.empty()) text += "<sub>" + join(value.worse_than) + "</sub>";
    return text;
  };
  return to_markdown(marked_table(report, mark_runs(report), cell)) + "\n" + caption_of(report) + "\n";
}

std::string to_latex(const ComparisonReport& report) {
  // Names are escaped here and numbers carry markup, so the table is put together as LaTeX.
  const std::vector<MarkedRun> rows = mark_runs(report);
  std::string out = std::string(kLatexNeeds) + "\\begin{table}\n\\centering\n\\caption{" +
                    latex_escape(caption_of(report)) + "}\n\\begin{tabular}{ll" +
                    std::string(report.measures.size(), 'r') + "}\n\\toprule\n & run";
  for (const MeasureComparison& measure : report.measures) out += " & " + latex_escape(measure.measure);
  out += " \\\\\n\\midrule\n";
  for (const MarkedRun& row : rows) {
    out += row.letter + " & " + latex_escape(row.run);
    for (const MarkedRun::Cell& cell : row.cells) {
      const std::string mean = fmt::format("{:.{}f}", cell.mean, report.decimals);
      out += cell.best ? " & \\textbf{" + mean + "}" : " & " + mean;
      if (!cell.better_than.empty()) out += "$^{" + join(cell.better_than) + "}$";
      if (!cell.worse_than.empty()) out += "$_{" + join(cell.worse_than) + "}$";
    }
    out += " \\\\\n";
  }
  return out + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

}  // namespace fovea
