// The plainest evaluator there is: text is a set of characters, and every definition is computed from scratch
// as the specification words it. Slow and obvious, it is what the real measures are held against.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fovea::naive {

using Character = std::pair<std::string, long>;  ///< document, offset
using Characters = std::set<Character>;

struct Doc {
  bool relevant = false;
  long length = 0;
  long bep = -1;  ///< -1: none
  std::set<long> highlighted;
};

struct Hit {
  std::string doc;
  long begin = 0;
  long end = 0;
  bool unplaced = false;  ///< 18 irrelevant characters at no place
};

struct Topic {
  std::map<std::string, Doc> judged;
  std::vector<Hit> hits;
};

inline double divide(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

/// The characters of the first `count` hits. Characters at no place get negative offsets of their own.
inline Characters retrieved(const Topic& topic, std::size_t count) {
  Characters all;
  for (std::size_t i = 0; i < std::min(count, topic.hits.size()); ++i) {
    const Hit& hit = topic.hits[i];
    for (long at = hit.begin; at < hit.end && !hit.unplaced; ++at) all.insert({hit.doc, at});
    for (long at = 0; at < 18 && hit.unplaced; ++at)
      all.insert({hit.doc, -1 - at - 18 * static_cast<long>(i)});
  }
  return all;
}

inline Characters highlighted(const Topic& topic) {
  Characters all;
  for (const auto& [id, doc] : topic.judged) {
    for (const long at : doc.highlighted) all.insert({id, at});
  }
  return all;
}

inline Characters both(const Characters& a, const Characters& b) {
  Characters out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

inline double f(double p, double r, double beta) {
  return divide((1 + beta * beta) * p * r, beta * beta * p + r);
}

// One article.

inline std::set<long> retrieved_from(const Topic& topic, const std::string& doc) {
  std::set<long> out;
  for (const auto& [id, at] : retrieved(topic, topic.hits.size())) {
    if (id == doc) out.insert(at);
  }
  return out;
}

inline double f_of(const Topic& topic, const std::string& id, double beta) {
  const Doc& doc = topic.judged.at(id);
  const std::set<long> ret = retrieved_from(topic, id);
  double common = 0;
  for (const long at : ret) common += doc.highlighted.contains(at) ? 1 : 0;
  return f(divide(common, static_cast<double>(ret.size())),
           divide(common, static_cast<double>(doc.highlighted.size())), beta);
}

inline double t2i_of(const Topic& topic, const std::string& id, long tolerance) {
  const Doc& doc = topic.judged.at(id);
  const std::set<long> ret = retrieved_from(topic, id);
  std::vector<long> order(ret.begin(), ret.end());
  for (long at = 0; at < doc.length; ++at) {
    if (!ret.contains(at)) order.push_back(at);
  }
  long relevant = 0;
  long irrelevant = 0;
  for (const long at : order) {
    if (irrelevant == tolerance) break;
    ++(doc.highlighted.contains(at) ? relevant : irrelevant);
  }
  return divide(static_cast<double>(relevant), static_cast<double>(relevant + irrelevant));
}

inline double bep_of(const Topic& topic, const std::string& id, long n) {
  const Doc& doc = topic.judged.at(id);
  for (const Hit& hit : topic.hits) {
    if (hit.doc != id) continue;
    if (hit.unplaced || doc.bep < 0) return 0;
    return static_cast<double>(std::max(0L, n - std::labs(hit.begin - doc.bep))) / static_cast<double>(n);
  }
  return 0;
}

// The ranking of articles.

inline std::vector<std::string> articles(const Topic& topic) {
  std::vector<std::string> out;
  for (const Hit& hit : topic.hits) {
    if (std::find(out.begin(), out.end(), hit.doc) == out.end()) out.push_back(hit.doc);
  }
  return out;
}

inline bool relevant(const Topic& topic, const std::string& id) {
  return topic.judged.contains(id) && topic.judged.at(id).relevant;
}

inline double relevant_articles(const Topic& topic) {
  double count = 0;
  for (const auto& [id, doc] : topic.judged) count += doc.relevant ? 1 : 0;
  return count;
}

template <class Score>
double gp(const Topic& topic, std::size_t rank, const Score& score) {
  const std::vector<std::string> ranking = articles(topic);
  double sum = 0;
  for (std::size_t j = 0; j < std::min(rank, ranking.size()); ++j) {
    if (relevant(topic, ranking[j])) sum += score(topic, ranking[j]);
  }
  return sum / static_cast<double>(rank);
}

inline double gr(const Topic& topic, std::size_t rank, bool by_size) {
  const std::vector<std::string> ranking = articles(topic);
  double found = 0;
  for (std::size_t j = 0; j < std::min(rank, ranking.size()); ++j) {
    if (!relevant(topic, ranking[j])) continue;
    found += by_size ? static_cast<double>(topic.judged.at(ranking[j]).highlighted.size()) : 1;
  }
  return divide(found, by_size ? static_cast<double>(highlighted(topic).size()) : relevant_articles(topic));
}

template <class Score>
double agp(const Topic& topic, const Score& score) {
  const std::vector<std::string> ranking = articles(topic);
  double sum = 0;
  for (std::size_t j = 0; j < ranking.size(); ++j) {
    if (relevant(topic, ranking[j])) sum += gp(topic, j + 1, score);
  }
  return divide(sum, relevant_articles(topic));
}

template <class Score>
double agp_by_size(const Topic& topic, const Score& score) {
  const std::vector<std::string> ranking = articles(topic);
  double sum = 0;
  for (std::size_t j = 0; j < ranking.size(); ++j) {
    sum += (gr(topic, j + 1, true) - gr(topic, j, true)) * gp(topic, j + 1, score);
  }
  return sum;
}

template <class Score>
double agp_by_total(const Topic& topic, const Score& score) {
  const std::vector<std::string> ranking = articles(topic);
  double sum = 0;
  double found = 0;
  for (std::size_t j = 0; j < ranking.size(); ++j) {
    if (!relevant(topic, ranking[j])) continue;
    sum += gp(topic, j + 1, score);
    ++found;
  }
  return gr(topic, ranking.size(), true) * divide(sum, found);
}

template <class Score>
double igp(const Topic& topic, long percent, const Score& score) {
  double best = 0;
  double found = 0;
  const std::vector<std::string> ranking = articles(topic);
  for (std::size_t j = 0; j < ranking.size(); ++j) {
    found += relevant(topic, ranking[j]) ? 1 : 0;
    if (100 * found >= static_cast<double>(percent) * relevant_articles(topic)) {
      best = std::max(best, gp(topic, j + 1, score));
    }
  }
  return best;
}

// The list of results.

inline double char_p(const Topic& topic, std::size_t count) {
  const Characters ret = retrieved(topic, count);
  return divide(static_cast<double>(both(ret, highlighted(topic)).size()), static_cast<double>(ret.size()));
}

inline double char_r(const Topic& topic, std::size_t count) {
  const Characters rel = highlighted(topic);
  return divide(static_cast<double>(both(retrieved(topic, count), rel).size()),
                static_cast<double>(rel.size()));
}

inline double iou(const Topic& topic, std::size_t count) {
  const Characters rel = highlighted(topic);
  Characters all = retrieved(topic, count);
  const double common = static_cast<double>(both(all, rel).size());
  all.insert(rel.begin(), rel.end());
  return divide(common, static_cast<double>(all.size()));
}

/// Recall point i of n, counted from 0.
inline double ip(const Topic& topic, long i, long n) {
  const Characters rel = highlighted(topic);
  double best = 0;
  for (std::size_t k = 1; k <= topic.hits.size(); ++k) {
    const auto found = static_cast<long>(both(retrieved(topic, k), rel).size());
    if (n * found >= i * static_cast<long>(rel.size())) best = std::max(best, char_p(topic, k));
  }
  return best;
}

inline double aip(const Topic& topic, long points) {
  double sum = 0;
  for (long i = 0; i < points; ++i) sum += ip(topic, i, points - 1);
  return sum / static_cast<double>(points);
}

inline double limited_precision(const Topic& topic, std::size_t limit) {
  const Characters rel = highlighted(topic);
  Characters seen;
  double relevant_seen = 0;
  for (std::size_t i = 0; i < topic.hits.size(); ++i) {
    for (const Character& character : retrieved({topic.judged, {topic.hits[i]}}, 1)) {
      Character own = character;
      if (topic.hits[i].unplaced) own.second -= 18 * static_cast<long>(i);
      if (seen.size() == limit) break;
      if (seen.insert(own).second && rel.contains(own)) ++relevant_seen;
    }
  }
  return relevant_seen / static_cast<double>(limit);
}

/// The hits are all chunks there are.
inline double precision_omega(const Topic& topic) {
  const Characters rel = highlighted(topic);
  Topic touched{topic.judged, {}};
  for (const Hit& hit : topic.hits) {
    if (!both(retrieved({topic.judged, {hit}}, 1), rel).empty()) touched.hits.push_back(hit);
  }
  return iou(touched, touched.hits.size());
}

}  // namespace fovea::naive
