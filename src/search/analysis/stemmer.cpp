#include "search/analysis/stemmer.h"

#include <libstemmer.h>

#include <algorithm>
#include <new>

#include "text/unicode.h"

namespace fovea::search {

namespace {

constexpr std::size_t kShortWord = 3;

bool is_short(std::string_view word) {
  return word.size() <= kShortWord ||
         (word.size() <= 4 * kShortWord && count_code_points(word) <= kShortWord);
}

/// Whether `word` ends with `suffix` and the letter before it is none of `not_behind`.
bool ends_with(std::string_view word, std::string_view suffix, std::string_view not_behind) {
  return word.ends_with(suffix) && word.size() > suffix.size() &&
         not_behind.find(word[word.size() - suffix.size() - 1]) == std::string_view::npos;
}

void drop_end(std::string& word, std::size_t letters) {
  word.erase(word.size() - letters);
}

void replace_end(std::string& word, std::size_t letters, char by) {
  word[word.size() - letters] = by;
  drop_end(word, letters - 1);
}

void stem_s(std::string& word) {
  if (is_short(word)) return;
  if (word.ends_with("ies")) {
    replace_end(word, 3, 'y');
  } else if (word.ends_with("es")) {
    drop_end(word, 2);
  } else if (word.ends_with("s")) {
    drop_end(word, 1);
  }
}

void stem_harman(std::string& word) {
  if (is_short(word)) return;
  if (ends_with(word, "ies", "ae")) {
    replace_end(word, 3, 'y');
  } else if (ends_with(word, "es", "aeo")) {
    replace_end(word, 2, 'e');
  } else if (ends_with(word, "s", "us")) {
    drop_end(word, 1);
  }
}

}  // namespace

Stemmer::Stemmer(std::string_view name) : snowball_(nullptr, sb_stemmer_delete) {
  if (name == "none") return;
  if (name == "s") {
    kind_ = Kind::kS;
  } else if (name == "harman") {
    kind_ = Kind::kHarman;
  } else {
    kind_ = Kind::kSnowball;
    snowball_.reset(sb_stemmer_new(std::string(name).c_str(), "UTF_8"));
    if (!snowball_) throw std::bad_alloc();
  }
}

void Stemmer::apply(std::string& word) const {
  switch (kind_) {
    case Kind::kNone:
      return;
    case Kind::kS:
      return stem_s(word);
    case Kind::kHarman:
      return stem_harman(word);
    case Kind::kSnowball:
      break;
  }
  const sb_symbol* const stem = sb_stemmer_stem(
      snowball_.get(), reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  word.assign(reinterpret_cast<const char*>(stem),
              static_cast<std::size_t>(sb_stemmer_length(snowball_.get())));
}

std::vector<std::string> stemmer_names() {
  std::vector<std::string> names{"none", "s", "harman"};
  for (const char* const* name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
  return names;
}

bool is_stemmer(std::string_view name) {
  return std::ranges::count(stemmer_names(), name) > 0;
}

bool is_english_stemmer(std::string_view name) {
  return name == "none" || name == "s" || name == "harman" || name == "english" || name == "porter" ||
         name == "lovins";
}

std::string_view snowball_version() {
  // libstemmer has no call that tells; this is the series whose algorithms we build against.
  return "2";
}

}  // namespace fovea::search
