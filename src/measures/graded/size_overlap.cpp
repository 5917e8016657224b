#include "measures/graded/size_overlap.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "measures/graded/recall_points.h"
#include "text/new_text.h"
#include "text/span_set.h"

namespace fovea {
namespace {

double total_exhaustivity(const RecallBase& base, const OneDimension& quantisation) {
  double sum = 0;
  for (const RecallNode& node : base.nodes()) sum += quantisation[node.grade.exhaustivity];
  return sum;
}

/// Per result, the characters that no result before it has.
std::vector<std::uint64_t> new_characters(const GradedView& view) {
  std::vector<std::vector<std::uint32_t>> by_document(view.documents());
  for (std::uint32_t i = 0; i < view.results().size(); ++i) {
    by_document[view.results()[i].document].push_back(i);
  }
  std::vector<std::uint64_t> added(view.results().size());
  std::vector<Span> spans;
  NewText new_text;
  for (const std::vector<std::uint32_t>& results : by_document) {
    spans.clear();
    for (const std::uint32_t i : results) spans.push_back(view.results()[i].span);
    const AddedText* text = new_text.of(spans).data();
    for (const std::uint32_t i : results) added[i] = text++->characters;
  }
  return added;
}

/// What follows the last result of a list.
struct Rest {
  double specific = 0;
  double characters = 0;
};

/// Elements, each with all its text.
Rest elements_not_retrieved(const GradedView& view, const OneDimension& quantisation,
                            const CollectionSize& collection) {
  Rest rest{.characters = static_cast<double>(collection.element_characters)};
  std::vector<bool> retrieved(view.base().size(), false);
  absl::flat_hash_set<std::pair<std::string_view, std::string_view>> seen;
  for (std::size_t i = 0; i < view.results().size(); ++i) {
    const GradedResult& result = view.results()[i];
    if (result.exact) retrieved[result.node] = true;
    const Result& listed = view.list()[i];
    const bool element = listed.kind == ResultKind::kElement || listed.kind == ResultKind::kDocument;
    if (element && seen.emplace(listed.doc, listed.path).second) rest.characters -= result.span.size();
  }
  for (NodeId node = 0; node < view.base().size(); ++node) {
    if (!retrieved[node]) {
      rest.specific += quantisation[view.base()[node].grade.specificity] * view.base()[node].size.value_or(0);
    }
  }
  return rest;
}

/// Text of documents, each character once.
Rest text_not_retrieved(const GradedView& view, const OneDimension& quantisation,
                        const CollectionSize& collection, double read) {
  Rest rest{.characters = static_cast<double>(collection.characters) - read};
  const RecallBase& base = view.base();
  std::vector<std::vector<Span>> retrieved(base.documents().size());
  for (std::size_t i = 0; i < view.results().size(); ++i) {
    const auto document = base.find_document(view.list()[i].doc);
    if (document && !view.results()[i].span.empty()) retrieved[*document].push_back(view.results()[i].span);
  }
  // Backwards, so that what is inside an element has its text before the element itself takes what is left.
  for (std::size_t d = 0; d < base.documents().size(); ++d) {
    SpanSet taken{std::move(retrieved[d])};
    for (NodeId id = base.documents()[d].end; id-- > base.documents()[d].first;) {
      const RecallNode& node = base[id];
      if (!node.relevant()) continue;
      const Span own{node.begin, node.begin + node.size.value_or(0)};
      if (own.empty()) continue;
      const std::uint64_t left = own.size() - intersection_size(taken, own);
      rest.specific += quantisation[node.grade.specificity] * static_cast<double>(left);
      taken = unite(taken, SpanSet{own});
    }
  }
  return rest;
}

}  // namespace

double retrievable(const RecallBase& base, const OneDimension& quantisation) {
  // Children without a relevant element in them, and text between children, are worth their share of the
  // parent's exhaustivity: only nodes of the recall base need a visit. Backwards, children come first.
  std::vector<double> of_children(base.size(), 0.0);
  std::vector<double> shared(base.size(), 0.0);  // characters in children that are nodes
  double total = 0;
  for (NodeId id = base.size(); id-- > 0;) {
    const RecallNode& node = base[id];
    const double size = node.size.value_or(0);
    const double exhaustivity = quantisation[node.grade.exhaustivity];
    double relevant = of_children[id];
    if (size > 0) relevant += exhaustivity * (size - shared[id]) / size;
    if (node.parent == kNoNode) {
      total += relevant;
      continue;
    }
    const RecallNode& parent = base[node.parent];
    const double parent_size = parent.size.value_or(0);
    const double share = parent_size > 0 ? quantisation[parent.grade.exhaustivity] * size / parent_size : 0;
    of_children[node.parent] += std::max(relevant, share);
    shared[node.parent] += size;
  }
  return total;
}

SizeCurve::SizeCurve(const GradedView& view, Inex2003 variant, const OneDimension& quantisation,
                     const std::optional<CollectionSize>& collection) {
  const bool once = variant == Inex2003::kOverlap;
  const double all =
      once ? retrievable(view.base(), quantisation) : total_exhaustivity(view.base(), quantisation);
  if (all == 0) return;

  const std::vector<std::uint64_t> added = once ? new_characters(view) : std::vector<std::uint64_t>();
  double found = 0;
  points_.reserve(view.results().size());
  for (const GradedResult& result : view.results()) {
    const Grade grade = view.grade(result);
    const double size = result.span.size();
    const double counted = once ? static_cast<double>(added[points_.size()]) : size;
    const double part = once ? (size > 0 ? counted / size : 0) : 1;
    found += quantisation[grade.exhaustivity] * part;
    specific_ += quantisation[grade.specificity] * counted;
    characters_ += counted;
    recall_ = found / all;
    points_.push_back({recall_, characters_ > 0 ? specific_ / characters_ : 0});
  }
  for (std::size_t i = points_.size(); i-- > 1;) {
    points_[i - 1].precision = std::max(points_[i - 1].precision, points_[i].precision);
  }
  if (!collection) return;
  const Rest rest = once ? text_not_retrieved(view, quantisation, *collection, characters_)
                         : elements_not_retrieved(view, quantisation, *collection);
  rest_specific_ = rest.specific;
  rest_characters_ = rest.characters;
}

double SizeCurve::at(double x) const {
  const auto point = std::ranges::partition_point(
      points_, [&](const Point& candidate) { return !reaches(candidate.recall, x); });
  return std::max(point == points_.end() ? 0 : point->precision, in_rest(x));
}

double SizeCurve::in_rest(double x) const {
  if (rest_characters_ <= 0) return 0;
  const double part = recall_ < 1 ? std::clamp((x - recall_) / (1 - recall_), 0.0, 1.0) : 0;
  const auto precision_after = [&](double share) {
    const double read = characters_ + share * rest_characters_;
    // An empty list leaves everything to the rest, which is the same everywhere.
    return read > 0 ? (specific_ + share * rest_specific_) / read : rest_specific_ / rest_characters_;
  };
  return std::max(precision_after(part), precision_after(1));
}

}  // namespace fovea
