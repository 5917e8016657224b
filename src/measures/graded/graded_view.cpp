#include "measures/graded/graded_view.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>

#include "collection/element_path.h"
#include "measures/graded/cumulated_gain.h"

namespace fovea {

namespace {

using Element = std::pair<std::string_view, std::string_view>;  ///< document and path

/// A whole document has the empty path, which is above every other.
bool is_inside(const Element& inner, const Element& outer) {
  return inner.first == outer.first && inner.second.size() > outer.second.size() &&
         inner.second.starts_with(outer.second) && inner.second[outer.second.size()] == '/';
}

std::vector<Element> elements_of(std::span<const Result> results) {
  std::vector<Element> elements;
  elements.reserve(results.size());
  for (const Result& result : results) {
    if (result.kind == ResultKind::kElement) elements.emplace_back(result.doc, result.path);
    if (result.kind == ResultKind::kDocument) elements.emplace_back(result.doc, std::string_view());
  }
  return elements;
}

}  // namespace

std::uint64_t overlapping_earlier(std::span<const Result> results) {
  absl::flat_hash_set<Element> retrieved;
  absl::flat_hash_set<Element> opened;  // elements of which something inside was retrieved
  std::uint64_t count = 0;
  for (const Element& element : elements_of(results)) {
    bool overlaps = retrieved.contains(element) || opened.contains(element);
    for (Element above = element; !above.second.empty();) {
      above.second = parent_path(above.second);
      overlaps = overlaps || retrieved.contains(above);
      opened.insert(above);
    }
    retrieved.insert(element);
    count += overlaps ? 1 : 0;
  }
  return count;
}

ListShape list_shape(std::span<const Result> results) {
  std::vector<Element> elements = elements_of(results);
  // In the order of bytes an element stands directly before all that is inside it, as nothing but '/' can
  // follow its path.
  std::ranges::sort(elements);
  ListShape shape;
  struct Open {
    Element element;
    std::uint64_t times;
    bool overlaps;
  };
  std::vector<Open> open;
  const auto close = [&] {
    if (open.back().overlaps || open.back().times > 1) shape.overlapping += open.back().times;
    open.pop_back();
  };
  for (const Element& element : elements) {
    if (!open.empty() && open.back().element == element) {
      ++open.back().times;
      continue;
    }
    while (!open.empty() && !is_inside(element, open.back().element)) close();
    if (!open.empty()) open.back().overlaps = true;
    open.push_back({element, 1, !open.empty()});
    ++shape.distinct;
  }
  while (!open.empty()) close();
  return shape;
}

void GradedView::reset(const RecallBase& base, std::span<const Result> results,
                       const GradedJudgements& judgements) {
  reset(base, results);
  judgements_ = &judgements;
}

void GradedView::reset(const RecallBase& base, std::span<const Result> results) {
  base_ = &base;
  judgements_ = nullptr;
  missing_size_ = nullptr;
  not_elements_ = 0;
  list_ = results;
  results_.clear();
  documents_.clear();
  judged_.clear();
  ideals_.clear();
  gains_.clear();
  retrieved_.assign(base.size(), false);
  std::int32_t rank = 0;
  for (const Result& result : results) {
    GradedResult& graded = results_.emplace_back(placed(result));
    graded.tied = results_.size() > 1 && result.rank > 0 && result.rank == rank;
    rank = result.rank;
  }
}

GradedResult GradedView::placed(const Result& result) {
  GradedResult graded;
  const auto [entry, is_new] = documents_.emplace(result.doc, documents());
  graded.document = entry->second;
  if (is_new) judged_.push_back(base_->find_document(result.doc));
  // A whole document is without end until its length is known.
  if (result.span.end < kMaxOffset) graded.span = result.span;

  if (result.kind != ResultKind::kElement && result.kind != ResultKind::kDocument) ++not_elements_;

  const auto& judged = judged_[graded.document];
  if (!judged) return graded;
  if (result.kind == ResultKind::kElement) {
    graded.node = base_->nearest(*judged, result.path);
    graded.exact = graded.node != kNoNode && (*base_)[graded.node].path.size() == result.path.size();
  } else if (result.kind == ResultKind::kDocument) {
    const RecallDocument& document = base_->documents()[*judged];
    if ((*base_)[document.first].end == document.end) graded.node = document.first;
    graded.exact = graded.node != kNoNode;
  }
  if (graded.exact) {
    graded.repeated = retrieved_[graded.node];
    retrieved_[graded.node] = true;
  }
  return graded;
}

const IdealBase& GradedView::ideal(const Quantisation& quantisation, IdealTie tie) {
  const std::pair wanted(quantisation, tie);
  for (const auto& [key, ideal] : ideals_) {
    if (key == wanted) return ideal;
  }
  return ideals_.emplace_back(wanted, ideal_base(*base_, quantisation, tie)).second;
}

const GradedView::Gains& GradedView::gains(const Quantisation& quantisation, double alpha, IdealTie tie) {
  const std::tuple wanted(quantisation, alpha, tie);
  for (const auto& [key, gains] : gains_) {
    if (key == wanted) return gains;
  }
  const Gains& gains = gains_
                           .emplace_back(wanted, cumulate_gains(*base_, results_, quantisation,
                                                                ideal(quantisation, tie), alpha))
                           .second;
  if (gains.size_missing && missing_size_ == nullptr) missing_size_ = &list_[*gains.size_missing];
  return gains;
}

}  // namespace fovea
