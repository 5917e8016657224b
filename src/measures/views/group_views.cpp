#include "measures/views/group_views.h"

#include <absl/container/flat_hash_map.h>

#include <map>
#include <string_view>

namespace fovea {

void GroupViews::start(const TopicJudgements& judgements, std::span<const Article> articles,
                       std::span<const Result> results, bool judged_only) {
  judgements_ = &judgements;
  articles_ = articles;
  results_ = results;
  judged_only_ = judged_only;
  rankings_ready_ = preferences_ready_ = false;
  subtopics_.clear();
}

std::span<const BinaryRanking> GroupViews::rankings(int level) {
  if (rankings_ready_ && level_ == level) return rankings_;
  rankings_ready_ = true;
  level_ = level;
  rankings_.clear();
  ranks_.clear();
  std::map<std::string_view, absl::flat_hash_map<std::string_view, double>> by_group;
  for (const GroupGrade& grade : judgements_->groups()) by_group[grade.group].emplace(grade.doc, grade.grade);
  for (const auto& [group, grades] : by_group) {
    BinaryRanking ranking;
    std::vector<std::uint32_t>& ranks = ranks_.emplace_back();
    for (const Article& article : articles_) {
      const auto grade = grades.find(article.doc);
      const bool judged = grade != grades.end() && grade->second >= 0;
      if (judged_only_ && !judged) continue;
      ++ranking.retrieved;
      if (judged && grade->second >= level) ranks.push_back(static_cast<std::uint32_t>(ranking.retrieved));
    }
    for (const auto& [doc, grade] : grades) {
      ranking.relevant += grade >= level ? 1 : 0;
      ranking.nonrelevant += grade >= 0 && grade < level ? 1 : 0;
    }
    ranking.ranks = ranks;
    rankings_.push_back(ranking);
  }
  return rankings_;
}

const PreferenceCounts& GroupViews::preferences() {
  if (!preferences_ready_) {
    preferences_.build(*judgements_, articles_, results_);
    preferences_ready_ = true;
  }
  return preferences_;
}

SubtopicGains& GroupViews::subtopics(SubtopicGains::Kind kind) {
  kind.judged_only |= judged_only_;
  for (SubtopicGains& gains : subtopics_) {
    if (gains.kind() == kind) return gains;
  }
  return subtopics_.emplace_back(kind, *judgements_, articles_);
}

}  // namespace fovea
