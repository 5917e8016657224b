#include "measures/views/gain_ranking.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace fovea {

void GainRanking::start(std::span<const std::int32_t> grades, const TopicJudgements& judgements) {
  grades_ = grades;
  judgements_ = &judgements;
  gains_ready_ = ideal_ready_ = false;
}

std::span<const Gain> GainRanking::gains() {
  if (gains_ready_) return gains_;
  gains_ready_ = true;
  gains_.clear();
  const bool plain = table_.plain();
  for (std::size_t i = 0; i < grades_.size(); ++i) {
    if (grades_[i] < (plain ? 1 : 0)) continue;
    const double gain = plain ? grades_[i] : table_.of(grades_[i]);
    if (gain != 0) gains_.push_back({static_cast<std::uint32_t>(i + 1), gain});
  }
  return gains_;
}

void GainRanking::prepare_ideal() {
  if (ideal_ready_) return;
  ideal_ready_ = true;
  ideal_.clear();
  const bool plain = table_.plain();
  for (const JudgedDocument& document : judgements_->documents()) {
    if (document.grade < (plain ? 1 : 0)) continue;
    const double gain = plain ? document.grade : table_.of(document.grade);
    if (gain > 0) ideal_.push_back(gain);
  }
  std::sort(ideal_.begin(), ideal_.end(), std::greater<>());
  ideal_dcg_.assign(1, 0.0);
  for (std::size_t i = 0; i < ideal_.size(); ++i) {
    ideal_dcg_.push_back(ideal_dcg_.back() + ideal_[i] / discount(i + 1));
  }
}

std::span<const double> GainRanking::ideal() {
  prepare_ideal();
  return ideal_;
}

double GainRanking::ideal_dcg(std::size_t rank) {
  prepare_ideal();
  return ideal_dcg_[std::min(rank, ideal_.size())];
}

double GainRanking::discount(std::size_t rank) {
  while (discounts_.size() <= rank)
    discounts_.push_back(std::log2(static_cast<double>(discounts_.size() + 1)));
  return discounts_[rank];
}

}  // namespace fovea
