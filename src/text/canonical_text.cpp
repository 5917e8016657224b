#include "text/canonical_text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "text/unicode.h"

namespace fovea {

namespace {

utf8proc_propval_t combining_class(utf8proc_int32_t character) {
  return utf8proc_get_property(character)->combining_class;
}

/// Accents in the order of their classes. Those of one letter never change places with those of another.
void put_accents_in_order(std::vector<utf8proc_int32_t>& characters) {
  const auto is_accent = [](utf8proc_int32_t c) { return combining_class(c) != 0; };
  for (auto at = characters.begin(); at != characters.end();) {
    at = std::find_if(at, characters.end(), is_accent);
    const auto end = std::find_if_not(at, characters.end(), is_accent);
    std::stable_sort(at, end, [](utf8proc_int32_t a, utf8proc_int32_t b) {
      return combining_class(a) < combining_class(b);
    });
    at = end;
  }
}

}  // namespace

CanonicalText::CanonicalText(std::string_view text) {
  bytes_.reserve(text.size());
  std::vector<utf8proc_int32_t> letter;  // with its accents
  const auto write_letter = [&] {
    put_accents_in_order(letter);
    for (const utf8proc_int32_t character : letter) append_utf8(bytes_, static_cast<char32_t>(character));
    letter.clear();
  };
  const auto* const data = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  Offset code_point = 0;
  for (std::size_t at = 0; at < text.size(); ++code_point) {
    utf8proc_int32_t character = 0;
    const auto size =
        utf8proc_iterate(data + at, static_cast<utf8proc_ssize_t>(text.size() - at), &character);
    if (size <= 0) break;
    at += static_cast<std::size_t>(size);
    std::array<utf8proc_int32_t, 8> parts;  // no character decomposes into more than four
    int unused = 0;
    const auto count =
        utf8proc_decompose_char(character, parts.data(), std::ssize(parts), UTF8PROC_DECOMPOSE, &unused);
    if (count <= 0 || count > std::ssize(parts)) break;
    if (letter.empty() || combining_class(parts[0]) == 0) {
      write_letter();
      boundaries_.push_back({bytes_.size(), code_point});
    }
    letter.insert(letter.end(), parts.begin(), parts.begin() + count);
  }
  write_letter();
  boundaries_.push_back({bytes_.size(), code_point});
}

std::optional<Offset> CanonicalText::code_point_at(std::size_t byte) const {
  const auto found = std::ranges::lower_bound(boundaries_, byte, {}, &Boundary::byte);
  if (found == boundaries_.end() || found->byte != byte) return std::nullopt;
  return found->code_point;
}

std::optional<Span> CanonicalText::original(std::size_t begin, std::size_t end) const {
  const auto from = code_point_at(begin);
  const auto to = code_point_at(end);
  if (!from || !to) return std::nullopt;
  return Span{*from, *to};
}

}  // namespace fovea
