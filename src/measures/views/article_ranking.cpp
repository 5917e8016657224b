#include "measures/views/article_ranking.h"

namespace fovea {

void ArticleRanking::build(const TopicJudgements& judgements, std::span<const Result> results) {
  articles_.clear();
  hashes_.clear();
  relevant_.clear();
  article_of_.resize(results.size());
  index_.restart(results.size());
  grouped_ready_ = false;
  const auto id_of = [this](std::uint32_t number) { return articles_[number].doc; };
  for (std::uint32_t i = 0; i < results.size(); ++i) {
    const std::string_view doc = results[i].doc;
    // The results of an article often follow each other.
    if (i > 0 && same_text(doc, results[i - 1].doc)) {
      article_of_[i] = article_of_[i - 1];
    } else {
      const std::uint32_t hash = IdIndex::hash_of(doc);
      article_of_[i] = index_.find_or_add(doc, hash, id_of);
      if (article_of_[i] == articles_.size()) {
        articles_.push_back({doc, nullptr, i, 0});
        hashes_.push_back(hash);
      }
    }
    ++articles_[article_of_[i]].result_count;
  }
  std::size_t found = 0;
  judgements.find_all(
      hashes_, [this](std::size_t a) { return articles_[a].doc; },
      [this, &found](std::size_t a, const JudgedDocument& judged) {
        ++found;
        articles_[a].judged = &judged;
        if (judged.relevant()) relevant_.push_back(static_cast<std::uint32_t>(a));
      });
  judged_ = found;
}

std::span<const std::uint32_t> ArticleRanking::results_of(std::size_t article) {
  if (!grouped_ready_) group();
  return std::span(grouped_).subspan(first_[article], articles_[article].result_count);
}

/// Counting sort of the results by article.
void ArticleRanking::group() {
  first_.resize(articles_.size());
  std::uint32_t begin = 0;
  for (std::size_t a = 0; a < articles_.size(); ++a) {
    first_[a] = begin;
    begin += articles_[a].result_count;
  }
  grouped_.resize(article_of_.size());
  for (std::uint32_t i = 0; i < article_of_.size(); ++i) grouped_[first_[article_of_[i]]++] = i;
  for (std::size_t a = 0; a < articles_.size(); ++a) first_[a] -= articles_[a].result_count;
  grouped_ready_ = true;
}

}  // namespace fovea
