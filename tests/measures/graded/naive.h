// The graded metrics once more, straight from their definitions: characters in sets, exact fractions, a walk
// over everything for every question. Slow, and independent of src/measures/graded.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "measures/graded/world.h"

namespace fovea::naive {

using Fraction = boost::multiprecision::cpp_rational;
using Quant = std::function<Fraction(Grade)>;
using OneQuant = std::function<Fraction(int)>;

inline Fraction percent(int value) {
  return Fraction(value) / 100;
}

inline Fraction strict(Grade g) {
  return g.exhaustivity == 3 && g.specificity == 3 ? 1 : 0;
}

using Percents = std::map<std::pair<int, int>, int>;

inline Fraction table(Grade g, const Percents& percents) {
  const auto found = percents.find({g.exhaustivity, g.specificity});
  return found == percents.end() ? Fraction(0) : percent(found->second);
}

inline Fraction gen(Grade g) {
  static const Percents kGen{{{3, 3}, 100}, {{2, 3}, 75}, {{3, 2}, 75}, {{3, 1}, 75}, {{1, 3}, 50},
                             {{2, 2}, 50},  {{2, 1}, 50}, {{1, 2}, 25}, {{1, 1}, 25}};
  return table(g, kGen);
}

inline Fraction sog(Grade g) {
  static const Percents kSog{{{3, 3}, 100}, {{2, 3}, 90}, {{1, 3}, 75}, {{3, 2}, 75}, {{2, 2}, 50},
                             {{1, 2}, 25},  {{3, 1}, 25}, {{2, 1}, 10}, {{1, 1}, 10}};
  return table(g, kSog);
}

inline Fraction strict_one(int grade) {
  return grade == 3 ? 1 : 0;
}
inline Fraction gen_one(int grade) {
  return Fraction(grade) / 3;
}

class Evaluator {
 public:
  Evaluator(const World& world, std::vector<Pick> run) : world_(world), run_(std::move(run)) {}

  // -- inex-2002

  Fraction precall(const Quant& f, const Fraction& x, std::optional<std::size_t> elements,
                   bool normalised = false) const {
    const std::vector<Pick> best = ideal(f);
    Fraction n = 0;
    for_all([&](const Pick& pick) { n += f(world_.at(pick).grade); });
    std::vector<std::pair<Fraction, Fraction>> ranks;  // r, i
    std::map<std::pair<std::size_t, std::size_t>, Fraction> credited;
    std::vector<Pick> seen;
    Fraction found = 0;
    for (std::size_t k = 0; k < run_.size(); ++k) {
      const bool again = is_among(run_[k], seen);
      Fraction value = again ? Fraction(0) : f(world_.at(run_[k]).grade);
      if (normalised) {
        for (const Pick& element : best) {
          if (!run_[k].same_element(element) && !is_ancestor(element, run_[k])) continue;
          value = std::min(value, Fraction(f(world_.at(element).grade) - credited[element.key()]));
          credited[element.key()] += value;
        }
      }
      const bool tied = k > 0 && run_[k].rank > 0 && run_[k].rank == run_[k - 1].rank;
      if (!tied) ranks.emplace_back(0, 0);
      ranks.back().first += value;
      ranks.back().second += 1 - value;
      found += value;
      if (!again) seen.push_back(run_[k]);
    }
    if (elements) {
      const Fraction rest = n - found;
      const Fraction others = Fraction(*elements) - seen.size() - rest;
      ranks.emplace_back(rest, others < 0 ? Fraction(0) : others);
    }
    if (n == 0) return 0;
    Fraction before = 0;
    Fraction j = 0;
    for (const auto& [r, i] : ranks) {
      if (before + r >= x * n) return x * n / (x * n + j + (x * n - before) * i / (r + 1));
      before += r;
      j += i;
    }
    return 0;
  }

  // -- inex-2003

  /// With `rest`, the curve goes on over what was not retrieved: units of text (characters, or characters of elements)
  /// in random order.
  Fraction size_precision(bool overlap, const OneQuant& q, const Fraction& x, bool rest = false) const {
    Fraction all = 0;
    if (overlap) {
      for (std::size_t d = 0; d < world_.documents.size(); ++d) all += retrievable({d, 0, 0}, q);
    } else {
      for_all([&](const Pick& pick) { all += exh(pick, q); });
    }
    if (all == 0) return 0;
    Fraction best = 0;
    Fraction recall = 0;
    Fraction specific = 0;
    Fraction read = 0;
    std::set<std::pair<std::size_t, Offset>> characters;
    std::vector<Pick> seen;
    for (const Pick& pick : run_) {
      const bool again = is_among(pick, seen);
      const Span span = world_.at(pick).span;
      std::size_t fresh = 0;
      for (Offset at = span.begin; at < span.end; ++at) {
        if (characters.emplace(pick.document, at).second) ++fresh;
      }
      const Fraction counted = overlap ? Fraction(fresh) : Fraction(span.size());
      if (!again) {
        if (!overlap) recall += exh(pick, q);
        if (overlap && span.size() > 0) recall += exh(pick, q) * counted / span.size();
        specific += q(world_.at(pick).grade.specificity) * counted;
      }
      read += counted;
      if (recall / all >= x && read > 0) best = std::max(best, Fraction(specific / read));
      seen.push_back(pick);
    }
    if (!rest) return best;
    const std::vector<Fraction> units = overlap ? characters_left(characters, q) : elements_left(seen, q);
    if (units.empty()) return best;
    Fraction left = 0;
    for (const Fraction& unit : units) left += unit;
    // From where recall x is expected to be reached, at whole and fractional units, to the end.
    const Fraction reached = recall / all;
    Fraction share = reached >= 1 ? Fraction(0) : Fraction((x - reached) / (1 - reached));
    if (share < 0) share = 0;
    if (read > 0 || share > 0) {
      best = std::max(best, Fraction((specific + share * left) / (read + share * units.size())));
    }
    for (std::size_t y = 1; y <= units.size(); ++y) {
      if (Fraction(y) / units.size() < share) continue;
      best = std::max(best, Fraction((specific + left * y / units.size()) / (read + y)));
    }
    return best;
  }

