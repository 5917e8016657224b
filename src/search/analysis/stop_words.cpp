#include "search/analysis/stop_words.h"

#include <fmt/format.h>

#include "files/input.h"
#include "text/unicode.h"

namespace fovea::search {

namespace {

constexpr std::string_view kLucene =
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these "
    "they this to was will with";

constexpr std::string_view kSnowball =
    "i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers "
    "herself it its itself they them their theirs themselves what which who whom this that these those am is "
    "are was were be been being have has had having do does did doing would should could ought i'm you're "
    "he's she's it's we're they're i've you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll "
    "he'll she'll we'll they'll isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't "
    "wouldn't shan't shouldn't can't cannot couldn't mustn't let's that's who's what's here's there's when's "
    "where's why's how's a an the and but if or because as until while of at by for with about against "
    "between into through during before after above below to from up down in out on off over under again "
    "further then once here there when where why how all any both each few more most other some such no nor "
    "not only own same so than too very";

void append_words(std::string_view text, std::string_view blanks, std::vector<std::string>& words) {
  while (true) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(blanks)));
    if (text.empty()) return;
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    words.emplace_back(word);
    text.remove_prefix(word.size());
  }
}

}  // namespace

StopWords::StopWords(const std::vector<std::string>& words, Folding folding) {
  for (const std::string& word : words) words_.insert(fold(word, folding));
}

std::optional<std::vector<std::string>> stop_list(const std::string& name_or_file, Diagnostics& diagnostics) {
  std::vector<std::string> words;
  if (name_or_file == "none") return words;
  if (name_or_file == "lucene" || name_or_file == "snowball") {
    append_words(name_or_file == "lucene" ? kLucene : kSnowball, " ", words);
    return words;
  }
  const auto file = InputFile::open(name_or_file, diagnostics);
  if (!file) return std::nullopt;
  if (const auto bad = find_malformed_utf8(file->bytes())) {
    diagnostics.expected({file->name()}, "bad-utf8", fmt::format("a bad byte at {}", *bad), "UTF-8");
    return std::nullopt;
  }
  std::string_view rest = file->bytes();
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    append_words(line.substr(0, line.find('#')), " \t\r", words);
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return words;
}

}  // namespace fovea::search
