#include "files/json_records.h"

#include <utility>

#include "files/lines.h"
#include "files/place_finder.h"
#include "text/trim.h"

namespace fovea {

namespace {

std::string_view first_line(std::string_view bytes) {
  bytes = trim(bytes);
  return trim(bytes.substr(0, bytes.find('\n')));
}

/// An object laid out over several lines ends its first line in the middle.
bool is_json_lines(std::string_view bytes) {
  const std::string_view line = first_line(bytes);
  return line.starts_with('{') && line.ends_with('}');
}

void read_value(JsonParser& parser, const std::string& file, std::string_view text, std::uint64_t line,
                Diagnostics& diagnostics, const JsonRecord& each) {
  PlaceFinder places(file, text, line);
  JsonFault fault;
  const auto value = parser.parse(text, fault);
  value ? each(*value, JsonReader(places, diagnostics)) : report(fault, places(fault.byte), diagnostics);
}

}  // namespace

void for_each_json_line(const InputFile& file, Diagnostics& diagnostics, const JsonRecord& each) {
  JsonParser parser;
  LineReader lines(file.bytes());
  for (std::string_view line; lines.next(line);) {
    if (!trim(line).empty()) read_value(parser, file.name(), line, lines.line_number(), diagnostics, each);
  }
}

void for_each_json_record(const InputFile& file, Diagnostics& diagnostics, const JsonRecord& each) {
  const auto records = [&each](const JsonValue& value, const JsonReader& reader) {
    if (!value.is(JsonValue::Kind::kArray)) return each(value, reader);
    for (const JsonValue& record : value.items) each(record, reader);
  };
  if (is_json_lines(file.bytes())) return for_each_json_line(file, diagnostics, records);
  JsonParser parser;
  read_value(parser, file.name(), file.bytes(), 1, diagnostics, records);
}

std::optional<JsonValue> first_json_record(std::string_view bytes) {
  JsonParser parser;
  JsonFault ignored;
  auto value = parser.parse(is_json_lines(bytes) ? first_line(bytes) : bytes, ignored);
  if (!value || !value->is(JsonValue::Kind::kArray)) return value;
  if (value->items.empty()) return std::nullopt;
  return std::move(value->items.front());
}

}  // namespace fovea