  /// The specificity of every character that no result holds, document by document.
  std::vector<Fraction> characters_left(const std::set<std::pair<std::size_t, Offset>>& read,
                                        const OneQuant& q) const {
    std::vector<Fraction> units;
    for (std::size_t d = 0; d < world_.documents.size(); ++d) {
      const auto& elements = world_.documents[d].elements;
      for (Offset at = elements[0].span.begin; at < elements[0].span.end; ++at) {
        if (read.contains({d, at})) continue;
        Fraction value = 0;
        for (const WorldElement& element : elements) {  // parents come first: the last one is the smallest
          const bool around = element.span.begin <= at && at < element.span.end;
          if (around && element.grade.relevant()) value = q(element.grade.specificity);
        }
        units.push_back(value);
      }
    }
    return units;
  }
  /// The same for the characters of every element that is not in the run.
  std::vector<Fraction> elements_left(const std::vector<Pick>& retrieved, const OneQuant& q) const {
    std::vector<Fraction> units;
    for_all([&](const Pick& pick) {
      if (is_among(pick, retrieved)) return;
      units.insert(units.end(), world_.at(pick).span.size(), q(world_.at(pick).grade.specificity));
    });
    return units;
  }

  Fraction retrievable(const Pick& c, const OneQuant& q) const {
    const Span span = world_.at(c).span;
    if (span.empty()) {
      Fraction sum = 0;
      for (const Pick& child : children(c)) sum += retrievable(child, q);
      return sum;
    }
    const std::vector<Pick> below = children(c);
    if (below.empty()) return exh(c, q);
    Fraction sum = 0;
    std::set<Offset> direct;
    for (Offset at = span.begin; at < span.end; ++at) direct.insert(at);
    for (const Pick& child : below) {
      const Span inner = world_.at(child).span;
      sum += std::max(retrievable(child, q), Fraction(exh(c, q) * inner.size() / span.size()));
      for (Offset at = inner.begin; at < inner.end; ++at) direct.erase(at);
    }
    return sum + exh(c, q) * direct.size() / span.size();
  }

  // -- XCG

  std::vector<Pick> ideal(const Quant& f, bool higher = false) const {
    std::vector<Pick> chosen;
    for_all([&](const Pick& leaf) {
      if (!ends_relevant_path(leaf)) return;
      std::optional<Pick> best;
      for (std::optional<Pick> at = leaf; at; at = parent(*at)) {
        const Grade grade = world_.at(*at).grade;
        if (!grade.relevant()) continue;
        // Upwards: on a tie, what was found first is deeper.
        const Fraction lead = best ? Fraction(f(grade) - f(world_.at(*best).grade)) : Fraction(1);
        if (lead > 0 || (higher && lead == 0)) best = at;
      }
      if (f(world_.at(*best).grade) > 0 && !is_among(*best, chosen)) chosen.push_back(*best);
    });
    std::vector<Pick> kept;
    for (const Pick& candidate : chosen) {
      const bool covered =
          std::ranges::any_of(chosen, [&](const Pick& other) { return is_ancestor(other, candidate); });
      if (!covered) kept.push_back(candidate);
    }
    std::ranges::sort(kept, [&](const Pick& a, const Pick& b) {
      const Fraction fa = f(world_.at(a).grade);
      const Fraction fb = f(world_.at(b).grade);
      if (fa != fb) return fa > fb;
      return std::pair(a.document, a.element) < std::pair(b.document, b.element);
    });
    return kept;
  }

