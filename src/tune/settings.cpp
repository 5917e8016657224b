#include "tune/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text/numbers.h"

namespace fovea::tune {

namespace {

/// Digits behind the point, of a number as it was written.
int decimals_of(std::string_view text) {
  const std::size_t point = text.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

/// Without zeros that say nothing.
std::string shortened(std::string number) {
  if (number.find('.') == std::string::npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number == "-0" ? "0" : number;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::optional<std::vector<std::string>> parse_values(std::string_view values, std::string_view text,
                                                     Diagnostics& diagnostics) {
  const auto wrong = [&](std::string_view expected) {
    diagnostics.expected({}, "bad-values", quote(text), expected);
    return std::nullopt;
  };
  const std::vector<std::string> ends = split(values, ':');
  if (ends.size() == 1) {
    std::vector<std::string> list = split(values, ',');
    if (std::ranges::any_of(list, &std::string::empty))
      return wrong("values separated by commas, or FROM:TO:STEP");
    return list;
  }
  if (ends.size() != 3) return wrong("FROM:TO:STEP, or values separated by commas");
  const auto from = parse_number(ends[0]);
  const auto to = parse_number(ends[1]);
  const auto step = parse_number(ends[2]);
  if (!from || !to || !step || *step <= 0 || *to < *from)
    return wrong("FROM:TO:STEP with FROM ≤ TO and a STEP above 0");
  const double count = std::floor((*to - *from) / *step + 1e-9) + 1;
  if (count > static_cast<double>(kMostValues)) return wrong(fmt::format("at most {} values", kMostValues));
  const int decimals = std::max(decimals_of(ends[0]), decimals_of(ends[2]));
  std::vector<std::string> list;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    list.push_back(shortened(fmt::format("{:.{}f}", *from + static_cast<double>(i) * *step, decimals)));
  return list;
}

std::optional<VariedSetting> parse_varied(std::string_view text, const search::Pipeline& pipeline,
                                          Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    diagnostics.expected({}, "bad-setting", quote(text), "TABLE.KEY=VALUES, as articles.k1=0.4:2:0.1");
    return std::nullopt;
  }
  auto values = parse_values(text.substr(equals + 1), text, diagnostics);
  if (!values) return std::nullopt;
  VariedSetting varied;
  for (const std::string& value : *values) {
    const std::string change = fmt::format("{}={}", text.substr(0, equals), value);
    search::Pipeline tried = pipeline;
    if (!change_preset(change, tried, diagnostics)) return std::nullopt;
    varied.push_back(read_change(change, pipeline));
  }
  return varied;
}

search::Pipeline changed(const search::Pipeline& pipeline, const Changes& changes) {
  search::Pipeline made = pipeline;
  Diagnostics diagnostics;
  for (const search::SettingChange& change : changes) change_preset(change, made, diagnostics);
  return made;
}

}  // namespace fovea::tune
