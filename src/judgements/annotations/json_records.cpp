#include "judgements/annotations/json_records.h"

#include <utility>

#include "files/lines.h"
#include "files/place_finder.h"

namespace fovea {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string_view first_line(std::string_view bytes) {
  bytes = trimmed(bytes);
  return trimmed(bytes.substr(0, bytes.find('\n')));
}

/// An object laid out over several lines ends its first line in the middle.
bool is_json_lines(std::string_view bytes) {
  const std::string_view line = first_line(bytes);
  return line.starts_with('{') && line.ends_with('}');
}

}  // namespace

void for_each_json_record(const InputFile& file, Diagnostics& diagnostics,
                          const std::function<void(const JsonValue&, const JsonReader&)>& each) {
  JsonParser parser;
  const auto parse = [&](std::string_view text, std::uint64_t line) {
    PlaceFinder places(file.name(), text, line);
    JsonFault fault;
    const auto value = parser.parse(text, fault);
    if (!value) return report(fault, places(fault.byte), diagnostics);
    const JsonReader reader(places, diagnostics);
    if (!value->is(JsonValue::Kind::kArray)) return each(*value, reader);
    for (const JsonValue& record : value->items) each(record, reader);
  };
  if (!is_json_lines(file.bytes())) return parse(file.bytes(), 1);
  LineReader lines(file.bytes());
  for (std::string_view line; lines.next(line);) {
    if (!trimmed(line).empty()) parse(line, lines.line_number());
  }
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
