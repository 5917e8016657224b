#include "evaluate/evaluator.h"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#include "collection/document_lengths.h"
#include "runs/resolve.h"
#include "runs/run_format.h"

namespace fovea {

namespace {

/// What is to be said about single topics, gathered from all threads and put back in the order of the run.
class TopicMessages {
 public:
  void add(std::size_t topic, Diagnostics&& messages) {
    if (messages.errors() + messages.warnings() == 0) return;
    const std::scoped_lock lock(mutex_);
    by_topic_.emplace_back(topic, std::move(messages));
  }
  void move_to(Diagnostics& all) {
    std::sort(by_topic_.begin(), by_topic_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [topic, messages] : by_topic_) all.merge(std::move(messages));
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<std::size_t, Diagnostics>> by_topic_;
};

/// The broken rule that stands first in a run, whatever thread meets it.
class FirstFault {
 public:
  void offer(std::size_t topic, const Breach& breach, const TopicResults& results) {
    const std::scoped_lock lock(mutex_);
    if (breach_ && topic_ <= topic) return;
    const Result& result = results.results[breach.result];
    topic_ = topic;
    breach_ = {breach.rule, std::string(results.topic), std::string(result.doc), result.line};
  }
  const std::optional<BrokenRule>& get() const { return breach_; }

 private:
  std::mutex mutex_;
  std::size_t topic_ = 0;
  std::optional<BrokenRule> breach_;
};

/// What a thread reuses from topic to topic.
struct Workspace {
  explicit Workspace(const EvaluationOptions& options)
      : view(options.relevance_level, knowledge(options), options.graded) {
    if (options.rules) judge = std::make_unique<TaskJudge>(*options.rules);
  }
  static DocumentKnowledge knowledge(const EvaluationOptions& options) {
    return {.length = lengths_in(options.collection),
            .elements_resolved = options.collection != nullptr,
            .lenient = options.lenient};
  }

  TopicJudgements judged{std::string_view()};  ///< where they are read with the topic
  TopicResults results;
  TopicView view;
  std::unique_ptr<TaskJudge> judge;
};

/// Says which measure could not be computed for want of a result's text.
void report_unknown_text(const std::string& file, const Result& result, const ScoredMeasure& measure,
                         Diagnostics& diagnostics) {
  const Place place{file, result.line};
  if (result.kind == ResultKind::kUnresolved) {
    diagnostics.expected(place, "unresolved", "a result at an unknown place",
                         fmt::format("characters or a path that {} can use", measure.name));
  } else if (result.kind == ResultKind::kElement || result.kind == ResultKind::kRange) {
    diagnostics.expected(place, "unknown-text", fmt::format("the path {}", quote(result.path)),
                         fmt::format("a collection to find its text in, which {} needs", measure.name));
  } else {
    diagnostics.expected(
        place, "unknown-length", fmt::format("document {} of unknown length", quote(result.doc)),
        fmt::format("its length in the judgements or in a collection, which {} needs", measure.name));
  }
}

/// Cumulated gain weighs the children of an element of which a part was returned before by their length.
void report_unknown_size(const std::string& file, const Result& result, Diagnostics& diagnostics) {
  diagnostics.expected({file, result.line}, "unknown-size",
                       fmt::format("element {} behind a part of it", quote(result.path)),
                       "a collection that knows how long it is, for cumulated gain");
}

/// The scores of one run and their summaries; `values` are by topic, empty where it was not scored.
Scores collect_scores(const Judgements& judgements, const TopicScorer& scorer,
                      std::span<const std::vector<double>> values, ScoredRun run) {
  std::vector<std::string> topics;
  for (const TopicJudgements& topic : judgements.topics()) topics.emplace_back(topic.topic());
  Scores scores({scorer.columns().begin(), scorer.columns().end()}, std::move(topics));
  scores.add_run(std::move(run));
  std::vector<double> column;
  for (std::size_t c = 0; c < scorer.columns().size(); ++c) {
    column.clear();
    for (std::size_t t = 0; t < values.size(); ++t) {
      if (values[t].empty()) continue;
      scores.set(0, t, c, values[t][c]);
      column.push_back(values[t][c]);
    }
    scores.set_summary(0, c, scorer.summary(c, column));
  }
  return scores;
}

/// One run on its way through the evaluator.
class Evaluation {
 public:
  Evaluation(const Judgements& judgements, const TopicScorer& scorer, const EvaluationOptions& options,
             const Run& run)
      : judgements_(judgements),
        scorer_(scorer),
        options_(options),
        run_(run),
        order_(options.order.value_or(run.format().order)),
        resolves_(
            options.collection != nullptr &&
            (scorer.needs().highlights || scorer.needs().entry_points || scorer.needs().element_grades)),
        workspaces_([&] { return Workspace(options); }) {}

  RunEvaluation evaluate() {
    RunEvaluation out;
    out.order = order_;
    match_topics(out);
    values_.assign(judgements_.topics().size(), {});
    curves_.assign(options_.curves ? judgements_.topics().size() : 0, {});
    // Isolated, so that a thread that waits here does not begin with another run meanwhile.
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(std::size_t{0}, values_.size(), [&](std::size_t topic) { score(topic); }); });
    out.complete = complete_;
    messages_.move_to(out.diagnostics);
    breaches_.move_to(out.breaches);
    out.first_breach = first_breach_.get();
    out.tied = tied_;
    out.unplaced = unplaced_;
    out.not_elements = not_elements_;
    out.curves = std::move(curves_);
    out.repeated = repeated_;
    out.scores = collect_scores(judgements_, scorer_, values_, {run_.details().id, run_.file()});
    return out;
  }

 private:
  static constexpr std::size_t kNotAnswered = SIZE_MAX;

