// Units become rows: in the order and within the limits that the task and the preset have.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "search/selection/selection.h"

namespace fovea::search {

namespace {

/// Articles among these come first where Group::kReference asks for it and no run was given.
constexpr std::uint32_t kReferenceArticles = 1500;

/// The units of an article.
struct UnitGroup {
  std::uint32_t article = 0;
  double key = 0;           ///< by which groups are ordered
  std::vector<Unit> units;  ///< best first
};

class CutRows {
 public:
  CutRows(const Partial& partial, const Pipeline& pipeline)
      : partial_(partial),
        pipeline_(pipeline),
        left_(pipeline.cut.topic.value_or(std::numeric_limits<std::uint64_t>::max())) {}

  bool full() const { return rows_.size() >= pipeline_.results || left_ == 0; }

  /// One row, unless it is too long and may not be cut. `room`: characters that its article has left.
  void add(const Unit& unit, std::uint64_t& room) {
    if (full()) return;
    const std::uint64_t most = std::min(room, left_);
    Span span = unit.span;
    const bool passes = span.size() > most;
    if (passes && (pipeline_.cut.whole || most == 0)) return;
    if (passes) span.end = span.begin + static_cast<Offset>(most);
    Answer row{partial_.articles[unit.article].id, unit.score, span};
    row.kind = kind_of(unit, passes);
    if (row.kind != ResultKind::kPassage) {
      row.element = unit.element;
      row.last_element = unit.last_element;
    }
    // A whole document whose length nobody asked for has no limit either.
    room -= room == std::numeric_limits<std::uint64_t>::max() ? 0 : span.size();
    left_ -= pipeline_.cut.topic ? span.size() : 0;
    rows_.push_back(std::move(row));
  }
  void add_entry(std::uint32_t article, double score, Offset place) {
    if (full()) return;
    Answer row{partial_.articles[article].id, score, {place, place + 1}};
    row.kind = ResultKind::kPassage;
    rows_.push_back(std::move(row));
  }
  void add_whole(std::uint32_t article, double score) {
    if (!full()) rows_.push_back({partial_.articles[article].id, score});
  }

  std::vector<Answer> rows_;

 private:
  ResultKind kind_of(const Unit& unit, bool shortened) const {
    if (unit.element == 0 && !shortened && unit.span.end == kMaxOffset) return ResultKind::kDocument;
    if (shortened || unit.element == kNoElement || pipeline_.cut.output == Cut::Output::kPassage)
      return ResultKind::kPassage;
    return unit.last_element != unit.element ? ResultKind::kRange : ResultKind::kElement;
  }

  const Partial& partial_;
  const Pipeline& pipeline_;
  std::uint64_t left_;
};

/// Which articles are those of the reference: the given ones, else the first that were ranked.
std::vector<bool> in_reference(const Partial& partial, const Query& query) {
  std::set<std::string_view> given;
  if (query.given) {
    for (const GivenArticle& each : *query.given) given.insert(each.id);
  }
  std::vector<bool> found;
  for (std::uint32_t i = 0; i < partial.articles.size(); ++i)
    found.push_back(query.given ? given.contains(partial.articles[i].id) : i < kReferenceArticles);
  return found;
}

/// Groups in the order of the answer.
std::vector<UnitGroup> group(const std::vector<Unit>& units, const Partial& partial, const Query& query,
                             const Pipeline& pipeline) {
  std::map<std::uint32_t, UnitGroup> by_article;
  for (const Unit& unit : units) {
    UnitGroup& own = by_article[unit.article];
    own.article = unit.article;
    own.units.push_back(unit);
  }
  using Group = Selection::Group;
  const Group by = pipeline.selection.group;
  std::vector<UnitGroup> groups;
  for (auto& [article, own] : by_article) {
    const double best = own.units.front().score;
    const double ranked = partial.articles[article].score;
    own.key = by == Group::kRank ? ranked : (by == Group::kMean ? (ranked + best) / 2 : best);
    groups.push_back(std::move(own));
  }
  if (by == Group::kRank) return groups;
  const std::vector<bool> early =
      by == Group::kReference ? in_reference(partial, query) : std::vector<bool>(partial.articles.size());
  std::ranges::sort(groups, [&](const UnitGroup& a, const UnitGroup& b) {
    if (early[a.article] != early[b.article]) return bool{early[a.article]};
    return a.key != b.key ? a.key > b.key : partial.articles[a.article].id > partial.articles[b.article].id;
  });
  return groups;
}

/// The units of an article that its limit leaves, in the order of the answer; the last may be too long by some.
std::vector<Unit> inside(const UnitGroup& own, const Pipeline& pipeline) {
  std::vector<Unit> kept;
  std::uint64_t room = pipeline.cut.article.value_or(std::numeric_limits<std::uint64_t>::max());
  for (Unit unit : own.units) {
    if (room == 0) break;
    if (unit.span.size() > room) {
      if (pipeline.cut.whole) continue;
      unit.span.end = unit.span.begin + static_cast<Offset>(room);
      unit.element = kNoElement;
    }
    room -= unit.span.size();
    kept.push_back(unit);
  }
  if (!pipeline.selection.inside_by_score)
    std::ranges::stable_sort(kept, {}, [](const Unit& unit) { return unit.span.begin; });
  return kept;
}

/// The scores of articles that come after the results. Where they are higher, as bm25 is than a proximity, they are moved
/// down by a constant, so that scores say the order.
class PaddingScore {
 public:
  explicit PaddingScore(double lowest) : lowest_(lowest) {}
  double operator()(double score) {
    if (!moved_) moved_ = score < lowest_ ? 0 : lowest_ - score - 1;
    return score + *moved_;
  }

