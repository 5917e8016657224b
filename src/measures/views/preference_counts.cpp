#include "measures/views/preference_counts.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace fovea {

namespace {

using Places = std::vector<std::uint32_t>;

/// What a group says of a document that stands at a place.
struct PlacedLevel {
  std::string_view subgroup;
  double level = 0;
  std::uint32_t place = 0;
};

/// Adds a preference of one place to another to the counts of a group.
void add_preference(PreferenceGroup& group, std::uint32_t preferred, std::uint32_t other,
                    std::uint32_t retrieved) {
  const bool first = preferred < retrieved;
  const bool second = other < retrieved;
  if (!first && !second) {
    ++group.neither;
    return;
  }
  PreferenceShare& share = first && second ? group.retrieved : group.implied;
  ++share.possible;
  share.fulfilled += preferred < other ? 1 : 0;
}

/// What is left of the counts where there are at least as many relevant documents as others: those that lack are
/// thought behind all relevant ones retrieved. trec_eval counts what is possible from all relevant documents, also
/// where it looks at those retrieved only.
PreferenceShare with_ideal_ones(const PreferenceGroup& group, PreferenceShare share, std::uint64_t lacking) {
  share.fulfilled += group.relevant_retrieved * lacking;
  share.possible += group.relevant * lacking;
  return share;
}

PreferenceShare all_of(const PreferenceGroup& group) {
  return {group.retrieved.fulfilled + group.implied.fulfilled,
          group.retrieved.possible + group.implied.possible + group.neither};
}

/// Sets the limited counts; with_first(retrieved_only) gives those of a group with fewer relevant documents than others.
template <class WithFirst>
void limit(PreferenceGroup& group, const WithFirst& with_first) {
  group.limited = group.relevant >= group.nonrelevant
                      ? with_ideal_ones(group, all_of(group), group.relevant - group.nonrelevant)
                      : with_first(false);
  group.limited_retrieved =
      group.relevant_retrieved >= group.nonrelevant_retrieved
          ? with_ideal_ones(group, group.retrieved, group.relevant_retrieved - group.nonrelevant_retrieved)
          : with_first(true);
}

void count_relevant(PreferenceGroup& group, double level, bool retrieved) {
  (level > 0 ? group.relevant : group.nonrelevant) += 1;
  if (retrieved) (level > 0 ? group.relevant_retrieved : group.nonrelevant_retrieved) += 1;
}

}  // namespace

/// A group whose documents all compare: classes of equal level, highest first.
class ClassedGroup {
 public:
  ClassedGroup(std::span<const PlacedLevel> levels, PreferenceCounts& counts)
      : retrieved_(static_cast<std::uint32_t>(counts.judged_retrieved_)) {
    std::map<double, Places, std::greater<>> classes;
    for (const PlacedLevel& level : levels) classes[level.level].push_back(level.place);
    for (auto& [level, places] : classes) {
      std::ranges::sort(places);
      for (const std::uint32_t place : places) count_relevant(group_, level, place < retrieved_);
      classes_.push_back(std::move(places));
    }
    for (std::size_t high = 0; high < classes_.size(); ++high) {
      for (std::size_t low = high + 1; low < classes_.size(); ++low) {
        for (const std::uint32_t a : classes_[high]) {
          for (const std::uint32_t b : classes_[low]) {
            ++counts.count(a, b);
            add_preference(group_, a, b, retrieved_);
          }
        }
      }
    }
    limit(group_, [this](bool retrieved_only) { return with_first(retrieved_only); });
  }

  const PreferenceGroup& group() const { return group_; }

 private:
  /// The counts with the first documents only of the last class. As in trec_eval, that class is then compared with
  /// itself as well.
  PreferenceShare with_first(bool retrieved_only) const {
    PreferenceShare share;
    const auto compare = [&](const Places& high, std::span<const std::uint32_t> low) {
      for (const std::uint32_t a : high) {
        if (retrieved_only && a >= retrieved_) break;
        for (const std::uint32_t b : low) {
          if (retrieved_only && b >= retrieved_) break;
          ++share.possible;
          share.fulfilled += a < b && a < retrieved_ ? 1 : 0;
        }
      }
    };
    for (std::size_t high = 0; high < classes_.size(); ++high) {
      for (std::size_t low = high + 1; low + 1 < classes_.size(); ++low)
        compare(classes_[high], classes_[low]);
    }
    const Places& last = classes_.back();
    const std::uint64_t count = retrieved_only ? group_.relevant_retrieved : group_.relevant;
    const auto first = std::span(last).first(std::min<std::size_t>(count, last.size()));
    for (const Places& high : classes_) compare(high, first);
    return share;
  }

  std::uint32_t retrieved_;
  PreferenceGroup group_;
  std::vector<Places> classes_;
};

/// A group whose subgroups each order some documents: a table of who is preferred to whom.
class TabledGroup {
 public:
  TabledGroup(std::span<const PlacedLevel> levels, PreferenceCounts& counts)
      : judged_(counts.judged_),
        retrieved_(static_cast<std::uint32_t>(counts.judged_retrieved_)),
        prefers_(judged_, std::vector<bool>(judged_, false)),
        level_(judged_, -1) {
    for (const PlacedLevel& a : levels) {
      level_[a.place] = a.level;
      for (const PlacedLevel& b : levels) {
        if (a.subgroup == b.subgroup && a.level > b.level) prefers_[a.place][b.place] = true;
      }
    }
    close();
    for (std::uint32_t place = 0; place < judged_; ++place) {
      if (level_[place] >= 0) count_relevant(group_, level_[place], place < retrieved_);
    }
    each([&](std::uint32_t a, std::uint32_t b) {
      ++counts.count(a, b);
      add_preference(group_, a, b, retrieved_);
    });
    limit(group_, [this](bool retrieved_only) { return with_first(retrieved_only); });
  }

