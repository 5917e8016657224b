#include "runs/task_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace fovea {

namespace {

bool is_inside(std::string_view path, std::string_view outer) {
  return path.starts_with(outer) && (path.size() == outer.size() || path[outer.size()] == '/');
}

}  // namespace

/// The results kept so far from one document: exactly, and as spans, or paths where the spans are not known.
/// Where overlap is asked for, kept results do not overlap each other.
class TaskJudge::KeptPlaces {
 public:
  /// The kept result that is the same as `result`, or nothing.
  std::optional<std::uint32_t> find_same(const Result& result) const {
    const auto known = exact_.find(key_of(result));
    if (known == exact_.end() || result.kind == ResultKind::kUnresolved) return std::nullopt;
    return known->second;
  }

  /// The kept result that `result` overlaps, or nothing. `unknown` is set when that cannot be told.
  std::optional<std::uint32_t> find(const Result& result, bool& unknown) const {
    if (result.kind == ResultKind::kUnresolved) return std::nullopt;
    if (has_place(result)) {
      if (result.span.empty()) return std::nullopt;
      if (const auto span = find_span(result.span)) return span;
      if (paths_.empty()) return std::nullopt;
      if (result.kind == ResultKind::kDocument) return paths_.begin()->second;
      unknown = true;
      return std::nullopt;
    }
    if (whole_) return whole_;
    unknown = unknown || !spans_.empty() || ranges_ > 0 || result.kind == ResultKind::kRange;
    return result.kind == ResultKind::kElement ? find_path(result.path) : std::nullopt;
  }

  void add(const Result& result, std::uint32_t at) {
    if (result.kind == ResultKind::kUnresolved) return;
    exact_.emplace(key_of(result), at);
    if (result.kind == ResultKind::kDocument) whole_ = at;
    if (has_place(result)) {
      if (!result.span.empty()) spans_.emplace(result.span.begin, Kept{result.span.end, at});
    } else if (result.kind == ResultKind::kElement) {
      paths_.emplace(result.path, at);
    } else {
      ++ranges_;
    }
  }

 private:
  using Key = std::tuple<ResultKind, Offset, Offset, std::string_view, std::string_view>;
  static Key key_of(const Result& result) {
    return {result.kind, result.span.begin, result.span.end, result.path, result.last_path};
  }
  struct Kept {
    Offset end;
    std::uint32_t result;
  };

  std::optional<std::uint32_t> find_span(Span span) const {
    auto behind = spans_.lower_bound(span.begin);
    if (behind != spans_.end() && behind->first < span.end) return behind->second.result;
    if (behind == spans_.begin()) return std::nullopt;
    --behind;
    if (behind->second.end <= span.begin) return std::nullopt;
    return behind->second.result;
  }

  /// Kept paths are never inside one another, so that an outer one stands right before, an inner one right
  /// behind.
  std::optional<std::uint32_t> find_path(std::string_view path) const {
    auto behind = paths_.lower_bound(path);
    if (behind != paths_.end() && is_inside(behind->first, path)) return behind->second;
    if (behind == paths_.begin()) return std::nullopt;
    --behind;
    if (!is_inside(path, behind->first)) return std::nullopt;
    return behind->second;
  }

  std::map<Key, std::uint32_t> exact_;
  std::map<Offset, Kept> spans_;  ///< by begin
  std::map<std::string_view, std::uint32_t> paths_;
  std::optional<std::uint32_t> whole_;
  std::size_t ranges_ = 0;
};

TaskJudge::TaskJudge(const TaskRules& rules) : rules_(rules) {}
TaskJudge::~TaskJudge() = default;

void TaskJudge::number_documents(const TopicResults& topic) {
  numbers_.restart(topic.results.size());
  document_.clear();
  first_.clear();
  const auto id_of = [&](std::uint32_t number) { return topic.results[first_[number]].doc; };
  for (std::uint32_t i = 0; i < topic.results.size(); ++i) {
    const std::string_view doc = topic.results[i].doc;
    if (i > 0 && same_text(doc, topic.results[i - 1].doc)) {
      document_.push_back(document_.back());
      continue;
    }
    document_.push_back(numbers_.find_or_add(doc, IdIndex::hash_of(doc), id_of));
    if (document_.back() == first_.size()) first_.push_back(i);
  }
}

