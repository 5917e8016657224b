#include "search/nexi/castitle_scorer.h"

#include <algorithm>
#include <cmath>

#include "files/corrupt_file.h"
#include "text/numbers.h"

namespace fovea::search {

namespace {

/// What a vague condition keeps of an element that does not meet it.
constexpr double kLeastOfAnd = 1e-6;
constexpr double kComparisonUnmet = 0.1;

/// The first -?\d+(\.\d+)? of a text.
std::optional<double> first_number(std::string_view text) {
  const auto digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!digit(at)) continue;
    std::size_t end = at;
    while (digit(end)) ++end;
    if (end < text.size() && text[end] == '.' && digit(end + 1)) {
      ++end;
      while (digit(end)) ++end;
    }
    const std::size_t begin = at > 0 && text[at - 1] == '-' ? at - 1 : at;
    return parse_number(text.substr(begin, end - begin));
  }
  return std::nullopt;
}

bool compare(double a, nexi::Comparator comparator, double b) {
  switch (comparator) {
    case nexi::Comparator::kLess:
      return a < b;
    case nexi::Comparator::kLessOrEqual:
      return a <= b;
    case nexi::Comparator::kGreater:
      return a > b;
    case nexi::Comparator::kGreaterOrEqual:
      return a >= b;
    case nexi::Comparator::kEqual:
      break;
  }
  return a == b;
}

/// Makes the value of a predicate of those of its leaves, which it takes one by one.
class PredicateValue {
 public:
  PredicateValue(const Structure& structure, std::span<const double> values, const std::vector<double>& best)
      : structure_(structure), values_(values), best_(best) {}

  double of(const nexi::Predicate& predicate) {
    switch (predicate.kind) {
      case nexi::Predicate::Kind::kAbout:
        return about();
      case nexi::Predicate::Kind::kComparison: {
        const double met = values_[next_++];
        return met > 0 || structure_.strict ? met : kComparisonUnmet;
      }
      case nexi::Predicate::Kind::kAnd:
        return all_of(predicate);
      case nexi::Predicate::Kind::kOr:
        break;
    }
    double none = 1;
    for (const nexi::Predicate& operand : predicate.operands) none *= 1 - of(operand);
    return 1 - none;
  }
  double about() {
    const double largest = best_[about_++];
    const double value = values_[next_++];
    return largest > 0 ? value / largest : 0;
  }

 private:
  /// Vague: an operand that is not met leaves a little, but something must be met.
  double all_of(const nexi::Predicate& predicate) {
    double product = 1;
    bool any = false;
    for (const nexi::Predicate& operand : predicate.operands) {
      const double value = of(operand);
      any = any || value > 0;
      product *= structure_.strict ? value : std::max(value, kLeastOfAnd);
    }
    return any ? product : 0;
  }

  const Structure& structure_;
  std::span<const double> values_;
  const std::vector<double>& best_;
  std::size_t next_ = 1;  // behind the fit
  std::size_t about_ = 0;
};

/// The number of a term in the query; SIZE_MAX if it is not there.
std::size_t place_of(const std::vector<QueryTerm>& terms, const QueryTerm& wanted) {
  const auto found =
      std::ranges::find_if(terms, [&](const QueryTerm& term) { return term.words == wanted.words; });
  return found == terms.end() ? SIZE_MAX : static_cast<std::size_t>(found - terms.begin());
}

}  // namespace

/// An about(), ready to be asked.
struct CastitleScorer::About {
  std::unique_ptr<UnitInput> input;
  std::unique_ptr<UnitScorer> scorer;
  std::vector<std::size_t> hits;      ///< where the reader has its terms
  std::vector<std::size_t> required;  ///< places in `hits`
  std::vector<std::size_t> excluded;  ///< where the reader has them
  double mentions = 0;
  bool impossible = false;  ///< a required word is nowhere
  ArticleHits own;          ///< the article, with the hits of these terms
};

/// An about() or a comparison, with what it has at each element of an article.
struct CastitleScorer::Leaf {
  const nexi::Predicate* predicate = nullptr;  ///< nullptr: the words of B, of A[B]C
  std::size_t about = 0;
  std::optional<PathFit> path;
  std::vector<double> at;
};

