// Measures of judgements in groups (preferences, assessors, subtopics) beside plain definitions, pair by pair.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "measures/scoring.h"

namespace fovea {
namespace {

constexpr unsigned kSeed = 1994;
const std::string kDocuments = "abcdefgh";

struct Random {
  std::mt19937 bits{kSeed};
  int below(int bound) { return static_cast<int>(bits() % static_cast<unsigned>(bound)); }
  std::string sample(int least) {
    std::string all = kDocuments;
    std::shuffle(all.begin(), all.end(), bits);
    return all.substr(0, static_cast<std::size_t>(least + below(static_cast<int>(all.size()) - least + 1)));
  }
};

std::string run_of(const std::string& ranking) {
  std::string run;
  for (std::size_t i = 0; i < ranking.size(); ++i)
    run += fmt::format("1 Q0 {} {} {} t\n", ranking[i], i + 1, 50 - i);
  return run;
}

// ---- Preferences ----

struct Group {
  std::map<char, int> levels;
  std::vector<std::string> subgroups;

  bool one() const { return subgroups.size() == 1; }
  /// Preferred directly, or by way of others.
  std::set<std::pair<char, char>> preferences() const {
    std::set<std::pair<char, char>> all;
    for (const std::string& subgroup : subgroups) {
      for (const char a : subgroup) {
        for (const char b : subgroup) {
          if (levels.at(a) > levels.at(b)) all.emplace(a, b);
        }
      }
    }
    for (bool grows = true; grows;) {
      const std::size_t before = all.size();
      const auto now = all;
      for (const auto& [a, b] : now) {
        for (const auto& [c, d] : now) {
          if (b == c) all.emplace(a, d);
        }
      }
      grows = all.size() > before;
    }
    return all;
  }
  std::string judged() const {
    std::set<char> all;
    for (const std::string& subgroup : subgroups) all.insert(subgroup.begin(), subgroup.end());
    return {all.begin(), all.end()};
  }
};

struct Preferences {
  std::vector<Group> groups;
  std::string ranking;