 private:
  double lowest_;
  std::optional<double> moved_;
};

Offset entry_point(const UnitGroup& own, const Partial& partial, Cut::Bep bep) {
  const Offset hit = own.article < partial.units.size() ? partial.units[own.article].hit : 0;
  const Offset best = own.units.empty() ? 0 : own.units.front().span.begin;
  switch (bep) {
    case Cut::Bep::kStart:
      break;
    case Cut::Bep::kHit:
      return hit;
    case Cut::Bep::kBest:
      return best;
    case Cut::Bep::kMean:
      return static_cast<Offset>((std::uint64_t{hit} + best) / 2);
  }
  return 0;
}

}  // namespace

std::vector<Answer> cut(std::vector<Unit> units, const Partial& partial, const Query& query,
                        const Pipeline& pipeline) {
  CutRows rows(partial, pipeline);
  std::vector<bool> answered(partial.articles.size(), false);
  double lowest = std::numeric_limits<double>::infinity();
  const std::uint64_t per_article = pipeline.cut.article.value_or(std::numeric_limits<std::uint64_t>::max());
  if (pipeline.form == AnswerForm::kList) {
    std::map<std::uint32_t, std::uint64_t> rooms;
    for (const Unit& unit : units) {
      auto& room = rooms.try_emplace(unit.article, per_article).first->second;
      rows.add(unit, room);
      answered[unit.article] = true;
      lowest = unit.score;
    }
  } else if (pipeline.form == AnswerForm::kArticles && pipeline.selection.group == Selection::Group::kRank) {
    for (std::uint32_t i = 0; i < partial.articles.size(); ++i) rows.add_whole(i, partial.articles[i].score);
    return std::move(rows.rows_);
  } else {
    for (const UnitGroup& own : group(units, partial, query, pipeline)) {
      answered[own.article] = true;
      lowest = std::min(lowest, own.key);
      if (pipeline.form == AnswerForm::kArticles) {
        rows.add_whole(own.article, own.key);
      } else if (pipeline.form == AnswerForm::kEntryPoints) {
        rows.add_entry(own.article, own.key, entry_point(own, partial, pipeline.cut.bep));
      } else {
        std::uint64_t room = per_article;
        for (const Unit& unit : inside(own, pipeline)) rows.add(unit, room);
      }
    }
  }
  const bool pads = pipeline.form == AnswerForm::kArticles || pipeline.cut.pad.value_or(false);
  if (!pads && !pipeline.fill) return std::move(rows.rows_);
  PaddingScore padding(lowest);
  for (std::uint32_t i = 0; i < partial.articles.size() && !rows.full(); ++i) {
    if (answered[i]) continue;
    const double score = padding(partial.articles[i].score);
    if (pipeline.form == AnswerForm::kEntryPoints) {
      rows.add_entry(i, score, entry_point({i, 0, {}}, partial, pipeline.cut.bep));
    } else if (pipeline.form == AnswerForm::kArticles) {
      rows.add_whole(i, score);
    } else {
      std::uint64_t room = per_article;
      Unit whole = whole_article(partial, i);
      whole.score = score;
      rows.add(whole, room);
    }
  }
  return std::move(rows.rows_);
}

}  // namespace fovea::search
