// A ranking over subtopics, as ndeval sees it: what each document adds, given what came before.
//
// A document relevant to a subtopic is worth 1 for it, and 1 − alpha times as much with every document before it
// that was relevant to the same subtopic. The ideal ranking takes, rank by rank, the judged document that adds most
// (of several the one with the highest id): which is not always the best there is, but finding that is NP-complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "judgements/judgements.h"
#include "measures/views/article_ranking.h"

namespace fovea {

class SubtopicGains {
 public:
  struct Kind {
    int level = 1;  ///< grades from which on a document is relevant to a subtopic
    double alpha = 0.5;
    bool judged_only = false;

    friend bool operator==(const Kind&, const Kind&) = default;
  };

  SubtopicGains(Kind kind, const TopicJudgements& judgements, std::span<const Article> articles);

  const Kind& kind() const { return kind_; }
  /// Subtopics for which any document is relevant; the others do not count.
  std::size_t subtopics() const { return subtopics_; }
  /// Relevant documents of each of them.
  std::span<const std::size_t> relevant() const { return relevant_; }
  /// The subtopics each document retrieved is relevant to, by rank.
  std::span<const std::span<const std::uint32_t>> ranking() const { return ranking_; }
  /// What each document retrieved adds, by rank, and the same for the ideal ranking.
  std::span<const double> gains() const { return gains_; }
  std::span<const double> ideal();

 private:
  struct Judged {
    std::string_view doc;
    std::vector<std::uint32_t> subtopics;
  };
  std::vector<double> added(std::span<const std::span<const std::uint32_t>> ranking) const;

  Kind kind_;
  std::size_t subtopics_ = 0;
  std::vector<std::size_t> relevant_;
  std::vector<Judged> judged_;
  std::vector<std::span<const std::uint32_t>> ranking_;
  std::vector<double> gains_;
  bool ideal_ready_ = false;
  std::vector<double> ideal_;
};

}  // namespace fovea
