#include "search/elements/candidates.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/corrupt_file.h"

namespace fovea::search {

namespace {

/// Characters that passages have at least in articles without the elements that are looked for, as in the preset `passages`.
constexpr std::size_t kPassageCharacters = 400;

bool names_it(std::string_view names, std::string_view name) {
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find_first_of(" \t", at), names.size());
    if (names.substr(at, end - at) == name) return true;
    at = end + 1;
  }
  return false;
}

/// Hits of all terms inside a unit.
std::uint32_t hits_inside(const ArticleHits& article, std::uint32_t element) {
  std::uint32_t count = 0;
  for (std::size_t term = 0; term < article.terms(); ++term) count += article.tf(article.unit(element), term);
  return count;
}

}  // namespace

std::vector<bool> chosen_tags(const Index& index, const Candidates& candidates) {
  const Roles& roles = index.facts().analysis.roles;
  const bool all = candidates.roles.empty() && candidates.tags.empty();
  std::vector<bool> chosen;
  for (const TagEntry& tag : index.tags()) {
    chosen.push_back(all || names_it(candidates.tags, tag.name) ||
                     names_it(candidates.roles, name_of(roles.role(tag.name))));
  }
  return chosen;
}

double nominal_words(const Candidates& candidates, const QueryCounts& all) {
  const auto n = static_cast<double>(candidates.n);
  const auto words = static_cast<double>(all.words);
  if (candidates.kind == Candidates::Kind::kWords) return n;
  if (candidates.kind == Candidates::Kind::kSentences) return n * words / static_cast<double>(all.sentences);
  if (candidates.kind == Candidates::Kind::kCharacters)
    return n * words / static_cast<double>(all.characters);
  if (candidates.kind == Candidates::Kind::kElements)
    return static_cast<double>(kPassageCharacters) * words / static_cast<double>(all.characters);
  return 0;
}

CandidateFinder::CandidateFinder(const Index& index, const Collection& collection,
                                 const Candidates& candidates, std::vector<double> idf,
                                 std::vector<bool> discerning)
    : index_(index),
      collection_(collection),
      candidates_(candidates),
      idf_(std::move(idf)),
      discerning_(std::move(discerning)),
      chosen_(chosen_tags(index, candidates)) {
  for (const TagEntry& tag : index.tags()) {
    roles_.push_back(index.facts().analysis.roles.role(tag.name));
    paragraphs_.push_back(roles_.back() == Role::kParagraph);
  }
  if (candidates.kind == Candidates::Kind::kWords) analyser_.emplace(index.facts().analysis);
}

void CandidateFinder::enter(const ArticleHits& article) {
  const std::string id = index_.id(article.document);
  document_ = collection_.find(id);
  if (!document_)
    throw CorruptFile(fmt::format("{} has no document {}, which {} was made from", collection_.path(),
                                  quote(id), index_.path()));
}

void CandidateFinder::find(const ArticleHits& article, std::vector<Unit>& found) {
  using Kind = Candidates::Kind;
  const Kind kind = candidates_.kind;
  if (kind == Kind::kSentences || kind == Kind::kCharacters || kind == Kind::kBest) read_sentences(article);
  switch (kind) {
    case Kind::kArticle:
      found.push_back(element(article, 0));
      return;
    case Kind::kElements:
      return find_elements(article, found);
    case Kind::kLcaMax:
    case Kind::kLcaSmallest:
    case Kind::kLcaAll:
      return find_common_ancestors(article, found);
    case Kind::kLead:
      return find_lead(article, found);
    case Kind::kFirstSection:
      return find_first_section(article, found);
    case Kind::kFirst:
      return find_first(article, found);
    case Kind::kStart:
      found.push_back({article.whole(),
                       {0, static_cast<Offset>(std::min<std::size_t>(candidates_.n, document_->length()))}});
      found.back().words.element = kNoElement;
      return;
    case Kind::kWords:
      return find_word_windows(article, found);
    case Kind::kSentences:
      return find_sentence_windows(article, found);
    case Kind::kCharacters:
      return find_character_windows(article, candidates_.n, found);
    case Kind::kBest:
      return find_best(article, found);
  }
}

