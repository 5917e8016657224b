// Comparisons as text for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "report/tables/comparison_report.h"
#include "report/tables/table.h"
#include "stats/power.h"
#include "text/escape.h"
#include "text/wrap.h"

namespace fovea {

using stats::ComparedPair;
using stats::ComparisonPlan;
using stats::Computed;

namespace {

std::string_view title_of(stats::PairTest test) {
  constexpr std::string_view kTitles[] = {"paired t-test", "paired bootstrap", "randomisation test",
                                          "Wilcoxon signed rank test", "Tukey HSD"};
  return kTitles[static_cast<std::size_t>(test)];
}

/// Whether random numbers had a part in the figures.
bool drawn(const MeasureComparison& measure, const ComparisonPlan& plan) {
  return plan.test == stats::PairTest::kBootstrap || plan.interval == stats::IntervalKind::kBootstrap ||
         measure.comparison.bootstrapped() > 0 ||
         (plan.test == stats::PairTest::kRandomisation && !measure.comparison.exact);
}

/// A number whose digits are all 0 has no minus sign.
std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

std::string signed_fixed(double value, int decimals) {
  const std::string text = fixed(value, decimals);
  const bool zero = text.find_first_not_of("0.") == std::string::npos;
  return text.front() == '-' || zero ? text : fmt::format("+{}", text);
}

/// The rows, the best first.
std::vector<std::size_t> ranked_rows(const MeasureComparison& measure) {
  std::vector<std::size_t> rows;
  for (const stats::RankedRun& ranked : measure.comparison.ranking) rows.push_back(ranked.run);
  return rows;
}

/// The place of each run in a list of them, the first being 0.
std::vector<std::size_t> places_in(std::span<const std::size_t> order) {
  std::vector<std::size_t> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  return places;
}

/// '*' significant, '-' not, '?' no test: in the row of a run, one mark per run that it scores higher than, under the last digit of that
/// run's place. In the order of another measure, marks are on both sides of the diagonal.
std::vector<std::string> star_rows(const MeasureComparison& measure, std::span<const std::size_t> rank_of) {
  const std::size_t runs = measure.runs.size();
  const std::vector<std::size_t> place_of = places_in(shown_order(measure));
  std::vector<std::string> rows(runs, std::string(runs, ' '));
  for (const ComparedPair& pair : measure.comparison.pairs) {
    auto [high, low] = pair.runs;
    if (rank_of[high] > rank_of[low]) std::swap(high, low);
    rows[place_of[high]][place_of[low]] = pair.significant ? '*' : (pair.p ? '-' : '?');
  }
  return rows;
}

/// Which intervals are not what the plan says, and why.
std::string other_intervals(const MeasureComparison& measure, const ComparisonPlan& plan) {
  if (plan.interval != stats::IntervalKind::kT || measure.comparison.bootstrapped() == 0) return "";
  return "b: a bootstrap interval; t's would leave the range of the scores, 0 to 1.\n";
}

std::string share(const MeasureComparison& measure) {
  const std::size_t significant = measure.comparison.significant();
  const std::size_t pairs = measure.comparison.pairs.size();
  if (pairs == 0) return "no pair to test.\n";
  return fmt::format("{} of {} pairs significant ({:.1f} %).\n", significant, pairs,
                     100 * static_cast<double>(significant) / static_cast<double>(pairs));
}

/// What the topics at hand can show at all, from the median deviation of the pairs.
std::string sensitivity(const MeasureComparison& measure, const ComparisonReport& report) {
  std::vector<double> deviations;
  for (const ComparedPair& pair : measure.comparison.pairs) deviations.push_back(pair.deviation);
  if (deviations.empty()) return "";
  const double deviation = stats::median(deviations);
  const auto least = stats::detectable_difference(deviation, measure.topics,
                                                  {report.plan.alpha, report.plan.tails, report.power});
  if (!least) return "";
  return fmt::format(
      "A difference of {:.{}f} would be found with probability {} (t-test of {} topics, median "
      "deviation {:.{}f}).\n",
      *least, report.decimals, report.power, measure.topics, deviation, report.decimals);
}

std::string heading(const MeasureComparison& measure, const ComparisonReport& report) {
  return fmt::format("{}: {} runs, {} topics; {}{}\n\n", measure.measure, measure.runs.size(), measure.topics,
                     describe(measure, report.plan),
                     measure.order.empty() ? "" : "; in the order of " + measure.order_by);
}

/// Sentences, a line each, in lines that fit.
std::string prose(const std::string& text, const ComparisonReport& report) {
  if (report.width == 0) return text;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += wrap(text.substr(at, end - at), {.width = report.width}) + '\n';
    at = end + 1;
  }
  return out;
}

std::string interval_header(const ComparisonPlan& plan) {
  return fmt::format("{:g} % interval", 100 * plan.confidence());
}

std::string ranking(const MeasureComparison& measure, const ComparisonReport& report) {
  const bool matrix = report.baselines.empty();
  Table table;
  table.name_columns = 2;
  table.header = {"rank", "run", "mean", interval_header(report.plan)};
  if (!measure.order.empty()) table.header.push_back("rank by " + measure.measure);
  if (matrix) {
    std::string digits;
    for (std::size_t rank = 1; rank <= measure.runs.size(); ++rank) {
      digits += static_cast<char>('0' + rank % 10);
    }
    table.header.push_back(digits);
  }
  const std::vector<std::size_t> rank_of = places_in(ranked_rows(measure));
  const std::vector<std::string> stars = star_rows(measure, rank_of);
  for (const std::size_t run : shown_order(measure)) {
    const stats::RankedRun& ranked = measure.comparison.ranking[rank_of[run]];
    const std::size_t place = table.rows.size();
    table.rows.push_back({fmt::format("{:>4}", place + 1), measure.runs[run],
                          fmt::format("{:.{}f}", ranked.mean, report.decimals),
                          format_interval(ranked.interval, report.plan, report.decimals)});
    if (!measure.order.empty()) table.rows.back().push_back(std::to_string(rank_of[run] + 1));
    if (matrix) table.rows.back().push_back(stars[place]);
  }
  return to_columns(table, report.width);
}

std::string format_count(const Computed<std::uint64_t>& count) {
  return count ? fmt::format("{}", *count) : "-";
}

/// A row of the pair's difference, test, effect and topics, behind the names it goes by.
std::vector<std::string> pair_row(std::vector<std::string> row, const ComparedPair& pair,
                                  const MeasureComparison& measure, const ComparisonReport& report) {
  const PairPower power = power_of(pair, measure, report);
  row.push_back(signed_fixed(pair.difference, report.decimals));
  row.push_back(format_interval(pair.interval, report.plan, report.decimals));
  row.push_back(pair.p ? format_p(pair.p, *pair.p, report.plan) : "?");
  if (report.plan.applied() != stats::Correction::kNone)
    row.push_back(pair.p ? format_p(pair.p, pair.adjusted_p, report.plan) : "?");
  row.emplace_back(pair.significant ? "*" : "");
  row.push_back(pair.effect ? fmt::format("{:.2f}", *pair.effect) : "-");
  for (const std::size_t topics : {pair.topics.wins, pair.topics.ties, pair.topics.losses})
    row.push_back(fmt::format("{}", topics));
  row.push_back(power.detectable ? fixed(*power.detectable, report.decimals) : "-");
  row.push_back(format_count(power.topics_needed));
  return row;
}

Table pair_table(std::vector<std::string> names, const ComparisonReport& report) {
  Table table;
  table.name_columns = names.size();
  table.header = std::move(names);
  for (std::string column : {std::string("difference"), interval_header(report.plan), std::string("p")})
    table.header.push_back(std::move(column));
  if (report.plan.applied() != stats::Correction::kNone) table.header.emplace_back("adjusted p");
  for (const char* column : {"", "d", "win", "tie", "loss", "detectable", "topics needed"})
    table.header.emplace_back(column);
  return table;
}

/// The pairs of one baseline.
std::string against(const std::string& baseline, const MeasureComparison& measure,
                    const ComparisonReport& report) {
  Table table = pair_table({"run"}, report);
  for (const ComparedPair& pair : measure.comparison.pairs) {
    if (measure.runs[pair.runs.second] == baseline)
      table.rows.push_back(pair_row({measure.runs[pair.runs.first]}, pair, measure, report));
  }
  return fmt::format("\nAgainst {}:\n\n", visible(baseline)) + to_columns(table, report.width);
}

constexpr std::size_t kMostListed = 10;

/// All pairs, where they are few enough to be read.
std::string each_pair(const MeasureComparison& measure, const ComparisonReport& report) {
  if (measure.comparison.pairs.size() > kMostListed) return "";
  Table table = pair_table({"run", "other"}, report);
  for (const ComparedPair& pair : measure.comparison.pairs) {
    table.rows.push_back(
        pair_row({measure.runs[pair.runs.first], measure.runs[pair.runs.second]}, pair, measure, report));
  }
  return fmt::format("\n{}", to_columns(table, report.width));
}

std::string say_where_pairs_are(const MeasureComparison& measure, const ComparisonReport& report) {
  if (!report.baselines.empty() || measure.comparison.pairs.size() <= kMostListed) return "";
  return "The CSV and JSON output list the pairs, with differences, intervals and p.\n";
}

}  // namespace

