#include "evaluate/run_evaluation.h"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include "collection/document_lengths.h"
#include "evaluate/question_match.h"
#include "evaluate/result_faults.h"
#include "runs/resolve.h"
#include "runs/run_format.h"
#include "runs/task_check.h"

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
class FirstBreach {
 public:
  void offer(std::size_t topic, const Breach& breach, const TopicResults& results, const TaskRules& rules) {
    const std::scoped_lock lock(mutex_);
    if (breach_ && topic_ <= topic) return;
    const Result& result = results.results[breach.result];
    topic_ = topic;
    breach_ = {breach.rule, std::string(results.topic), std::string(result.doc), result.line,
               rules.one_per_article};
  }
  const std::optional<BrokenRule>& get() const { return breach_; }

 private:
  std::mutex mutex_;
  std::size_t topic_ = 0;
  std::optional<BrokenRule> breach_;
};

/// What a thread reuses from topic to topic.
struct Workspace {
  explicit Workspace(const RunScoring& scoring)
      : view(scoring.options.relevance_level, knowledge(scoring), scoring.graded) {
    if (scoring.plan.rules) judge = std::make_unique<TaskJudge>(*scoring.plan.rules);
  }
  static bool lenient(const RunScoring& scoring) { return scoring.options.lenient || scoring.plan.unchecked; }
  static DocumentKnowledge knowledge(const RunScoring& scoring) {
    DocumentKnowledge known = knowledge_from(scoring.collection, scoring.options);
    known.lenient = lenient(scoring);
    return known;
  }

  TopicJudgements judged{std::string_view()};  ///< where they are read with the topic
  TopicResults results;
  TopicView view;
  std::unique_ptr<TaskJudge> judge;
  RunCounts counts;
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

/// The order in which preferences are cut; everywhere else the higher id comes first.
void put_lower_ids_first(std::vector<Result>& results) {
  std::ranges::stable_sort(results, [](const Result& a, const Result& b) {
    return a.score != b.score ? a.score > b.score : a.doc < b.doc;
  });
}

/// Every file of judgements as much as every other, shared among those of its topics that were scored.
std::vector<double> weights_by_file(const Judgements& judgements,
                                    std::span<const std::vector<double>> values) {
  std::vector<std::uint32_t> file_of(values.size(), 0);
  for (const JudgedQuestion& question : judgements.questions()) {
    const TopicJudgements* const topic = judgements.find(question.topic);
    if (topic != nullptr)
      file_of[static_cast<std::size_t>(topic - judgements.topics().data())] = question.file;
  }
  std::vector<double> scored(std::max<std::size_t>(judgements.files(), 1), 0);
  for (std::size_t t = 0; t < values.size(); ++t) {
    const std::span<const JudgedDocument> documents = judgements.topics()[t].documents();
    if (!documents.empty()) file_of[t] = documents.front().file;
    if (!values[t].empty()) ++scored[file_of[t]];
  }
  std::vector<double> weights;
  for (const std::uint32_t file : file_of) weights.push_back(scored[file] > 0 ? 1 / scored[file] : 0);
  return weights;
}

/// One run on its way through the evaluation.
class RunEvaluator {
 public:
  RunEvaluator(const RunScoring& scoring, const Run& run)
      : scoring_(scoring),
        scorer_(*scoring.plan.scorer),
        run_(run),
        order_(scoring.options.order.value_or(run.format().order)),
        workspaces_([&] { return Workspace(scoring); }) {
    const Needs needs = scorer_.needs();
    resolves_ =
        scoring.collection != nullptr && (needs.highlights || needs.entry_points || needs.element_grades);
    lower_ids_first_ = needs.preferences && scoring.options.depth > 0 && order_ == RankOrder::kScore;
  }

  /// Nothing when the judgements have to be kept; without values when the run does not fit them, which is reported.
  std::optional<EvaluatedRun> evaluate() {
    EvaluatedRun out;
    out.outcome.order = order_;
    values_.assign(judgements().topics().size(), {});
    if (match_topics(out.outcome)) {
      if (!score_all(out.outcome)) return std::nullopt;
      out.weights = weights();
    }
    out.values = std::move(values_);
    return out;
  }

  AnsweredTopics evaluate_answered() {
    AnsweredTopics out;
    out.run.order = order_;
    const auto answered = answered_topics(run_, judgements(), out.run.diagnostics);
    if (!answered) return out;
    for (std::size_t i = 0; i < run_.topics(); ++i) {
      if (const TopicJudgements* judged = judgements().find((*answered)[i])) {
        only_.push_back(static_cast<std::size_t>(judged - judgements().topics().data()));
        run_topic_.push_back(i);
        out.topics.push_back(judged->topic());
      } else {
        out.run.unjudged.emplace_back((*answered)[i]);
      }
    }
    out.run.counts.answered = only_.size();
    values_.assign(only_.size(), {});
    if (!only_.empty()) score_all(out.run);
    out.values = std::move(values_);
    return out;
  }

