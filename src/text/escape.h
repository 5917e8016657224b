// Texts made fit for the files we write and for the terminal.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace fovea {

/// What stands for single bytes in a format; a byte without such a text is written as it is.
class Escapes {
 public:
  constexpr Escapes(std::initializer_list<std::pair<char, std::string_view>> escapes) {
    for (const auto& [byte, text] : escapes) texts_[static_cast<unsigned char>(byte)] = text;
  }
  void append(std::string& out, std::string_view text) const {
    for (const char c : text) {
      const std::string_view escape = texts_[static_cast<unsigned char>(c)];
      escape.empty() ? out.push_back(c) : void(out.append(escape));
    }
  }
  std::string of(std::string_view text) const {
    std::string out;
    append(out, text);
    return out;
  }

 private:
  std::array<std::string_view, 256> texts_;
};

/// Appends `text`, well-formed UTF-8, as a JSON string with its quotes.
void append_json_string(std::string& out, std::string_view text);

/// Appends `text` so that an XML attribute in double quotes, or the text of an element, gives it back, line
/// ends and tabs included. See is_xml_text().
void append_xml_text(std::string& out, std::string_view text);

/// `text` with nothing in it that a terminal obeys or that turns lines around: control characters (those of ASCII and of
/// Unicode, bidirectional overrides, line separators) and bytes that are no UTF-8 become \x1b and the like. Characters of
/// `kept` stay as they are. The result is well-formed UTF-8.
std::string visible(std::string_view text, std::string_view kept = {});

/// Bytes of the character that `text` begins with, when it may be shown as it is; 0 otherwise.
std::size_t visible_length(std::string_view text);

/// Whether XML can hold `text` at all: well-formed UTF-8 without control characters other than tab and line
/// ends.
bool is_xml_text(std::string_view text);
/// The first character of well-formed UTF-8 that XML cannot hold, as "U+000B"; empty when there is none.
std::string unfit_for_xml(std::string_view text);

}  // namespace fovea
