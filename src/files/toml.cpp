#include "files/toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "files/place_finder.h"
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

void read_rows(const InputFile& file, const toml::table& table, std::span<const TomlRow> rows,
               const UnknownTomlKey& unknown, Diagnostics& diagnostics) {
  for (const auto& [key, node] : table) {
    const TomlEntry entry{key.str(), node, toml_place(file, key.source()), toml_place(file, node.source())};
    const auto row = std::ranges::find(rows, entry.key, &TomlRow::key);
    if (row != rows.end()) {
      row->take(entry);
      continue;
    }
    std::vector<std::string_view> known;
    for (const TomlRow& each : rows) known.push_back(each.key);
    diagnostics.expected(entry.*unknown.where, unknown.code, quote(entry.key),
                         fmt::format("{}{}", unknown.expected, did_you_mean(entry.key, known)));
  }
}

}  // namespace fovea