CastitleScorer::~CastitleScorer() = default;

CastitleScorer::CastitleScorer(const Structure& structure, const UnitInput& input, const Pipeline& pipeline)
    : structure_(structure), input_(input), pipeline_(pipeline) {
  std::vector<QueryTerm> read = input.terms;
  for (const AboutTerms& terms : structure.abouts) {
    About about;
    about.input = std::make_unique<UnitInput>(input);
    about.input->terms.clear();
    about.input->numbers.clear();
    about.input->quoted.clear();
    for (const QueryTerm& term : terms.terms) {
      const std::size_t place = place_of(input.terms, term);
      if (place == SIZE_MAX) {
        about.impossible = about.impossible || term.required;
        continue;
      }
      if (term.required) about.required.push_back(about.hits.size());
      about.hits.push_back(place);
      about.input->terms.push_back(term);
      about.input->numbers.push_back(input.numbers[place]);
      about.mentions += term.weight;
    }
    for (const QueryTerm& term : terms.excluded) {
      about.excluded.push_back(read.size());
      read.push_back(term);
    }
    about.scorer = pipeline.score == nullptr
                       ? sum_of_terms(kBm25, {}, *about.input)
                       : make_unit_scorer(*pipeline.score, pipeline.score_settings, *about.input);
    abouts_.push_back(std::move(about));
  }
  reader_.emplace(input.index, read);
  const nexi::Query& query = structure.nexi;
  add_leaves(*query.parts.front().filter, query.parts.size() == 2 ? supporting_ : wanted_);
  if (query.parts.size() == 2) {
    if (query.parts.back().filter) {
      add_leaves(*query.parts.back().filter, wanted_);
    } else {
      wanted_.push_back({nullptr, structure.abouts.size() - 1, {}, {}});
    }
  }
  for (const nexi::Part& part : query.parts) paths_.emplace_back(input.index, part.path);
}

void CastitleScorer::add_leaves(const nexi::Predicate& predicate, std::vector<Leaf>& leaves) {
  for (const nexi::Predicate& operand : predicate.operands) add_leaves(operand, leaves);
  const bool about = predicate.kind == nexi::Predicate::Kind::kAbout;
  if (!about && predicate.kind != nexi::Predicate::Kind::kComparison) return;
  std::size_t before = 0;
  for (const auto* list : {&supporting_, &wanted_}) {
    for (const Leaf& leaf : *list) before += leaf.predicate->kind == nexi::Predicate::Kind::kAbout ? 1 : 0;
  }
  Leaf leaf{&predicate, before, {}, {}};
  if (!predicate.path.empty()) leaf.path.emplace(input_.index, predicate.path);
  leaves.push_back(std::move(leaf));
}

void CastitleScorer::score_about(std::size_t number, std::vector<double>& scores) {
  About& about = abouts_[number];
  scores.assign(article_.elements.size(), 0);
  if (about.impossible || about.hits.empty()) return;
  about.own.document = article_.document;
  about.own.length = article_.length;
  about.own.elements = article_.elements;
  about.own.parents = article_.parents;
  about.own.hits.clear();
  for (const std::size_t place : about.hits) about.own.hits.push_back(article_.hits[place]);
  about.own.count();
  about.scorer->enter(about.own);
  const bool logarithms = pipeline_.score != nullptr && pipeline_.score->traits.logarithms;
  for (std::uint32_t i = 0; i < article_.elements.size(); ++i) {
    const UnitWords unit = about.own.unit(i);
    bool hit = false;
    for (std::size_t term = 0; term < about.own.terms(); ++term) hit = hit || about.own.tf(unit, term) > 0;
    for (const std::size_t term : about.required) hit = hit && about.own.tf(unit, term) > 0;
    if (!hit) continue;
    double score = about.scorer->score(about.own, unit);
    if (logarithms) score = std::exp(score / about.mentions);
    for (const std::size_t place : about.excluded) {
      if (article_.tf(unit, place) > 0) score *= structure_.strict ? 0 : 0.5;
    }
    scores[i] = score;
  }
}

