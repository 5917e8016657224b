#include "collection/locate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <utility>

#include "text/canonical_text.h"
#include "text/unicode.h"

namespace fovea {

namespace {

/// More places than this are not told apart; nobody quotes that little.
constexpr std::size_t kMostPlaces = 10'000;
constexpr std::size_t kListedPlaces = 5;

std::string text_of_span(Span span) {
  return fmt::format("{}-{}", span.begin, span.end);
}

/// Bytes of the white space that `text` begins with: Unicode's, since pages and PDFs are full of no-break spaces.
std::size_t white_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) == ' ' || (byte(0) >= '\t' && byte(0) <= '\r')) return 1;
  if (text.size() >= 2 && byte(0) == 0xC2 && (byte(1) == 0x85 || byte(1) == 0xA0)) return 2;
  if (text.size() < 3) return 0;
  const unsigned code = (byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
  const bool white =
      (byte(0) & 0xF0U) == 0xE0 && (code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
                                    code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000);
  return white ? 3 : 0;
}

std::size_t skip_white(std::string_view text, std::size_t at) {
  while (const std::size_t white = white_length(text.substr(at))) at += white;
  return at;
}

/// The words of a text, as views.
std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = skip_white(text, 0); at < text.size(); at = skip_white(text, at)) {
    const std::size_t begin = at;
    while (at < text.size() && white_length(text.substr(at)) == 0) ++at;
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

/// Where the words `wanted` end in `text` when they begin at `at`; nothing when they do not stand there.
std::optional<std::size_t> match_words(std::span<const std::string_view> wanted, std::string_view text,
                                       std::size_t at) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0) {
      const std::size_t behind = skip_white(text, at);
      if (behind == at) return std::nullopt;
      at = behind;
    }
    if (!text.substr(at).starts_with(wanted[i])) return std::nullopt;
    at += wanted[i].size();
  }
  return at;
}

/// Counts code points as bytes are passed, so that many places of one text cost one pass.
class CodePoints {
 public:
  explicit CodePoints(std::string_view text) : text_(text) {}
  /// `byte` must not lie before that of the call before.
  Offset at(std::size_t byte) {
    counted_ += static_cast<Offset>(count_code_points(text_.substr(byte_, byte - byte_)));
    byte_ = byte;
    return counted_;
  }

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  Offset counted_ = 0;
};

/// Calls found(begin, end), in bytes, wherever the words of `wanted` follow each other in `text`, until it returns false.
template <class Found>
void find_words(std::string_view wanted, std::string_view text, const Found& found) {
  const std::vector<std::string_view> words = words_in(wanted);
  if (words.empty()) return;
  for (std::size_t at = text.find(words[0]); at != std::string_view::npos; at = text.find(words[0], at + 1)) {
    const auto end = match_words(words, text, at);
    if (end && !found(at, *end)) return;
  }
}

std::vector<Span> places_of_words(std::string_view wanted, std::string_view text, std::size_t most) {
  std::vector<Span> places;
  CodePoints points(text);
  find_words(wanted, text, [&](std::size_t from, std::size_t to) {
    const Offset begin = points.at(from);
    places.push_back({begin, begin + static_cast<Offset>(count_code_points(text.substr(from, to - from)))});
    return places.size() < most;
  });
  return places;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The two texts from shortly before the word where they part, since a message shows the beginning only.
std::pair<std::string, std::string> from_difference(std::string_view wanted, std::string_view near) {
  constexpr std::size_t kWordsBefore = 3;
  const std::vector<std::string_view> a = words_in(wanted);
  const std::vector<std::string_view> b = words_in(near);
  std::size_t same = 0;
  while (same < a.size() && same < b.size() && a[same] == b[same]) ++same;
  if (same <= kWordsBefore || same == a.size() || same == b.size())
    return {std::string(wanted), std::string(near)};
  const auto cut = [](std::string_view text, std::string_view word) {
    return fmt::format("… {}", text.substr(static_cast<std::size_t>(word.data() - text.data())));
  };
  return {cut(wanted, a[same - kWordsBefore]), cut(near, b[same - kWordsBefore])};
}

void report_not_found(std::string_view wanted, std::string_view doc, const DocumentText& text,
                      const Place& place, Diagnostics& diagnostics) {
  const auto near = nearest_passage(wanted, text);
  if (!near) {
    return diagnostics.expected(place, "text-not-found", quote(wanted),
                                fmt::format("a text of {}, which has nothing like it", quote(doc)));
  }
  const auto [found, nearest] = from_difference(wanted, text.slice(*near).value_or(""));
  diagnostics.expected(
      place, "text-not-found", quote(found),
      fmt::format("a text of {}; nearest is {} at {}", quote(doc), quote(nearest), text_of_span(*near)));
}

void report_ambiguous(std::string_view wanted, std::string_view doc, std::span<const Span> places,
                      const Place& place, Diagnostics& diagnostics) {
  std::vector<std::string> listed;
  for (const Span span : places.first(std::min(places.size(), kListedPlaces))) {
    listed.push_back(text_of_span(span));
  }
  if (places.size() > kListedPlaces) listed.emplace_back("…");
  diagnostics.expected(place, "ambiguous-text",
                       fmt::format("{}, which stands at {} places of {} ({})", quote(wanted), places.size(),
                                   quote(doc), fmt::join(listed, ", ")),
                       "a text that stands at one");
}

}  // namespace