/// Documents whose results need a closer look: some overlap, or their places are not known. Nearly all runs
/// have none.
void TaskJudge::find_messy_documents(const TopicResults& topic) {
  messy_.assign(first_.size(), 0);
  kept_.clear();
  entries_.clear();
  for (std::uint32_t i = 0; i < topic.results.size(); ++i) {
    const Result& result = topic.results[i];
    if (!has_place(result)) {
      if (result.kind != ResultKind::kUnresolved) mark_messy(document_[i]);
    } else {
      entries_.push_back({document_[i], result.span});
    }
  }
  // Documents are numbered as they appear: where a run does not come back to one, they are in order, and few results
  // are left to sort.
  if (!std::ranges::is_sorted(entries_, {}, &Entry::document))
    std::ranges::sort(entries_, {}, &Entry::document);
  for (auto one = entries_.begin(); one != entries_.end();) {
    const auto end = std::find_if(one, entries_.end(), [document = one->document](const Entry& other) {
      return other.document != document;
    });
    std::ranges::sort(one, end, {},
                      [](const Entry& entry) { return std::pair(entry.span.begin, entry.span.end); });
    // Of results that overlap, two stand next to each other here.
    const auto clash = [this](const Entry& a, const Entry& b) {
      return a.span == b.span || (rules_.no_overlap && b.span.begin < a.span.end);
    };
    if (std::adjacent_find(one, end, clash) != end) mark_messy(one->document);
    one = end;
  }
}

void TaskJudge::mark_messy(std::uint32_t document) {
  if (messy_[document] != 0) return;
  kept_.emplace_back();
  messy_[document] = static_cast<std::uint32_t>(kept_.size());
}

TaskJudge::KeptPlaces& TaskJudge::kept(std::uint32_t at) {
  return kept_[messy_[document_[at]] - 1];
}

std::span<const Breach> TaskJudge::judge(const TopicResults& topic) {
  breaches_.clear();
  verdicts_.assign(topic.results.size(), Verdict{});
  number_documents(topic);
  article_chars_.assign(first_.size(), 0);
  article_breach_.assign(first_.size(), 0);
  kept_results_ = topic_chars_ = 0;
  topic_breach_ = depth_breach_ = 0;
  find_messy_documents(topic);
  for (std::uint32_t i = 0; i < topic.results.size(); ++i) {
    if (rules_.grouped) judge_grouping(i);
    const bool messy = messy_[document_[i]] != 0;
    if (messy && judge_duplicate(topic, i)) continue;
    if (rules_.one_per_article && judge_second(i)) continue;
    if (messy && rules_.no_overlap && judge_overlap(topic, i)) continue;
    if (messy) kept(i).add(topic.results[i], i);
    if (rules_.max_results && judge_depth(i)) continue;
    if (rules_.max_chars_per_topic || rules_.max_chars_per_article) judge_characters(topic.results[i], i);
  }
  return breaches_;
}

void TaskJudge::drop(std::uint32_t at, Breach breach) {
  verdicts_[at] = {Fate::kDrop, breach.rule, static_cast<std::uint32_t>(breaches_.size()), 0};
  breaches_.push_back(breach);
}

void TaskJudge::judge_grouping(std::uint32_t at) {
  const std::uint32_t document = document_[at];
  if (first_[document] == at || document_[at - 1] == document) return;
  breaches_.push_back({Rule::kInterleaved, at, first_[document], 0});
}

bool TaskJudge::judge_second(std::uint32_t at) {
  const std::uint32_t first = first_[document_[at]];
  if (first == at) return false;
  drop(at, {Rule::kSecond, at, first, 0});
  return true;
}

bool TaskJudge::judge_duplicate(const TopicResults& topic, std::uint32_t at) {
  const auto earlier = kept(at).find_same(topic.results[at]);
  if (earlier) drop(at, {Rule::kDuplicate, at, *earlier, 0});
  return earlier.has_value();
}

bool TaskJudge::judge_overlap(const TopicResults& topic, std::uint32_t at) {
  bool unknown = false;
  const auto earlier = kept(at).find(topic.results[at], unknown);
  if (unknown) ++unjudged_;
  if (earlier) drop(at, {Rule::kOverlap, at, *earlier, 0});
  return earlier.has_value();
}

bool TaskJudge::judge_depth(std::uint32_t at) {
  if (!rules_.max_results || ++kept_results_ <= *rules_.max_results) return false;
  if (depth_breach_ == 0) {
    breaches_.push_back({Rule::kMaxResults, at, 0, 0});
    depth_breach_ = static_cast<std::uint32_t>(breaches_.size());
  }
  breaches_[depth_breach_ - 1].found = kept_results_;
  verdicts_[at] = {Fate::kDrop, Rule::kMaxResults, depth_breach_ - 1, 0};
  return true;
}

