#include "search/query/query.h"

#include <algorithm>

namespace fovea::search {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// A word or phrase as it stands in a title.
struct Mention {
  char sign = ' ';
  bool phrase = false;
  std::string_view text;
};

std::vector<Mention> mentions_in(std::string_view text) {
  std::vector<Mention> mentions;
  for (;;) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(kBlanks)));
    if (text.empty()) return mentions;
    Mention mention;
    if ((text.front() == '+' || text.front() == '-') && text.size() > 1 &&
        kBlanks.find(text[1]) == std::string_view::npos) {
      mention.sign = text.front();
      text.remove_prefix(1);
    }
    if (text.front() == '"') {
      text.remove_prefix(1);
      mention.phrase = true;
      mention.text = text.substr(0, text.find('"'));
      text.remove_prefix(std::min(text.size(), mention.text.size() + 1));
    } else {
      mention.text = text.substr(0, text.find_first_of(" \t\r\n\""));
      text.remove_prefix(mention.text.size());
    }
    mentions.push_back(mention);
  }
}

void add_term(std::vector<QueryTerm>& terms, std::vector<std::string> words, bool required) {
  const auto same = std::ranges::find(terms, words, &QueryTerm::words);
  if (same == terms.end()) {
    terms.push_back({std::move(words), 1, required});
  } else {
    same->weight += 1;
    same->required = same->required || required;
  }
}

void add_quoted(Query& query, std::vector<std::string> words) {
  std::erase(words, std::string());
  query.quoted.push_back(std::move(words));
}

}  // namespace

std::string QueryTerm::text() const {
  if (tag) return '<' + words.front() + '>';
  if (!is_phrase()) return words.front();
  std::string joined = "\"";
  for (const std::string& word : words) {
    if (joined.size() > 1) joined += ' ';
    joined += word.empty() ? "*" : word;
  }
  joined += '"';
  if (insertions > 0) joined += '~' + std::to_string(insertions);
  return joined;
}

Query parse_query(std::string_view text, Analyser& analyser, Phrases phrases, Signs signs) {
  Query query;
  for (const Mention& mention : mentions_in(text)) {
    if (mention.sign == '-' && signs == Signs::kDrop) continue;
    std::vector<std::string> words = analyser.analyse_query(mention.text);
    while (!words.empty() && words.back().empty()) words.pop_back();
    while (!words.empty() && words.front().empty()) words.erase(words.begin());
    if (words.empty()) continue;
    const bool phrase = mention.phrase && words.size() > 1;
    if (phrase && mention.sign != '-') add_quoted(query, words);
    if (mention.sign == '-') {
      if (phrase) {
        add_term(query.excluded, words, false);
      } else {
        for (const std::string& word : words) {
          if (!word.empty()) add_term(query.excluded, {word}, false);
        }
      }
      continue;
    }
    const bool required = mention.sign == '+' && signs == Signs::kStrict;
    if (!phrase || phrases != Phrases::kMust) {
      for (const std::string& word : words) {
        if (!word.empty()) add_term(query.terms, {word}, required);
      }
    }
    if (phrase && phrases != Phrases::kWords)
      add_term(query.terms, words, required || phrases == Phrases::kMust);
  }
  return query;
}

std::optional<nexi::Query> about_anything(std::string_view title) {
  nexi::Predicate about;
  for (const Mention& mention : mentions_in(title)) {
    nexi::Term term;
    if (mention.sign == '+') term.sign = nexi::Term::Sign::kPlus;
    if (mention.sign == '-') term.sign = nexi::Term::Sign::kMinus;
    term.phrase = mention.phrase;
    term.words.emplace_back(mention.text);
    about.terms.push_back(std::move(term));
  }
  nexi::Query query;
  query.parts.push_back({{nexi::Step{{"*"}}}, std::move(about)});
  return query;
}

}  // namespace fovea::search
