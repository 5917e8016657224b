// How broken rules are said.
#include <fmt/format.h>

#include <array>

#include "runs/task_check.h"

namespace fovea {

namespace {

std::string place_of(const Result& result) {
  if (!result.last_path.empty()) return fmt::format("{} to {}", quote(result.path), quote(result.last_path));
  if (!result.path.empty()) return quote(result.path);
  if (result.kind == ResultKind::kDocument) return "the whole document";
  return fmt::format("{}–{}", result.span.begin, result.span.end);
}

}  // namespace

std::string describe(const Breach& breach, const TopicResults& topic, const TaskRules& rules) {
  const Result& result = topic.results[breach.result];
  const Result& earlier = topic.results[breach.earlier];
  const std::string where = fmt::format("topic {}, document {}: ", quote(topic.topic), quote(result.doc));
  std::string what;
  switch (breach.rule) {
    case Rule::kDuplicate:
      what = fmt::format("{} was returned before, on line {}", place_of(result), earlier.line);
      break;
    case Rule::kOverlap:
      what = fmt::format("{} overlaps {} of line {}", place_of(result), place_of(earlier), earlier.line);
      break;
    case Rule::kInterleaved:
      what = fmt::format("comes back after other documents; its results began on line {}", earlier.line);
      break;
    case Rule::kSecond:
      what = fmt::format("is answered again; its first result is on line {}", earlier.line);
      break;
    case Rule::kMaxResults:
      what = fmt::format("found {} results of the topic, expected at most {}", breach.found,
                         rules.max_results.value_or(0));
      break;
    case Rule::kTopicChars:
      what = fmt::format("found {} characters in the topic, expected at most {}; the limit is passed here",
                         breach.found, rules.max_chars_per_topic.value_or(0));
      break;
    case Rule::kArticleChars:
      what = fmt::format("found {} characters of the document, expected at most {}; the limit is passed here",
                         breach.found, rules.max_chars_per_article.value_or(0));
      break;
  }
  return where + what;
}

void report(const Breach& breach, const TopicResults& topic, const TaskRules& rules, const std::string& file,
            Diagnostics& diagnostics) {
  diagnostics.error({file, topic.results[breach.result].line}, name_of(breach.rule),
                    describe(breach, topic, rules));
}

}  // namespace fovea