Offset TaskJudge::allowed(std::optional<std::uint64_t> limit, std::uint64_t used, Offset size) const {
  if (!limit) return size;
  return static_cast<Offset>(std::min<std::uint64_t>(size, *limit - std::min(used, *limit)));
}

void TaskJudge::judge_characters(const Result& result, std::uint32_t at) {
  if (result.kind == ResultKind::kUnresolved) return;
  if (!has_place(result) || result.span.end == kMaxOffset) {
    ++unjudged_;
    return;
  }
  const Offset size = result.span.size();
  std::uint64_t& article_chars = article_chars_[document_[at]];
  const Offset by_article = allowed(rules_.max_chars_per_article, article_chars, size);
  const Offset by_topic = allowed(rules_.max_chars_per_topic, topic_chars_, by_article);
  article_chars += size;
  topic_chars_ += by_article;
  const auto pass = [&](Rule rule, std::uint32_t& known, std::uint64_t found, Offset left) {
    if (known == 0) {
      breaches_.push_back({rule, at, 0, 0});
      known = static_cast<std::uint32_t>(breaches_.size());
    }
    breaches_[known - 1].found = found;
    verdicts_[at] = {left == 0 ? Fate::kDrop : Fate::kCut, rule, known - 1, left};
  };
  if (by_article < size) pass(Rule::kArticleChars, article_breach_[document_[at]], article_chars, by_article);
  if (by_topic < by_article) pass(Rule::kTopicChars, topic_breach_, topic_chars_, by_topic);
}

// ---- Repairing --------------------------------------------------------------------------------------------

bool TaskJudge::group(TopicResults& topic, const std::string& file, Diagnostics& changes) {
  number_documents(topic);
  bool moved = false;
  std::vector<std::uint32_t> order(topic.results.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return document_[a] < document_[b]; });
  std::vector<Result> grouped;
  grouped.reserve(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const Result& result = topic.results[order[i]];
    grouped.push_back(result);
    const std::uint32_t first = first_[document_[order[i]]];
    // Moved is what stood behind other articles, not what others made room for.
    if (order[i] == first || document_[order[i] - 1] == document_[order[i]]) continue;
    moved = true;
    changes.warning({file, result.line}, "moved",
                    fmt::format("moved to the other results of document {}, behind line {}",
                                quote(result.doc), topic.results[order[i - 1]].line));
  }
  topic.results = std::move(grouped);
  return moved;
}

void TaskJudge::repair(TopicResults& topic, const std::string& file, Diagnostics& changes) {
  const bool moved = rules_.grouped && group(topic, file, changes);
  // A result that was cut may have become the same as another: hence again, with less each time.
  while (!judge(topic).empty()) drop_and_cut(topic, file, changes);
  if (!moved) return;
  // Rank numbers would tell the old order.
  std::int32_t rank = 0;
  for (Result& result : topic.results) result.rank = result.rank == 0 ? 0 : ++rank;
}

void TaskJudge::drop_and_cut(TopicResults& topic, const std::string& file, Diagnostics& changes) const {
  std::vector<Result> repaired;
  repaired.reserve(topic.results.size());
  for (std::uint32_t i = 0; i < topic.results.size(); ++i) {
    Result result = topic.results[i];
    const Verdict& verdict = verdicts_[i];
    const Place place{file, result.line};
    if (verdict.fate == Fate::kDrop) {
      const std::uint64_t line = topic.results[breaches_[verdict.breach].earlier].line;
      changes.warning(place, fmt::format("dropped-{}", name_of(verdict.rule)),
                      is_collision(verdict.rule)
                          ? fmt::format("dropped ({} with line {})", name_of(verdict.rule), line)
                          : fmt::format("dropped (behind the limit: {})", name_of(verdict.rule)));
      continue;
    }
    if (verdict.fate == Fate::kCut) {
      changes.warning(place, fmt::format("cut-{}", name_of(verdict.rule)),
                      fmt::format("cut from {} to {} characters ({})", result.span.size(), verdict.chars,
                                  name_of(verdict.rule)));
      result.span.end = result.span.begin + verdict.chars;
      result.kind = ResultKind::kPassage;
      result.path = result.last_path = {};
    }
    repaired.push_back(result);
  }
  topic.results = std::move(repaired);
}

}  // namespace fovea