std::vector<std::size_t> shown_order(const MeasureComparison& measure) {
  return measure.order.empty() ? ranked_rows(measure) : measure.order;
}

std::string describe(const ComparisonPlan& plan) {
  const bool one = plan.tails == stats::Tails::kOne && plan.test != stats::PairTest::kTukey;
  std::string text =
      fmt::format("{}, {}, alpha {:g}", title_of(plan.test), one ? "one-tailed" : "two-tailed", plan.alpha);
  if (plan.applied() == stats::Correction::kHolm) text += ", Holm correction";
  if (plan.applied() == stats::Correction::kBonferroni) text += ", Bonferroni correction";
  return text;
}

std::string describe(const MeasureComparison& measure, const ComparisonPlan& plan) {
  std::string text = describe(plan);
  if (measure.comparison.exact) text += fmt::format("; all {} swaps", std::uint64_t{1} << measure.topics);
  if (drawn(measure, plan)) text += fmt::format("; {} resamples, seed {}", plan.resamples, plan.seed);
  return text;
}

PairPower power_of(const ComparedPair& pair, const MeasureComparison& measure,
                   const ComparisonReport& report) {
  const stats::TestDesign design{report.plan.alpha, report.plan.tails, report.power};
  return {stats::detectable_difference(pair.deviation, measure.topics, design),
          stats::topics_needed(pair.difference, pair.deviation, design)};
}

