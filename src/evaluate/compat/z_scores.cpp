#include "evaluate/compat/z_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "files/input.h"
#include "files/lines.h"
#include "text/numbers.h"

namespace fovea {

namespace {

constexpr double kMissing = -1000000;
constexpr std::string_view kZColumns = "topic measure mean deviation";

}  // namespace

std::optional<ZScores> ZScores::read(const std::string& path, Diagnostics& diagnostics) {
  const auto input = InputFile::open(path, diagnostics);
  if (!input) return std::nullopt;
  ZScores scores;
  Diagnostics found;
  LineReader lines(input->bytes());
  for (std::string_view line; lines.next(line);) {
    std::array<std::string_view, 5> columns;
    const std::size_t count = split_columns(line, columns);
    if (count == 0 || line.starts_with('#')) continue;
    const auto expected = [&](std::string_view part, std::string_view code, const std::string& what_found,
                              std::string_view what) {
      found.expected({input->name(), lines.line_number(), column_of(line, part)}, code, what_found, what);
    };
    if (count != 4) {
      expected(line.substr(line.size()), count < 4 ? "too-few-columns" : "too-many-columns",
               fmt::format("{} columns", count), kZColumns);
      continue;
    }
    const auto mean = parse_number(columns[2]);
    const auto deviation = parse_number(columns[3]);
    if (!mean) expected(columns[2], "bad-number", quote(columns[2]), "a mean");
    if (!deviation || *deviation < 0) {
      expected(columns[3], "bad-number", quote(columns[3]), "a standard deviation, 0 or more");
    } else if (mean) {
      scores.others_[{std::string(columns[0]), std::string(columns[1])}] = {*mean, *deviation};
    }
  }
  if (found.ok() && scores.others_.empty()) {
    found.expected({input->name()}, "empty", "nothing", kZColumns);
  }
  const bool good = found.ok();
  diagnostics.merge(std::move(found));
  if (!good) return std::nullopt;
  return scores;
}

double ZScores::convert(const std::string& topic, const std::string& measure, double value) const {
  const auto others = others_.find({topic, measure});
  if (others == others_.end()) return kMissing;
  if (others->second.deviation != 0) return (value - others->second.mean) / others->second.deviation;
  return value == others->second.mean ? 0 : kMissing;
}

Scores ZScores::of(const Scores& scores) const {
  std::vector<ScoredMeasure> measures;
  for (const ScoredMeasure& measure : scores.measures()) measures.push_back({"Z" + measure.name});
  Scores out(std::move(measures), {scores.topics().begin(), scores.topics().end()});
  for (const ScoredRun& each : scores.runs()) {
    const std::size_t run = out.add_run(each);
    for (std::size_t m = 0; m < scores.measures().size(); ++m) {
      const auto& [name, average] = scores.measures()[m];
      std::vector<double> values;
      for (std::size_t t = 0; t < scores.topics().size(); ++t) {
        auto value = scores.value(run, t, m);
        if (!value) continue;
        if (average == Average::kGeometricMean) value = std::log(std::max(*value, kSmallestInGeometricMean));
        values.push_back(convert(scores.topics()[t], name, *value));
        out.set(run, t, m, values.back());
      }
      double summary = summarise(average == Average::kSum ? Average::kSum : Average::kMean, values);
      if (average == Average::kGeometricMean) summary = std::exp(summary);
      out.set_summary(run, m, name == "num_q" ? scores.summary(run, m) : summary);
    }
  }
  return out;
}

}  // namespace fovea
