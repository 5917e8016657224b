#include "measures/views/subtopic_gains.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace fovea {

SubtopicGains::SubtopicGains(Kind kind, const TopicJudgements& judgements, std::span<const Article> articles)
    : kind_(kind) {
  absl::flat_hash_map<std::string_view, std::uint32_t> numbers;
  absl::flat_hash_map<std::string_view, std::size_t> place;
  for (const GroupGrade& grade : judgements.groups()) {
    const auto [at, fresh] = place.try_emplace(grade.doc, judged_.size());
    if (fresh) judged_.push_back({grade.doc, {}});
    if (grade.grade < kind_.level) continue;
    const auto number =
        numbers.try_emplace(grade.group, static_cast<std::uint32_t>(numbers.size())).first->second;
    std::vector<std::uint32_t>& subtopics = judged_[at->second].subtopics;
    // Passages show an aspect more than once.
    if (std::ranges::find(subtopics, number) == subtopics.end()) subtopics.push_back(number);
  }
  subtopics_ = numbers.size();
  relevant_.assign(subtopics_, 0);
  for (Judged& document : judged_) {
    std::ranges::sort(document.subtopics);
    for (const std::uint32_t subtopic : document.subtopics) ++relevant_[subtopic];
  }
  for (const Article& article : articles) {
    const auto at = place.find(article.doc);
    if (at == place.end() && kind_.judged_only) continue;
    ranking_.push_back(at == place.end() ? std::span<const std::uint32_t>()
                                         : std::span<const std::uint32_t>(judged_[at->second].subtopics));
  }
  gains_ = added(ranking_);
}

std::vector<double> SubtopicGains::added(std::span<const std::span<const std::uint32_t>> ranking) const {
  std::vector<double> worth(subtopics_, 1.0);
  std::vector<double> gains;
  gains.reserve(ranking.size());
  for (const auto& subtopics : ranking) {
    double gain = 0;
    for (const std::uint32_t subtopic : subtopics) {
      gain += worth[subtopic];
      worth[subtopic] *= 1 - kind_.alpha;
    }
    gains.push_back(gain);
  }
  return gains;
}

std::span<const double> SubtopicGains::ideal() {
  if (ideal_ready_) return ideal_;
  ideal_ready_ = true;
  std::vector<const Judged*> left;
  for (const Judged& document : judged_) {
    if (!document.subtopics.empty()) left.push_back(&document);
  }
  // So that the first of several best ones is that with the highest id.
  std::ranges::sort(left, [](const Judged* a, const Judged* b) { return a->doc > b->doc; });
  std::vector<double> worth(subtopics_, 1.0);
  std::vector<std::span<const std::uint32_t>> chosen;
  while (!left.empty()) {
    std::size_t best = 0;
    double most = -1;
    for (std::size_t i = 0; i < left.size(); ++i) {
      double gain = 0;
      for (const std::uint32_t subtopic : left[i]->subtopics) gain += worth[subtopic];
      if (gain > most) {
        most = gain;
        best = i;
      }
    }
    for (const std::uint32_t subtopic : left[best]->subtopics) worth[subtopic] *= 1 - kind_.alpha;
    chosen.emplace_back(left[best]->subtopics);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
  }
  ideal_ = added(chosen);
  return ideal_;
}

}  // namespace fovea
