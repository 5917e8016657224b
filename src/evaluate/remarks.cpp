#include "evaluate/remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "evaluate/evaluation_needs.h"
#include "evaluate/question_match.h"
#include "files/id_likeness.h"

namespace fovea {

namespace {

/// "2010003, 2010004, 2010006, …"
template <class Ids>
std::string examples(const Ids& ids) {
  constexpr std::size_t kShown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, ids.size()); ++i) {
    text += (i > 0 ? ", " : "") + unquoted(ids[i]);
  }
  return ids.size() > kShown ? text + ", …" : text;
}

/// "'a.md', 'b.md', …"
std::string quoted_examples(std::span<const std::string_view> ids) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, ids.size()); ++i) text += (i > 0 ? ", " : "") + quote(ids[i]);
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

void remark_on_run(const RunOutcome& run, bool answered_only, Diagnostics& said) {
  const RunCounts& counts = run.counts;
  const std::string& file = run.file;
  if (!run.missing.empty()) {
    const std::size_t judged = run.missing.size() + counts.answered;
    said.warning(
        {file}, "missing-topics",
        fmt::format("no results for {} of {} judged topics, which {}: {}", run.missing.size(), judged,
                    answered_only ? "are left out of averages" : "score 0", examples(run.missing)));
  }
  if (!run.unjudged.empty()) {
    said.warning({file}, "unjudged-topics",
                 fmt::format("{} topic{} without judgements {} ignored: {}", run.unjudged.size(),
                             plural(run.unjudged.size()), run.unjudged.size() == 1 ? "is" : "are",
                             examples(run.unjudged)));
  }
  if (counts.tied > 0) {
    said.warning({file}, "tied-results",
                 fmt::format("{} results are tied; their order is {}", counts.tied, tie_rule(run.order)));
  }
  if (counts.repeated > 0) {
    said.warning(
        {file}, "repeated-documents",
        fmt::format("{} results repeat a document of their topic; the first counts", counts.repeated));
  }
  if (counts.not_elements > 0) {
    said.warning(
        {file}, "not-elements",
        fmt::format("{} result{} no element{} and worth nothing to the measures over graded elements",
                    counts.not_elements, counts.not_elements == 1 ? " is" : "s are",
                    counts.not_elements == 1 ? "" : "s"));
  }
  if (counts.foreign_chunks > 0) {
    said.warning(
        {file}, "foreign-chunks",
        fmt::format("{} relevant results are no chunks of the chunking given; they count as if they were",
                    counts.foreign_chunks));
  }
  if (counts.unplaced > 0) {
    said.warning({file}, "unplaced-results",
                 fmt::format("{} results at no known place count as {} irrelevant characters each",
                             counts.unplaced, kUnplacedCharacters));
  }
}

bool shares_few_documents(const RunCounts& counts) {
  constexpr std::uint64_t kFew = 20;
  return kFew * counts.shared_documents < std::min(counts.retrieved_documents, counts.judged_documents);
}

void remark_on_documents(const Run& run, const Judgements& judgements, const RunCounts& counts,
                         Diagnostics& said) {
  if (!shares_few_documents(counts)) return;
  // The ids of some topics tell as much as those of all.
  constexpr std::size_t kTopics = 20;
  TopicResults results;
  Diagnostics ignored(0);
  std::vector<std::string_view> retrieved;
  std::vector<std::string_view> judged;
  const auto answered = answered_topics(run, judgements, ignored);
  for (std::size_t i = 0, looked = 0; answered && i < run.topics() && looked < kTopics; ++i) {
    const TopicJudgements* const topic = judgements.find((*answered)[i]);
    if (topic == nullptr) continue;
    ++looked;
    run.read(i, results, ignored);
    for (const Result& result : results.results) {
      if (topic->find(result.doc) == nullptr) retrieved.push_back(result.doc);
    }
    for (const JudgedDocument& document : topic->documents()) judged.push_back(document.id);
  }
  for (std::vector<std::string_view>* ids : {&retrieved, &judged}) {
    std::ranges::sort(*ids);
    ids->erase(std::ranges::unique(*ids).begin(), ids->end());
  }
  const auto likeness = find_likeness(retrieved, judged);
  said.warning(
      {run.file()}, "few-documents",
      fmt::format("only {} of {} pairs of topic and document are judged, of {} judged: the run has {}, the "
                  "judgements have {}{}",
                  counts.shared_documents, counts.retrieved_documents, counts.judged_documents,
                  quoted_examples(retrieved), quoted_examples(judged),
                  likeness ? "; " + to_string(*likeness, retrieved.size()) : std::string()));
}

void remark_on_shared_documents(const std::string& file, const RunCounts& counts, Diagnostics& said) {
  if (!shares_few_documents(counts)) return;
  said.warning({file}, "few-documents",
               fmt::format("only {} of {} pairs of topic and document are judged, of {} judged",
                           counts.shared_documents, counts.retrieved_documents, counts.judged_documents));
}

void report_nothing_in_common(const Judgements& judgements, const RunOutcome& run, Diagnostics& said) {
  std::vector<std::string_view> judged;
  for (const TopicJudgements& topic : judgements.topics()) judged.push_back(topic.topic());
  report_nothing_in_common(judged, run, said);
}

void report_nothing_in_common(const std::vector<std::string_view>& judged, const RunOutcome& run,
                              Diagnostics& said) {
  said.error(
      {run.file}, "nothing-in-common",
      fmt::format("no topic in common with the judgements: the run has {} ({}), the judgements have {} ({})",
                  run.unjudged.size(), examples(run.unjudged), judged.size(), examples(judged)));
}

std::string_view tie_rule(RankOrder order) {
  constexpr std::string_view kRules[] = {"as the file has them", "rank number, then as the file has them",
                                         "score descending, then document id descending"};
  return kRules[static_cast<std::size_t>(order)];
}

}  // namespace fovea
