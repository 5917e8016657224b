#include "evaluate/track/efficiency_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "text/numbers.h"

namespace fovea {

namespace {

constexpr std::array<std::string_view, 4> kCosts{"median_ms", "p99_ms", "postings", "overlap"};

std::vector<std::string_view> columns_of(std::string_view line) {
  std::vector<std::string_view> columns;
  if (line.ends_with('\r')) line.remove_suffix(1);
  while (true) {
    const std::size_t tab = line.find('\t');
    columns.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return columns;
    line.remove_prefix(tab + 1);
  }
}

/// Reads the head; false, with a message, when it is none.
bool read_curve_head(const InputFile& file, std::string_view line, EfficiencyCurve& curve,
                     Diagnostics& diagnostics) {
  const std::vector<std::string_view> names = columns_of(line);
  const auto costs = std::ranges::search(names, kCosts);
  if (names.front() != "run" || costs.empty() || costs.begin() == names.begin()) {
    diagnostics.expected(
        {file.name(), 1}, "not-a-curve", quote(line.substr(0, 80)),
        "the head of a curve: run, settings, median_ms, p99_ms, postings, overlap, measures");
    return false;
  }
  curve.settings.assign(names.begin() + 1, costs.begin());
  curve.measures.assign(costs.end(), names.end());
  return true;
}

}  // namespace

std::optional<EfficiencyCurve> read_efficiency_curve(const InputFile& file, Diagnostics& diagnostics) {
  const std::uint64_t before = diagnostics.errors();
  EfficiencyCurve curve;
  std::uint64_t number = 0;
  std::string_view rest = file.bytes();
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (++number == 1) {
      if (!read_curve_head(file, line, curve, diagnostics)) return std::nullopt;
      continue;
    }
    const std::vector<std::string_view> values = columns_of(line);
    const std::size_t costs = 1 + curve.settings.size();
    const std::size_t wanted = costs + kCosts.size() + curve.measures.size();
    if (values.size() != wanted) {
      diagnostics.expected({file.name(), number}, "bad-row", fmt::format("{} columns", values.size()),
                           fmt::format("{}, as in the head", wanted));
      continue;
    }
    EfficiencyPoint point;
    point.run = values[0];
    point.settings.assign(values.begin() + 1, values.begin() + static_cast<std::ptrdiff_t>(costs));
    std::vector<double> numbers;
    for (std::size_t i = costs; i < values.size(); ++i) {
      const auto value = parse_number(values[i]);
      if (!value) diagnostics.expected({file.name(), number}, "bad-number", quote(values[i]), "a number");
      numbers.push_back(value.value_or(0));
    }
    point.median_ms = numbers[0];
    point.p99_ms = numbers[1];
    point.postings = numbers[2];
    point.overlap = numbers[3];
    point.scores.assign(numbers.begin() + kCosts.size(), numbers.end());
    curve.points.push_back(std::move(point));
  }
  if (number == 0) diagnostics.expected({file.name()}, "empty", "an empty file", "the curve of a sweep");
  if (diagnostics.errors() != before) return std::nullopt;
  return curve;
}

}  // namespace fovea
