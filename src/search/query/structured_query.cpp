// From a castitle to a query: the words of every about(), and of all together.
#include <algorithm>
#include <array>

#include "search/query/query.h"

namespace fovea::search {

namespace {

/// One mention, or several of which the largest weighs `once`.
void add_mention(std::vector<QueryTerm>& terms, std::vector<std::string> words, bool required, double weight,
                 double once) {
  const auto same = std::ranges::find_if(
      terms, [&](const QueryTerm& term) { return term.words == words && !term.tag && term.insertions == 0; });
  if (same == terms.end()) {
    terms.push_back({std::move(words), weight, required});
    terms.back().once = once;
  } else {
    same->weight += weight;
    same->once = std::max(same->once, once);
    same->required = same->required || required;
  }
}

class CastitleReader {
 public:
  CastitleReader(Analyser& analyser, Phrases phrases, Cas cas)
      : analyser_(analyser), phrases_(phrases), cas_(cas) {}

  void read(const nexi::Predicate& predicate) {
    for (const nexi::Predicate& operand : predicate.operands) read(operand);
    if (predicate.kind == nexi::Predicate::Kind::kAbout) read_about(predicate);
    add_names(predicate.path);
  }
  void add_names(const nexi::Path& path) {
    for (const nexi::Step& step : path) {
      for (const std::string& name : step.names) {
        if (name != "*" && name.front() != '@' && std::ranges::find(names_, name) == names_.end())
          names_.push_back(name);
      }
    }
  }

  std::vector<AboutTerms> abouts_;
  std::vector<QueryTerm> all_;
  std::vector<std::vector<std::string>> quoted_;
  std::vector<std::string> names_;

 private:
  void read_about(const nexi::Predicate& about) {
    AboutTerms terms;
    for (const nexi::Term& term : about.terms) {
      std::string text;
      for (const std::string& word : term.words) text += (text.empty() ? "" : " ") + word;
      std::vector<std::string> words = analyser_.analyse_query(text);
      while (!words.empty() && words.back().empty()) words.pop_back();
      while (!words.empty() && words.front().empty()) words.erase(words.begin());
      if (!words.empty()) add(term, words, terms);
    }
    abouts_.push_back(std::move(terms));
  }

  void add(const nexi::Term& term, const std::vector<std::string>& words, AboutTerms& terms) {
    const bool phrase = term.phrase && words.size() > 1;
    if (term.sign == nexi::Term::Sign::kMinus) {
      if (cas_ == Cas::kCo) return;
      if (phrase) return add_mention(terms.excluded, words, false, 1, 1);
      for (const std::string& word : words) {
        if (!word.empty()) add_mention(terms.excluded, {word}, false, 1, 1);
      }
      return;
    }
    const bool plus = term.sign == nexi::Term::Sign::kPlus;
    const bool required = plus && cas_ == Cas::kStrict;
    const double weight = plus && cas_ == Cas::kVague ? 2 : 1;
    if (!phrase || phrases_ != Phrases::kMust) {
      for (const std::string& word : words) {
        if (word.empty()) continue;
        add_mention(terms.terms, {word}, required, weight, weight);
        add_mention(all_, {word}, false, 1, 1);
      }
    }
    if (!phrase) return;
    std::vector<std::string> spoken = words;
    std::erase(spoken, std::string());
    quoted_.push_back(std::move(spoken));
    if (phrases_ == Phrases::kWords) return;
    const bool must = phrases_ == Phrases::kMust;
    add_mention(terms.terms, words, required || must, weight, weight);
    add_mention(all_, words, must && cas_ == Cas::kCo, 1, 1);
  }

  Analyser& analyser_;
  Phrases phrases_;
  Cas cas_;
};

/// The words of several abouts as those of one.
AboutTerms together(const std::vector<AboutTerms>& abouts) {
  AboutTerms all;
  for (const AboutTerms& about : abouts) {
    for (const QueryTerm& term : about.terms)
      add_mention(all.terms, term.words, term.required, term.weight, term.once);
    for (const QueryTerm& term : about.excluded) add_mention(all.excluded, term.words, false, 1, 1);
  }
  return all;
}

}  // namespace

Query structured_query(const nexi::Query& castitle, Analyser& analyser, Phrases phrases, Cas cas,
                       double tag_weight) {
  CastitleReader reader(analyser, phrases, cas);
  for (const nexi::Part& part : castitle.parts) {
    reader.add_names(part.path);
    if (part.filter) reader.read(*part.filter);
  }
  const bool undirected = castitle.parts.size() == 2 && !castitle.parts.back().filter;
  if (undirected) reader.abouts_.push_back(together(reader.abouts_));
  Query query;
  query.terms = std::move(reader.all_);
  query.quoted = std::move(reader.quoted_);
  if (tag_weight > 0) {
    for (const std::string& name : reader.names_) {
      query.terms.push_back({{name}, 1, false, 0, true});
      query.terms.back().set_weight(tag_weight);
    }
  }
  if (cas != Cas::kCo) query.structure = Structure{castitle, cas == Cas::kStrict, std::move(reader.abouts_)};
  return query;
}

}  // namespace fovea::search
