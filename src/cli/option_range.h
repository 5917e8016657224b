// The check of an option that is a number.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "files/diagnostics.h"
#include "text/number_range.h"
#include "text/numbers.h"

namespace fovea {

/// How many threads a command may be told to use.
inline constexpr NumberRange kThreadRange{.least = 1, .most = 1024, .whole = true};
/// Ranks at which lists may be cut.
inline constexpr NumberRange kDepthRange{.least = 1, .most = 1e9, .whole = true};
/// Levels of significance.
inline constexpr NumberRange kAlphaRange{.least = 1e-9, .most = 0.5};
/// Digits behind the point.
inline constexpr NumberRange kDecimalsRange{.least = 0, .most = 15, .whole = true};

/// CLI11's own ranges let NaN pass.
inline CLI::Validator in_range(const NumberRange& range) {
  return CLI::Validator(
      [range](const std::string& text) {
        const auto value = parse_number(text);
        if (value && range.contains(*value)) return std::string();
        return "found " + quote(text) + ", expected " + to_string(range);
      },
      "");
}

}  // namespace fovea