std::vector<Span> places_in_other_form(std::string_view wanted, const DocumentText& text, std::size_t most) {
  std::vector<Span> places;
  if (is_ascii(wanted)) return places;  // has one form only
  const CanonicalText canonical(text.text());
  find_words(CanonicalText(wanted).bytes(), canonical.bytes(), [&](std::size_t from, std::size_t to) {
    if (const auto span = canonical.original(from, to)) places.push_back(*span);
    return places.size() < most;
  });
  return places;
}

std::vector<Span> places_of(std::string_view wanted, const DocumentText& text, std::size_t most) {
  if (skip_white(wanted, 0) == wanted.size()) return {};
  std::vector<Span> places = text.find_all(wanted, most);
  if (places.empty()) places = places_of_words(wanted, text.text(), most);
  if (places.empty()) places = places_in_other_form(wanted, text, most);
  return places;
}

bool same_words(std::string_view a, std::string_view b) {
  return a == b || words_in(a) == words_in(b);
}

bool same_but_for_form(std::string_view a, std::string_view b) {
  return !is_ascii(a) && !same_words(a, b) && same_words(CanonicalText(a).bytes(), CanonicalText(b).bytes());
}

std::optional<Span> nearest_passage(std::string_view wanted, const DocumentText& text) {
  const std::vector<std::string_view> words = words_in(wanted);
  const std::vector<std::string_view> document = words_in(text.text());
  const std::size_t length = std::min(words.size(), document.size());
  if (length == 0) return std::nullopt;
  // A window of `length` words slides over the document; `missing` counts what it still lacks of each wanted word.
  absl::flat_hash_map<std::string_view, std::ptrdiff_t> missing;
  for (const std::string_view word : words) ++missing[word];
  std::size_t common = 0, best = 0, best_at = 0;
  for (std::size_t i = 0; i < document.size(); ++i) {
    if (i >= length) {
      const auto left = missing.find(document[i - length]);
      if (left != missing.end() && ++left->second > 0) --common;
    }
    const auto entered = missing.find(document[i]);
    if (entered != missing.end() && entered->second-- > 0) ++common;
    if (i + 1 >= length && common > best) {
      best = common;
      best_at = i + 1 - length;
    }
  }
  if (2 * best < words.size()) return std::nullopt;
  const std::string_view all = text.text();
  const std::string_view last = document[best_at + length - 1];
  CodePoints points(all);
  const Offset begin = points.at(static_cast<std::size_t>(document[best_at].data() - all.data()));
  return Span{begin, points.at(static_cast<std::size_t>(last.data() + last.size() - all.data()))};
}

const DocumentText* TextLocator::text_of(std::string_view doc, const Place& place, Diagnostics& diagnostics) {
  if (texts_ == nullptr) {
    if (!lacks_texts_) {
      diagnostics.expected(place, "no-text", "a text without offsets",
                           "the documents' texts, to find its place in them");
    }
    lacks_texts_ = true;
    return nullptr;
  }
  const DocumentText* const text = texts_->find(doc);
  if (text == nullptr) {
    // Collections name documents without the ending of their files unless they are told otherwise.
    const std::string_view stem = doc.substr(0, doc.rfind('.'));
    diagnostics.expected(place, "unknown-document", fmt::format("document {}", quote(doc)),
                         texts_->find(stem) == nullptr
                             ? "one that there is a text of, in UTF-8"
                             : fmt::format("one that there is a text of, as of {}", quote(stem)));
  }
  return text;
}

std::optional<Span> TextLocator::locate(std::string_view wanted, std::string_view group, std::string_view doc,
                                        const Place& place, Diagnostics& diagnostics) {
  const DocumentText* const text = text_of(doc, place, diagnostics);
  if (text == nullptr) return std::nullopt;
  const std::vector<Span> places = places_of(wanted, *text, kMostPlaces);
  if (places.empty()) {
    report_not_found(wanted, doc, *text, place, diagnostics);
    return std::nullopt;
  }
  if (places.size() > 1 && choice_ == Locate::kOnly) {
    report_ambiguous(wanted, doc, places, place, diagnostics);
    return std::nullopt;
  }
  Span chosen = places.front();
  if (choice_ == Locate::kNext) {
    const auto [before, first] = before_.try_emplace(fmt::format("{}\n{}", group, doc), 0);
    if (!first) {
      const auto behind = std::ranges::upper_bound(places, before->second, {}, &Span::begin);
      if (behind != places.end()) chosen = *behind;
    }
    before->second = chosen.begin;
    if (places.size() > 1) ++chosen_;
  }
  if (same_but_for_form(wanted, text->slice(chosen).value_or("")) && other_forms_++ == 0) {
    first_form_ = place;
    form_example_ = wanted;
  }
  return chosen;
}

void TextLocator::finish(const std::string& file, Diagnostics& diagnostics) const {
  if (other_forms_ > 0) {
    diagnostics.warning(
        first_form_, "other-form",
        fmt::format("{} and its document differ in Unicode normalisation (NFC or NFD), though they print "
                    "alike; they are matched{}",
                    quote(form_example_),
                    other_forms_ > 1 ? fmt::format(", as {} texts in all", other_forms_) : ""));
  }
  if (chosen_ == 0) return;
  diagnostics.warning(
      {file}, "place-chosen",
      fmt::format("{} text{} at several places of {} document: the next place was taken", chosen_,
                  chosen_ == 1 ? " stands" : "s stand", chosen_ == 1 ? "its" : "their"));
}

}  // namespace fovea
