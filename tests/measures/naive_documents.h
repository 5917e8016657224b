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

/// The same documents with other gains: gains[grade] in the place of a grade.
struct Worth : Documents {
  std::vector<double> gains;
  double gain_of(int grade) const { return grade < 0 ? 0 : gains[static_cast<std::size_t>(grade)]; }
};
inline Worth worth(const Documents& d, std::vector<double> gains) {
  Worth out;
  static_cast<Documents&>(out) = d;
  out.gains = std::move(gains);
  return out;
}
inline double ndcg(const Worth& d, std::size_t k) {
  std::vector<double> ideal;
  for (const auto& [doc, grade] : d.grades) ideal.push_back(d.gain_of(grade));
  std::sort(ideal.rbegin(), ideal.rend());
  double sum = 0;
  double best = 0;
  for (std::size_t rank = 1; rank <= k; ++rank) {
    const double discount = std::log2(static_cast<double>(rank) + 1);
    if (rank <= d.ranking.size()) sum += d.gain_of(d.grade(rank).value_or(-1)) / discount;
    if (rank <= ideal.size()) best += ideal[rank - 1] / discount;
  }
  return over(sum, best);
}

/// Without the documents that nobody assessed.
inline Documents judged_only(const Documents& d) {
  Documents out = d;
  out.ranking.clear();
  for (std::size_t rank = 1; rank <= d.ranking.size(); ++rank) {
    if (d.judged(rank)) out.ranking.push_back(d.ranking[rank - 1]);
  }
  return out;
}

inline double err(const Documents& d, std::size_t k, int highest) {
  double sum = 0;
  for (std::size_t rank = 1; rank <= std::min(k, d.ranking.size()); ++rank) {
    double reached = 1;
    const auto satisfied = [&](std::size_t at) {
      return (std::pow(2, d.gain(at)) - 1) / std::pow(2, highest);
    };
    for (std::size_t before = 1; before < rank; ++before) reached *= 1 - satisfied(before);
    sum += reached * satisfied(rank) / static_cast<double>(rank);
  }
  return sum;
}

inline double accuracy(const Documents& d) {
  double right = 0;
  double pairs = 0;
  for (std::size_t a = 1; a <= d.ranking.size(); ++a) {
    for (std::size_t b = 1; b <= d.ranking.size(); ++b) {
      if (!d.relevant(a) || d.relevant(b)) continue;
      ++pairs;
      right += a < b ? 1 : 0;
    }
  }
  return over(right, pairs);
}

/// A reader who goes on from rank i with probability goes_on(i, gain there, gain so far): gain per rank looked at.
inline double cwl(const Documents& d, int highest,
                  const std::function<double(double i, double gain, double gained)>& goes_on) {
  double gained = 0;
  double sum = 0;
  double looked_at = 0;
  double reached = 1;
  for (std::size_t rank = 1; rank <= 1000; ++rank) {
    const double gain = rank <= d.ranking.size() ? std::min<double>(highest, d.gain(rank)) / highest : 0;
    gained += gain;
    sum += reached * gain;
    looked_at += reached;
    reached *= goes_on(static_cast<double>(rank), gain, gained);
  }
  return sum / looked_at;
}

/// Scores of all documents are 0, so that the ideal ranking is that of the judgements, by grade.
inline double compatibility(const Documents& d, double p) {
  std::vector<std::string> ideal;
  for (int grade = 9; grade > 0; --grade) {
    for (const auto& [doc, value] : d.grades) {
      if (value == grade) ideal.push_back(doc);
    }
  }
  const auto overlap = [&](const std::vector<std::string>& a, const std::vector<std::string>& b,
                           std::size_t depth) {
    double sum = 0;
    for (std::size_t k = 1; k <= depth; ++k) {
      double common = 0;
      for (std::size_t i = 0; i < std::min(k, a.size()); ++i) {
        const auto end = b.begin() + static_cast<std::ptrdiff_t>(std::min(k, b.size()));
        common += std::find(b.begin(), end, a[i]) != end ? 1 : 0;
      }
      sum += std::pow(p, k - 1) * common / static_cast<double>(k);
    }
    return sum;
  };
  const std::size_t depth = std::max(ideal.size(), d.ranking.size());
  return over(overlap(d.ranking, ideal, depth), overlap(ideal, ideal, depth));
}

}  // namespace fovea::naive