 private:
  static constexpr std::size_t kNotAnswered = SIZE_MAX;

  const Judgements& judgements() const { return scoring_.judgements.judgements(); }
  /// The number of a topic among all that were judged.
  std::size_t judged_topic(std::size_t topic) const { return only_.empty() ? topic : only_[topic]; }

  /// Scores the topics that were matched; false when the judgements have to be kept.
  bool score_all(RunOutcome& out) {
    curves_.assign(scoring_.options.curves ? values_.size() : 0, {});
    texts_.assign(scoring_.plan.texts.empty() ? 0 : values_.size(), {});
    // Isolated, so that a thread that waits here does not begin with another run meanwhile.
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(std::size_t{0}, values_.size(), [&](std::size_t topic) { score(topic); }); });
    if (!complete_) return false;
    messages_.move_to(out.diagnostics);
    breaches_.move_to(out.breaches);
    out.first_breach = first_breach_.get();
    for (const Workspace& workspace : workspaces_) out.counts += workspace.counts;
    for (std::size_t t = 0; t < curves_.size(); ++t) {
      if (!curves_[t].empty()) out.curves.push_back({topic_id(t), std::move(curves_[t])});
    }
    out.texts.resize(scoring_.plan.texts.size());
    for (std::size_t t = 0; t < texts_.size(); ++t) {
      for (std::size_t c = 0; c < texts_[t].size(); ++c)
        out.texts[c].emplace(topic_id(t), std::move(texts_[t][c]));
    }
    return true;
  }

  std::string topic_id(std::size_t topic) const {
    return std::string(judgements().topics()[judged_topic(topic)].topic());
  }

  bool match_topics(RunOutcome& out) {
    const auto answered = answered_topics(run_, judgements(), out.diagnostics);
    if (!answered) return false;
    run_topic_.assign(judgements().topics().size(), kNotAnswered);
    for (std::size_t i = 0; i < run_.topics(); ++i) {
      if (const TopicJudgements* judged = judgements().find((*answered)[i])) {
        run_topic_[static_cast<std::size_t>(judged - judgements().topics().data())] = i;
        ++out.counts.answered;
      } else {
        out.unjudged.emplace_back((*answered)[i]);
      }
    }
    for (std::size_t t = 0; t < run_topic_.size(); ++t) {
      if (run_topic_[t] == kNotAnswered) out.missing.emplace_back(judgements().topics()[t].topic());
    }
    return true;
  }

  /// By judged topic, where the mode weighs them: as the results say, else every file as much.
  std::vector<double> weights() const {
    if (!scoring_.plan.weighs_files) return {};
    std::vector<double> said(values_.size(), 0);
    bool any = false;
    for (std::size_t t = 0; t < values_.size(); ++t) {
      const RunQuestion* const question =
          run_topic_[t] == kNotAnswered ? nullptr : run_.question(run_topic_[t]);
      if (question == nullptr || !question->weight) continue;
      said[t] = *question->weight;
      any = true;
    }
    return any ? said : weights_by_file(judgements(), values_);
  }

  void score(std::size_t topic) {
    if (scoring_.options.cancelled && scoring_.options.cancelled()) throw EvaluationCancelled();
    const std::size_t run_topic = run_topic_[topic];
    Workspace& workspace = workspaces_.local();
    const TopicJudgements* const judged =
        complete_ ? scoring_.judgements.topic(judged_topic(topic), workspace.judged) : nullptr;
    if (judged == nullptr) {
      complete_ = false;
      return;
    }
    if (run_topic == kNotAnswered && scoring_.plan.answered_only) return;
    workspace.results.results.clear();
    workspace.results.later_blocks.clear();
    Diagnostics diagnostics;
    if (run_topic != kNotAnswered) {
      read(run_topic, workspace, diagnostics);
    } else if (scoring_.plan.stand_in != nullptr) {
      workspace.results.results.emplace_back().doc = scoring_.plan.stand_in->document;
    }

    if (lower_ids_first_) put_lower_ids_first(workspace.results.results);
    std::span<const Result> results = workspace.results.results;
    if (const std::size_t depth = scoring_.options.depth; depth > 0) {
      results = results.first(std::min(depth, results.size()));
    }
    workspace.view.start(*judged, results, workspace.results.later_blocks);
    values_[topic].resize(scorer_.columns().size());
    if (const ScoredMeasure* failed = scorer_.score(workspace.view, values_[topic])) {
      report_unknown_text(run_.file(), *workspace.view.unknown_text(), *failed, diagnostics);
    }
    if (run_topic == kNotAnswered && scoring_.plan.stand_in != nullptr) clear_stand_in(values_[topic]);
    if (!scoring_.plan.texts.empty()) write_texts(topic, run_topic == kNotAnswered, workspace.view);
    for (std::size_t c = 0; scoring_.options.curves && c < scorer_.columns().size(); ++c) {
      curves_[topic].push_back(scorer_.curve(c, workspace.view));
    }
    if (const Result* result = workspace.view.missing_size()) {
      report_unknown_size(run_.file(), *result, diagnostics);
    }
    workspace.counts.not_elements += workspace.view.not_elements();
    workspace.counts.foreign_chunks += workspace.view.foreign_chunks();
    if (run_.format().whole_documents)
      workspace.counts.repeated += results.size() - workspace.view.articles().size();
    if (run_topic != kNotAnswered) look_at_documents(*judged, workspace, diagnostics);
    messages_.add(run_topic, std::move(diagnostics));
  }

  /// How the documents of run and judgements go together, and what is wrong with results in them.
  void look_at_documents(const TopicJudgements& judged, Workspace& workspace, Diagnostics& diagnostics) {
    if (scoring_.plan.unchecked) workspace.view.articles();
    const TopicView::Retrieved retrieved = workspace.view.retrieved();
    if (retrieved.articles == 0) return;
    workspace.counts.retrieved_documents += retrieved.articles;
    workspace.counts.judged_documents += judged.documents().size();
    workspace.counts.shared_documents += retrieved.judged;
    if (!workspace.view.suspicious() || scoring_.plan.unchecked) return;
    warn_of_results(workspace.view, workspace.results, run_.file(), diagnostics);
  }

  void read(std::size_t run_topic, Workspace& workspace, Diagnostics& diagnostics) {
    TopicResults& topic = workspace.results;
    run_.read(run_topic, topic, diagnostics);
    if (resolves_) resolve_elements(topic, diagnostics);
    if (Workspace::lenient(scoring_)) workspace.counts.unplaced += count_unplaced(topic);
    put_in_order(topic, order_);
    workspace.counts.tied += count_tied(topic, order_);
    if (order_ != RankOrder::kFile) topic.later_blocks.clear();
    const bool restarts = !scoring_.plan.restarts_blocks.empty();
    if (restarts && !topic.later_blocks.empty()) join_blocks(topic);
    const bool in_blocks = restarts && !topic.later_blocks.empty();
    if (in_blocks) say_in_blocks(topic, diagnostics);
    if (workspace.judge == nullptr) return;
    if (!in_blocks) return judge(run_topic, topic, *workspace.judge);
    TopicResults block{.topic = topic.topic, .results = {}, .later_blocks = {}};
    for (std::size_t b = 0; b <= topic.later_blocks.size(); ++b) {
      const auto begin = b == 0 ? 0 : std::ptrdiff_t{topic.later_blocks[b - 1]};
      const auto end =
          b == topic.later_blocks.size() ? std::ssize(topic.results) : std::ptrdiff_t{topic.later_blocks[b]};
      block.results.assign(topic.results.begin() + begin, topic.results.begin() + end);
      judge(run_topic, block, *workspace.judge);
    }
  }

  void judge(std::size_t run_topic, const TopicResults& topic, TaskJudge& judge) {
    const std::span<const Breach> breaches = judge.judge(topic);
    if (breaches.empty()) return;
    first_breach_.offer(run_topic, breaches.front(), topic, *scoring_.plan.rules);
    Diagnostics said;
    for (const Breach& breach : breaches) report(breach, topic, *scoring_.plan.rules, run_.file(), said);
    breaches_.add(run_topic, std::move(said));
  }

  /// Topics that nobody judged are passed over: blocks with nothing else between them are one.
  void join_blocks(TopicResults& topic) const {
    std::call_once(blocks_known_, [&] { find_blocks(); });
    std::erase_if(topic.later_blocks, [&](std::uint32_t block) {
      const auto next = std::ranges::upper_bound(block_lines_, topic.results[block - 1].line);
      return next == block_lines_.end() || *next >= topic.results[block].line;
    });
  }

  void find_blocks() const {
    Diagnostics ignored;  // reported where the topic is scored
    TopicResults topic;
    for (const std::size_t run_topic : run_topic_) {
      if (run_topic == kNotAnswered) continue;
      run_.read(run_topic, topic, ignored);
      if (!topic.results.empty()) block_lines_.push_back(topic.results.front().line);
      for (const std::uint32_t block : topic.later_blocks) block_lines_.push_back(topic.results[block].line);
    }
    std::ranges::sort(block_lines_);
  }

  /// What was seen in an earlier block counts again.
  void say_in_blocks(const TopicResults& topic, Diagnostics& diagnostics) const {
    diagnostics.warning(
        {run_.file(), topic.results[topic.later_blocks.front()].line}, "blocks-apart",
        fmt::format("topic {} stands in {} separate blocks: articles that come again in a later one "
                    "count again, as in {}",
                    quote(topic.topic), topic.later_blocks.size() + 1, scoring_.plan.restarts_blocks));
  }

  void clear_stand_in(std::vector<double>& values) const {
    for (std::size_t c = 0; c < values.size(); ++c) {
      if (scoring_.plan.stand_in->clears(scorer_.columns()[c].name)) values[c] = 0;
    }
  }

  void write_texts(std::size_t topic, bool missing, TopicView& view) {
    for (const TextMeasure& text : scoring_.plan.texts) {
      texts_[topic].push_back(
          missing && text.usual && !text.column.summary ? "''" : text.measure->text(view, run_.details().id));
    }
  }

  static std::uint64_t count_unplaced(const TopicResults& topic) {
    return static_cast<std::uint64_t>(
        std::count_if(topic.results.begin(), topic.results.end(),
                      [](const Result& result) { return result.kind == ResultKind::kUnresolved; }));
  }

  /// What cannot be resolved is an error, unless it is to be borne with.
  void resolve_elements(TopicResults& topic, Diagnostics& diagnostics) {
    Diagnostics ignored;
    resolve(topic, run_.file(), *scoring_.collection, Workspace::lenient(scoring_) ? ignored : diagnostics);
  }

  const RunScoring& scoring_;
  const TopicScorer& scorer_;
  const Run& run_;
  RankOrder order_;
  bool resolves_ = false;
  bool lower_ids_first_ = false;
  mutable std::once_flag blocks_known_;
  mutable std::vector<std::uint64_t> block_lines_;  ///< where blocks of judged topics begin, ascending
  std::vector<std::size_t> only_;                   ///< the judged topics that are scored; empty for all
  std::vector<std::size_t> run_topic_;              ///< by topic that is scored
  std::vector<std::vector<double>> values_;
  std::vector<std::vector<Curve>> curves_;
  std::vector<std::vector<std::string>> texts_;  ///< by topic and column
  tbb::enumerable_thread_specific<Workspace> workspaces_;
  TopicMessages messages_;
  TopicMessages breaches_;
  FirstBreach first_breach_;
  std::atomic<bool> complete_ = true;
};

}  // namespace

