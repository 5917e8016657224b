#include "evaluate/shards/shard_scores.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "evaluate/remarks.h"

namespace fovea {

namespace {

std::vector<std::string> names_of_measures(std::span<const ScoredMeasure> measures) {
  std::vector<std::string> names;
  for (const ScoredMeasure& measure : measures) names.push_back(measure.name);
  return names;
}

ShardState empty_state(std::span<const ScoredMeasure> measures, std::string plan, std::string shard) {
  ShardState state;
  state.plan = std::move(plan);
  state.measures = names_of_measures(measures);
  state.shards = {std::move(shard)};
  state.shard_rows = {0};
  state.rows.values.resize(measures.size());
  return state;
}

void add_row(ShardState& state, std::int32_t run, std::string_view topic, std::span<const double> values) {
  ShardRows& rows = state.rows;
  rows.run.push_back(run);
  rows.shard.push_back(0);
  rows.topics += topic;
  rows.topic_end.push_back(static_cast<std::int64_t>(rows.topics.size()));
  for (std::size_t m = 0; m < values.size(); ++m) rows.values[m].push_back(values[m]);
  ++state.shard_rows.front();
}

/// Only the first messages of a run are kept, but all are counted.
void add_messages(ShardState& state, std::int32_t run, bool breach, const Diagnostics& said) {
  std::map<std::string, Severity, std::less<>> severities;
  for (const Diagnostic& one : said.kept()) {
    severities.emplace(one.code, one.severity);
    state.messages.push_back({0, run, breach, one});
  }
  for (const auto& [code, count] : said.counts()) {
    const auto severity = severities.find(code);
    const bool error = severity == severities.end() ? !said.ok() : severity->second == Severity::kError;
    state.message_counts.push_back(
        {0, run, breach, error ? Severity::kError : Severity::kWarning, code, count});
  }
}

/// Numbers of rows in the byte order of their topics.
std::vector<std::size_t> by_topic(std::span<const std::string_view> topics) {
  std::vector<std::size_t> order(topics.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t row) { return topics[row]; });
  return order;
}

ShardCounts counts_of(std::int32_t number, const RunOutcome& run) {
  ShardCounts counts{
      .shard = 0, .run = number, .order = run.order, .counts = run.counts, .unjudged = run.unjudged};
  std::ranges::sort(counts.unjudged);
  return counts;
}

/// Adds what another shard counted of the same run.
void add_counts(RunOutcome& run, const ShardCounts& more) {
  run.order = more.order;
  run.counts += more.counts;
  run.unjudged.insert(run.unjudged.end(), more.unjudged.begin(), more.unjudged.end());
}

class Finish {
 public:
  Finish(const ShardState& state, std::span<const ScoredMeasure> measures, bool answered_only,
         const std::string& file)
      : state_(state), measures_(measures.begin(), measures.end()), file_(file) {
    out_.answered_only = answered_only;
    for (const std::string& run : state.runs) out_.runs.push_back({.name = run, .file = file});
  }

  EvaluationOutcome finish() {
    sort_messages();
    for (const ShardCounts& counts : state_.counts)
      add_counts(out_.runs[static_cast<std::size_t>(counts.run)], counts);
    read_topics();
    if (!about_all_.ok()) {
      out_.fault = EvaluationFault::kInput;
      out_.reason = std::move(about_all_);
      return std::move(out_);
    }
    out_.remarks = std::move(about_all_);
    out_.scores = Scores(measures_, topics_);
    std::size_t row = topics_.size();
    for (std::size_t run = 0; run < state_.runs.size(); ++run) row = finish_run(run, row);
    return std::move(out_);
  }

 private:
  void sort_messages() {
    for (const ShardMessage& message : state_.messages) {
      Diagnostics& said = diagnostics_of(message);
      const Diagnostic& one = message.diagnostic;
      one.severity == Severity::kError ? said.error(one.place, one.code, one.message)
                                       : said.warning(one.place, one.code, one.message);
    }
    // Errors that are not among the first ones are errors all the same.
    std::map<std::tuple<Diagnostics*, std::string_view, Severity>, std::uint64_t> totals;
    for (const ShardMessageCount& count : state_.message_counts) {
      Diagnostics& said = diagnostics_of(count);
      totals[{&said, count.code, count.severity}] += count.count;
      if (count.severity != Severity::kError || said.count(count.code) > 0) continue;
      said.error({state_.shards[static_cast<std::size_t>(count.shard)]}, count.code,
                 fmt::format("found {} faults of the kind {} behind those that are kept, expected none",
                             count.count, count.code));
    }
    for (const auto& [kind, total] : totals) {
      const auto& [said, code, severity] = kind;
      said->count_more(severity, code, total - std::min(total, said->count(code)));
    }
  }

  template <class Message>
  Diagnostics& diagnostics_of(const Message& message) {
    if (message.run == kNoRun) return about_all_;
    RunOutcome& run = out_.runs[static_cast<std::size_t>(message.run)];
    return message.breach ? run.breaches : run.diagnostics;
  }

