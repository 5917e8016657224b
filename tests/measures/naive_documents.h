// The document measures once more, as slowly and plainly as their definitions can be written down: no shared
// work, one loop over ranks for every figure.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fovea::naive {

struct Documents {
  std::map<std::string, int> grades;  ///< negative: in the pool, not assessed
  std::vector<std::string> ranking;
  int level = 1;

  std::optional<int> grade(std::size_t rank) const {
    if (rank > ranking.size()) return std::nullopt;
    const auto at = grades.find(ranking[rank - 1]);
    return at == grades.end() ? std::nullopt : std::optional(at->second);
  }
  bool relevant(std::size_t rank) const { return grade(rank).value_or(-1) >= level; }
  bool judged(std::size_t rank) const { return grade(rank).value_or(-1) >= 0; }
  double gain(std::size_t rank) const { return std::max(0, grade(rank).value_or(0)); }

  double count(std::size_t ranks, const std::function<bool(std::size_t)>& what) const {
    double n = 0;
    for (std::size_t rank = 1; rank <= std::min(ranks, ranking.size()); ++rank) n += what(rank) ? 1 : 0;
    return n;
  }
  double found(std::size_t ranks) const {
    return count(ranks, [this](std::size_t rank) { return relevant(rank); });
  }
  double all_relevant() const {
    return static_cast<double>(
        std::count_if(grades.begin(), grades.end(), [this](const auto& g) { return g.second >= level; }));
  }
  double all_nonrelevant() const {
    return static_cast<double>(std::count_if(
        grades.begin(), grades.end(), [this](const auto& g) { return g.second >= 0 && g.second < level; }));
  }
  std::vector<double> ideal() const {
    std::vector<double> gains;
    for (const auto& [doc, grade] : grades) {
      if (grade > 0) gains.push_back(grade);
    }
    std::sort(gains.rbegin(), gains.rend());
    return gains;
  }
};

inline double over(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

inline double precision(const Documents& d, std::size_t k) {
  return over(d.found(k), static_cast<double>(k));
}

inline double average_precision(const Documents& d, std::size_t k) {
  double sum = 0;
  for (std::size_t rank = 1; rank <= std::min(k, d.ranking.size()); ++rank) {
    if (d.relevant(rank)) sum += precision(d, rank);
  }
  return over(sum, d.all_relevant());
}

inline double interpolated(const Documents& d, double recall) {
  double best = 0;
  for (std::size_t rank = 1; rank <= d.ranking.size(); ++rank) {
    if (d.found(rank) >= std::round(recall * d.all_relevant())) best = std::max(best, precision(d, rank));
  }
  return best;
}

inline double reciprocal_rank(const Documents& d, std::size_t k) {
  for (std::size_t rank = 1; rank <= std::min(k, d.ranking.size()); ++rank) {
    if (d.relevant(rank)) return 1.0 / static_cast<double>(rank);
  }
  return 0;
}

inline double bpref(const Documents& d) {
  double sum = 0;
  const double r = d.all_relevant();
  for (std::size_t rank = 1; rank <= d.ranking.size(); ++rank) {
    if (!d.relevant(rank)) continue;
    const double before = d.count(rank, [&](std::size_t at) { return d.judged(at) && !d.relevant(at); });
    sum += 1 - over(std::min(before, r), std::min(d.all_nonrelevant(), r));
  }
  return over(sum, r);
}

inline double dcg(const Documents& d, std::size_t k) {
  double sum = 0;
  for (std::size_t rank = 1; rank <= std::min(k, d.ranking.size()); ++rank) {
    sum += d.gain(rank) / std::log2(static_cast<double>(rank) + 1);
  }
  return sum;
}

inline double ideal_dcg(const Documents& d, std::size_t k) {
  const auto ideal = d.ideal();
  double sum = 0;
  for (std::size_t rank = 1; rank <= std::min(k, ideal.size()); ++rank) {
    sum += ideal[rank - 1] / std::log2(static_cast<double>(rank) + 1);
  }
  return sum;
}

inline double ndcg(const Documents& d, std::size_t k) {
  return over(dcg(d, k), ideal_dcg(d, k));
}

inline double rbp(const Documents& d, double p, bool binary) {
  const auto ideal = d.ideal();
  double sum = 0;
  for (std::size_t rank = 1; rank <= d.ranking.size(); ++rank) {
    const double gain = binary ? (d.relevant(rank) ? 1 : 0) : d.gain(rank) / (ideal.empty() ? 1 : ideal[0]);
    sum += gain * std::pow(p, static_cast<double>(rank) - 1);
  }
  return (1 - p) * sum;
}

}  // namespace fovea::naive