  std::string judged() const {
    std::set<char> all;
    for (const Group& group : groups) {
      for (const char doc : group.judged()) all.insert(doc);
    }
    return {all.begin(), all.end()};
  }
  bool retrieved(char doc) const { return ranking.find(doc) != std::string::npos; }
  /// The place of a document: by rank, and behind the end by id.
  std::size_t place(char doc) const {
    const std::size_t at = ranking.find(doc);
    return at != std::string::npos ? at : 100 + static_cast<std::size_t>(doc);
  }
  bool fulfilled(char a, char b) const { return retrieved(a) && place(a) < place(b); }
  /// Judged documents of a group, by place.
  std::string in_order(const Group& group, const std::function<bool(char)>& wanted) const {
    std::string docs;
    for (const char doc : group.judged()) {
      if (wanted(doc)) docs += doc;
    }
    std::sort(docs.begin(), docs.end(), [this](char a, char b) { return place(a) < place(b); });
    return docs;
  }
};

enum class Seen { kAny, kOne, kBoth };

struct Share {
  double fulfilled = 0;
  double possible = 0;
  double value() const { return possible == 0 ? 0 : fulfilled / possible; }
};

bool counts(const Preferences& p, char a, char b, Seen seen) {
  const int retrieved = (p.retrieved(a) ? 1 : 0) + (p.retrieved(b) ? 1 : 0);
  return seen == Seen::kAny || (seen == Seen::kOne ? retrieved > 0 : retrieved == 2);
}

Share share(const Preferences& p, const Group& group, Seen seen) {
  Share out;
  for (const auto& [a, b] : group.preferences()) {
    if (!counts(p, a, b, seen)) continue;
    ++out.possible;
    out.fulfilled += p.fulfilled(a, b) ? 1 : 0;
  }
  return out;
}

double simple(const Preferences& p, Seen seen) {
  Share all;
  for (const Group& group : p.groups) {
    all.fulfilled += share(p, group, seen).fulfilled;
    all.possible += share(p, group, seen).possible;
  }
  return all.value();
}

double averaged(const Preferences& p, Seen seen) {
  double sum = 0;
  for (const Group& group : p.groups) sum += share(p, group, seen).value();
  return sum / static_cast<double>(p.groups.size());
}

double paired(const Preferences& p, Seen seen) {
  double sum = 0;
  double pairs = 0;
  for (const char a : p.judged()) {
    for (const char b : p.judged()) {
      if (p.place(a) >= p.place(b) || !counts(p, a, b, seen)) continue;
      double right = 0;
      double wrong = 0;
      for (const Group& group : p.groups) {
        const auto preferences = group.preferences();
        right += preferences.contains({a, b}) ? 1 : 0;
        wrong += preferences.contains({b, a}) ? 1 : 0;
      }
      if (right + wrong == 0) continue;
      ++pairs;
      if (p.retrieved(a)) sum += right / (right + wrong);
    }
  }
  return pairs == 0 ? 0 : sum / pairs;
}

/// With as many documents of level 0 as relevant ones.
double limited(const Preferences& p, bool both) {
  double sum = 0;
  for (const Group& group : p.groups) {
    const auto is_relevant = [&](char doc) { return group.levels.at(doc) > 0; };
    const auto here = [&](char doc) { return !both || p.retrieved(doc); };
    const std::string relevant = p.in_order(group, [&](char d) { return is_relevant(d) && here(d); });
    const std::string others = p.in_order(group, [&](char d) { return !is_relevant(d) && here(d); });
    const std::string all_relevant = p.in_order(group, is_relevant);
    Share out;
    if (relevant.size() >= others.size()) {
      out = share(p, group, both ? Seen::kBoth : Seen::kAny);
      const auto lacking = static_cast<double>(relevant.size() - others.size());
      const std::string retrieved =
          p.in_order(group, [&](char d) { return is_relevant(d) && p.retrieved(d); });
      out.fulfilled += lacking * static_cast<double>(retrieved.size());
      out.possible += lacking * static_cast<double>(all_relevant.size());
    } else if (group.one()) {
      const std::string first = others.substr(0, relevant.size());
      const auto pair = [&](char a, char b) {
        ++out.possible;
        out.fulfilled += p.fulfilled(a, b) ? 1 : 0;
      };
      for (const char a : relevant) {
        for (const char b : relevant) {
          if (group.levels.at(a) > group.levels.at(b)) pair(a, b);
        }
      }
      for (const char a : relevant + others) {
        for (const char b : first) pair(a, b);
      }
    } else {
      const std::string left = all_relevant + others.substr(0, all_relevant.size());
      for (const auto& [a, b] : group.preferences()) {
        const bool kept = left.find(a) != std::string::npos && left.find(b) != std::string::npos;
        if (!kept || !here(a) || !here(b)) continue;
        ++out.possible;
        out.fulfilled += p.fulfilled(a, b) ? 1 : 0;
      }
    }
    if (out.possible == 0) return 0;
    sum += out.value();
  }
  return sum / static_cast<double>(p.groups.size());
}

Preferences random_preferences(Random& random) {
  Preferences p;
  const int groups = 1 + random.below(3);
  for (int g = 0; g < groups; ++g) {
    Group group;
    for (const char doc : kDocuments) group.levels[doc] = random.below(4);
    const int subgroups = 1 + random.below(2);
    for (int s = 0; s < subgroups; ++s) group.subgroups.push_back(random.sample(1));
    p.groups.push_back(group);
  }
  p.ranking = random.sample(1);
  return p;
}

std::string rows_of(const Preferences& p) {
  std::string rows;
  for (std::size_t g = 0; g < p.groups.size(); ++g) {
    for (std::size_t s = 0; s < p.groups[g].subgroups.size(); ++s) {
      for (const char doc : p.groups[g].subgroups[s]) {
        rows += fmt::format("1 g{} s{} {} {}\n", g, s, doc, p.groups[g].levels.at(doc));
      }
    }
  }
  return rows;
}

TEST(Preferences, EqualTheirPlainDefinitionsOnRandomTopics) {
  const std::vector<std::pair<std::string, std::function<double(const Preferences&)>>> definitions = {
      {"prefs_num_prefs_poss",
       [](const Preferences& p) {
         double sum = 0;
         for (const Group& group : p.groups) sum += share(p, group, Seen::kAny).possible;
         return sum;
       }},
      {"prefs_num_prefs_ful",
       [](const Preferences& p) {
         double sum = 0;
         for (const Group& group : p.groups) sum += share(p, group, Seen::kAny).fulfilled;
         return sum;
       }},
      {"prefs_num_prefs_ful_ret",
       [](const Preferences& p) {
         double sum = 0;
         for (const Group& group : p.groups) sum += share(p, group, Seen::kBoth).fulfilled;
         return sum;
       }},
      {"prefs_simp", [](const Preferences& p) { return simple(p, Seen::kAny); }},
      {"prefs_simp_imp", [](const Preferences& p) { return simple(p, Seen::kOne); }},
      {"prefs_simp_ret", [](const Preferences& p) { return simple(p, Seen::kBoth); }},
      {"prefs_avgjg", [](const Preferences& p) { return averaged(p, Seen::kAny); }},
      {"prefs_avgjg_imp", [](const Preferences& p) { return averaged(p, Seen::kOne); }},
      {"prefs_avgjg_ret", [](const Preferences& p) { return averaged(p, Seen::kBoth); }},
      {"prefs_pair", [](const Preferences& p) { return paired(p, Seen::kAny); }},
      {"prefs_pair_imp", [](const Preferences& p) { return paired(p, Seen::kOne); }},
      {"prefs_pair_ret", [](const Preferences& p) { return paired(p, Seen::kBoth); }},
      {"prefs_avgjg_Rnonrel", [](const Preferences& p) { return limited(p, false); }},
      {"prefs_avgjg_Rnonrel_ret", [](const Preferences& p) { return limited(p, true); }},
  };
  Random random;
  for (int round = 0; round < 200; ++round) {
    const Preferences p = random_preferences(random);
    const std::string rows = rows_of(p);
    for (const auto& [name, value] : definitions) {
      ASSERT_NEAR(score_texts(rows, run_of(p.ranking), name).at("1"), value(p), 1e-12)
          << name << ", round " << round << " of seed " << kSeed << "\n"
          << rows << p.ranking;
    }
  }
}

TEST(Preferences, OfEqualScoresTheLowerIdComesFirst) {
  const std::string_view run = "1 Q0 a 1 5 t\n1 Q0 b 2 5 t\n";
  EXPECT_EQ(score_texts("1 0 0 a 1\n1 0 0 b 0\n", run, "prefs_simp").at("1"), 1);
  EXPECT_EQ(score_texts("1 0 0 a 0\n1 0 0 b 1\n", run, "prefs_simp").at("1"), 0);
}

// ---- Assessors and subtopics ----

struct Grouped {
  std::map<int, std::map<char, int>> grades;  ///< by group
  std::string ranking;

