#include "measures/graded/size_overlap.h"

#include <algorithm>

#include "measures/graded/recall_points.h"
#include "text/new_text.h"

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

SizeCurve::SizeCurve(const GradedView& view, Inex2003 variant, const OneDimension& quantisation) {
  const bool once = variant == Inex2003::kOverlap;
  const double all =
      once ? retrievable(view.base(), quantisation) : total_exhaustivity(view.base(), quantisation);
  if (all == 0) return;

  const std::vector<std::uint64_t> added = once ? new_characters(view) : std::vector<std::uint64_t>();
  double found = 0;
  double specific = 0;
  double characters = 0;
  points_.reserve(view.results().size());
  for (const GradedResult& result : view.results()) {
    const Grade grade = view.grade(result);
    const double size = result.span.size();
    const double counted = once ? static_cast<double>(added[points_.size()]) : size;
    const double part = once ? (size > 0 ? counted / size : 0) : 1;
    found += quantisation[grade.exhaustivity] * part;
    specific += quantisation[grade.specificity] * counted;
    characters += counted;
    points_.push_back({found / all, characters > 0 ? specific / characters : 0});
  }
  for (std::size_t i = points_.size(); i-- > 1;) {
    points_[i - 1].precision = std::max(points_[i - 1].precision, points_[i].precision);
  }
}

double SizeCurve::at(double x) const {
  const auto point = std::ranges::partition_point(
      points_, [&](const Point& candidate) { return !reaches(candidate.recall, x); });
  return point == points_.end() ? 0 : point->precision;
}

}  // namespace fovea
