#include "files/json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <utility>

#include "text/numbers.h"
#include "text/unicode.h"

namespace fovea {

namespace {

/// Arrays and objects inside one another; annotation files have about ten.
constexpr int kMaxDepth = 256;

std::string_view name_of(JsonValue::Kind kind) {
  constexpr std::string_view kNames[] = {"null",     "true or false", "a number",
                                         "a string", "an array",      "an object"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string expectation(simdjson::error_code error) {
  switch (error) {
    case simdjson::UTF8_ERROR:
      return "well-formed UTF-8";
    case simdjson::STRING_ERROR:
    case simdjson::UNESCAPED_CHARS:
      return "a well-formed JSON string";
    case simdjson::UNCLOSED_STRING:
      return "a closing quote";
    case simdjson::NUMBER_ERROR:
      return "a JSON number";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      return "']' and '}' for every '[' and '{'";
    case simdjson::DEPTH_ERROR:
      return "fewer arrays and objects inside one another";
    case simdjson::TRAILING_CONTENT:
      return "the end of the JSON text";
    default:
      return "JSON";
  }
}

std::string first_word(std::string_view rest) {
  return rest.empty() ? "the end" : quote(rest.substr(0, rest.find_first_of(" \t\r\n,", 1)));
}

}  // namespace

/// Copies what simdjson walks over into JsonValues.
class JsonParser::Walker {
 public:
  std::optional<JsonValue> parse(std::string_view text, JsonFault& fault) {
    if (const auto broken = find_malformed_utf8(text)) {
      fault = {*broken, quote(text.substr(*broken, 1)), "well-formed UTF-8"};
      return std::nullopt;
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) {
      fault = {std::min(first, text.size()), first_word(text.substr(std::min(first, text.size()))),
               "an object or an array"};
      return std::nullopt;
    }
    buffer_.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    buffer_.assign(text);
    auto document = parser_.iterate(simdjson::padded_string_view(buffer_, buffer_.capacity()));
    broken_scalar_.reset();
    JsonValue root;
    simdjson::error_code error = document.error();
    if (error == simdjson::SUCCESS) error = walk_root(document.value_unsafe(), root);
    if (error == simdjson::SUCCESS) return root;
    describe_fault(document, error, fault);
    return std::nullopt;
  }

 private:
  using Document = simdjson::ondemand::document;

  simdjson::error_code walk_root(Document& document, JsonValue& out) {
    simdjson::ondemand::value value;
    if (const auto error = document.get_value().get(value)) return error;
    if (const auto error = walk(value, out, 0)) return error;
    const bool at_end = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
    return at_end ? simdjson::SUCCESS : simdjson::TRAILING_CONTENT;
  }

  simdjson::error_code walk(simdjson::ondemand::value value, JsonValue& out, int depth) {
    if (depth == kMaxDepth) return simdjson::DEPTH_ERROR;
    const char* location = nullptr;
    if (const auto error = value.current_location().get(location)) return error;
    out.byte = static_cast<std::size_t>(location - buffer_.data());
    simdjson::ondemand::json_type type{};
    if (const auto error = value.type().get(type)) return error;
    if (type == simdjson::ondemand::json_type::object) return walk_object(value, out, depth);
    if (type == simdjson::ondemand::json_type::array) return walk_array(value, out, depth);
    const auto error = walk_scalar(value, type, out);
    if (error != simdjson::SUCCESS) broken_scalar_ = out.byte;
    return error;
  }

  static simdjson::error_code walk_scalar(simdjson::ondemand::value value, simdjson::ondemand::json_type type,
                                          JsonValue& out) {
    switch (type) {
      case simdjson::ondemand::json_type::string:
        return walk_string(value, out);
      case simdjson::ondemand::json_type::number:
        return walk_number(value, out);
      case simdjson::ondemand::json_type::boolean:
        out.kind = JsonValue::Kind::kBoolean;
        return value.get_bool().get(out.boolean);
      default:
        break;
    }
    bool null = false;
    if (const auto error = value.is_null().get(null)) return error;
    return null ? simdjson::SUCCESS : simdjson::N_ATOM_ERROR;
  }

  simdjson::error_code walk_object(simdjson::ondemand::value value, JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::kObject;
    simdjson::ondemand::object object;
    if (const auto error = value.get_object().get(object)) return error;
    for (auto field : object) {
      std::string_view name;
      if (const auto error = field.unescaped_key().get(name)) return error;
      JsonMember& member = out.members.emplace_back(JsonMember{std::string(name), {}});
      simdjson::ondemand::value inner;
      if (const auto error = field.value().get(inner)) return error;
      if (const auto error = walk(inner, member.value, depth + 1)) return error;
    }
    return simdjson::SUCCESS;
  }

  simdjson::error_code walk_array(simdjson::ondemand::value value, JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::kArray;
    simdjson::ondemand::array array;
    if (const auto error = value.get_array().get(array)) return error;
    for (auto item : array) {
      simdjson::ondemand::value inner;
      if (const auto error = item.get(inner)) return error;
      if (const auto error = walk(inner, out.items.emplace_back(), depth + 1)) return error;
    }
    return simdjson::SUCCESS;
  }

  static simdjson::error_code walk_string(simdjson::ondemand::value value, JsonValue& out) {
    out.kind = JsonValue::Kind::kString;
    std::string_view text;
    if (const auto error = value.get_string().get(text)) return error;
    out.text = text;
    return simdjson::SUCCESS;
  }

  static simdjson::error_code walk_number(simdjson::ondemand::value value, JsonValue& out) {
    out.kind = JsonValue::Kind::kNumber;
    const std::string_view token = value.raw_json_token();
    out.text = token.substr(0, token.find_first_not_of("+-.0123456789eE"));
    double ignored = 0;
    return value.get_double().get(ignored);
  }

  void describe_fault(simdjson::simdjson_result<Document>& document, simdjson::error_code error,
                      JsonFault& fault) {
    const char* location = nullptr;
    fault.byte = buffer_.size();
    if (broken_scalar_) {
      fault.byte = *broken_scalar_;
    } else if (document.error() == simdjson::SUCCESS &&
               document.current_location().get(location) == simdjson::SUCCESS) {
      fault.byte = std::min(static_cast<std::size_t>(location - buffer_.data()), buffer_.size());
    }
    const std::string_view rest = std::string_view(buffer_).substr(fault.byte);
    fault.found = first_word(rest);
    fault.expected = rest.empty() ? "the rest of the JSON text" : expectation(error);
  }

  simdjson::ondemand::parser parser_;
  std::string buffer_;
  /// simdjson has moved on when it finds a scalar broken, so its place is kept.
  std::optional<std::size_t> broken_scalar_;
};

JsonParser::JsonParser() : walker_(std::make_unique<Walker>()) {}
JsonParser::~JsonParser() = default;

std::optional<JsonValue> JsonParser::parse(std::string_view text, JsonFault& fault) {
  return walker_->parse(text, fault);
}

const JsonValue* JsonValue::find(std::string_view name) const {
  for (const JsonMember& member : members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

std::optional<Offset> JsonValue::offset() const {
  return kind == Kind::kNumber ? parse_offset(text) : std::nullopt;
}

std::optional<std::string> JsonValue::id() const {
  if (kind != Kind::kNumber && (kind != Kind::kString || text.empty())) return std::nullopt;
  return text;
}

std::string describe(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::kBoolean:
      return value.boolean ? "true" : "false";
    case JsonValue::Kind::kNumber:
      return value.text;
    case JsonValue::Kind::kString:
      return quote(value.text);
    default:
      return std::string(name_of(value.kind));
  }
}

void JsonReader::wrong(const JsonValue& value, std::string_view expected) const {
  diagnostics_.expected(place(value), "bad-json-value", describe(value), expected);
}

const JsonValue* JsonReader::missing(const JsonValue& object, std::string_view name,
                                     std::string_view expected) const {
  diagnostics_.expected(place(object), "missing-member", fmt::format("no \"{}\"", name), expected);
  return nullptr;
}

bool JsonReader::check(const JsonValue& value, Kind kind) const {
  if (!value.is(kind)) wrong(value, name_of(kind));
  return value.is(kind);
}

const JsonValue* JsonReader::need(const JsonValue& object, std::string_view name, Kind kind) const {
  if (!check(object, Kind::kObject)) return nullptr;
  const JsonValue* value = object.find(name);
  if (value == nullptr) return missing(object, name, fmt::format("{} of that name", name_of(kind)));
  return check(*value, kind) ? value : nullptr;
}

const JsonValue* JsonReader::want(const JsonValue& object, std::string_view name, Kind kind) const {
  const JsonValue* value = object.find(name);
  if (value == nullptr || value->is(Kind::kNull)) return nullptr;
  return check(*value, kind) ? value : nullptr;
}

std::span<const JsonValue> JsonReader::items(const JsonValue& object, std::string_view name) const {
  const JsonValue* list = want(object, name, Kind::kArray);
  return list == nullptr ? std::span<const JsonValue>() : list->items;
}

std::optional<Offset> JsonReader::need_offset(const JsonValue& object, std::string_view name) const {
  const JsonValue* value = need(object, name, Kind::kNumber);
  if (value == nullptr) return std::nullopt;
  const auto offset = value->offset();
  if (!offset) wrong(*value, "an offset: a whole number from 0 to 2147483647");
  return offset;
}

std::optional<std::string> JsonReader::need_id(const JsonValue& object, std::string_view name) const {
  if (!check(object, Kind::kObject)) return std::nullopt;
  const JsonValue* value = object.find(name);
  if (value == nullptr) {
    missing(object, name, "an id of that name");
    return std::nullopt;
  }
  auto id = value->id();
  if (!id) wrong(*value, "an id: a string or a number");
  return id;
}

void report(const JsonFault& fault, Place place, Diagnostics& diagnostics) {
  diagnostics.expected(std::move(place), "bad-json", fault.found, fault.expected);
}

}  // namespace fovea