  std::string rows() const {
    std::string out;
    for (const auto& [group, of_group] : grades) {
      for (const auto& [doc, grade] : of_group) out += fmt::format("1 {} {} {}\n", group, doc, grade);
    }
    return out;
  }
  bool relevant(int group, char doc) const {
    const auto& of_group = grades.at(group);
    return of_group.contains(doc) && of_group.at(doc) >= 1;
  }
  double count(int group, const std::string& docs) const {
    return static_cast<double>(
        std::count_if(docs.begin(), docs.end(), [&](char d) { return relevant(group, d); }));
  }
  double precision(int group, std::size_t rank) const {
    return rank == 0 ? 0 : count(group, ranking.substr(0, rank)) / static_cast<double>(rank);
  }
  double average_precision(int group) const {
    double sum = 0;
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      if (relevant(group, ranking[i])) sum += precision(group, i + 1);
    }
    const double all = count(group, kDocuments);
    return all == 0 ? 0 : sum / all;
  }
  double mean(const std::function<double(int)>& value) const {
    double sum = 0;
    for (const auto& [group, of_group] : grades) sum += value(group);
    return sum / static_cast<double>(grades.size());
  }
};

Grouped random_groups(Random& random, bool any_relevant) {
  Grouped out;
  const int groups = 1 + random.below(4);
  for (int g = 0; g < groups; ++g) {
    for (const char doc : random.sample(1)) out.grades[g][doc] = random.below(3);
    if (any_relevant) out.grades[g].begin()->second = 1;
  }
  out.ranking = random.sample(1) + (random.below(2) == 0 ? "x" : "");
  return out;
}

TEST(Assessors, EqualTheMeanOfTheirMeasures) {
  Random random;
  for (int round = 0; round < 200; ++round) {
    const Grouped d = random_groups(random, false);
    const auto score = [&](std::string_view name) {
      return score_texts(d.rows(), run_of(d.ranking), name).at("1");
    };
    ASSERT_NEAR(score("map_avgjg"), d.mean([&](int g) { return d.average_precision(g); }), 1e-12) << round;
    ASSERT_NEAR(score("P_avgjg@3"), d.mean([&](int g) { return d.precision(g, 3); }), 1e-12) << round;
    const auto multiple = [&](int g) {
      return d.precision(g, static_cast<std::size_t>(std::ceil(1.4 * d.count(g, kDocuments) - 1e-9)));
    };
    ASSERT_NEAR(score("Rprec_mult_avgjg@1.4"), d.mean(multiple), 1e-12) << round;
  }
}

/// What each document adds, in any order.
std::vector<double> novelty(const Grouped& d, const std::string& order, double alpha) {
  std::vector<double> out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    double sum = 0;
    for (const auto& [group, of_group] : d.grades) {
      if (d.relevant(group, order[i])) sum += std::pow(1 - alpha, d.count(group, order.substr(0, i)));
    }
    out.push_back(sum);
  }
  return out;
}

