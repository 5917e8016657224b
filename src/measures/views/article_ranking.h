// The ranking of articles that a ranked list of results amounts to: first come, first served.
//
// An article stands where its first result stands; its other results add text to it and change no rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "judgements/judgements.h"
#include "runs/run.h"
#include "text/id_index.h"

namespace fovea {

/// An article of the ranking: a document at the place of its first result.
struct Article {
  std::string_view doc;
  /// nullptr when it was not judged.
  const JudgedDocument* judged = nullptr;
  /// Index of its first result.
  std::uint32_t first_result = 0;
  /// How many results it has.
  std::uint32_t result_count = 0;

  bool relevant() const { return judged != nullptr && judged->relevant(); }
};

class ArticleRanking {
 public:
  void build(const TopicJudgements& judgements, std::span<const Result> results);

  std::span<const Article> articles() const { return articles_; }
  /// The articles with relevance, as indices in rank order: few, mostly.
  std::span<const std::uint32_t> relevant() const { return relevant_; }
  /// How many of the articles are judged.
  std::size_t judged() const { return judged_; }
  /// The results of one article, as indices in rank order.
  std::span<const std::uint32_t> results_of(std::size_t article);

 private:
  void group();

  std::vector<Article> articles_;
  std::vector<std::uint32_t> hashes_;  ///< of their ids
  std::vector<std::uint32_t> relevant_;
  std::size_t judged_ = 0;
  std::vector<std::uint32_t> article_of_;  ///< by result
  IdIndex index_;                          ///< of the articles
  /// Results by article, made when first asked for: `grouped_` from `first_[article]` on.
  bool grouped_ready_ = false;
  std::vector<std::uint32_t> grouped_;
  std::vector<std::uint32_t> first_;
};

}  // namespace fovea
