// Opens what a track file names: collection, topics, judgements and runs.
#include "evaluate/track/track_evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "collection/document_texts.h"
#include "evaluate/topic_groups.h"
#include "files/input.h"
#include "judgements/judgement_file.h"
#include "runs/run_names.h"
#include "runs/run_options.h"
#include "topics/topic_file.h"

namespace fovea {

namespace {

std::optional<double> mean_time(const Run& run, const TrackRun& entry) {
  double sum = 0;
  std::size_t topics = 0;
  for (std::size_t i = 0; i < run.topics(); ++i) {
    const TopicTimes* times = run.times(i);
    if (times == nullptr || !times->total_ms) continue;
    sum += *times->total_ms;
    ++topics;
  }
  if (topics > 0) return sum / static_cast<double>(topics);
  return entry.time_ms;
}

std::string participant_of(const TrackRun& entry, const Run& run) {
  if (!entry.participant.empty()) return entry.participant;
  return run.details().participant.empty() ? "–" : run.details().participant;
}

void open_runs(const Track& track, const TrackOptions& options, TrackEvaluation& all, Diagnostics& faults) {
  const auto texts = all.text_source();
  const RunOptions reading{.texts = texts ? &texts : nullptr};
  std::set<std::string> seen;
  std::vector<RunLabel> labels;
  for (const TrackRun& entry : track.runs) {
    auto run = Run::open(entry.file, reading, faults);
    if (!run) continue;
    const Task* task = entry.task != nullptr ? entry.task : guess_task(*run).task;
    if (options.task != nullptr && task != options.task) continue;
    if (!seen.insert(entry.file).second) {
      faults.error(entry.place, "duplicate-run",
                   fmt::format("found {} again, expected one entry per run; the first is used", entry.file));
      continue;
    }
    labels.push_back({entry.name.empty() ? run->details().id : entry.name, entry.file});
    const auto time = mean_time(*run, entry);
    std::string participant = participant_of(entry, *run);
    all.runs.push_back({.entry = entry,
                        .run = std::move(*run),
                        .id = {},
                        .participant = std::move(participant),
                        .task = task,
                        .time_ms = time});
  }
  const std::vector<std::string> names = names_of(labels);
  for (std::size_t i = 0; i < names.size(); ++i) all.runs[i].id = names[i];
}

/// Judgements for topics that the topic files do not have are reported and left out.
void keep_known_topics(std::span<const Topic> topics, Judgements& judgements, Diagnostics& faults) {
  if (topics.empty()) return;
  const std::set<std::string_view> known = [&topics] {
    std::set<std::string_view> ids;
    for (const Topic& topic : topics) ids.insert(topic.id);
    return ids;
  }();
  for (const TopicJudgements& judged : judgements.topics()) {
    if (known.contains(judged.topic())) continue;
    Place place;
    if (!judged.documents().empty()) {
      place = {judgements.file(judged.documents().front().file), judged.documents().front().line, 1};
    }
    faults.error(std::move(place), "unknown-topic",
                 fmt::format("found judgements for topic {}, expected a topic of the topic file; they are "
                             "left out",
                             quote(judged.topic())));
  }
  judgements.keep_topics([&known](std::string_view topic) { return known.contains(topic); });
}

std::optional<Judgements> read_known(const std::vector<std::string>& files, const TrackEvaluation& all,
                                     Diagnostics& faults) {
  if (files.empty()) return std::nullopt;
  JudgementOptions options;
  options.collection = all.collection_or_null();
  auto source = all.text_source();
  if (all.texts) options.lengths = lengths_of(source);
  std::optional<DocumentTexts> texts;
  if (source) options.annotation.texts = &texts.emplace(std::move(source));
  auto judgements = read_judgements(files, options, faults);
  if (judgements) keep_known_topics(all.topics, *judgements, faults);
  return judgements;
}

/// Evidence for chunks often stands beside its question, and then no further file is needed to say what was asked.
std::vector<Topic> questions_beside_evidence(const Track& track, const TrackEvaluation& all) {
  const bool chunks =
      std::ranges::all_of(all.runs, [](const TrackRunResult& run) { return run.task->name == "chunks"; });
  Diagnostics ignored;  // files with other judgements are no topics
  return chunks ? read_topics(track.judgements, nullptr, ignored) : std::vector<Topic>();
}

}  // namespace

DocumentTexts::Source TrackEvaluation::text_source() const {
  if (texts) return texts_in_folder(*texts);
  return collection ? texts_in_collection(*collection) : DocumentTexts::Source();
}

std::optional<TrackEvaluation> open_track(const Track& track, const TrackOptions& options,
                                          Diagnostics& faults) {
  TrackEvaluation all;
  all.significance = track.significance;
  all.title = track.title;
  all.texts = track.texts;
  if (track.collection) all.collection = Collection::open(*track.collection, faults);
  if (!track.topics.empty()) all.topics = read_topics(track.topics, nullptr, faults);
  if (!options.judged) {
    open_runs(track, options, all, faults);
    return all;
  }
  auto judgements = read_known(track.judgements, all, faults);
  if (!judgements || judgements->topics().empty()) return std::nullopt;
  all.judgements = std::move(*judgements);
  all.second_assessor = read_known(track.second_assessor, all, faults);
  all.grades = read_known(track.grades, all, faults);
  for (const std::string& file : track.questionnaires) {
    const auto input = InputFile::open(file, faults);
    if (!input) continue;
    std::vector<Question> questions = read_answers(*input, faults);
    std::ranges::move(questions, std::back_inserter(all.questions));
  }
  for (const std::string& by : track.groups) {
    if (const auto names = names_of_topics(by, all.topics, all.questions, faults))
      all.groupings.push_back({by, groups_of(all.judgements, *names)});
  }
  if (track.curve) {
    if (const auto input = InputFile::open(*track.curve, faults))
      all.curve = read_efficiency_curve(*input, faults);
  }
  if (track.environment) {
    if (const auto input = InputFile::open(*track.environment, faults))
      all.environment = read_environment(*input, faults);
  }
  open_runs(track, options, all, faults);
  if (track.topics.empty()) all.topics = questions_beside_evidence(track, all);
  return all;
}

}  // namespace fovea
