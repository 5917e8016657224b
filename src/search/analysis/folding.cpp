#include "search/analysis/folding.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

namespace fovea::search {

namespace {

std::string map_with(std::string_view text, int options) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                             static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                             static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, std::free);
  if (size < 0) {
    if (size == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
    return std::string(text);  // not well-formed: as it is
  }
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
}

/// Letters, digits and apostrophes fold by themselves.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c < 0x80; });
}

}  // namespace

std::string fold(std::string_view text, Folding folding) {
  if (is_plain(text)) {
    std::string lower(text);
    for (char& c : lower) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
  }
  // Case folding may make something that decomposes, and decomposing something that has case.
  std::string stable(text);
  for (;;) {
    std::string next =
        map_with(stable, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
    if (next == stable) break;
    stable = std::move(next);
  }
  std::string folded = map_with(
      stable, UTF8PROC_STABLE | UTF8PROC_COMPOSE | (folding == Folding::kMarks ? UTF8PROC_STRIPMARK : 0));
  static constexpr std::string_view kQuote = "\u2019";
  for (std::size_t at = folded.find(kQuote); at != std::string::npos; at = folded.find(kQuote, at)) {
    folded.erase(at + 1, kQuote.size() - 1);
    folded[at] = '\'';
  }
  return folded;
}

void drop_apostrophes(std::string& word) {
  if (word.ends_with("'s")) word.resize(word.size() - 2);
  std::erase(word, '\'');
}

}  // namespace fovea::search
