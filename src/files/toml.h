// TOML files: tracks, presets, roles, environments and forms. All of them are read here, because a table is destroyed
// recursively: without a limit, one key of 50,000 parts overflows the stack. toml++ limits arrays and inline tables only.
//
// A file format is a list of keys:
//
//     constexpr TomlKey<Topic> kKeys[] = {{"id", TomlText<&Topic::id>()}, {"author", TomlText<&Topic::author>()}};
//     read_keys({file.name(), *read_toml(file, "topics", diagnostics), diagnostics}, kKeys, topic);
#pragma once

#include <toml++/toml.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"
#include "text/enum_names.h"

namespace fovea {

/// A track of some 20,000 runs.
inline constexpr std::size_t kLargestToml = 4 << 20;
/// Parts of a key, and levels of arrays and inline tables; our own files have 3 and 2.
inline constexpr std::size_t kDeepestToml = 16;

/// The table of `file`; nothing if it is too large, too deep or broken, which is reported as an error where `wanted`
/// ("a track file") was expected.
std::optional<toml::table> read_toml(const InputFile& file, std::string_view wanted,
                                     Diagnostics& diagnostics);

/// Where a key or value of `file` is.
Place toml_place(const InputFile& file, const toml::source_region& source);

/// A text, number, true or false ("yes", "no") as text; nothing for other values.
std::optional<std::string> toml_text(const toml::node& node);

/// The table that is read, and how what is wrong in it is reported.
struct TomlTable {
  const std::string& file;
  const toml::table& table;
  Diagnostics& diagnostics;
  std::string_view bad_value = "bad-value";  ///< the code of values that cannot be

  Place place(const toml::source_region& source) const;
  /// A table inside, or beside.
  TomlTable of(const toml::table& another) const { return {file, another, diagnostics, bad_value}; }
  /// Reports a key that the table must have.
  void missing(std::string_view found, std::string_view expected) const {
    diagnostics.expected(place(table.source()), "missing-key", found, expected);
  }
  /// Reports the table, or a value in it.
  void wrong(const toml::node& node, std::string_view found, std::string_view expected) const {
    diagnostics.expected(place(node.source()), bad_value, found, expected);
  }
};

/// A key of a table and its value. What it cannot be is reported at the value.
struct TomlEntry {
  const TomlTable& in;
  std::string_view key;
  const toml::node& node;
  Place key_place;

  Place place() const { return in.place(node.source()); }
  void wrong(std::string_view found, std::string_view expected) const;
  void other_kind(std::string_view expected) const;   ///< another kind of value than the key has
  void other_value(std::string_view expected) const;  ///< another value than it may have

  /// The value; nothing, and a message, for one of another kind.
  std::optional<std::string> text() const;
  std::optional<bool> flag() const;
  const toml::table* table(std::string_view expected) const;
  /// The place of the value among these.
  std::optional<std::size_t> one_of(std::span<const std::string_view> names) const;
  /// A whole number of at least `least`; nothing for other values.
  std::optional<std::uint64_t> count(std::uint64_t least) const;
  /// An item of the list that this is, under the same key.
  TomlEntry item(const toml::node& each) const { return {in, key, each, key_place}; }
  /// The tables of a list [[key]]; what is none is reported.
  std::vector<const toml::table*> tables() const;
};

/// A key that a table may have, what reads its value into a Target, and what writes it: TOML, or nothing where it is left out. A
/// file format is a list of such rows: it is read, written, and described by them.
template <class Target>
struct TomlKey {
  std::string_view name;
  void (*read)(const TomlEntry& entry, Target& target);
  std::string (*write)(const Target& target) = nullptr;

  constexpr TomlKey(std::string_view key, void (*reader)(const TomlEntry&, Target&),
                    std::string (*writer)(const Target&) = nullptr)
      : name(key), read(reader), write(writer) {}
  /// A kind of key: TomlText<&Track::title>().
  template <class Kind>
    requires requires(const TomlEntry& entry, Target& target) { Kind::read(entry, target); }
  constexpr TomlKey(std::string_view key, Kind) : name(key), read(Kind::read), write(Kind::write) {}
};

/// How a key without a row is reported: with this code, at the key or at its value, with the nearest known key. Without
/// `expected` all keys are named.
struct UnknownTomlKey {
  std::string_view code = "unknown-key";
  std::string_view expected = {};
  bool at_value = false;
  /// Takes keys that no list has; false for those that it does not know either. May be empty.
  std::function<bool(const TomlEntry&)> take = {};
};

/// Calls `take` with the place in `names` of every key that the table has, in their order; first reports the others.
void each_key(const TomlTable& given, std::span<const std::string_view> names, const UnknownTomlKey& unknown,
              const std::function<void(std::size_t name, const TomlEntry& entry)>& take);

/// Reads a table by a list of keys.
template <class Keys, class Target>
void read_keys(const TomlTable& given, const Keys& keys, Target& target, const UnknownTomlKey& unknown = {}) {
  std::vector<std::string_view> names;
  for (const auto& key : keys) names.push_back(key.name);
  each_key(given, names, unknown,
           [&](std::size_t i, const TomlEntry& entry) { std::data(keys)[i].read(entry, target); });
}

/// The lines of a table: what its keys write.
template <class Keys, class Target>
std::string write_keys(const Keys& keys, const Target& target) {
  std::string out;
  for (const auto& key : keys) {
    const std::string value = key.write == nullptr ? std::string() : key.write(target);
    if (!value.empty()) out.append(key.name).append(" = ").append(value).append("\n");
  }
  return out;
}

/// A text in quotes.
std::string toml_quoted(std::string_view text);

// Kinds of keys, by the member that has their value, or nothing.

template <auto Member>
struct TomlText {
  static void read(const TomlEntry& entry, auto& target) {
    if (auto text = entry.text()) target.*Member = *std::move(text);
  }
  static std::string write(const auto& target) {
    const std::optional<std::string> text = target.*Member;
    return !text || text->empty() ? std::string() : toml_quoted(*text);
  }
};

template <auto Member>
struct TomlFlag {
  static void read(const TomlEntry& entry, auto& target) {
    if (const auto flag = entry.flag()) target.*Member = *flag;
  }
  static std::string write(const auto& target) {
    const std::optional<bool> flag = target.*Member;
    return !flag ? std::string() : *flag ? "true" : "false";
  }
};

/// A whole number, 1 or more.
template <auto Member>
struct TomlCount {
  static void read(const TomlEntry& entry, auto& target) {
    target.*Member = entry.count(1);
    if (!(target.*Member)) entry.other_kind("a whole number, 1 or more");
  }
  static std::string write(const auto& target) {
    return target.*Member ? std::to_string(*(target.*Member)) : std::string();
  }
};

/// One of the names of an enumeration.
template <auto Member>
struct TomlChoice {
  static void read(const TomlEntry& entry, auto& target) {
    using Enum = std::remove_reference_t<decltype(target.*Member)>;
    if (const auto value = entry.one_of(kNamesOf<Enum>)) target.*Member = static_cast<Enum>(*value);
  }
  static std::string write(const auto& target) { return toml_quoted(name_of(target.*Member)); }
};

}  // namespace fovea
