#include "text/escape.h"

#include <fmt/format.h>

#include <iterator>

#include "text/unicode.h"

namespace fovea {

namespace {

constexpr Escapes kXmlEscapes{{'&', "&amp;"},  {'<', "&lt;"},   {'>', "&gt;"}, {'"', "&quot;"},
                              {'\n', "&#10;"}, {'\r', "&#13;"}, {'\t', "&#9;"}};

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view kShort = "\"\\\n\r\t";
  out += '"';
  for (const char c : text) {
    if (const std::size_t at = kShort.find(c); at != std::string_view::npos) {
      out += '\\';
      out += "\"\\nrt"[at];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_xml_text(std::string& out, std::string_view text) {
  kXmlEscapes.append(out, text);
}

bool is_xml_text(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') return false;
  }
  // U+FFFE and U+FFFF are characters of UTF-8 but not of XML.
  return !find_malformed_utf8(text) && text.find("\xEF\xBF\xBE") == std::string_view::npos &&
         text.find("\xEF\xBF\xBF") == std::string_view::npos;
}

}  // namespace fovea
