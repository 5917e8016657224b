// Texts made fit for the files we write.
#pragma once

#include <string>
#include <string_view>

namespace fovea {

/// Appends `text`, well-formed UTF-8, as a JSON string with its quotes.
void append_json_string(std::string& out, std::string_view text);

/// Appends `text` so that an XML attribute in double quotes, or the text of an element, gives it back, line
/// ends and tabs included. See is_xml_text().
void append_xml_text(std::string& out, std::string_view text);

/// Whether XML can hold `text` at all: well-formed UTF-8 without control characters other than tab and line
/// ends.
bool is_xml_text(std::string_view text);

}  // namespace fovea
