// Numbers as files spell them. The whole text must be the number: no blanks, no sign but a leading '-',
// nothing behind it. What is not a number gives nothing, never 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "text/span.h"

namespace fovea {

std::optional<std::int64_t> parse_integer(std::string_view text);
/// A count or offset that fits a document: 0 … kMaxOffset.
std::optional<Offset> parse_offset(std::string_view text);
/// A finite decimal number, with or without exponent; "nan" and "inf" are none.
std::optional<double> parse_number(std::string_view text);

}  // namespace fovea
