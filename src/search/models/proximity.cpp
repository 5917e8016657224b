// Proximity: how near to each other the words of a query stand, at every word of an element.
//
//     p_t(x) = max over the occurrences i of t in the section of x of h_i·max(0, 1 − |x − i|/k)
//     p_q(x) = min over the words of the query;   s(e) = Σ_{x∈e} p_q(x)/l(e)
//
// The section of a word is the innermost that it is in; words outside of all share one. An occurrence in a section's title
// counts h all over that section, inner ones too. A quoted phrase takes the place of the words that it has: the least of
// its words, with a narrow k. h is 1, or the weight of the innermost tag.
//
// Beigbeder and Mercier, An information retrieval model using the fuzzy proximity degree of term occurrences, SAC 2005;
// after ENSM-SE at INEX 2010, who learnt h.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "search/models/unit_model.h"

namespace fovea::search {

namespace {

constexpr std::array<ModelParameter, 3> kProximityParameters{{
    {"k", "200", "words over which an occurrence fades", 1, 1e6, ""},
    {"phrase_k", "10", "the same for the words of a quoted phrase", 1, 1e6, ""},
    {"weights", "", "h by tag: p=1.2 sec=0.8; others have 1", 0, 0, "", ModelParameter::Weights::kTags},
}};

class ProximityScorer final : public UnitScorer {
 public:
  ProximityScorer(const ModelSettings& settings, const UnitInput& input)
      : k_(number_setting(kProximity, settings, "k")),
        phrase_k_(number_setting(kProximity, settings, "phrase_k")),
        heights_(tag_weights(input.index, weights_setting(kProximity, settings, "weights"))) {
    for (const TagEntry& tag : input.index.tags())
      roles_.push_back(input.index.facts().analysis.roles.role(tag.name));
    std::vector<bool> in_phrase(input.terms.size(), false);
    for (const std::vector<std::size_t>& phrase : input.quoted) {
      for (const std::size_t term : phrase) {
        factors_.push_back({term, phrase_k_});
        in_phrase[term] = true;
      }
    }
    for (std::size_t term = 0; term < input.terms.size(); ++term) {
      if (!in_phrase[term] && !input.terms[term].is_phrase()) factors_.push_back({term, k_});
    }
  }

  void enter(const ArticleHits& article) override {
    const std::uint32_t words = article.whole().end;
    nearness_.assign(words, 0);
    if (factors_.empty()) return;
    for (const Factor& factor : factors_) {
      if (article.hits[factor.term].empty()) return;
    }
    find_sections(article);
    nearness_.assign(words, std::numeric_limits<double>::infinity());
    for (const Factor& factor : factors_) {
      influence(article, factor);
      for (std::uint32_t x = 0; x < words; ++x) nearness_[x] = std::min(nearness_[x], influence_[x]);
    }
  }

  /// Added up for each unit: differences of running sums would differ from the definition in their last bits.
  double score(const ArticleHits&, const UnitWords& unit) override {
    double sum = 0;
    for (std::uint32_t x = unit.first; x < unit.end; ++x) sum += nearness_[x];
    return sum / (unit.end - unit.first);
  }

 private:
  struct Factor {
    std::size_t term = 0;
    double k = 0;
  };

  void find_sections(const ArticleHits& article) {
    section_.assign(article.whole().end, kNoElement);
    for (std::uint32_t i = 0; i < article.elements.size(); ++i) {
      if (roles_[article.elements[i].name] != Role::kSection) continue;
      const UnitWords words = article.unit(i);
      std::fill(section_.begin() + words.first, section_.begin() + words.end, i);
    }
  }

  /// p_t at every word.
  void influence(const ArticleHits& article, const Factor& factor) {
    influence_.assign(section_.size(), 0);
    const auto& hits = article.hits[factor.term];
    for (std::size_t i = 0; i < hits.size(); ++i) {
      const std::uint32_t at = hits[i].first;
      const std::uint32_t innermost = article.innermost[factor.term][i];
      const double height = heights_[article.elements[innermost].name];
      const auto reach = static_cast<std::uint32_t>(std::min(std::ceil(factor.k), 4e9)) - 1;
      const std::uint32_t begin = at - std::min(at, reach);
      const std::uint64_t end = std::min<std::uint64_t>(std::uint64_t{at} + reach + 1, section_.size());
      for (std::uint32_t x = begin; x < end; ++x) {
        if (section_[x] != section_[at]) continue;
        const double distance = x > at ? x - at : at - x;
        influence_[x] = std::max(influence_[x], height * std::max(0.0, 1 - distance / factor.k));
      }
      if (const std::uint32_t section = titled_section(article, innermost); section != kNoElement) {
        const UnitWords words = article.unit(section);
        for (std::uint32_t x = words.first; x < words.end; ++x)
          influence_[x] = std::max(influence_[x], height);
      }
    }
  }

  /// The section whose title, a child of it, holds the element; kNoElement if there is none.
  std::uint32_t titled_section(const ArticleHits& article, std::uint32_t element) const {
    for (; element != kNoElement; element = article.parents[element]) {
      const std::uint32_t above = article.parents[element];
      if (roles_[article.elements[element].name] == Role::kTitle && above != kNoElement &&
          roles_[article.elements[above].name] == Role::kSection)
        return above;
    }
    return kNoElement;
  }

  double k_;
  double phrase_k_;
  std::vector<double> heights_;
  std::vector<Role> roles_;
  std::vector<Factor> factors_;
  std::vector<std::uint32_t> section_;
  std::vector<double> influence_;
  std::vector<double> nearness_;  ///< p_q at every word of the article
};

std::unique_ptr<UnitScorer> make_proximity(const ModelSettings& settings, const UnitInput& input) {
  return std::make_unique<ProximityScorer>(settings, input);
}

}  // namespace

const Model kProximity{
    "proximity",
    "mean over the unit's words of the least influence of a query word: h max(0, 1 - distance/k)",
    "Beigbeder and Mercier, SAC 2005; after ENSM-SE, INEX 2010",
    kProximityParameters,
    nullptr,
    make_proximity,
    {.zero_is_none = true}};

}  // namespace fovea::search
