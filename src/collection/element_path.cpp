#include "collection/element_path.h"

#include <fmt/format.h>

#include "files/diagnostics.h"
#include "text/numbers.h"
#include "text/unicode.h"

namespace fovea {

namespace {

constexpr std::string_view kTextNode = "text()";

/// Reads "[n]" at `at`; returns n, from 1, and moves on, or sets `fault`.
std::optional<std::uint32_t> take_ordinal(std::string_view path, std::size_t& at,
                                          std::optional<PathFault>& fault) {
  const auto fail = [&](std::size_t where, std::string_view expected) {
    fault = PathFault{where, expected};
    return std::nullopt;
  };
  if (at >= path.size() || path[at] != '[') return fail(at, "'[' and a number");
  const std::size_t digits = at + 1;
  std::size_t end = digits;
  std::uint64_t number = 0;
  for (; end < path.size() && path[end] >= '0' && path[end] <= '9'; ++end) {
    if (number <= kMaxOffset) number = 10 * number + static_cast<std::uint64_t>(path[end] - '0');
  }
  if (end == digits) return fail(end, "a number");
  if (number > kMaxOffset) return fail(digits, "a number below 2147483648");
  if (number == 0) return fail(digits, "a number from 1");
  if (end >= path.size() || path[end] != ']') return fail(end, "']'");
  at = end + 1;
  return static_cast<std::uint32_t>(number);
}

}  // namespace

std::string to_string(const PathFault& fault, std::string_view path) {
  const std::size_t at = std::min(fault.at, path.size());
  const std::string found =
      at == path.size() ? "the end"
                        : quote(path.substr(at, std::max<std::size_t>(1, utf8_length(path.substr(at)))));
  return fmt::format("found {} at character {} of {}, expected {}", found,
                     count_code_points(path.substr(0, at)) + 1, quote(path), fault.expected);
}

bool PathReader::fail(std::size_t at, std::string_view expected) {
  fault_ = PathFault{at, expected};
  return false;
}

bool PathReader::next(PathStep& step) {
  if (fault_ || (at_ == path_.size() && at_ > 0)) return false;
  if (at_ > 0 && path_[at_] == '.') return false;
  if (at_ == path_.size() || path_[at_] != '/') return fail(at_, "'/'");
  const std::size_t first = at_ + 1;
  std::size_t end = first;
  while (end < path_.size() && path_[end] != '[' && path_[end] != '/' && path_[end] != ']' &&
         path_[end] != ' ') {
    ++end;
  }
  const std::string_view name = path_.substr(first, end - first);
  if (name.empty()) return fail(first, "an element name");
  if (name.starts_with(kTextNode)) {  // no name has brackets
    at_ = first;
    return false;
  }
  std::size_t at = end;
  const auto ordinal = take_ordinal(path_, at, fault_);
  if (!ordinal) return false;
  step = {name, *ordinal};
  at_ = at;
  return true;
}

std::optional<PathFault> check_element_path(std::string_view path) {
  PathReader steps(path);
  PathStep step;
  while (steps.next(step)) {
  }
  if (steps.fault()) return steps.fault();
  if (!steps.rest().empty())
    return PathFault{path.size() - steps.rest().size(), "an element, not a point in its text"};
  return std::nullopt;
}

std::optional<TextPoint> parse_text_point(std::string_view text, PathFault& fault) {
  const auto fail = [&](const PathFault& wrong) {
    fault = wrong;
    return std::nullopt;
  };
  PathReader steps(text);
  PathStep step;
  while (steps.next(step)) {
  }
  std::optional<PathFault> wrong = steps.fault();
  if (wrong) return fail(*wrong);
  std::size_t at = text.size() - steps.rest().size();
  // A node in no element stands behind the first slash.
  if (at == 1 || steps.rest().empty()) return fail({at, "'.character' or '/text()[n].character'"});
  TextPoint point;
  if (steps.rest().front() == '.') {
    point.element = text.substr(0, at);
  } else {
    point.element = text.substr(0, at - 1);
    at += kTextNode.size();
    const auto node = take_ordinal(text, at, wrong);
    if (!node) return fail(wrong.value_or(PathFault{at, "a node's number"}));
    point.node = *node;
  }
  if (at >= text.size() || text[at] != '.') return fail({at, "'.' and a character"});
  const auto character = parse_offset(text.substr(at + 1));
  if (!character) return fail({at + 1, "a character, counted from 0"});
  point.character = *character;
  return point;
}

}  // namespace fovea
