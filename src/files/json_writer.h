// JSON, written piece by piece: for files of many rows, which are made without a tree. Trees of nlohmann's are turned into text by
// json_text().
//
//     JsonWriter json(out);
//     json.open('{').member("topic", topic).key("spans").open('[');
//     for (const Span span : spans) json.pair(span.begin, span.end);
//     json.close(']').close('}');
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <iterator>
#include <string>
#include <string_view>

#include "text/escape.h"

namespace fovea {

/// Appends to a text, which must outlive this. Commas come by themselves.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  /// '{' or '[', and what closes it.
  JsonWriter& open(char bracket) {
    separate();
    out_ += bracket;
    first_ = true;
    return *this;
  }
  JsonWriter& close(char bracket) {
    out_ += bracket;
    first_ = false;
    return *this;
  }

  /// A name that needs no escapes, before its value.
  JsonWriter& key(std::string_view name) {
    separate();
    (out_ += '"').append(name) += "\":";
    first_ = true;
    return *this;
  }

  /// A text, which must be well-formed UTF-8, a number, true or false.
  template <class Value>
  JsonWriter& value(const Value& value) {
    separate();
    if constexpr (std::convertible_to<Value, std::string_view>) {
      append_json_string(out_, value);
    } else {
      fmt::format_to(std::back_inserter(out_), "{}", value);
    }
    first_ = false;
    return *this;
  }
  template <class Value>
  JsonWriter& member(std::string_view name, const Value& given) {
    return key(name).value(given);
  }
  /// "[3,9]"
  template <class Value>
  JsonWriter& pair(const Value& first, const Value& second) {
    return open('[').value(first).value(second).close(']');
  }
  /// Where there is a value.
  template <class Optional>
  JsonWriter& member_if(std::string_view name, const Optional& given) {
    return given ? member(name, *given) : *this;
  }

 private:
  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string& out_;
  bool first_ = true;
};

/// A tree as text, on one line or with `indent` blanks a level; bytes that are no UTF-8 become replacement characters.
template <class Json>
std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace fovea
