// A recall point, exactly: "reached" is decided in integers, never in floating point, where 29 of 100
// characters would not reach a recall of 0.29.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fovea {

class RecallPoint {
 public:
  /// part/whole of everything there is to find; part ≤ whole.
  constexpr RecallPoint(std::uint64_t part, std::uint64_t whole) : part_(part), whole_(whole) {}

  /// From a decimal between 0 and 1 with at most six decimals, such as "0.01"; nothing from anything else.
  static constexpr std::optional<RecallPoint> parse(std::string_view text) {
    constexpr std::size_t kMostDecimals = 6;
    std::uint64_t part = 0;
    std::uint64_t whole = 1;
    const std::size_t point = text.find('.');
    if (text.empty() || (point != std::string_view::npos && text.size() - point - 1 > kMostDecimals)) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (i == point) continue;
      if (text[i] < '0' || text[i] > '9' || part > 1'000'000) return std::nullopt;
      part = part * 10 + static_cast<std::uint64_t>(text[i] - '0');
      if (point != std::string_view::npos && i > point) whole *= 10;
    }
    if (part > whole) return std::nullopt;
    return RecallPoint(part, whole);
  }

  /// Whether `found` of `all` is at least this recall.
  constexpr bool reached(std::uint64_t found, std::uint64_t all) const {
    return found * whole_ >= part_ * all;
  }

 private:
  std::uint64_t part_;
  std::uint64_t whole_;
};

}  // namespace fovea
