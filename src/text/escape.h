// Text made fit for JSON and XML files that fovea writes.
#pragma once

#include <string>
#include <string_view>

namespace fovea {

/// Appends `text` as a JSON string, quotes included. `text` must be well-formed UTF-8.
void append_json_string(std::string& out, std::string_view text);

/// Appends `text` as XML character data that may also stand in a double-quoted attribute. `text` must pass
/// is_xml_text().
void append_xml_text(std::string& out, std::string_view text);

/// Whether XML 1.0 can hold `text`: well-formed UTF-8 without control characters other than tab and newline.
/// A carriage return is one it cannot: parsers turn it into a newline.
bool is_xml_text(std::string_view text);

}  // namespace fovea
