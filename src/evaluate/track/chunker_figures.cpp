#include "evaluate/track/chunker_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "evaluate/evaluation.h"
#include "measures/measure_name.h"
#include "runs/chunking.h"
#include "runs/order.h"
#include "runs/resolve.h"
#include "runs/run_format.h"

namespace fovea {

bool compares_chunkers(const TrackEvaluation& track) {
  return !track.runs.empty() && std::ranges::all_of(track.runs, [](const TrackRunResult& run) {
    return run.task->name == "chunks";
  });
}

std::array<double, kChunkDepths.size()> characters_shown(const TrackEvaluation& track,
                                                         const TrackRunResult& run) {
  std::array<double, kChunkDepths.size()> shown{};
  std::set<std::string_view> judged;
  for (const TopicJudgements& topic : track.judgements.topics()) judged.insert(topic.topic());
  Diagnostics ignored;  // the run was valid when it was evaluated
  TopicResults results;
  for (std::size_t i = 0; i < run.run.topics(); ++i) {
    if (!judged.contains(run.run.topic(i))) continue;
    run.run.read(i, results, ignored);
    put_in_order(results, run.run.format().order);
    if (track.collection) resolve(results, run.run.file(), *track.collection, ignored);
    for (std::size_t at = 0; at < results.results.size(); ++at) {
      const Result& result = results.results[at];
      if (!has_span(result)) continue;
      for (std::size_t k = 0; k < shown.size(); ++k) {
        if (at < kChunkDepths[k]) shown[k] += static_cast<double>(result.span.end - result.span.begin);
      }
    }
  }
  for (double& sum : shown) sum /= static_cast<double>(judged.size());
  return shown;
}

std::optional<double> ceiling_of(const TrackEvaluation& track, const TrackRunResult& run) {
  if (run.entry.chunking.empty()) return std::nullopt;
  Diagnostics ignored;  // a file that cannot be read is named by the track's own check
  const auto texts = track.text_source();
  const auto chunking = Chunking::open(run.entry.chunking, {.texts = texts ? &texts : nullptr}, ignored);
  const auto names = parse_measures("PrecisionOmega", ignored);
  if (!chunking || !names) return std::nullopt;
  auto evaluation =
      Evaluation::make(track.judgements, track.collection_or_null(),
                       {.measures = *names, .scores_chunkings = true, .scores_every_run = true}, ignored);
  if (!evaluation) return std::nullopt;
  const EvaluationOutcome outcome = evaluation->evaluate(*chunking);
  return outcome.scores.runs().empty() ? std::nullopt : std::optional(outcome.scores.summary(0, 0));
}

std::map<std::string, std::vector<std::size_t>> questions_by_corpus(const TrackEvaluation& track) {
  std::map<std::string, std::vector<std::size_t>> corpora;
  const auto topics = track.judgements.topics();
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const JudgedDocument* most = nullptr;
    for (const JudgedDocument& document : topics[i].documents()) {
      if (most == nullptr || document.relevant_chars > most->relevant_chars) most = &document;
    }
    if (most == nullptr) continue;
    corpora[std::string(most->id.substr(0, most->id.find('/')))].push_back(i);
  }
  return corpora;
}

std::vector<double> values_at(const Scores& scores, std::size_t run, std::span<const std::size_t> topics) {
  std::vector<double> values;
  for (const std::size_t topic : topics) {
    if (const auto value = scores.value(run, topic, 0)) values.push_back(*value);
  }
  return values;
}

std::vector<std::pair<double, std::size_t>> worst_questions(const TrackEvaluation& track,
                                                            const TaskResults& results) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t topic = 0; topic < track.judgements.topics().size(); ++topic) {
    double best = 0;
    for (std::size_t rank = 0; rank < results.ranking.size(); ++rank)
      best = std::max(best, results.scores.value(rank, topic, 0).value_or(0));
    if (fmt::format("{:.4f}", best) != "1.0000") order.emplace_back(best, topic);
  }
  std::ranges::sort(order);
  return order;
}

}  // namespace fovea
