#include "judgements/element_path.h"

#include "text/numbers.h"

namespace fovea {

namespace {

/// "sec[2]"
bool is_step(std::string_view step) {
  const std::size_t bracket = step.find('[');
  if (bracket == 0 || bracket == std::string_view::npos || step.back() != ']') return false;
  const std::string_view position = step.substr(bracket + 1, step.size() - bracket - 2);
  return parse_offset(position).value_or(0) > 0 && position.front() != '0';
}

}  // namespace

bool is_element_path(std::string_view path) {
  if (!path.starts_with('/')) return false;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::size_t end = path.find('/');
    if (!is_step(path.substr(0, end))) return false;
    path = end == std::string_view::npos ? std::string_view() : path.substr(end);
  }
  return true;
}

std::string_view parent_path(std::string_view path) {
  const std::size_t last = path.rfind('/');
  return last == std::string_view::npos ? std::string_view() : path.substr(0, last);
}

}  // namespace fovea
