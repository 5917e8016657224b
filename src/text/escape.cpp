#include "text/escape.h"

#include <fmt/format.h>

#include <algorithm>
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

std::size_t visible_length(std::string_view text) {
  const std::size_t length = utf8_length(text);
  if (length == 0) return 0;
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (length == 1) return byte(0) < 0x20 || byte(0) == 0x7f ? 0 : 1;
  if (length == 2) return byte(0) == 0xC2 && byte(1) < 0xA0 ? 0 : 2;
  if (length > 3 || byte(0) != 0xE2) return length;
  // U+200E, U+200F; U+2028 to U+202E; U+2066 to U+2069.
  const bool turns =
      (byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F || (byte(2) >= 0xA8 && byte(2) <= 0xAE))) ||
      (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);
  return turns ? 0 : length;
}

std::string visible(std::string_view text, std::string_view kept) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = visible_length(text.substr(at));
    if (length == 0 && kept.find(text[at]) == std::string_view::npos) {
      // All bytes of a character that is one, so that none of them is left alone.
      const std::size_t bytes = std::max<std::size_t>(1, utf8_length(text.substr(at)));
      for (const char c : text.substr(at, bytes)) {
        fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(c));
      }
      at += bytes;
    } else {
      out += text.substr(at, std::max<std::size_t>(1, length));
      at += std::max<std::size_t>(1, length);
    }
  }
  return out;
}

std::string unfit_for_xml(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r')
      return fmt::format("U+{:04X}", static_cast<unsigned>(c));
  }
  // Characters of UTF-8 but not of XML.
  if (text.find("\xEF\xBF\xBE") != std::string_view::npos) return "U+FFFE";
  return text.find("\xEF\xBF\xBF") != std::string_view::npos ? "U+FFFF" : "";
}

bool is_xml_text(std::string_view text) {
  return !find_malformed_utf8(text) && unfit_for_xml(text).empty();
}

}  // namespace fovea
