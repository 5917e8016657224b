#include "runs/order.h"

#include <algorithm>

namespace fovea {

namespace {

bool better_score(const Result& a, const Result& b) {
  if (a.score != b.score) return a.score > b.score;
  return a.doc > b.doc;
}

bool tied(const Result& a, const Result& b, RankOrder order) {
  return order == RankOrder::kRank ? a.rank == b.rank : a.score == b.score;
}

/// Most runs stand in order already: a look costs less than a sort.
template <class Less>
void sort_if_needed(std::vector<Result>& results, Less less) {
  if (!std::is_sorted(results.begin(), results.end(), less)) {
    std::stable_sort(results.begin(), results.end(), less);
  }
}

}  // namespace

void put_in_order(TopicResults& topic, RankOrder order) {
  if (order == RankOrder::kRank) {
    sort_if_needed(topic.results, [](const Result& a, const Result& b) { return a.rank < b.rank; });
  } else if (order == RankOrder::kScore) {
    sort_if_needed(topic.results, better_score);
  }
}

std::size_t count_tied(const TopicResults& topic, RankOrder order) {
  if (order == RankOrder::kFile) return 0;
  const auto& results = topic.results;
  std::size_t count = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool before = i > 0 && tied(results[i - 1], results[i], order);
    const bool after = i + 1 < results.size() && tied(results[i], results[i + 1], order);
    count += before || after ? 1 : 0;
  }
  return count;
}

}  // namespace fovea