void CandidateFinder::read_sentences(const ArticleHits& article) {
  index_.read_sentences(article.document, starts_);
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const bool ascends = i == 0 || (starts_[i - 1].first_word < starts_[i].first_word &&
                                    starts_[i - 1].first_character < starts_[i].first_character);
    if (!ascends || starts_[i].first_word >= article.whole().end ||
        starts_[i].first_character >= document_->length())
      ByteReader::fail();
  }
}

bool CandidateFinder::has_hit(const ArticleHits& article, const UnitWords& unit) const {
  for (std::size_t term = 0; term < article.terms(); ++term) {
    if (discerning_[term] && article.tf(unit, term) > 0) return true;
  }
  return false;
}

Unit CandidateFinder::element(const ArticleHits& article, std::uint32_t place) const {
  const ElementIndex number = article.elements[place].number;
  if (number >= document_->tree().size())
    throw CorruptFile(fmt::format("{} is not what {} was made from", collection_.path(), index_.path()));
  return {article.unit(place), document_->tree().span(number), number};
}

Unit CandidateFinder::sentences(const ArticleHits& article, std::size_t begin, std::size_t end) const {
  const bool last = end >= starts_.size();
  return {{starts_[begin].first_word, last ? article.whole().end : starts_[end].first_word},
          {starts_[begin].first_character, last ? document_->length() : starts_[end].first_character}};
}

void CandidateFinder::find_elements(const ArticleHits& article, std::vector<Unit>& found) {
  if (find_chosen(article, chosen_, found) || find_chosen(article, paragraphs_, found)) return;
  if (document_->length() <= kPassageCharacters) {
    if (has_hit(article, article.whole())) found.push_back(element(article, 0));
    return;
  }
  read_sentences(article);
  find_character_windows(article, kPassageCharacters, found);
}

bool CandidateFinder::find_chosen(const ArticleHits& article, const std::vector<bool>& chosen,
                                  std::vector<Unit>& found) const {
  bool any = false;
  for (std::uint32_t i = 0; i < article.elements.size(); ++i) {
    if (!chosen[article.elements[i].name]) continue;
    any = true;
    const UnitWords unit = article.unit(i);
    if (!has_hit(article, unit)) continue;
    // Elements with the same words follow each other, the outermost first.
    if (!found.empty() && found.back().words.first == unit.first && found.back().words.end == unit.end)
      continue;
    found.push_back(element(article, i));
  }
  return any;
}

void CandidateFinder::find_common_ancestors(const ArticleHits& article, std::vector<Unit>& found) const {
  std::vector<std::uint32_t> inside;
  for (std::uint32_t i = 0; i < article.elements.size(); ++i) inside.push_back(hits_inside(article, i));
  std::vector<bool> in_one_child(inside.size(), false);
  for (std::uint32_t i = 1; i < inside.size(); ++i) {
    if (inside[i] == inside[article.parents[i]]) in_one_child[article.parents[i]] = true;
  }
  std::vector<std::uint32_t> common;
  for (std::uint32_t i = 0; i < inside.size(); ++i) {
    bool all = !in_one_child[i];
    for (std::size_t term = 0; all && term < article.terms(); ++term)
      all = article.hits[term].empty() || article.tf(article.unit(i), term) > 0;
    if (all) common.push_back(i);
  }
  if (common.empty()) return;
  using Kind = Candidates::Kind;
  for (std::size_t i = 0; i < common.size(); ++i) {
    const bool below = i + 1 < common.size() && common[i + 1] < article.subtree_end(common[i]);
    if (candidates_.kind == Kind::kLcaSmallest && below) continue;
    found.push_back(element(article, common[i]));
    if (candidates_.kind == Kind::kLcaMax) return;
  }
}

CandidateFinder::Beginning CandidateFinder::beginning_of(const ArticleHits& article) const {
  Beginning found;
  for (std::uint32_t i = 0; i < article.elements.size() && found.body == 0; ++i) {
    const std::string& name = index_.tags()[article.elements[i].name].name;
    if (name == "bdy" || name == "body") found.body = i;
  }
  const std::uint32_t end = article.subtree_end(found.body);
  std::uint32_t section = found.body + 1;
  while (section < end && roles_[article.elements[section].name] != Role::kSection) ++section;
  if (section < end) found.section = section;
  return found;
}

