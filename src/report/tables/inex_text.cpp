#include "report/tables/inex_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "evaluate/compat/inex_eval.h"
#include "report/tables/score_report.h"

namespace fovea {

namespace {

constexpr std::size_t kTabWidth = 8;

/// Names shorter than a tab stop are followed by two tabs.
void add_inex_line(std::string& out, std::string_view name, std::string_view topic, std::string_view value) {
  fmt::format_to(std::back_inserter(out), "{}{}\t{}\t{}\n", name, name.size() < kTabWidth ? "\t" : "", topic,
                 value);
}

void add_inex_lines(std::string& out, std::string_view topic, std::span<const ScoredMeasure> columns,
                    std::span<const double> values, std::size_t first, std::size_t count) {
  for (std::size_t c = first; c < first + count; ++c) {
    add_inex_line(out, columns[c].name, topic,
                  c < InexEval::kCounts ? fmt::format("{:.0f}", values[c]) : java_double(values[c]));
  }
}

}  // namespace

std::string java_double(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  const double size = std::abs(value);
  if (size >= 1e-3 && size < 1e7) {
    std::string text = fmt::format("{}", value);
    if (text.find('.') == std::string::npos) text += ".0";
    return text;
  }
  std::array<char, 32> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  const std::size_t e = text.find('e');
  const std::string_view mantissa = text.substr(0, e);
  int exponent = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), end.ptr, exponent);
  return fmt::format("{}{}E{}", mantissa, mantissa.find('.') == std::string_view::npos ? ".0" : "", exponent);
}

std::string inex_text(const Scores& scores, std::size_t run, const InexTextOptions& options) {
  const std::span<const ScoredMeasure> columns = scores.measures();
  const auto curve = static_cast<std::size_t>(
      std::ranges::find_if(columns, InexEval::is_curve_point, &ScoredMeasure::name) - columns.begin());
  std::string out =
      fmt::format("<eval run-id=\"{}\" file=\"{}\">\n", scores.runs()[run].name, scores.runs()[run].file);
  std::vector<ScoreRow> rows = rows_of(scores, run, {.per_topic = true});
  std::ranges::sort(rows.begin(), rows.end() - 1, {}, &ScoreRow::topic);
  const std::span<const ScoreRow> topics(rows.data(), rows.size() - 1);
  if (options.per_topic) {
    for (const ScoreRow& topic : topics) add_inex_lines(out, topic.topic, columns, topic.values, 0, curve);
  }
  if (options.summary) {
    const std::vector<double>& summary = rows.back().values;
    add_inex_line(out, "num_q", "all", fmt::format("{}", topics.size()));
    add_inex_lines(out, "all", columns, summary, 0, InexEval::kCounts);
    // The average stands first where it is of articles, and last where it is of results.
    const std::size_t average = curve - 1;
    const std::string mean = "M" + columns[average].name;
    const bool first = columns[average].name == "AgP";
    if (first) add_inex_line(out, mean, "all", java_double(summary[average]));
    add_inex_lines(out, "all", columns, summary, InexEval::kCounts, average - InexEval::kCounts);
    if (!first) add_inex_line(out, mean, "all", java_double(summary[average]));
    add_inex_lines(out, "all", columns, summary, curve, columns.size() - curve);
  }
  return out + "</eval>\n";
}

std::string inex_fault(const BrokenRule& fault, std::string_view file) {
  if (fault.rule == Rule::kInterleaved) {
    return fmt::format(
        "ERROR *** ({}) article results are interleaved in topic {}\tarticle id: {}\n"
        "\tinterleaved results not allowed in inContext tasks!\n",
        file, fault.topic, fault.doc);
  }
  if (fault.one_per_article) {
    return fmt::format(
        "ERROR *** ({}) multiple results from single article in topic {}\tarticle id: {}\tin line: {}\n",
        file, fault.topic, fault.doc, fault.line);
  }
  return fmt::format(
      "ERROR *** ({}) passage overlaps with previously retrieved passages in topic {}\tarticle id: {}\tin "
      "line: {}\n",
      file, fault.topic, fault.doc, fault.line);
}

}  // namespace fovea
