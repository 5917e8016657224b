#include "assess/live_scores.h"

#include <algorithm>
#include <utility>

#include "assess/export.h"
#include "evaluate/evaluation.h"
#include "measures/measure_name.h"
#include "pools/coverage.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "scores/scores.h"
#include "stats/mean_interval.h"
#include "stats/sample.h"

namespace fovea::assess {

namespace {

/// The first three that `fovea pool reuse` looks at; and one of each family for grades.
constexpr std::string_view kByText = "AgP(t2i=300),AiP,AP";
constexpr std::string_view kByGrades = "MAep,nXCG@10,AP";

/// The results of one topic that are in judged documents.
Run condensed(const Run& run, std::size_t topic, const TopicJudgements& judged) {
  RunBuilder builder(run.file(), run.format());
  builder.details() = run.details();
  builder.open_topic(run.topic(topic));
  TopicResults results;
  Diagnostics heard_before;  // the evaluation of the whole run says it
  run.read(topic, results, heard_before);
  for (const Result& result : results.results) {
    if (judged.find(result.doc) != nullptr) builder.add(result);
  }
  return std::move(builder).build();
}

std::optional<std::size_t> topic_of(const Run& run, std::string_view topic) {
  for (std::size_t i = 0; i < run.topics(); ++i) {
    if (run.topic(i) == topic) return i;
  }
  return std::nullopt;
}

std::vector<std::optional<double>> values_of(const Scores& scores) {
  std::vector<std::optional<double>> out;
  for (std::size_t m = 0; m < scores.measures().size(); ++m)
    out.push_back(scores.topics().empty() ? std::nullopt : scores.value(0, 0, m));
  return out;
}

}  // namespace

std::vector<MeasureName> live_measures(AssessMode mode) {
  Diagnostics ours;
  return *parse_measures(mode == AssessMode::kHighlight ? kByText : kByGrades, ours);
}

LiveScores::LiveScores(std::string store, std::vector<ScoredTrackRun> runs, const Collection* collection,
                       std::vector<MeasureName> measures)
    : path_(std::move(store)),
      runs_(std::move(runs)),
      collection_(collection),
      measures_(std::move(measures)) {
  Store reader = Store::open(path_, false);
  for (std::string& topic : reader.topics()) marked_.insert(std::move(topic));
  worker_.add("", [this] { catch_up(); });
}

void LiveScores::mark(const std::string& topic) {
  {
    const std::scoped_lock lock(mutex_);
    marked_.insert(topic);
  }
  worker_.add(
      "", [this] { catch_up(); }, 1);
}

std::int64_t LiveScores::seq() const {
  const std::scoped_lock lock(mutex_);
  return seq_;
}

void LiveScores::catch_up() {
  std::set<std::string> topics;
  {
    const std::scoped_lock lock(mutex_);
    topics.swap(marked_);
  }
  try {
    Store store = Store::open(path_, false);
    const std::int64_t seq = head_of(store.database()).seq;
    for (const std::string& topic : topics) {
      auto scored = score(store, topic);
      if (worker_.stopping()) return;
      const std::scoped_lock lock(mutex_);
      scored ? void(topics_[topic] = std::move(*scored)) : void(topics_.erase(topic));
    }
    const std::scoped_lock lock(mutex_);
    seq_ = seq;
    fault_.clear();
  } catch (const std::exception& error) {
    // The figures stay what they were; the next save tries again.
    const std::scoped_lock lock(mutex_);
    fault_ = error.what();
  }
}

std::optional<LiveScores::ScoredTopic> LiveScores::score(Store& store, const std::string& topic) const {
  const Judgements judgements = judgements_in(store, {.topic = topic, .collection = collection_});
  if (judgements.topics().empty()) return std::nullopt;
  const TopicJudgements& judged = judgements.topics().front();
  ScoredTopic out;
  const auto all = store.topics();
  out.place = std::ranges::find(all, topic) - all.begin();
  out.finished = is_finished(store, topic);
  Diagnostics said;
  auto evaluation = Evaluation::make(
      judgements, collection_,
      {.measures = measures_, .scores_every_run = true, .leave_out_unfit_grades = true}, said);
  const bool usable = evaluation && evaluation->usable();
  if (evaluation) said.merge(evaluation->lacking());
  for (const ScoredTrackRun& run : runs_) {
    TopicScore& of_run = out.runs.emplace_back();
    if (!usable) {
      of_run.fault = said.kept().empty() ? "the judgements lack something" : said.kept().front().message;
      continue;
    }
    const EvaluationOutcome whole = evaluation->evaluate(*run.run);
    of_run.values = values_of(whole.scores);
    if (const RunOutcome& found = whole.runs.front(); found.kind == RunOutcomeKind::kBadInput)
      of_run.fault = to_string(found.diagnostics.kept().front());
    const auto at = topic_of(*run.run, topic);
    of_run.judged_only =
        at ? values_of(evaluation->evaluate(condensed(*run.run, *at, judged)).scores) : of_run.values;
    Diagnostics unheard;  // said above
    const pools::RunCoverage coverage = pools::coverage_of(*run.run, run.name, judgements, nullptr, unheard);
    of_run.answers = coverage.topics > 0;
    of_run.judged_at_10 = coverage.judged[1];
    of_run.first_unjudged = coverage.first_unjudged;
  }
  return out;
}

LiveFigures LiveScores::figures(bool finished_only) const {
  std::vector<std::pair<std::string, ScoredTopic>> topics;
  LiveFigures out;
  {
    const std::scoped_lock lock(mutex_);
    out.seq = seq_;
    out.fault = fault_;
    for (const auto& [topic, scored] : topics_) {
      if (scored.finished || !finished_only) topics.emplace_back(topic, scored);
    }
  }
  std::ranges::sort(topics, {}, [](const auto& each) { return each.second.place; });
  std::vector<ScoredMeasure> columns;
  for (const MeasureName& measure : measures_) columns.push_back({to_string(measure)});
  for (const ScoredMeasure& column : columns) out.measures.push_back(column.name);
  for (const auto& [topic, scored] : topics) out.topics.push_back(topic);
  Scores scores(columns, out.topics);
  Scores judged_only(columns, out.topics);
  const auto put = [&](Scores& cube, std::vector<std::optional<double>> TopicScore::*values) {
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      cube.add_run({runs_[r].name, runs_[r].run->file()});
      for (std::size_t t = 0; t < topics.size(); ++t) {
        const auto& of_topic = topics[t].second.runs[r].*values;
        for (std::size_t m = 0; m < of_topic.size(); ++m) {
          if (of_topic[m]) cube.set(r, t, m, *of_topic[m]);
        }
      }
      cube.summarise(r);
    }
  };
  put(scores, &TopicScore::values);
  put(judged_only, &TopicScore::judged_only);
  for (const ScoredTrackRun& run : runs_) out.runs.push_back({.name = run.name});
  for (std::size_t m = 0; m < columns.size(); ++m) {
    const ScoreMatrix matrix = scores.matrix(m);
    const stats::MeanIntervals intervals(matrix, {});
    for (std::size_t r = 0; r < runs_.size(); ++r)
      out.runs[r].scores.push_back({scores.summary(r, m), judged_only.summary(r, m), intervals.of(r)});
  }
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    LiveRun& run = out.runs[r];
    std::vector<double> ranks;
    double share = 0;
    for (const auto& [topic, scored] : topics) {
      const TopicScore& score = scored.runs[r];
      if (run.fault.empty()) run.fault = score.fault;
      if (!score.answers) continue;
      share += score.judged_at_10;
      ranks.push_back(score.first_unjudged);
    }
    if (ranks.empty()) continue;
    run.judged_at_10 = share / static_cast<double>(ranks.size());
    run.first_unjudged = stats::median(std::move(ranks));
  }
  return out;
}

}  // namespace fovea::assess
