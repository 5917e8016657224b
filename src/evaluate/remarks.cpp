#include "evaluate/remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "evaluate/evaluation_needs.h"

namespace fovea {

namespace {

/// "2010003, 2010004, 2010006, …"
template <class Ids>
std::string examples(const Ids& ids) {
  constexpr std::size_t kShown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, ids.size()); ++i) {
    text += (i > 0 ? ", " : "") + std::string(ids[i]);
  }
  return ids.size() > kShown ? text + ", …" : text;
}

std::string_view plural(std::size_t count) {
  return count == 1 ? "" : "s";
}

}  // namespace

void remark_on_judgements(const JudgementSource& source, int relevance_level, Diagnostics& said) {
  if (!source.kept()) return;
  const Judgements& judgements = source.judgements();
  const std::vector<std::string_view> empty = topics_without_relevance(judgements, relevance_level);
  if (empty.empty()) return;
  said.warning({judgements.files() > 0 ? judgements.file(0) : "judgements"}, "nothing-relevant",
               fmt::format("nothing is relevant for {} judged topic{}, on which every run scores 0: {}",
                           empty.size(), plural(empty.size()), examples(empty)));
}

void remark_on_run(const std::string& file, const RunEvaluation& evaluation, bool answered_only,
                   Diagnostics& said) {
  if (!evaluation.missing.empty()) {
    const std::size_t judged = evaluation.missing.size() + evaluation.answered;
    said.warning(
        {file}, "missing-topics",
        fmt::format("no results for {} of {} judged topics, which {}: {}", evaluation.missing.size(), judged,
                    answered_only ? "are left out of averages" : "score 0", examples(evaluation.missing)));
  }
  if (!evaluation.unjudged.empty()) {
    said.warning({file}, "unjudged-topics",
                 fmt::format("{} topic{} without judgements {} ignored: {}", evaluation.unjudged.size(),
                             plural(evaluation.unjudged.size()),
                             evaluation.unjudged.size() == 1 ? "is" : "are", examples(evaluation.unjudged)));
  }
  if (evaluation.tied > 0) {
    said.warning(
        {file}, "tied-results",
        fmt::format("{} results are tied; their order is {}", evaluation.tied, tie_rule(evaluation.order)));
  }
  if (evaluation.repeated > 0) {
    said.warning(
        {file}, "repeated-documents",
        fmt::format("{} results repeat a document of their topic; the first counts", evaluation.repeated));
  }
  if (evaluation.not_elements > 0) {
    said.warning(
        {file}, "not-elements",
        fmt::format("{} result{} no element{} and worth nothing to the measures over graded elements",
                    evaluation.not_elements, evaluation.not_elements == 1 ? " is" : "s are",
                    evaluation.not_elements == 1 ? "" : "s"));
  }
  if (evaluation.unplaced > 0) {
    said.warning({file}, "unplaced-results",
                 fmt::format("{} results at no known place count as {} irrelevant characters each",
                             evaluation.unplaced, kUnplacedCharacters));
  }
}

void report_nothing_in_common(const std::string& file, const Judgements& judgements,
                              const RunEvaluation& evaluation, Diagnostics& said) {
  std::vector<std::string_view> judged;
  for (const TopicJudgements& topic : judgements.topics()) judged.push_back(topic.topic());
  said.error({file}, "nothing-in-common",
             fmt::format(
                 "no topic in common with the judgements: the run has {} ({}), the judgements have {} ({})",
                 evaluation.unjudged.size(), examples(evaluation.unjudged), judged.size(), examples(judged)));
}

std::string_view tie_rule(RankOrder order) {
  switch (order) {
    case RankOrder::kFile:
      return "as the file has them";
    case RankOrder::kRank:
      return "rank number, then as the file has them";
    case RankOrder::kScore:
      return "score descending, then document id descending";
  }
  return "";
}

}  // namespace fovea