DocumentKnowledge knowledge_from(const Collection* collection, const EvaluationOptions& options) {
  return {.length = collection != nullptr ? lengths_in(collection) : options.lengths,
          .elements_resolved = collection != nullptr,
          .lenient = options.lenient,
          .chunking = options.chunking,
          .judged_only = options.judged_only,
          .documents = options.collection_documents};
}

std::optional<EvaluatedRun> evaluate_run(const RunScoring& scoring, const Run& run) {
  return RunEvaluator(scoring, run).evaluate();
}

AnsweredTopics evaluate_answered(const RunScoring& scoring, const Run& run) {
  return RunEvaluator(scoring, run).evaluate_answered();
}

std::vector<std::vector<double>> score_empty_answers(const RunScoring& scoring) {
  const std::span<const TopicJudgements> topics = scoring.judgements.judgements().topics();
  const TopicScorer& scorer = *scoring.plan.scorer;
  std::vector<std::vector<double>> values(topics.size());
  Workspace workspace(scoring);
  for (std::size_t t = 0; t < topics.size(); ++t) {
    workspace.view.start(topics[t], {});
    values[t].resize(scorer.columns().size());
    scorer.score(workspace.view, values[t]);
  }
  return values;
}

EvaluatedRun evaluate_chunking(const RunScoring& scoring, const Chunking& chunking) {
  EvaluatedRun out;
  const Judgements& judgements = scoring.judgements.judgements();
  const TopicScorer& scorer = *scoring.plan.scorer;
  Workspace workspace(scoring);
  out.values.resize(judgements.topics().size());
  for (std::size_t t = 0; t < out.values.size(); ++t) {
    const TopicJudgements& topic = judgements.topics()[t];
    std::vector<Result>& results = workspace.results.results;
    results.clear();
    for (const JudgedDocument& document : topic.documents()) {
      if (!document.relevant()) continue;
      for (const Chunk& chunk : chunking.of(document.id)) {
        Result& result = results.emplace_back();
        result.doc = document.id;
        result.span = chunk.span;
        result.kind = ResultKind::kPassage;
        result.line = chunk.line;
      }
    }
    results.empty() ? void(out.outcome.missing.emplace_back(topic.topic()))
                    : void(++out.outcome.counts.answered);
    workspace.view.start(topic, results);
    out.values[t].resize(scorer.columns().size());
    scorer.score(workspace.view, out.values[t]);
  }
  return out;
}

}  // namespace fovea
