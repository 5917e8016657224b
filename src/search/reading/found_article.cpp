#include "search/reading/found_article.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "files/corrupt_file.h"

namespace fovea::search {

std::string in_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

namespace {

bool share_text(Span a, Span b) {
  return a.begin < b.end && b.begin < a.end;
}

bool lies_in(Span inner, Span outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

AnswerReader::AnswerReader(const Index& index, const CountedQuery& asked)
    : roles_(index.facts().analysis.roles), analyser_(index.facts().analysis) {
  double all = 0;
  for (std::size_t i = 0; i < asked.query.terms.size(); ++i) {
    const QueryTerm& term = asked.query.terms[i];
    const TermCounts& counts = asked.counts.terms[i];
    if (term.tag || counts.documents == 0) continue;
    const double idf =
        std::log(static_cast<double>(asked.counts.documents) / static_cast<double>(counts.documents));
    for (const std::string& word : term.words) {
      if (word.empty()) continue;
      double& weight = weights_[word];
      weight = std::max(weight, term.weight * idf);
      all += weight;
    }
  }
  if (all > 0) return;
  for (auto& each : weights_) each.second = 1;
}

FoundArticle AnswerReader::read(const Document& document, double score, const std::vector<Answer>& parts) {
  FoundArticle found;
  found.id = document.id();
  found.score = score;
  found.length = document.length();
  text_ = document.text();
  offsets_.emplace(text_);
  find_words(document, found);
  find_sections(document, found);
  choose_passages(document, parts, found);
  return found;
}

void AnswerReader::find_words(const Document& document, FoundArticle& found) {
  analyser_.analyse(text_, document.tree(), analysed_);
  find_sentences(document);
  hits_.clear();
  std::size_t sentence = 0;
  std::set<std::uint32_t> seen;  // in the sentence
  double all = 0;
  for (const AnalysedWord& word : analysed_.words) {
    const auto weight = word.term == kStopped ? weights_.end() : weights_.find(analyser_.term(word.term));
    if (weight == weights_.end()) continue;
    hits_.emplace_back(word.span, weight->second);
    found.words.push_back(word.span);
    all += weight->second;
    const std::uint64_t cell =
        std::uint64_t{word.span.begin} * FoundArticle::kCells / std::max<Offset>(1, document.length());
    found.heat[std::min<std::uint64_t>(cell, FoundArticle::kCells - 1)] += weight->second;
    while (sentence < sentences_.size() && sentences_[sentence].span.end <= word.span.begin) {
      ++sentence;
      seen.clear();
    }
    if (sentence < sentences_.size() && seen.insert(word.term).second)
      sentences_[sentence].heat += weight->second;
  }
  if (all == 0) return;
  for (double& cell : found.heat) cell /= all;
  for (auto& hit : hits_) hit.second /= all;
}

std::vector<Role> AnswerReader::roles_of(const ElementTreeView& tree) const {
  std::vector<Role> roles;
  for (std::uint32_t i = 0; i < tree.names(); ++i) roles.push_back(roles_.role(tree.name_at(i)));
  return roles;
}

void AnswerReader::find_sentences(const Document& document) {
  sentences_.clear();
  for (const SentenceStart& start : analysed_.sentences) {
    const std::size_t byte = offsets_->byte_of(start.first_character).value_or(0);
    const bool blank =
        byte == 0 || std::string_view(" \n\t\r").find(text_[byte - 1]) != std::string_view::npos;
    if (!sentences_.empty()) sentences_.back().span.end = start.first_character;
    sentences_.push_back({.span = {start.first_character, document.length()}, .glued = !blank});
  }
  const ElementTreeView& tree = document.tree();
  const std::vector<Role> roles = roles_of(tree);
  auto sentence = sentences_.begin();
  for (ElementIndex i = 0; i < tree.size(); ++i) {
    if (roles[tree.name_index(i)] != Role::kTitle) continue;
    const Span title = tree.span(i);
    while (sentence != sentences_.end() && sentence->span.begin < title.begin) ++sentence;
    for (; sentence != sentences_.end() && sentence->span.begin < title.end; ++sentence)
      sentence->alone = true;
  }
}

std::string AnswerReader::text_of(Span span) const {
  const std::size_t begin = offsets_->byte_of(span.begin).value_or(text_.size());
  const std::size_t end = offsets_->byte_of(span.end).value_or(text_.size());
  return text_.substr(begin, end - begin);
}

double AnswerReader::heat_of(Span span) const {
  const auto first =
      std::ranges::lower_bound(hits_, span.begin, {}, [](const auto& hit) { return hit.first.begin; });
  double sum = 0;
  for (auto at = first; at != hits_.end() && at->first.begin < span.end; ++at) sum += at->second;
  return sum;
}

void AnswerReader::find_sections(const Document& document, FoundArticle& found) const {
  const ElementTreeView& tree = document.tree();
  const std::vector<Role> roles = roles_of(tree);
  std::vector<std::pair<ElementIndex, std::size_t>> open;  // sections around, with their places
  for (ElementIndex i = 0; i < tree.size(); ++i) {
    while (!open.empty() && i >= tree.next(open.back().first)) open.pop_back();
    const Role role = roles[tree.name_index(i)];
    if (role == Role::kSection) {
      found.sections.push_back({tree.path(i), "", open.size(), tree.span(i), heat_of(tree.span(i))});
      open.emplace_back(i, found.sections.size() - 1);
    } else if (role == Role::kTitle) {
      std::string* const title = open.empty() ? &found.title : &found.sections[open.back().second].title;
      const bool own = open.empty() || tree.parent(i) == open.back().first;
      if (own && title->empty()) *title = in_one_line(text_of(tree.span(i)));
    }
  }
}

Span AnswerReader::cut_sentence(Span sentence) const {
  const auto hit =
      std::ranges::find_if(hits_, [&](const auto& each) { return lies_in(each.first, sentence); });
  const Offset from = hit == hits_.end() || hit->first.begin < sentence.begin + kLongestPassage / 3
                          ? sentence.begin
                          : hit->first.begin - kLongestPassage / 3;
  Span cut{from, from};
  for (const AnalysedWord& word : analysed_.words) {
    if (word.span.begin < from || word.span.begin >= sentence.end) continue;
    if (cut.empty()) cut.begin = word.span.begin;
    if (word.span.end > cut.begin + kLongestPassage) break;
    cut.end = word.span.end;
  }
  if (cut.empty()) cut.end = std::min(sentence.end, cut.begin + kLongestPassage);
  return cut;
}

Span AnswerReader::next_passage(Span part, bool titles) {
  const auto usable = [&](const Sentence& each) { return !each.shown && share_text(each.span, part); };
  std::size_t best = sentences_.size();
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    if (!usable(sentences_[i]) || sentences_[i].heat == 0 || (sentences_[i].alone && !titles)) continue;
    if (best == sentences_.size() || sentences_[i].heat > sentences_[best].heat) best = i;
  }
  if (best == sentences_.size()) return {};
  sentences_[best].shown = true;
  Span span = sentences_[best].span;
  if (span.size() > kLongestPassage) return cut_sentence(span);
  if (sentences_[best].alone) return span;
  // Sentences behind it, then before it, as far as there is room.
  const auto joins = [&](std::size_t i, std::size_t later) {
    return usable(sentences_[i]) && !sentences_[i].alone && !sentences_[later].glued;
  };
  for (std::size_t i = best + 1; i < sentences_.size() && joins(i, i); ++i) {
    if (sentences_[i].span.end - span.begin > kLongestPassage) break;
    span.end = sentences_[i].span.end;
    sentences_[i].shown = true;
  }
  for (std::size_t i = best; i > 0 && joins(i - 1, i); --i) {
    if (span.end - sentences_[i - 1].span.begin > kLongestPassage) break;
    span.begin = sentences_[i - 1].span.begin;
    sentences_[i - 1].shown = true;
  }
  return span;
}

void AnswerReader::choose_passages(const Document& document, const std::vector<Answer>& parts,
                                   FoundArticle& found) {
  std::vector<Span> wanted;
  for (const Answer& part : parts)
    wanted.push_back({part.span.begin, std::min(part.span.end, document.length())});
  if (wanted.empty()) wanted.push_back({0, document.length()});
  add_passages(document, wanted, false, found);
  if (found.passages.empty()) add_passages(document, wanted, true, found);
  std::ranges::sort(found.passages, {}, [](const FoundPassage& each) { return each.span.begin; });
}

void AnswerReader::add_passages(const Document& document, const std::vector<Span>& parts, bool titles,
                                FoundArticle& found) {
  // Each part has its turn, the best first, until there are enough or no more.
  for (bool more = true; more && found.passages.size() < kPassages;) {
    more = false;
    for (const Span part : parts) {
      const Span span = found.passages.size() < kPassages ? next_passage(part, titles) : Span{};
      if (span.empty()) continue;
      more = true;
      FoundPassage passage{span, document.tree().path(document.tree().smallest_containing(span)),
                           text_of(span)};
      for (const auto& hit : hits_) {
        if (lies_in(hit.first, span)) passage.words.push_back(hit.first);
      }
      found.passages.push_back(std::move(passage));
    }
  }
}

std::vector<FoundArticle> read_answer(const Index& index, const Collection& collection,
                                      const SearchFindings& findings, std::size_t most) {
  std::map<std::string_view, double> scores;
  for (const Answer& article : findings.articles) {
    if (findings.in_order) scores.emplace(article.id, article.score);
  }
  std::vector<std::pair<std::string_view, std::vector<Answer>>> articles;
  std::map<std::string_view, std::size_t> places;
  for (const Answer& part : findings.answers) {
    const auto [at, fresh] = places.emplace(part.id, articles.size());
    if (fresh) articles.emplace_back(part.id, std::vector<Answer>());
    articles[at->second].second.push_back(part);
  }
  if (articles.size() > most) articles.resize(most);
  tbb::enumerable_thread_specific<AnswerReader> readers([&] { return AnswerReader(index, findings.asked); });
  std::vector<FoundArticle> found(articles.size());
  // Each is a task of its own: a long one takes milliseconds.
  const auto each = tbb::blocked_range<std::size_t>(0, articles.size(), 1);
  tbb::parallel_for(each, [&](const tbb::blocked_range<std::size_t>& some) {
    for (std::size_t i = some.begin(); i < some.end(); ++i) {
      auto& [id, parts] = articles[i];
      const auto document = collection.find(id);
      if (!document)
        throw CorruptFile(fmt::format("{} has no document {}, which was found in {}", collection.path(),
                                      quote(id), index.path()));
      std::ranges::stable_sort(parts, std::ranges::greater(), &Answer::score);
      const auto score = scores.find(id);
      found[i] =
          readers.local().read(*document, score == scores.end() ? parts.front().score : score->second, parts);
    }
  });
  return found;
}

}  // namespace fovea::search