std::string note_on_tails(const ComparisonPlan& plan) {
  if (plan.tails == stats::Tails::kTwo || plan.test == stats::PairTest::kTukey) return "";
  return "The tests are one-tailed and the intervals two-sided: an interval may hold 0 where a test is significant.\n";
}

std::string describe_untested(const MeasureComparison& measure) {
  constexpr std::size_t kShown = 10;
  std::map<std::string, std::vector<std::string>> reasons;
  for (const ComparedPair& pair : measure.comparison.pairs) {
    if (pair.p) continue;
    reasons[pair.p.why()].push_back(
        fmt::format("{} and {}", measure.runs[pair.runs.first], measure.runs[pair.runs.second]));
  }
  std::string out;
  for (const auto& [why, pairs] : reasons) {
    const std::span<const std::string> shown(pairs.data(), std::min(kShown, pairs.size()));
    out += fmt::format("{} not tested (?), because {}: {}{}.\n", pairs.size(), why, fmt::join(shown, ", "),
                       pairs.size() > kShown ? ", …" : "");
  }
  return out;
}

std::string format_p(const Computed<double>& p, double value, const ComparisonPlan& plan) {
  if (!p) return p.why();
  constexpr double kLeast = 0.001;
  const double least = plan.test == stats::PairTest::kBootstrap
                           ? std::max(kLeast, 1 / static_cast<double>(plan.resamples))
                           : kLeast;
  if (value < least) return fmt::format("<{:g}", least);
  return fmt::format("{:.4f}", value);
}

std::string format_interval(const Computed<stats::Interval>& interval, const ComparisonPlan& plan,
                            int decimals) {
  if (!interval) return "-";
  const bool other = interval->bootstrap && plan.interval == stats::IntervalKind::kT;
  return fmt::format("{}[{}, {}]", other ? "b" : "", fixed(interval->low, decimals),
                     fixed(interval->high, decimals));
}

std::string to_text(const ComparisonReport& report) {
  std::string out;
  for (const MeasureComparison& measure : report.measures) {
    if (!out.empty()) out += "\n\n";
    out += prose(heading(measure, report), report);
    out += ranking(measure, report);
    for (const std::string& baseline : report.baselines) out += against(baseline, measure, report);
    if (report.baselines.empty()) out += each_pair(measure, report);
    out += prose('\n' + share(measure) + say_where_pairs_are(measure, report) + describe_untested(measure) +
                     other_intervals(measure, report.plan) + note_on_tails(report.plan),
                 report);
    if (report.baselines.empty()) out += prose(sensitivity(measure, report), report);
  }
  return out;
}

}  // namespace fovea