bool CastitleScorer::holds(const nexi::Predicate& comparison, std::uint32_t element) const {
  const auto document = input_.collection->find(input_.index.id(article_.document));
  const ElementIndex number = article_.elements[element].number;
  if (!document || number >= document->tree().size())
    throw CorruptFile("the collection is not the one that was indexed");
  const auto found = first_number(document->text(document->tree().span(number)));
  return found && compare(*found, comparison.comparator, comparison.number);
}

void CastitleScorer::fill_leaf(Leaf& leaf, const std::vector<std::vector<double>>& scores) {
  const bool about = leaf.predicate == nullptr || leaf.predicate->kind == nexi::Predicate::Kind::kAbout;
  const auto own = [&](std::uint32_t element) {
    return about ? scores[leaf.about][element] : (holds(*leaf.predicate, element) ? 1.0 : 0.0);
  };
  leaf.at.assign(article_.elements.size(), 0);
  if (!leaf.path) {
    for (std::uint32_t i = 0; i < article_.elements.size(); ++i) leaf.at[i] = own(i);
    return;
  }
  // A comparison is made with elements that fit; about() is vague where the query is.
  const bool exactly = structure_.strict;
  const std::vector<double> fits = leaf.path->vague(article_);
  for (std::uint32_t e = 0; e < article_.elements.size(); ++e) {
    if ((exactly || !about) && !leaf.path->last(article_, e)) continue;
    const double value = own(e);
    if (value == 0) continue;
    for (std::uint32_t c = article_.parents[e]; c != kNoElement; c = article_.parents[c]) {
      if (exactly && !leaf.path->exact(article_, e, c)) continue;
      leaf.at[c] = std::max(leaf.at[c], about && !exactly ? fits[e] * value : value);
    }
  }
}

std::uint32_t CastitleScorer::supporter(std::uint32_t element) const {
  std::uint32_t last = kNoElement;
  for (std::uint32_t at = article_.parents[element]; at != kNoElement; at = article_.parents[at]) {
    if (paths_.front().exact(article_, at, kNoElement)) return at;
    if (last == kNoElement && paths_.front().last(article_, at)) last = at;
  }
  if (structure_.strict) return kNoElement;
  return last == kNoElement ? 0 : last;
}

void CastitleScorer::score(DocumentNumber document, ArticleUnits& made) {
  reader_->read(document, article_);
  std::vector<std::vector<double>> scores(abouts_.size());
  made.best.assign(abouts_.size(), 0);
  for (std::size_t i = 0; i < abouts_.size(); ++i) {
    score_about(i, scores[i]);
    made.best[i] = *std::ranges::max_element(scores[i]);
  }
  for (Leaf& leaf : supporting_) fill_leaf(leaf, scores);
  for (Leaf& leaf : wanted_) fill_leaf(leaf, scores);
  const std::vector<double> fits = paths_.back().vague(article_);
  const bool two_parts = paths_.size() == 2;
  for (std::uint32_t i = 0; i < article_.elements.size(); ++i) {
    const std::uint32_t support = two_parts ? supporter(i) : kNoElement;
    if (two_parts && support == kNoElement) continue;
    const double fit = structure_.strict ? (paths_.back().exact(article_, i, support) ? 1 : 0) : fits[i];
    if (fit == 0) continue;
    const std::size_t before = made.values.size();
    made.values.push_back(fit);
    bool any = false;
    const auto add = [&](double value) {
      made.values.push_back(value);
      any = any || value > 0;
    };
    for (const Leaf& leaf : supporting_) add(leaf.at[support]);
    for (const Leaf& leaf : wanted_) add(leaf.at[i]);
    if (!any) {
      made.values.resize(before);
      continue;
    }
    made.units.push_back({.words = article_.unit(i), .element = article_.elements[i].number});
  }
}

double castitle_value(const Structure& structure, std::span<const double> values,
                      const std::vector<double>& best) {
  PredicateValue value(structure, values, best);
  double product = values.front() * value.of(*structure.nexi.parts.front().filter);
  if (structure.nexi.parts.size() == 2) {
    const auto& filter = structure.nexi.parts.back().filter;
    product *= filter ? value.of(*filter) : value.about();
  }
  return product;
}

}  // namespace fovea::search
