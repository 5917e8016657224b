// Which units of an article stand beside each other.
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "search/selection/selection.h"

namespace fovea::search {

namespace {

/// Units of fewer characters are not worth reading by themselves (rebuild).
constexpr std::uint64_t kShortest = 50;

double worth(const Unit& unit) {
  return unit.score * static_cast<double>(unit.span.size());
}

/// One table of the dynamic programme: the best sum for every number of characters.
using Row = std::vector<double>;

/// Units of one article or of all, by article and end; takes them into account one by one. With a limit a row has a value
/// for each number of characters, without one a single value.
class OptimalChoice {
 public:
  OptimalChoice(std::vector<Unit>& units, std::uint64_t most)
      : units_(units), limited_(most > 0), width_(static_cast<std::size_t>(most) + 1) {
    std::ranges::sort(units_, [](const Unit& a, const Unit& b) {
      if (a.article != b.article) return a.article < b.article;
      return a.span.end != b.span.end ? a.span.end < b.span.end : a.span.begin < b.span.begin;
    });
    if (limited_) std::erase_if(units_, [&](const Unit& unit) { return unit.span.size() > most; });
  }

  std::vector<Unit> choose() {
    const std::size_t count = units_.size();
    before_.resize(count);
    taken_.assign(count * width_, false);
    Row start(width_, 0);
    for (std::size_t begin = 0; begin < count;) {
      std::size_t end = begin;
      while (end < count && units_[end].article == units_[begin].article) ++end;
      start = best_of_article(begin, end, start);
      begin = end;
    }
    std::vector<Unit> chosen;
    std::size_t room = width_ - 1;
    for (std::size_t i = count; i > 0;) {
      if (taken_[(i - 1) * width_ + room]) {
        chosen.push_back(units_[i - 1]);
        room -= weight(units_[i - 1]);
        i = before_[i - 1];
      } else {
        --i;
      }
    }
    return chosen;
  }

 private:
  std::size_t weight(const Unit& unit) const { return limited_ ? unit.span.size() : 0; }

  /// The last row of an article, from that of the articles before.
  Row best_of_article(std::size_t begin, std::size_t end, const Row& start) {
    std::vector<Row> rows{start};
    for (std::size_t i = begin; i < end; ++i) {
      const auto fits =
          std::upper_bound(units_.begin() + static_cast<std::ptrdiff_t>(begin),
                           units_.begin() + static_cast<std::ptrdiff_t>(i), units_[i].span.begin,
                           [](Offset at, const Unit& unit) { return at < unit.span.end; });
      before_[i] = static_cast<std::size_t>(fits - units_.begin());
      const Row& compatible = rows[before_[i] - begin];
      Row row = rows.back();
      for (std::size_t room = weight(units_[i]); room < width_; ++room) {
        const double with = compatible[room - weight(units_[i])] + worth(units_[i]);
        if (with <= row[room]) continue;
        row[room] = with;
        taken_[i * width_ + room] = true;
      }
      rows.push_back(std::move(row));
    }
    return rows.back();
  }

  std::vector<Unit>& units_;
  bool limited_;
  std::size_t width_;
  std::vector<std::size_t> before_;
  std::vector<bool> taken_;
};

}  // namespace

bool UnitOrder::operator()(const Unit& a, const Unit& b) const {
  if (a.score != b.score) return a.score > b.score;
  if (a.article != b.article) return articles_[a.article].id > articles_[b.article].id;
  if (a.words.first != b.words.first) return a.words.first < b.words.first;
  if (a.span.size() != b.span.size()) return a.span.size() > b.span.size();
  return a.element < b.element;
}

void drop_overlapping(std::vector<Unit>& units, const UnitOrder& order) {
  std::ranges::sort(units, order);
  std::map<std::uint32_t, std::map<Offset, Offset>> kept;  // article → begin → end
  std::erase_if(units, [&](const Unit& unit) {
    auto& spans = kept[unit.article];
    const auto behind = spans.lower_bound(unit.span.end);
    if (behind != spans.begin() && std::prev(behind)->second > unit.span.begin) return true;
    if (!unit.span.empty()) spans.emplace(unit.span.begin, unit.span.end);
    return false;
  });
}

void choose_optimal(std::vector<Unit>& units, std::uint64_t most, const UnitOrder& order) {
  units = OptimalChoice(units, most).choose();
  std::ranges::sort(units, order);
}

void rebuild(std::vector<Unit>& units, const Partial& partial) {
  std::map<std::uint32_t, std::vector<Unit>> by_article;
  for (const Unit& unit : units) by_article[unit.article].push_back(unit);
  units.clear();
  for (auto& [article, chosen] : by_article) {
    const std::vector<UnitFrame>& frames = partial.units[article].frames;
    // Frames stand in document order: from the last on, inner ones come before those around them.
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
      std::size_t children = 0;
      std::uint64_t covered = 0;
      double sum = 0;
      for (const Unit& unit : chosen) {
        if (unit.element == kNoElement || unit.parent != frame->element) continue;
        ++children;
        covered += unit.span.size();
        sum += worth(unit);
      }
      if (children < 2 || 2 * covered < frame->span.size()) continue;
      std::erase_if(chosen, [&](const Unit& unit) {
        return unit.span.begin < frame->span.end && frame->span.begin < unit.span.end;
      });
      chosen.push_back({.words = {.first = frame->first_word},
                        .span = frame->span,
                        .element = frame->element,
                        .last_element = frame->element,
                        .parent = frame->parent,
                        .article = article,
                        .score = sum / frame->span.size()});
    }
    std::erase_if(chosen, [](const Unit& unit) { return unit.span.size() < kShortest; });
    units.insert(units.end(), chosen.begin(), chosen.end());
  }
}

void join_ranges(std::vector<Unit>& units) {
  std::ranges::sort(units, [](const Unit& a, const Unit& b) {
    return a.article != b.article ? a.article < b.article : a.span.begin < b.span.begin;
  });
  std::vector<Unit> joined;
  for (const Unit& unit : units) {
    Unit* const last = joined.empty() ? nullptr : &joined.back();
    const bool follows = last != nullptr && last->article == unit.article && unit.element != kNoElement &&
                         last->parent == unit.parent && last->next == unit.element &&
                         last->parent != kNoElement;
    if (!follows) {
      joined.push_back(unit);
      continue;
    }
    last->span.end = unit.span.end;
    last->last_element = unit.element;
    last->next = unit.next;
    last->score = std::max(last->score, unit.score);
  }
  // A range may cover what an element is that was chosen too.
  std::ranges::sort(joined, [](const Unit& a, const Unit& b) {
    if (a.article != b.article) return a.article < b.article;
    if (a.span != b.span) return std::pair(a.span.begin, a.span.end) < std::pair(b.span.begin, b.span.end);
    return a.score != b.score ? a.score > b.score : a.element < b.element;
  });
  const auto same = [](const Unit& a, const Unit& b) { return a.article == b.article && a.span == b.span; };
  joined.erase(std::ranges::unique(joined, same).begin(), joined.end());
  units = std::move(joined);
}

}  // namespace fovea::search
