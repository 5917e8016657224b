#include "measures/views/gain_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "text/numbers.h"

namespace fovea {

namespace {

/// Calls item(text) for what stands between the commas inside braces; false when it does, or there are none.
template <class Item>
bool each_in_braces(std::string_view text, const Item& item) {
  if (text.size() < 3 || text.front() != '{' || text.back() != '}') return false;
  text = text.substr(1, text.size() - 2);
  while (true) {
    const std::size_t comma = text.find(',');
    if (!item(text.substr(0, comma))) return false;
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

GainTable GainTable::exponential() {
  GainTable table;
  table.exponential_ = true;
  return table;
}

std::optional<GainTable> GainTable::parse(std::string_view text) {
  GainTable table;
  const bool good = each_in_braces(text, [&](std::string_view item) {
    const std::size_t colon = item.find(':');
    if (colon == std::string_view::npos) return false;
    const auto grade = parse_integer(item.substr(0, colon));
    const auto gain = parse_number(item.substr(colon + 1));
    if (!grade || !gain || *grade < 0 || *grade > std::numeric_limits<std::int32_t>::max()) return false;
    for (const auto& [known, value] : table.gains_) {
      if (known == *grade) return false;
    }
    table.gains_.emplace_back(static_cast<std::int32_t>(*grade), *gain);
    return true;
  });
  if (!good) return std::nullopt;
  return table;
}

double GainTable::of(std::int32_t grade) const {
  for (const auto& [known, gain] : gains_) {
    if (known == grade) return gain;
  }
  // Beyond 2^1000 a gain would be no number any more.
  return exponential_ ? std::exp2(std::min<std::int32_t>(grade, 1000)) - 1 : grade;
}

std::optional<std::vector<double>> parse_number_list(std::string_view text) {
  std::vector<double> numbers;
  const bool good = each_in_braces(text, [&](std::string_view item) {
    const auto number = parse_number(item);
    if (number) numbers.push_back(*number);
    return number.has_value();
  });
  if (!good) return std::nullopt;
  return numbers;
}

}  // namespace fovea
