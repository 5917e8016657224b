#include "search/analysis/analyser.h"

#include <algorithm>

#include "search/analysis/words.h"

namespace fovea::search {

namespace {

/// Collects the begins and ends of nested spans that come in document order, ascending and each once.
class TagOffsets {
 public:
  TagOffsets(std::vector<Offset>& out, std::vector<Offset>& ends) : out_(out), ends_(ends) {
    out_.clear();
    ends_.clear();
  }
  ~TagOffsets() { close(kMaxOffset); }
  TagOffsets(const TagOffsets&) = delete;
  TagOffsets& operator=(const TagOffsets&) = delete;

  void add(Span span) {
    close(span.begin);
    put(span.begin);
    ends_.push_back(span.end);
  }

 private:
  /// Takes the ends up to `offset`; the last begun span ends first.
  void close(Offset offset) {
    for (; !ends_.empty() && ends_.back() <= offset; ends_.pop_back()) put(ends_.back());
  }
  void put(Offset offset) {
    if (out_.empty() || out_.back() < offset) out_.push_back(offset);
  }

  std::vector<Offset>& out_;
  std::vector<Offset>& ends_;
};

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
  if (const std::uint32_t* const found = surfaces_.find(surface)) return *found;
  const std::uint32_t number = find_term(surface);
  surfaces_.insert(surface, number);
  return number;
}

void Analyser::find_breaks(const ElementTreeView& tree) {
  roles_.resize(tree.names());
  for (std::uint32_t i = 0; i < roles_.size(); ++i) roles_[i] = settings_.roles.role(tree.name_at(i));
  const bool all_break = settings_.tokens != Tokens::kWords;
  std::vector<Offset> block_ends;
  TagOffsets breaks(breaks_, ends_);
  TagOffsets blocks(blocks_, block_ends);
  for (ElementIndex element = 0; element < tree.size(); ++element) {
    const Role role = roles_[tree.name_index(element)];
    const Span span = tree.span(element);
    if (all_break || role != Role::kJoining) breaks.add(span);
    if (Roles::ends_sentence(role)) blocks.add(span);
  }
}

void Analyser::find_elements(const ElementTreeView& tree, AnalysedDocument& out) {
  // Elements come in document order: their first words ascend, and few words lie between a begin and the next.
  auto first = begins_.begin();
  for (ElementIndex element = 0; element < tree.size(); ++element) {
    const Span span = tree.span(element);
    while (first != begins_.end() && *first < span.begin) ++first;
    auto last = first;
    for (std::ptrdiff_t step = 1; last != begins_.end() && *last < span.end; step *= 2) {
      // By growing steps, then by halves: most elements are short.
      if (begins_.end() - last <= step || last[step] >= span.end) {
        last = std::lower_bound(last, begins_.end() - last <= step ? begins_.end() : last + step, span.end);
        break;
      }
      last += step;
    }
    if (first == last) continue;
    out.elements.push_back({element, static_cast<std::uint32_t>(first - begins_.begin()),
                            static_cast<std::uint32_t>(last - first), tree.name_index(element)});
  }
}

void Analyser::find_words(std::string_view text, std::span<const Offset> breaks, AnalysedDocument& out) {
  out.words.clear();
  out.elements.clear();
  out.length = 0;
  begins_.clear();
  for (WordScanner scanner(text, breaks, settings_.tokens); scanner.next();) {
    const std::uint32_t term = term_of(scanner.surface());
    if (term == kNoWord) continue;
    if (term != kStopped) ++out.length;
    out.words.push_back({term, scanner.span()});
    begins_.push_back(scanner.span().begin);
  }
}

void Analyser::analyse(std::string_view text, const ElementTreeView& tree, AnalysedDocument& out) {
  find_breaks(tree);
  find_words(text, breaks_, out);
  find_elements(tree, out);
  find_sentences(text, begins_, blocks_, out.sentences);
}

void Analyser::analyse_part(std::string_view text, Offset begin, AnalysedDocument& out) {
  // No text has more characters than bytes: what stands further behind is of no interest.
  const auto shift = [&](const std::vector<Offset>& offsets, std::vector<Offset>& shifted) {
    shifted.clear();
    for (auto at = std::ranges::lower_bound(offsets, begin);
         at != offsets.end() && *at - begin <= text.size(); ++at)
      shifted.push_back(*at - begin);
  };
  shift(breaks_, part_breaks_);
  shift(blocks_, part_blocks_);
  find_words(text, part_breaks_, out);
  find_sentences(text, begins_, part_blocks_, out.sentences);
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
