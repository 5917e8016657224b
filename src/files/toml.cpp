#include "files/toml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "files/place_finder.h"
#include "text/escape.h"
#include "text/nearest.h"

namespace fovea {

namespace {

/// Finds the first byte at which a document is too deep, without building anything. It has to agree with the parser only
/// on what is a string or a comment; where they disagree, the parser has already stopped at an error.
class TomlDepth {
 public:
  explicit TomlDepth(std::string_view text) : text_(text) {}

  std::optional<std::size_t> first_too_deep() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (!take(c)) return at_;
      ++at_;
    }
    return std::nullopt;
  }

 private:
  /// Dots are counted per key: everything that can begin or end a key starts the count again.
  bool take(char c) {
    switch (c) {
      case '.':
        return ++parts_ <= kDeepestToml;
      case '[':
      case '{':
        parts_ = 1;
        return ++level_ <= kDeepestToml;
      case ']':
      case '}':
        level_ -= level_ > 0 ? 1 : 0;
        return true;
      case '=':
      case ',':
      case '\n':
        parts_ = 1;
        return true;
      default:
        return true;
    }
  }

  void skip_string(char quote) {
    const std::string fence(3, quote);
    if (text_.substr(at_, 3) != fence) return skip_line_string(quote);
    for (at_ += 3; at_ < text_.size(); ++at_) {
      if (quote == '"' && text_[at_] == '\\') {
        ++at_;
      } else if (text_.substr(at_, 3) == fence) {
        at_ += 3;
        // Up to two quotes before the closing three belong to the text.
        for (int more = 0; more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) ++at_;
        return;
      }
    }
  }

  void skip_line_string(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (quote == '"' && text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == quote) {
        ++at_;
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t parts_ = 1;
  std::size_t level_ = 0;
};

}  // namespace

std::optional<toml::table> read_toml(const InputFile& file, std::string_view wanted,
                                     Diagnostics& diagnostics) {
  if (file.bytes().size() > kLargestToml) {
    diagnostics.expected({file.name()}, "bad-toml", fmt::format("{} bytes", file.bytes().size()),
                         fmt::format("{} of at most {}", wanted, kLargestToml));
    return std::nullopt;
  }
  if (const auto deep = TomlDepth(file.bytes()).first_too_deep()) {
    diagnostics.expected(PlaceFinder(file.name(), file.bytes())(*deep), "bad-toml",
                         fmt::format("a key or value of more than {} levels", kDeepestToml), wanted);
    return std::nullopt;
  }
  try {
    return toml::parse(file.bytes(), file.name());
  } catch (const toml::parse_error& error) {
    diagnostics.expected(toml_place(file, error.source()), "bad-toml",
                         fmt::format("broken TOML ({})", error.description()), wanted);
    return std::nullopt;
  }
}

Place toml_place(const InputFile& file, const toml::source_region& source) {
  return {file.name(), source.begin.line, source.begin.column};
}

std::optional<std::string> toml_text(const toml::node& node) {
  if (auto text = node.value_exact<std::string>()) return text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  if (const auto truth = node.value_exact<bool>()) return *truth ? "yes" : "no";
  return std::nullopt;
}

Place TomlTable::place(const toml::source_region& source) const {
  return {file, source.begin.line, source.begin.column};
}

void TomlEntry::wrong(std::string_view found, std::string_view expected) const {
  in.wrong(node, found, expected);
}

void TomlEntry::other_kind(std::string_view expected) const {
  wrong(fmt::format("another kind of value for '{}'", key), expected);
}

void TomlEntry::other_value(std::string_view expected) const {
  wrong(fmt::format("another value for '{}'", key), expected);
}

std::optional<std::string> TomlEntry::text() const {
  auto value = node.value_exact<std::string>();
  if (!value) other_kind("a text");
  return value;
}

std::optional<bool> TomlEntry::flag() const {
  const auto value = node.value_exact<bool>();
  if (!value) other_kind("true or false");
  return value;
}

const toml::table* TomlEntry::table(std::string_view expected) const {
  if (!node.is_table()) wrong(fmt::format("'{}' as one value", key), expected);
  return node.as_table();
}

std::optional<std::size_t> TomlEntry::one_of(std::span<const std::string_view> names) const {
  const auto value = text();
  if (!value) return std::nullopt;
  const auto found = std::ranges::find(names, *value);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  wrong(fmt::format("{} = {}", key, quote(*value)), fmt::format("one of {}", fmt::join(names, ", ")));
  return std::nullopt;
}

std::optional<std::uint64_t> TomlEntry::count(std::uint64_t least) const {
  const auto value = node.value_exact<std::int64_t>();
  if (!value || *value < 0 || static_cast<std::uint64_t>(*value) < least) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

std::vector<const toml::table*> TomlEntry::tables() const {
  std::vector<const toml::table*> found;
  const std::string expected = fmt::format("[[{}]] tables", key);
  const toml::array* const list = node.as_array();
  if (list == nullptr) other_kind(expected);
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    if (const toml::table* const given = list->get(i)->as_table()) {
      found.push_back(given);
    } else {
      item(*list->get(i)).other_kind(expected);
    }
  }
  return found;
}

void each_key(const TomlTable& given, std::span<const std::string_view> names, const UnknownTomlKey& unknown,
              const std::function<void(std::size_t name, const TomlEntry& entry)>& take) {
  for (const auto& [key, node] : given.table) {
    if (std::ranges::find(names, key.str()) != names.end()) continue;
    const TomlEntry entry{given, key.str(), node, given.place(key.source())};
    if (unknown.take && unknown.take(entry)) continue;
    const std::string hint = did_you_mean(entry.key, names);
    given.diagnostics.expected(
        unknown.at_value ? entry.place() : entry.key_place, unknown.code,
        fmt::format("{}{}", unknown.expected.empty() ? "the key " : "", quote(entry.key)),
        unknown.expected.empty() ? fmt::format("one of {}{}", fmt::join(names, ", "), hint)
                                 : fmt::format("{}{}", unknown.expected, hint));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = given.table.find(names[i]);
    if (found == given.table.end()) continue;
    take(i, {given, names[i], found->second, given.place(found->first.source())});
  }
}

std::string toml_quoted(std::string_view text) {
  // The escapes of JSON are escapes of TOML.
  std::string quoted;
  append_json_string(quoted, text);
  return quoted;
}

}  // namespace fovea
