// A table of formats: runs, judgements and topics have one each.
//
// A format is a record with at least a `name`; the table lists the records in the order of help and docs. To tell
// what a file is, formats are asked from the last to the first: a format that is a special case of another one
// stands below it, and a new one goes to the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

/// What a writer could not say in its format, and how often: "best entry points" → 12. Writers count instead of failing;
/// commands list it.
using Unsaid = std::map<std::string, std::uint64_t, std::less<>>;

template <class Format>
using FormatTable = std::span<const Format* const>;

/// nullptr when there is no format of this name.
template <class Format>
const Format* format_named(FormatTable<Format> table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &Format::name);
  return found == table.end() ? nullptr : *found;
}

/// The format that a file has, by its head; nullptr when it is none of them.
template <class Format, class Head>
const Format* format_of(FormatTable<Format> table, const Head& head) {
  for (const Format* const format : table | std::views::reverse) {
    if (format->sniff(head)) return format;
  }
  return nullptr;
}

template <class Format>
std::vector<std::string> format_names(FormatTable<Format> table) {
  std::vector<std::string> names;
  for (const Format* const format : table) names.emplace_back(format->name);
  return names;
}

/// The names of the formats that can be written.
template <class Format>
std::vector<std::string> writable_format_names(FormatTable<Format> table) {
  std::vector<std::string> names;
  for (const Format* const format : table) {
    if (format->write != nullptr) names.emplace_back(format->name);
  }
  return names;
}

}  // namespace fovea