  /// The topics are those of the empty answers, which stand first.
  void read_topics() {
    const ShardRows& rows = state_.rows;
    for (std::size_t row = 0; row < rows.size() && rows.run[row] == kNoRun; ++row)
      topics_.emplace_back(rows.topic(row));
  }

  /// From its first row on; the first row of the next run.
  std::size_t finish_run(std::size_t number, std::size_t row) {
    const ShardRows& rows = state_.rows;
    RunOutcome& run = out_.runs[number];
    const std::size_t begin = row;
    while (row < rows.size() && rows.run[row] == static_cast<std::int32_t>(number)) ++row;
    std::ranges::sort(run.unjudged);
    std::vector<std::size_t> from(topics_.size());
    std::size_t next = begin;
    for (std::size_t t = 0; t < topics_.size(); ++t) {
      const bool answered = next < row && rows.topic(next) == topics_[t];
      from[t] = answered ? next++ : t;
      if (!answered) run.missing.push_back(topics_[t]);
    }
    if (next < row) {
      run.diagnostics.error({file_}, "other-judgements",
                            fmt::format("found scores on topic {}, expected those on judged topics only",
                                        quote(rows.topic(next))));
    }
    run.kind = kind_of(run);
    if (run.kind == RunOutcomeKind::kNothingInCommon)
      report_nothing_in_common({topics_.begin(), topics_.end()}, run, run.diagnostics);
    if (run.scored()) add_scores(run, from);
    return row;
  }

  /// `from`: by topic, the row that its values are in.
  void add_scores(RunOutcome& run, std::span<const std::size_t> from) {
    const std::size_t place = out_.scores.add_run({run.name, file_});
    for (std::size_t m = 0; m < measures_.size(); ++m) {
      for (std::size_t t = 0; t < topics_.size(); ++t) {
        if (out_.answered_only && from[t] < topics_.size()) continue;
        out_.scores.set(place, t, m, state_.rows.values[m][from[t]]);
      }
    }
    out_.scores.summarise(place);
    run.row = place;
    remark_on_run(run, out_.answered_only, run.remarks);
    remark_on_shared_documents(file_, run.counts, run.remarks);
  }

  const ShardState& state_;
  std::vector<ScoredMeasure> measures_;
  std::string file_;
  std::vector<std::string> topics_;
  Diagnostics about_all_;
  EvaluationOutcome out_;
};

}  // namespace

ShardState evaluate_shard(const Evaluation& evaluation, std::string plan, std::string shard,
                          std::span<const ShardRun> runs) {
  ShardState state = empty_state(evaluation.scorer().columns(), std::move(plan), std::move(shard));
  std::vector<const ShardRun*> sorted;
  for (const ShardRun& run : runs) sorted.push_back(&run);
  std::ranges::sort(sorted, {}, [](const ShardRun* run) -> const std::string& { return run->name; });
  std::vector<AnsweredTopics> answered(sorted.size());
  tbb::parallel_for(std::size_t{0}, sorted.size(),
                    [&](std::size_t i) { answered[i] = evaluation.evaluate_answered(*sorted[i]->run); });
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto run = static_cast<std::int32_t>(i);
    state.runs.push_back(sorted[i]->name);
    for (const std::size_t row : by_topic(answered[i].topics))
      add_row(state, run, answered[i].topics[row], answered[i].values[row]);
    state.counts.push_back(counts_of(run, answered[i].run));
    add_messages(state, run, false, answered[i].run.diagnostics);
    add_messages(state, run, true, answered[i].run.breaches);
  }
  settle_messages(state);
  return state;
}

ShardState judged_shard(const Evaluation& evaluation, std::string plan, std::string shard) {
  ShardState state = empty_state(evaluation.scorer().columns(), std::move(plan), std::move(shard));
  const std::vector<std::vector<double>> values = evaluation.score_empty_answers();
  std::vector<std::string_view> topics;
  for (const TopicJudgements& topic : evaluation.judgements().judgements().topics())
    topics.push_back(topic.topic());
  for (const std::size_t row : by_topic(topics)) add_row(state, kNoRun, topics[row], values[row]);
  Diagnostics said = evaluation.lacking();
  remark_on_judgements(evaluation.judgements(), evaluation.options().relevance_level, said);
  add_messages(state, kNoRun, false, said);
  settle_messages(state);
  return state;
}

ShardState failed_shard(std::span<const ScoredMeasure> measures, std::string plan, std::string shard,
                        const Diagnostics& said) {
  ShardState state = empty_state(measures, std::move(plan), std::move(shard));
  add_messages(state, kNoRun, false, said);
  settle_messages(state);
  return state;
}

EvaluationOutcome finish(const ShardState& state, std::span<const ScoredMeasure> measures, bool answered_only,
                         const std::string& file) {
  return Finish(state, measures, answered_only, file).finish();
}

}  // namespace fovea
