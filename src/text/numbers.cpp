#include "text/numbers.h"

#include <array>
#include <charconv>
#include <cmath>

namespace fovea {

namespace {

/// Decimals of up to 15 digits without exponent, which are nearly all that runs contain: digits and power of
/// ten are both exact doubles, so one division rounds correctly (Clinger 1990). Nothing for all others.
std::optional<double> parse_short_decimal(std::string_view text) {
  static constexpr std::array<double, 16> kPowers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 16) return std::nullopt;
  std::uint64_t digits = 0;
  std::size_t count = 0;
  std::size_t decimals = 0;
  bool point = false;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      digits = digits * 10 + static_cast<std::uint64_t>(c - '0');
      ++count;
      decimals += point ? 1 : 0;
    } else if (c == '.' && !point) {
      point = true;
    } else {
      return std::nullopt;
    }
  }
  if (count == 0 || count > 15) return std::nullopt;
  const double value = static_cast<double>(digits) / kPowers[decimals];
  return negative ? -value : value;
}

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Offset> parse_offset(std::string_view text) {
  if (text.empty() || text.size() > 10) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (value > kMaxOffset) return std::nullopt;
  return static_cast<Offset>(value);
}

std::optional<double> parse_number(std::string_view text) {
  if (const auto value = parse_short_decimal(text)) return value;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // Too small for a double is still a number: zero.
  if (error == std::errc::result_out_of_range && end == text.data() + text.size() &&
      (text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos)) {
    return 0.0;
  }
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace fovea
