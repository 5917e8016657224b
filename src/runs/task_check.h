// Judges the results of a topic by the rules of a task, and makes them keep the rules.
//
// Both go the same way: in rank order, each result is kept, cut or dropped because of the results kept before
// it. Checking reports what repairing would change, so a repaired run passes, and a run that passes is left
// as it is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runs/run.h"
#include "runs/task.h"
#include "text/enum_names.h"
#include "text/id_index.h"

namespace fovea {

enum class Rule : std::uint8_t {
  kDuplicate,     ///< the same document and place as an earlier result; a fault in every task and in none
  kOverlap,       ///< shares characters with an earlier result
  kInterleaved,   ///< its article stood before, and others came between
  kSecond,        ///< its article has been answered
  kMaxResults,    ///< too deep
  kTopicChars,    ///< passes the limit of characters of the topic
  kArticleChars,  ///< passes the limit of characters of the article
};
/// They are the codes of its diagnostics.
constexpr auto enum_names(Rule) {
  return names_in_order("duplicate-result", "overlap", "interleaved", "second-result", "max-results",
                        "max-chars-per-topic", "max-chars-per-article");
}

/// Whether a breach of this rule names an earlier result.
constexpr bool is_collision(Rule rule) {
  return rule <= Rule::kSecond;
}

/// A rule that is broken, and where. Limits are reported once per topic or article.
struct Breach {
  Rule rule = Rule::kOverlap;
  std::uint32_t result = 0;   ///< position in the topic
  std::uint32_t earlier = 0;  ///< the result it collides with, for the first four rules
  std::uint64_t found = 0;    ///< results or characters: kMaxResults, kTopicChars, kArticleChars
};

class TaskJudge {
 public:
  explicit TaskJudge(const TaskRules& rules);
  TaskJudge(const TaskJudge&) = delete;
  TaskJudge& operator=(const TaskJudge&) = delete;
  ~TaskJudge();

  /// Judges a topic, whose results stand in rank order, resolved where the collection is known. What it
  /// returns is valid until the next call.
  std::span<const Breach> judge(const TopicResults& topic);

  /// Makes the topic keep the rules: groups articles at their first appearance (and numbers the ranks again),
  /// drops, cuts. What it changed goes to `changes` with the line of `file` the result came from.
  void repair(TopicResults& topic, const std::string& file, Diagnostics& changes);

  /// Documents of the topic judged last.
  std::size_t documents() const { return first_.size(); }

  /// Results that could not be judged fully for want of a collection, in all topics so far: paths beside
  /// offsets in one document, ranges, whole documents and elements against a limit of characters.
  std::uint64_t unjudged() const { return unjudged_; }

 private:
  enum class Fate : std::uint8_t { kKeep, kCut, kDrop };
  struct Verdict {
    Fate fate = Fate::kKeep;
    Rule rule = Rule::kOverlap;
    std::uint32_t breach = 0;  ///< position in breaches_
    Offset chars = 0;          ///< kCut: what is left
  };
  class KeptPlaces;

  void number_documents(const TopicResults& topic);
  void find_messy_documents(const TopicResults& topic);
  void mark_messy(std::uint32_t document);
  KeptPlaces& kept(std::uint32_t at);
  void judge_grouping(std::uint32_t at);
  bool judge_duplicate(const TopicResults& topic, std::uint32_t at);
  bool judge_second(std::uint32_t at);
  bool judge_overlap(const TopicResults& topic, std::uint32_t at);
  bool judge_depth(std::uint32_t at);
  void judge_characters(const Result& result, std::uint32_t at);
  Offset allowed(std::optional<std::uint64_t> limit, std::uint64_t used, Offset size) const;
  void drop(std::uint32_t at, Breach breach);
  /// Whether anything was moved.
  bool group(TopicResults& topic, const std::string& file, Diagnostics& changes);
  void drop_and_cut(TopicResults& topic, const std::string& file, Diagnostics& changes) const;

  TaskRules rules_;
  std::uint64_t unjudged_ = 0;

  // One topic's worth, reused.
  std::vector<Breach> breaches_;
  std::vector<Verdict> verdicts_;
  std::vector<std::uint32_t> document_;        ///< by result: number of its document, by first appearance
  std::vector<std::uint32_t> first_;           ///< by document: its first result
  std::vector<std::uint64_t> article_chars_;   ///< by document: characters kept
  std::vector<std::uint32_t> article_breach_;  ///< by document: 1 + position of its kArticleChars breach
  /// By document: 1 + position in kept_ where overlap or duplicates are possible, else 0.
  std::vector<std::uint32_t> messy_;
  IdIndex numbers_;
  struct Entry {
    std::uint32_t document;
    Span span;
  };
  std::vector<Entry> entries_;
  std::vector<KeptPlaces> kept_;
  std::uint64_t kept_results_ = 0;
  std::uint64_t topic_chars_ = 0;
  std::uint32_t topic_breach_ = 0;  ///< 1 + position of the kTopicChars breach
  std::uint32_t depth_breach_ = 0;
};

/// A breach in words: topic, document, and the result it collides with.
std::string describe(const Breach& breach, const TopicResults& topic, const TaskRules& rules);
/// Reports a breach with file and line.
void report(const Breach& breach, const TopicResults& topic, const TaskRules& rules, const std::string& file,
            Diagnostics& diagnostics);

}  // namespace fovea
