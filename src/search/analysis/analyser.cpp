#include "search/analysis/analyser.h"

#include <algorithm>

#include "search/analysis/words.h"

namespace fovea::search {

namespace {

void sort_unique(std::vector<Offset>& offsets) {
  std::ranges::sort(offsets);
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
}

}  // namespace

Analyser::Analyser(const AnalysisSettings& settings)
    : settings_(settings), stemmer_(settings.stem), stop_words_(settings.stop_words, settings.folding) {}

void Analyser::forget() {
  surfaces_.clear();
  numbers_.clear();
  terms_.clear();
  texts_ = TextStore();
  bytes_ = 0;
}

std::uint32_t Analyser::find_term(std::string_view surface) {
  std::string word;
  if (settings_.tokens == Tokens::kSpace) {
    word = surface;
    if (stop_words_.contains(word)) return kStopped;
  } else {
    word = fold(surface, settings_.folding);
    if (stop_words_.contains(word)) return kStopped;
    drop_apostrophes(word);
  }
  if (word.empty()) return kNoWord;
  stemmer_.apply(word);
  if (word.empty()) return kNoWord;
  const auto found = numbers_.find(word);
  if (found != numbers_.end()) return found->second;
  const std::string_view kept = texts_.keep(word);
  terms_.push_back(kept);
  const auto number = static_cast<std::uint32_t>(terms_.size() - 1);
  numbers_.emplace(kept, number);
  bytes_ += kept.size() + 48;
  return number;
}

std::uint32_t Analyser::term_of(std::string_view surface) {
  const auto found = surfaces_.find(surface);
  if (found != surfaces_.end()) return found->second;
  const std::uint32_t number = find_term(surface);
  surfaces_.emplace(texts_.keep(surface), number);
  bytes_ += surface.size() + 40;
  return number;
}

void Analyser::find_breaks(const ElementTreeView& tree) {
  breaks_.clear();
  blocks_.clear();
  std::vector<Role> roles(tree.names());
  for (std::uint32_t i = 0; i < roles.size(); ++i) roles[i] = settings_.roles.role(tree.name_at(i));
  const bool all_break = settings_.tokens != Tokens::kWords;
  for (ElementIndex element = 0; element < tree.size(); ++element) {
    const Role role = roles[tree.name_index(element)];
    const Span span = tree.span(element);
    if (all_break || role != Role::kJoining) breaks_.insert(breaks_.end(), {span.begin, span.end});
    if (Roles::ends_sentence(role)) blocks_.insert(blocks_.end(), {span.begin, span.end});
  }
  sort_unique(breaks_);
  sort_unique(blocks_);
}

void Analyser::find_elements(const ElementTreeView& tree, AnalysedDocument& out) {
  // Elements come in document order: their first words ascend.
  auto first = begins_.begin();
  for (ElementIndex element = 0; element < tree.size(); ++element) {
    const Span span = tree.span(element);
    first = std::lower_bound(first, begins_.end(), span.begin);
    const auto last = std::lower_bound(first, begins_.end(), span.end);
    if (first == last) continue;
    out.elements.push_back({element, static_cast<std::uint32_t>(first - begins_.begin()),
                            static_cast<std::uint32_t>(last - first), tree.name_index(element)});
  }
}

void Analyser::analyse(std::string_view text, const ElementTreeView& tree, AnalysedDocument& out) {
  out.words.clear();
  out.elements.clear();
  out.length = 0;
  begins_.clear();
  find_breaks(tree);
  for (WordScanner scanner(text, breaks_, settings_.tokens); scanner.next();) {
    const std::uint32_t term = term_of(scanner.surface());
    if (term == kNoWord) continue;
    if (term != kStopped) ++out.length;
    out.words.push_back({term, scanner.span()});
    begins_.push_back(scanner.span().begin);
  }
  find_elements(tree, out);
  find_sentences(text, begins_, blocks_, out.sentences);
}

std::vector<std::string> Analyser::analyse_query(std::string_view text) {
  std::vector<std::string> terms;
  for (WordScanner scanner(text, {}, settings_.tokens); scanner.next();) {
    const std::uint32_t term = term_of(scanner.surface());
    if (term != kNoWord) terms.emplace_back(term == kStopped ? std::string_view() : terms_[term]);
  }
  return terms;
}

}  // namespace fovea::search
