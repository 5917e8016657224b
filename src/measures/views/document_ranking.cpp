#include "measures/views/document_ranking.h"

#include <algorithm>

#include "measures/views/article_ranking.h"

namespace fovea {

std::size_t BinaryRanking::relevant_within(std::size_t rank) const {
  return static_cast<std::size_t>(std::upper_bound(ranks.begin(), ranks.end(), rank) - ranks.begin());
}

void DocumentRanking::build(const TopicJudgements& judgements, std::span<const Article> articles,
                            bool judged_only) {
  judgements_ = &judgements;
  level_ready_ = false;
  grades_.clear();
  grades_.reserve(articles.size());
  for (const Article& article : articles) {
    grades_.push_back(article.judged == nullptr   ? kNotPooled
                      : article.judged->grade < 0 ? kNotAssessed
                                                  : article.judged->grade);
  }
  if (judged_only) std::erase_if(grades_, [](std::int32_t grade) { return grade < 0; });
  gains_.start(grades_, judgements);
  for (GainRanking& gains : other_gains_) gains.start(grades_, judgements);
}

GainRanking& DocumentRanking::gains(const GainTable& table) {
  for (GainRanking& gains : other_gains_) {
    if (gains.table() == table) return gains;
  }
  GainRanking& fresh = other_gains_.emplace_back(table);
  fresh.start(grades_, *judgements_);
  return fresh;
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

}  // namespace fovea
