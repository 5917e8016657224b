// JSON as a tree whose values know where they stand, so that a message about a wrong offset or a missing
// field names line and column and not only the file.
//
// For annotation files, topics and benchmarks: files that fit in memory, or one line of JSON lines at a time.
// simdjson reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "text/span.h"

namespace fovea {

struct JsonMember;

struct JsonValue {
  enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  bool boolean = false;
  std::string text;                 ///< kString: the content; kNumber: the spelling
  std::vector<JsonValue> items;     ///< kArray
  std::vector<JsonMember> members;  ///< kObject, in the order of the file
  std::size_t byte = 0;             ///< where the value begins in the parsed text

  bool is(Kind wanted) const { return kind == wanted; }
  /// The first member of this name; nullptr when there is none, or this is no object.
  const JsonValue* find(std::string_view name) const;
  /// A number that is an offset in a document, and nothing for everything else.
  std::optional<Offset> offset() const;
  /// Strings as they are, numbers as they are spelled: what may serve as an id. Nothing for everything else.
  std::optional<std::string> id() const;
};

struct JsonMember {
  std::string name;
  JsonValue value;
};

struct JsonFault {
  std::size_t byte = 0;
  std::string found;
  std::string expected;
};

/// Reusable: parsing many lines with one parser keeps its memory.
class JsonParser {
 public:
  JsonParser();
  JsonParser(const JsonParser&) = delete;
  JsonParser& operator=(const JsonParser&) = delete;
  ~JsonParser();

  /// One object or array and nothing behind it. Nothing, and `fault` filled in, when `text` is anything else.
  std::optional<JsonValue> parse(std::string_view text, JsonFault& fault);

 private:
  class Walker;
  std::unique_ptr<Walker> walker_;
};

/// Asks values for what they should hold, and reports where they do not.
class JsonReader {
 public:
  using Kind = JsonValue::Kind;
  /// `place` turns a byte of the parsed text into a place in the file.
  JsonReader(std::function<Place(std::size_t)> place, Diagnostics& diagnostics)
      : place_(std::move(place)), diagnostics_(diagnostics) {}

  Place place(const JsonValue& value) const { return place_(value.byte); }
  Place place(std::size_t byte) const { return place_(byte); }
  Diagnostics& diagnostics() const { return diagnostics_; }

  /// Reports that `value` is not `expected`.
  void wrong(const JsonValue& value, std::string_view expected) const;

  /// The member of this kind. A missing one is reported at the object, one of another kind where it stands.
  const JsonValue* need(const JsonValue& object, std::string_view name, Kind kind) const;
  /// The same, but a missing member (or null) is fine.
  const JsonValue* want(const JsonValue& object, std::string_view name, Kind kind) const;
  /// The items of a list that may be absent.
  std::span<const JsonValue> items(const JsonValue& object, std::string_view name) const;
  std::optional<Offset> need_offset(const JsonValue& object, std::string_view name) const;
  std::optional<std::string> need_id(const JsonValue& object, std::string_view name) const;
  /// Whether `value` is of this kind; reported when not.
  bool check(const JsonValue& value, Kind kind) const;

 private:
  const JsonValue* missing(const JsonValue& object, std::string_view name, std::string_view expected) const;

  std::function<Place(std::size_t)> place_;
  Diagnostics& diagnostics_;
};

/// Reports where and why a text is not JSON.
void report(const JsonFault& fault, Place place, Diagnostics& diagnostics);

/// "an object", "the number 7", "'abc'": a value as a message names it.
std::string describe(const JsonValue& value);

}  // namespace fovea