void CandidateFinder::find_lead(const ArticleHits& article, std::vector<Unit>& found) const {
  const auto [body, section] = beginning_of(article);
  if (!section || article.elements[*section].first_word == article.elements[body].first_word)
    return find_first_section(article, found);
  found.push_back({{article.unit(body).first, article.unit(*section).first},
                   {element(article, body).span.begin, element(article, *section).span.begin}});
}

void CandidateFinder::find_first_section(const ArticleHits& article, std::vector<Unit>& found) const {
  const auto [body, section] = beginning_of(article);
  found.push_back(element(article, section.value_or(body)));
}

void CandidateFinder::find_first(const ArticleHits& article, std::vector<Unit>& found) const {
  std::uint32_t first = UINT32_MAX;
  std::uint32_t innermost = kNoElement;
  for (std::size_t term = 0; term < article.terms(); ++term) {
    if (!discerning_[term] || article.hits[term].empty() || article.hits[term].front().first >= first)
      continue;
    first = article.hits[term].front().first;
    innermost = article.innermost[term].front();
  }
  if (innermost != kNoElement) found.push_back(element(article, innermost));
}

void CandidateFinder::find_word_windows(const ArticleHits& article, std::vector<Unit>& found) {
  AnalysedDocument analysed;
  analyser_->analyse(document_->text(), document_->tree(), analysed);
  if (analysed.words.size() < article.whole().end)
    throw CorruptFile(fmt::format("{} is not what {} was made from", collection_.path(), index_.path()));
  for (std::size_t at = 0; at < article.whole().end; at += candidates_.step) {
    const std::size_t end = std::min<std::size_t>(at + candidates_.n, article.whole().end);
    const UnitWords unit{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    if (has_hit(article, unit))
      found.push_back({unit, {analysed.words[at].span.begin, analysed.words[end - 1].span.end}});
  }
}

void CandidateFinder::find_sentence_windows(const ArticleHits& article, std::vector<Unit>& found) const {
  for (std::size_t at = 0; at < starts_.size(); at += candidates_.step) {
    const Unit window = sentences(article, at, at + candidates_.n);
    if (has_hit(article, window.words)) found.push_back(window);
  }
}

void CandidateFinder::find_character_windows(const ArticleHits& article, std::size_t least,
                                             std::vector<Unit>& found) const {
  std::size_t end = 0;
  for (std::size_t at = 0; at < starts_.size(); ++at) {
    end = std::max(end, at + 1);
    while (end < starts_.size() && sentences(article, at, end).span.size() < least) ++end;
    const Unit window = sentences(article, at, end);
    if (at > 0 && window.span.size() < least) return;
    if (has_hit(article, window.words)) found.push_back(window);
  }
}

void CandidateFinder::find_best(const ArticleHits& article, std::vector<Unit>& found) const {
  // The run with the largest sum: it begins again where what comes before is not worth having.
  double best = 0;
  double sum = 0;
  std::size_t begin = 0;
  std::optional<Unit> chosen;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const Unit sentence = sentences(article, i, i + 1);
    if (sum <= 0) {
      sum = 0;
      begin = i;
    }
    for (std::size_t term = 0; term < article.terms(); ++term)
      sum += idf_[term] * article.tf(sentence.words, term);
    sum -= candidates_.cost * sentence.span.size();
    const Unit run = sentences(article, begin, i + 1);
    if ((!chosen || sum > best) && has_hit(article, run.words)) {
      best = sum;
      chosen = run;
    }
  }
  if (chosen) found.push_back(*chosen);
}

Offset CandidateFinder::first_hit(const ArticleHits& article) {
  std::uint32_t first = UINT32_MAX;
  for (std::size_t term = 0; term < article.terms(); ++term) {
    if (discerning_[term] && !article.hits[term].empty())
      first = std::min(first, article.hits[term].front().first);
  }
  if (first == UINT32_MAX) return 0;
  read_sentences(article);
  const auto behind = std::ranges::upper_bound(starts_, first, {}, &SentenceStart::first_word);
  return behind == starts_.begin() ? 0 : std::prev(behind)->first_character;
}

}  // namespace fovea::search
