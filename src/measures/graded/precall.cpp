#include "measures/graded/precall.h"

#include <algorithm>

#include "measures/graded/recall_points.h"

namespace fovea {

PrecallCurve::PrecallCurve(const GradedView& view, const Quantisation& quantisation,
                           std::optional<std::uint64_t> elements, const IdealBase* ideal) {
  for (const RecallNode& node : view.base().nodes()) wanted_ += quantisation(node.grade);
  std::optional<IdealCap> cap;
  if (ideal != nullptr) cap.emplace(view.base(), quantisation, *ideal);
  for (const GradedResult& result : view.results()) {
    double value = quantisation(view.grade(result));
    if (cap && value > 0) value = cap->take(result.node, value);
    add(value, 1 - value, result.tied);
  }
  if (!elements) return;
  const double found = ranks_.empty() ? 0 : ranks_.back().relevance_before + ranks_.back().relevance;
  const double relevance = std::max(0.0, wanted_ - found);
  const double others = static_cast<double>(*elements) - static_cast<double>(view.shape().distinct);
  add(relevance, std::max(0.0, others - relevance), false);
}

void PrecallCurve::add(double relevance, double nonrelevance, bool tied) {
  if (!tied) {
    Rank next;
    if (!ranks_.empty()) {
      const Rank& last = ranks_.back();
      next.relevance_before = last.relevance_before + last.relevance;
      next.nonrelevance_before = last.nonrelevance_before + last.nonrelevance;
    }
    ranks_.push_back(next);
  }
  ranks_.back().relevance += relevance;
  ranks_.back().nonrelevance += nonrelevance;
}

double PrecallCurve::at(double x) const {
  const double wanted = x * wanted_;
  const auto rank = std::ranges::partition_point(ranks_, [&](const Rank& candidate) {
    return !reaches(candidate.relevance_before + candidate.relevance, wanted);
  });
  if (wanted == 0 || rank == ranks_.end()) return 0;
  const double still = std::max(0.0, wanted - rank->relevance_before);
  return wanted / (wanted + rank->nonrelevance_before + still * rank->nonrelevance / (rank->relevance + 1));
}

}  // namespace fovea