/// The document that adds most, again and again; of several the one with the highest id.
std::string greedy(const Grouped& d, double alpha) {
  std::string order;
  std::string left(kDocuments.rbegin(), kDocuments.rend());
  while (!left.empty()) {
    const auto adds = [&](char doc) { return novelty(d, order + doc, alpha).back(); };
    const auto best =
        std::max_element(left.begin(), left.end(), [&](char a, char b) { return adds(a) < adds(b) - 1e-12; });
    order += *best;
    left.erase(best);
  }
  return order;
}

TEST(Subtopics, EqualTheirPlainDefinitionsOnRandomTopics) {
  Random random;
  const auto dcg = [](double i) { return 1 / std::log2(i + 1); };
  const auto err = [](double i) { return 1 / i; };
  const auto sum = [](const std::vector<double>& gains, std::size_t k,
                      const std::function<double(double)>& discount) {
    double out = 0;
    for (std::size_t i = 0; i < std::min(k, gains.size()); ++i)
      out += gains[i] * discount(static_cast<double>(i + 1));
    return out;
  };
  for (int round = 0; round < 150; ++round) {
    const Grouped d = random_groups(random, true);
    const auto score = [&](std::string_view name) {
      return score_texts(d.rows(), run_of(d.ranking), name).at("1");
    };
    const auto subtopics = static_cast<double>(d.grades.size());
    const std::vector<double> gains = novelty(d, d.ranking, 0.5);
    const std::vector<double> ideal = novelty(d, greedy(d, 0.5), 0.5);
    std::vector<double> full;
    for (int i = 0; i < 5; ++i) full.push_back(subtopics * std::pow(0.5, i));
    const std::string about = fmt::format("round {} of seed {}\n{}{}", round, kSeed, d.rows(), d.ranking);
    ASSERT_NEAR(score("alpha_nDCG@5"), sum(gains, 5, dcg) / sum(ideal, 5, dcg), 1e-12) << about;
    ASSERT_NEAR(score("alpha_DCG@5"), sum(gains, 5, dcg) / sum(full, 5, dcg), 1e-12) << about;
    ASSERT_NEAR(score("nERR_IA@5"), sum(gains, 5, err) / sum(ideal, 5, err), 1e-12) << about;
    ASSERT_NEAR(score("ERR_IA@5"), sum(gains, 5, err) / sum(full, 5, err), 1e-12) << about;
    const std::vector<double> other = novelty(d, d.ranking, 0.25);
    const auto patient = [](double i) { return std::pow(0.8, i - 1); };
    ASSERT_NEAR(score("NRBP(alpha=0.25,beta=0.8)"), (1 - 0.75 * 0.8) / subtopics * sum(other, 99, patient),
                1e-12)
        << about;
    ASSERT_NEAR(score("nNRBP(beta=0.8)"), sum(gains, 99, patient) / sum(ideal, 99, patient), 1e-12) << about;
    ASSERT_NEAR(score("AP_IA"), d.mean([&](int g) { return d.average_precision(g); }), 1e-12) << about;
    ASSERT_NEAR(score("P_IA@3"), d.mean([&](int g) { return d.precision(g, 3); }), 1e-12) << about;
    ASSERT_NEAR(score("StRecall@2"), d.mean([&](int g) { return d.precision(g, 2) > 0 ? 1.0 : 0.0; }), 1e-12)
        << about;
  }
}

TEST(Subtopics, WithoutARelevantDocumentDoNotCount) {
  const std::string_view judgements = "1 1 a 1\n1 2 a 0\n";
  EXPECT_EQ(score_texts(judgements, "1 Q0 a 1 1 t\n", "StRecall@1").at("1"), 1);
  EXPECT_EQ(score_texts("1 1 a 0\n", "1 Q0 a 1 1 t\n", "alpha_nDCG@5").at("1"), 0);
}

}  // namespace
}  // namespace fovea