  void match_topics(RunEvaluation& out) {
    run_topic_.assign(judgements_.topics().size(), kNotAnswered);
    for (std::size_t i = 0; i < run_.topics(); ++i) {
      if (const TopicJudgements* judged = judgements_.find(run_.topic(i))) {
        run_topic_[static_cast<std::size_t>(judged - judgements_.topics().data())] = i;
        ++out.answered;
      } else {
        out.unjudged.push_back(run_.topic(i));
      }
    }
    for (std::size_t t = 0; t < run_topic_.size(); ++t) {
      if (run_topic_[t] == kNotAnswered) out.missing.push_back(judgements_.topics()[t].topic());
    }
  }

  void score(std::size_t topic) {
    const std::size_t run_topic = run_topic_[topic];
    Workspace& workspace = workspaces_.local();
    const TopicJudgements& judged = options_.read_topic ? workspace.judged : judgements_.topics()[topic];
    if (options_.read_topic) {
      if (!complete_) return;
      if (!options_.read_topic(topic, workspace.judged) || judged.totals().articles == 0) complete_ = false;
    }
    if (run_topic == kNotAnswered && options_.answered_only) return;
    workspace.results.results.clear();
    Diagnostics diagnostics;
    if (run_topic != kNotAnswered) read(run_topic, workspace, diagnostics);

    std::span<const Result> results = workspace.results.results;
    if (options_.depth > 0) results = results.first(std::min(options_.depth, results.size()));
    workspace.view.start(judged, results);
    values_[topic].resize(scorer_.columns().size());
    if (const ScoredMeasure* failed = scorer_.score(workspace.view, values_[topic])) {
      report_unknown_text(run_.file(), *workspace.view.unknown_text(), *failed, diagnostics);
    }
    for (std::size_t c = 0; options_.curves && c < scorer_.columns().size(); ++c) {
      curves_[topic].push_back(scorer_.curve(c, workspace.view));
    }
    if (const Result* result = workspace.view.missing_size()) {
      report_unknown_size(run_.file(), *result, diagnostics);
    }
    not_elements_ += workspace.view.not_elements();
    if (run_.format().whole_documents) repeated_ += results.size() - workspace.view.articles().size();
    messages_.add(run_topic, std::move(diagnostics));
  }

  void read(std::size_t run_topic, Workspace& workspace, Diagnostics& diagnostics) {
    TopicResults& topic = workspace.results;
    run_.read(run_topic, topic, diagnostics);
    if (resolves_) resolve_elements(topic, diagnostics);
    if (options_.lenient) unplaced_ += count_unplaced(topic);
    put_in_order(topic, order_);
    tied_ += count_tied(topic, order_);
    if (workspace.judge == nullptr) return;
    const std::span<const Breach> breaches = workspace.judge->judge(topic);
    if (breaches.empty()) return;
    first_breach_.offer(run_topic, breaches.front(), topic);
    Diagnostics said;
    for (const Breach& breach : breaches) report(breach, topic, *options_.rules, run_.file(), said);
    breaches_.add(run_topic, std::move(said));
  }

  static std::uint64_t count_unplaced(const TopicResults& topic) {
    return static_cast<std::uint64_t>(
        std::count_if(topic.results.begin(), topic.results.end(),
                      [](const Result& result) { return result.kind == ResultKind::kUnresolved; }));
  }

  /// What cannot be resolved is an error, unless it is to be borne with.
  void resolve_elements(TopicResults& topic, Diagnostics& diagnostics) {
    Diagnostics ignored;
    resolve(topic, run_.file(), *options_.collection, options_.lenient ? ignored : diagnostics);
  }

  const Judgements& judgements_;
  const TopicScorer& scorer_;
  const EvaluationOptions& options_;
  const Run& run_;
  RankOrder order_;
  bool resolves_;
  std::vector<std::size_t> run_topic_;  ///< by judged topic
  std::vector<std::vector<double>> values_;
  std::vector<std::vector<Curve>> curves_;
  tbb::enumerable_thread_specific<Workspace> workspaces_;
  TopicMessages messages_;
  TopicMessages breaches_;
  FirstFault first_breach_;
  std::atomic<bool> complete_ = true;
  std::atomic<std::uint64_t> tied_ = 0;
  std::atomic<std::uint64_t> unplaced_ = 0;
  std::atomic<std::uint64_t> not_elements_ = 0;
  std::atomic<std::uint64_t> repeated_ = 0;
};

}  // namespace

RunEvaluation Evaluator::evaluate(const Run& run) const {
  return Evaluation(judgements_, scorer_, options_, run).evaluate();
}

RunEvaluation Evaluator::evaluate(const Chunking& chunking) const {
  RunEvaluation out;
  Workspace workspace(options_);
  std::vector<std::vector<double>> values(judgements_.topics().size());
  for (std::size_t t = 0; t < values.size(); ++t) {
    const TopicJudgements& topic = judgements_.topics()[t];
    workspace.results.results.clear();
    for (const JudgedDocument& document : topic.documents()) {
      if (!document.relevant()) continue;
      for (const Chunk& chunk : chunking.of(document.id)) {
        Result& result = workspace.results.results.emplace_back();
        result.doc = document.id;
        result.span = chunk.span;
        result.kind = ResultKind::kPassage;
        result.line = chunk.line;
      }
    }
    workspace.results.results.empty() ? out.missing.push_back(topic.topic()) : void(++out.answered);
    workspace.view.start(topic, workspace.results.results);
    values[t].resize(scorer_.columns().size());
    scorer_.score(workspace.view, values[t]);
  }
  out.scores = collect_scores(judgements_, scorer_, values,
                              {std::filesystem::path(chunking.file()).stem().string(), chunking.file()});
  return out;
}

}  // namespace fovea
