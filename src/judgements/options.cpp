#include "judgements/options.h"

#include <algorithm>

namespace fovea {

namespace {

constexpr std::string_view kIdMark = "{}";

/// The last `parts` parts of a path.
std::string_view last_parts(std::string_view path, std::size_t parts) {
  std::size_t at = path.size();
  while (parts > 0 && at > 0) {
    at = path.rfind('/', at - 1);
    if (at == std::string_view::npos) return path;
    --parts;
  }
  return path.substr(parts == 0 && at < path.size() ? at + 1 : 0);
}

/// Glob matching with backtracking to the last `*` only, so that it costs at most length times length. `{}`
/// must not be empty and takes as little as it can.
bool matches(std::string_view text, std::string_view pattern) {
  std::size_t at = 0, in_pattern = 0, star = std::string_view::npos, after_star = 0;
  while (at < text.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      after_star = at;
    } else if (in_pattern < pattern.size() && pattern[in_pattern] == text[at]) {
      ++in_pattern;
      ++at;
    } else if (star != std::string_view::npos && text[after_star] != '/') {
      in_pattern = star + 1;
      at = ++after_star;
    } else {
      return false;
    }
  }
  while (in_pattern < pattern.size() && pattern[in_pattern] == '*') ++in_pattern;
  return in_pattern == pattern.size();
}

}  // namespace

std::optional<IdSource> parse_id_source(std::string_view text) {
  using Origin = IdSource::Kind;
  if (text == "label" || text == "tag") return IdSource{Origin::kLabel, {}};
  if (text == "file") return IdSource{Origin::kFile, {}};
  if (text.starts_with("field:") && text.size() > 6)
    return IdSource{Origin::kField, std::string(text.substr(6))};
  if (text.starts_with("file:") && text.find(kIdMark) != std::string_view::npos) {
    return IdSource{Origin::kFile, std::string(text.substr(5))};
  }
  return std::nullopt;
}

std::optional<std::string> id_from_file_name(std::string_view file, std::string_view pattern) {
  if (pattern.empty()) {
    const std::string_view name = last_parts(file, 1);
    return std::string(name.substr(0, name.find('.', 1)));
  }
  const auto slashes = static_cast<std::size_t>(std::ranges::count(pattern, '/'));
  const std::string_view path = last_parts(file, slashes + 1);
  const std::size_t mark = pattern.find(kIdMark);
  const std::string_view before = pattern.substr(0, mark);
  const std::string_view behind = pattern.substr(mark + kIdMark.size());
  for (std::size_t begin = 0; begin < path.size(); ++begin) {
    if (!matches(path.substr(0, begin), before)) continue;
    for (std::size_t end = begin + 1; end <= path.size() && path[end - 1] != '/'; ++end) {
      if (matches(path.substr(end), behind)) return std::string(path.substr(begin, end - begin));
    }
  }
  return std::nullopt;
}

}  // namespace fovea
