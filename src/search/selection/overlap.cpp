// Which units of an article stand beside each other.
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "search/selection/selection.h"

namespace fovea::search {

namespace {

/// Picks of fewer characters are not worth reading by themselves (rebuild).
constexpr std::uint64_t kShortest = 50;

double worth(const Pick& pick) {
  return pick.score * static_cast<double>(pick.span.size());
}

/// One table of the dynamic programme: the best sum for every number of characters.
using Row = std::vector<double>;

/// Picks of one article or of all, by article and end; takes them into account one by one. With a limit a row has a value
/// for each number of characters, without one a single value.
class OptimalChoice {
 public:
  OptimalChoice(std::vector<Pick>& picks, std::uint64_t most)
      : picks_(picks), limited_(most > 0), width_(static_cast<std::size_t>(most) + 1) {
    std::ranges::sort(picks_, [](const Pick& a, const Pick& b) {
      if (a.article != b.article) return a.article < b.article;
      return a.span.end != b.span.end ? a.span.end < b.span.end : a.span.begin < b.span.begin;
    });
    if (limited_) std::erase_if(picks_, [&](const Pick& pick) { return pick.span.size() > most; });
  }

  std::vector<Pick> choose() {
    const std::size_t count = picks_.size();
    before_.resize(count);
    taken_.assign(count * width_, false);
    Row start(width_, 0);
    for (std::size_t begin = 0; begin < count;) {
      std::size_t end = begin;
      while (end < count && picks_[end].article == picks_[begin].article) ++end;
      start = best_of_article(begin, end, start);
      begin = end;
    }
    std::vector<Pick> chosen;
    std::size_t room = width_ - 1;
    for (std::size_t i = count; i > 0;) {
      if (taken_[(i - 1) * width_ + room]) {
        chosen.push_back(picks_[i - 1]);
        room -= weight(picks_[i - 1]);
        i = before_[i - 1];
      } else {
        --i;
      }
    }
    return chosen;
  }

 private:
  std::size_t weight(const Pick& pick) const { return limited_ ? pick.span.size() : 0; }

  /// The last row of an article, from that of the articles before.
  Row best_of_article(std::size_t begin, std::size_t end, const Row& start) {
    std::vector<Row> rows{start};
    for (std::size_t i = begin; i < end; ++i) {
      const auto fits =
          std::upper_bound(picks_.begin() + static_cast<std::ptrdiff_t>(begin),
                           picks_.begin() + static_cast<std::ptrdiff_t>(i), picks_[i].span.begin,
                           [](Offset at, const Pick& pick) { return at < pick.span.end; });
      before_[i] = static_cast<std::size_t>(fits - picks_.begin());
      const Row& compatible = rows[before_[i] - begin];
      Row row = rows.back();
      for (std::size_t room = weight(picks_[i]); room < width_; ++room) {
        const double with = compatible[room - weight(picks_[i])] + worth(picks_[i]);
        if (with <= row[room]) continue;
        row[room] = with;
        taken_[i * width_ + room] = true;
      }
      rows.push_back(std::move(row));
    }
    return rows.back();
  }

  std::vector<Pick>& picks_;
  bool limited_;
  std::size_t width_;
  std::vector<std::size_t> before_;
  std::vector<bool> taken_;
};

}  // namespace

bool PickOrder::operator()(const Pick& a, const Pick& b) const {
  if (a.score != b.score) return a.score > b.score;
  if (a.article != b.article) return articles_[a.article].id > articles_[b.article].id;
  if (a.first_word != b.first_word) return a.first_word < b.first_word;
  if (a.span.size() != b.span.size()) return a.span.size() > b.span.size();
  return a.element < b.element;
}

void drop_overlapping(std::vector<Pick>& picks, const PickOrder& order) {
  std::ranges::sort(picks, order);
  std::map<std::uint32_t, std::map<Offset, Offset>> kept;  // article → begin → end
  std::erase_if(picks, [&](const Pick& pick) {
    auto& spans = kept[pick.article];
    const auto behind = spans.lower_bound(pick.span.end);
    if (behind != spans.begin() && std::prev(behind)->second > pick.span.begin) return true;
    if (!pick.span.empty()) spans.emplace(pick.span.begin, pick.span.end);
    return false;
  });
}

void choose_optimal(std::vector<Pick>& picks, std::uint64_t most, const PickOrder& order) {
  picks = OptimalChoice(picks, most).choose();
  std::ranges::sort(picks, order);
}

void rebuild(std::vector<Pick>& picks, const Partial& partial) {
  std::map<std::uint32_t, std::vector<Pick>> by_article;
  for (const Pick& pick : picks) by_article[pick.article].push_back(pick);
  picks.clear();
  for (auto& [article, chosen] : by_article) {
    const std::vector<UnitFrame>& frames = partial.units[article].frames;
    // Frames stand in document order: from the last on, inner ones come before those around them.
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
      std::size_t children = 0;
      std::uint64_t covered = 0;
      double sum = 0;
      for (const Pick& pick : chosen) {
        if (pick.element == kNoElement || pick.parent != frame->element) continue;
        ++children;
        covered += pick.span.size();
        sum += worth(pick);
      }
      if (children < 2 || 2 * covered < frame->span.size()) continue;
      std::erase_if(chosen, [&](const Pick& pick) {
        return pick.span.begin < frame->span.end && frame->span.begin < pick.span.end;
      });
      chosen.push_back({article, sum / frame->span.size(), frame->first_word, frame->span, frame->element,
                        frame->element, frame->parent, kNoElement});
    }
    std::erase_if(chosen, [](const Pick& pick) { return pick.span.size() < kShortest; });
    picks.insert(picks.end(), chosen.begin(), chosen.end());
  }
}

void join_ranges(std::vector<Pick>& picks) {
  std::ranges::sort(picks, [](const Pick& a, const Pick& b) {
    return a.article != b.article ? a.article < b.article : a.span.begin < b.span.begin;
  });
  std::vector<Pick> joined;
  for (const Pick& pick : picks) {
    Pick* const last = joined.empty() ? nullptr : &joined.back();
    const bool follows = last != nullptr && last->article == pick.article && pick.element != kNoElement &&
                         last->parent == pick.parent && last->next == pick.element &&
                         last->parent != kNoElement;
    if (!follows) {
      joined.push_back(pick);
      continue;
    }
    last->span.end = pick.span.end;
    last->last_element = pick.element;
    last->next = pick.next;
    last->score = std::max(last->score, pick.score);
  }
  // A range may cover what an element is that was chosen too.
  std::ranges::sort(joined, [](const Pick& a, const Pick& b) {
    if (a.article != b.article) return a.article < b.article;
    if (a.span != b.span) return std::pair(a.span.begin, a.span.end) < std::pair(b.span.begin, b.span.end);
    return a.score != b.score ? a.score > b.score : a.element < b.element;
  });
  const auto same = [](const Pick& a, const Pick& b) { return a.article == b.article && a.span == b.span; };
  joined.erase(std::ranges::unique(joined, same).begin(), joined.end());
  picks = std::move(joined);
}

}  // namespace fovea::search