  const PreferenceGroup& group() const { return group_; }

 private:
  /// Preferences that follow from others.
  void close() {
    for (std::size_t through = 0; through < judged_; ++through) {
      for (std::size_t a = 0; a < judged_; ++a) {
        if (!prefers_[a][through]) continue;
        for (std::size_t b = 0; b < judged_; ++b) {
          if (prefers_[through][b]) prefers_[a][b] = true;
        }
      }
    }
  }

  template <class Visit>
  void each(const Visit& visit) const {
    for (std::uint32_t a = 0; a < judged_; ++a) {
      for (std::uint32_t b = 0; b < judged_; ++b) {
        if (prefers_[a][b]) visit(a, b);
      }
    }
  }

  /// The counts without the documents of level 0 behind the first R, R being the number of relevant ones. As in
  /// trec_eval, these are all relevant ones, also where only those retrieved are looked at.
  PreferenceShare with_first(bool retrieved_only) const {
    const std::size_t end = retrieved_only ? retrieved_ : judged_;
    std::uint32_t left_out = 0;
    for (std::uint64_t seen = 0; left_out < end; ++left_out) {
      if (level_[left_out] == 0 && ++seen == group_.relevant + 1) break;
    }
    const auto counts = [&](std::uint32_t place) {
      return (place < left_out || level_[place] != 0) && (!retrieved_only || place < retrieved_);
    };
    PreferenceShare share;
    each([&](std::uint32_t a, std::uint32_t b) {
      if (!counts(a) || !counts(b)) return;
      ++share.possible;
      share.fulfilled += a < b && a < retrieved_ ? 1 : 0;
    });
    return share;
  }

  std::size_t judged_;
  std::uint32_t retrieved_;
  std::vector<std::vector<bool>> prefers_;
  std::vector<double> level_;  ///< by place; -1 for documents that the group did not judge
  PreferenceGroup group_;
};

void PreferenceCounts::place_documents(const TopicJudgements& judgements, std::span<const Article> articles,
                                       std::span<const Result> results) {
  absl::flat_hash_set<std::string_view> judged;
  for (const GroupGrade& grade : judgements.groups()) judged.insert(grade.doc);
  order_.clear();
  std::vector<double> scores;
  for (const Article& article : articles) {
    if (!judged.contains(article.doc)) continue;
    judged.erase(article.doc);
    order_.push_back(article.doc);
    scores.push_back(results[article.first_result].score);
  }
  judged_retrieved_ = order_.size();
  // Where scores decide the order, the lower id comes first among equal ones, the other way round than elsewhere.
  if (std::ranges::is_sorted(scores, std::greater<>())) {
    for (std::size_t begin = 0, end = 0; begin < scores.size(); begin = end) {
      while (end < scores.size() && scores[end] == scores[begin]) ++end;
      std::sort(order_.begin() + static_cast<std::ptrdiff_t>(begin),
                order_.begin() + static_cast<std::ptrdiff_t>(end));
    }
  }
  order_.insert(order_.end(), judged.begin(), judged.end());
  std::sort(order_.begin() + static_cast<std::ptrdiff_t>(judged_retrieved_), order_.end());
  judged_ = order_.size();
}

void PreferenceCounts::build(const TopicJudgements& judgements, std::span<const Article> articles,
                             std::span<const Result> results) {
  place_documents(judgements, articles, results);
  groups_.clear();
  counts_.assign(judged_ * judged_, 0);
  absl::flat_hash_map<std::string_view, std::uint32_t> place;
  for (std::uint32_t i = 0; i < judged_; ++i) place.emplace(order_[i], i);
  std::map<std::string_view, std::vector<PlacedLevel>> by_group;
  for (const GroupGrade& grade : judgements.groups()) {
    by_group[grade.group].push_back({grade.subgroup, grade.grade, place.at(grade.doc)});
  }
  for (const auto& [group, levels] : by_group) {
    const bool one = std::ranges::all_of(
        levels,
        [&first = levels.front().subgroup](const PlacedLevel& level) { return level.subgroup == first; });
    groups_.push_back(one ? ClassedGroup(levels, *this).group() : TabledGroup(levels, *this).group());
  }
  count_pairs();
}

void PreferenceCounts::count_pairs() {
  retrieved_pairs_ = implied_pairs_ = {};
  other_pairs_ = 0;
  const auto add = [this](PreferencePairs& pairs, std::size_t a, std::size_t b) {
    const double right = count(a, b);
    const double wrong = count(b, a);
    if (right + wrong == 0) return;
    ++pairs.pairs;
    pairs.share += right / (right + wrong);
  };
  for (std::size_t a = 0; a < judged_retrieved_; ++a) {
    for (std::size_t b = a + 1; b < judged_retrieved_; ++b) add(retrieved_pairs_, a, b);
  }
  implied_pairs_ = retrieved_pairs_;
  for (std::size_t a = 0; a < judged_retrieved_; ++a) {
    for (std::size_t b = judged_retrieved_; b < judged_; ++b) add(implied_pairs_, a, b);
  }
  for (std::size_t a = judged_retrieved_; a < judged_; ++a) {
    for (std::size_t b = a + 1; b < judged_; ++b) other_pairs_ += count(a, b) > 0 || count(b, a) > 0 ? 1 : 0;
  }
}

}  // namespace fovea
