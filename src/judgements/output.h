// What the writers of judgements share: rows on their way out, and the count of what a format cannot say.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "judgements/judgement_format.h"
#include "judgements/judgements.h"

namespace fovea {

/// Goes to the sink in pieces of a decent size.
class JudgementOutput {
 public:
  explicit JudgementOutput(const JudgementSink& sink) : sink_(sink) {}

  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
  }
  void end_row() {
    text += '\n';
    if (text.size() >= kPiece) flush();
  }
  void miss(std::string_view what, bool missed = true) {
    if (missed) ++unsaid_[std::string(what)];
  }
  Unsaid finish() {
    flush();
    return std::move(unsaid_);
  }

  std::string text;

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;
  void flush() {
    if (!text.empty()) sink_(text);
    text.clear();
  }

  const JudgementSink& sink_;
  Unsaid unsaid_;
};

inline constexpr std::string_view kMissUnfitIds =
    "documents left out, as their ids or topics do not fit the format";
inline constexpr std::string_view kMissUnhighlighted =
    "relevant documents left out, as nothing is highlighted in them";
inline constexpr std::string_view kMissGrades = "grades of documents";
inline constexpr std::string_view kMissElements = "grades of elements";
inline constexpr std::string_view kMissHighlights = "highlighted passages";
inline constexpr std::string_view kMissEntryPoints = "best entry points";
inline constexpr std::string_view kMissLengths = "lengths of documents";
inline constexpr std::string_view kMissGroups =
    "topics with judgements of groups, which are told apart no more";
inline constexpr std::string_view kMissCharacters = "numbers of highlighted characters";

/// The highlights in an order that a reader of qrels understands as it was: the passage at first_listed comes
/// first, the others follow in document order. The same characters, whatever the order.
std::vector<Span> listed_passages(const TopicJudgements& topic, const JudgedDocument& document);

/// Calls write(topic, document) for every judged document.
template <typename Write>
void for_each_document(const Judgements& judgements, Write write) {
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) write(topic, document);
  }
}

}  // namespace fovea
