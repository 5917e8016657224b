#include "measures/views/document_ranking.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "measures/views/article_ranking.h"

namespace fovea {

std::size_t BinaryRanking::relevant_within(std::size_t rank) const {
  return static_cast<std::size_t>(std::upper_bound(ranks.begin(), ranks.end(), rank) - ranks.begin());
}

void DocumentRanking::build(const TopicJudgements& judgements, std::span<const Article> articles) {
  judgements_ = &judgements;
  level_ready_ = gains_ready_ = ideal_ready_ = false;
  grades_.clear();
  grades_.reserve(articles.size());
  for (const Article& article : articles) {
    grades_.push_back(article.judged == nullptr   ? kNotPooled
                      : article.judged->grade < 0 ? kNotAssessed
                                                  : article.judged->grade);
  }
}

BinaryRanking DocumentRanking::at_level(int level) {
  // Nothing that was not judged is ever relevant.
  level = std::max(level, 0);
  if (!level_ready_ || level_ != level) {
    level_ready_ = true;
    level_ = level;
    relevant_ranks_.clear();
    for (std::size_t i = 0; i < grades_.size(); ++i) {
      if (grades_[i] >= level) relevant_ranks_.push_back(static_cast<std::uint32_t>(i + 1));
    }
    relevant_ = nonrelevant_ = 0;
    for (const JudgedDocument& document : judgements_->documents()) {
      relevant_ += document.grade >= level ? 1 : 0;
      nonrelevant_ += document.grade >= 0 && document.grade < level ? 1 : 0;
    }
  }
  return {.ranks = relevant_ranks_,
          .retrieved = grades_.size(),
          .relevant = relevant_,
          .nonrelevant = nonrelevant_};
}

std::span<const Gain> DocumentRanking::gains() {
  if (!gains_ready_) {
    gains_ready_ = true;
    gains_.clear();
    for (std::size_t i = 0; i < grades_.size(); ++i) {
      if (grades_[i] > 0) gains_.push_back({static_cast<std::uint32_t>(i + 1), grades_[i]});
    }
  }
  return gains_;
}

void DocumentRanking::prepare_ideal() {
  if (ideal_ready_) return;
  ideal_ready_ = true;
  ideal_.clear();
  for (const JudgedDocument& document : judgements_->documents()) {
    if (document.grade > 0) ideal_.push_back(document.grade);
  }
  std::sort(ideal_.begin(), ideal_.end(), std::greater<>());
  ideal_dcg_.assign(1, 0.0);
  for (std::size_t i = 0; i < ideal_.size(); ++i) {
    ideal_dcg_.push_back(ideal_dcg_.back() + ideal_[i] / discount(i + 1));
  }
}

std::span<const std::int32_t> DocumentRanking::ideal() {
  prepare_ideal();
  return ideal_;
}

double DocumentRanking::ideal_dcg(std::size_t rank) {
  prepare_ideal();
  return ideal_dcg_[std::min(rank, ideal_.size())];
}

double DocumentRanking::discount(std::size_t rank) {
  while (discounts_.size() <= rank)
    discounts_.push_back(std::log2(static_cast<double>(discounts_.size() + 1)));
  return discounts_[rank];
}

}  // namespace fovea