  /// The gain of each result.
  std::vector<Fraction> gains(const Quant& f, const Fraction& alpha, bool higher = false) const {
    const std::vector<Pick> best = ideal(f, higher);
    std::vector<Fraction> credited(best.size(), 0);
    std::vector<Fraction> list;
    std::vector<Pick> seen;
    for (const Pick& pick : run_) {
      Fraction value = gain(pick, seen, f, alpha);
      for (std::size_t i = 0; i < best.size(); ++i) {
        if (!pick.same_element(best[i]) && !is_ancestor(best[i], pick)) continue;
        value = std::min(value, Fraction(f(world_.at(best[i]).grade) - credited[i]));
        credited[i] += value;
      }
      list.push_back(value);
      seen.push_back(pick);
    }
    return list;
  }

  /// The gains of a run's results and of the ideal elements, and what is read off them.
  struct Cumulated {
    std::vector<Fraction> run, ideal;

    Fraction xcg(std::size_t k) const { return first(run, k); }
    Fraction nxcg(std::size_t k) const {
      const Fraction best = first(ideal, k);
      return best == 0 ? Fraction(0) : Fraction(xcg(k) / best);
    }
    Fraction ep(const Fraction& x) const {
      const Fraction wanted = x * first(ideal, ideal.size());
      if (wanted == 0) return 0;
      const auto ours = rank_of(run, wanted);
      return ours ? Fraction(*rank_of(ideal, wanted)) / *ours : Fraction(0);
    }
  };
  Cumulated cumulated(const Quant& f, const Fraction& alpha, bool higher = false) const {
    Cumulated lists{gains(f, alpha, higher), {}};
    for (const Pick& pick : ideal(f, higher)) lists.ideal.push_back(f(world_.at(pick).grade));
    return lists;
  }

  /// Against all other results, or against those before.
  Fraction overlap(bool earlier = false) const {
    if (run_.empty()) return 0;
    std::size_t count = 0;
    for (std::size_t a = 0; a < run_.size(); ++a) {
      for (std::size_t b = 0; b < (earlier ? a : run_.size()); ++b) {
        if (a == b) continue;
        if (run_[a].same_element(run_[b]) || is_ancestor(run_[a], run_[b]) || is_ancestor(run_[b], run_[a])) {
          ++count;
          break;
        }
      }
    }
    return Fraction(count) / run_.size();
  }

 private:
  template <typename Visit>
  void for_all(Visit visit) const {
    for (std::size_t d = 0; d < world_.documents.size(); ++d) {
      for (std::size_t e = 0; e < world_.documents[d].elements.size(); ++e) visit(Pick{d, e, 0});
    }
  }
  std::optional<Pick> parent(const Pick& pick) const {
    const int above = world_.at(pick).parent;
    if (above < 0) return std::nullopt;
    return Pick{pick.document, static_cast<std::size_t>(above), 0};
  }
  std::vector<Pick> children(const Pick& pick) const {
    std::vector<Pick> list;
    for_all([&](const Pick& other) {
      const auto above = parent(other);
      if (above && above->same_element(pick)) list.push_back(other);
    });
    return list;
  }
  bool is_ancestor(const Pick& above, const Pick& below) const {
    for (auto at = parent(below); at; at = parent(*at)) {
      if (at->same_element(above)) return true;
    }
    return false;
  }
  static bool is_among(const Pick& pick, const std::vector<Pick>& list) {
    return std::ranges::any_of(list, [&](const Pick& other) { return other.same_element(pick); });
  }
  bool ends_relevant_path(const Pick& pick) const {
    if (!world_.at(pick).grade.relevant()) return false;
    bool ends = true;
    for_all([&](const Pick& other) {
      if (world_.at(other).grade.relevant() && is_ancestor(pick, other)) ends = false;
    });
    return ends;
  }
  Fraction exh(const Pick& pick, const OneQuant& q) const { return q(world_.at(pick).grade.exhaustivity); }

  Fraction gain(const Pick& c, const std::vector<Pick>& seen, const Quant& f, const Fraction& alpha) const {
    const Fraction value = f(world_.at(c).grade);
    const bool fully = std::ranges::any_of(
        seen, [&](const Pick& other) { return other.same_element(c) || is_ancestor(other, c); });
    if (fully) return (1 - alpha) * value;
    const bool partly = std::ranges::any_of(seen, [&](const Pick& other) { return is_ancestor(c, other); });
    if (!partly) return value;
    Fraction sum = 0;
    for (const Pick& child : children(c)) {
      if (world_.at(child).grade.relevant()) {
        sum += gain(child, seen, f, alpha) * world_.at(child).span.size();
      }
    }
    const Offset size = world_.at(c).span.size();
    return (size > 0 ? Fraction(alpha * sum / size) : Fraction(0)) + (1 - alpha) * value;
  }

  static Fraction first(const std::vector<Fraction>& list, std::size_t k) {
    Fraction sum = 0;
    for (std::size_t i = 0; i < std::min(k, list.size()); ++i) sum += list[i];
    return sum;
  }
  static std::optional<std::size_t> rank_of(const std::vector<Fraction>& list, const Fraction& wanted) {
    Fraction sum = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      sum += list[i];
      if (sum >= wanted) return i + 1;
    }
    return std::nullopt;
  }

  const World& world_;
  std::vector<Pick> run_;
};

}  // namespace fovea::naive
