#include "measures/evaluator.h"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <utility>

namespace fovea {

namespace {

/// Messages about single topics, gathered from all threads and put back in order.
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

/// What a thread reuses from topic to topic.
struct Workspace {
  TopicResults results;
  TopicView view;
};

/// One run on its way through the evaluator.
class Evaluation {
 public:
  Evaluation(const Judgements& judgements, const TopicScorer& scorer, const EvaluationOptions& options,
             const Run& run)
      : judgements_(judgements),
        scorer_(scorer),
        options_(options),
        run_(run),
        order_(options.order.value_or(default_order(run.format()))),
        workspaces_([&] {
          return Workspace{{}, TopicView(options.relevance_level, options.lengths)};
        }) {}

  RunEvaluation evaluate() {
    RunEvaluation out;
    out.order = order_;
    match_topics(out);
    values_.assign(judgements_.topics().size(), {});
    // Isolated, so that a thread that waits here does not begin with another run meanwhile.
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(std::size_t{0}, values_.size(), [&](std::size_t topic) { score(topic); }); });
    collect(out);
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
    if (run_topic_[topic] == kNotAnswered && options_.answered_only) return;
    Workspace& workspace = workspaces_.local();
    if (run_topic_[topic] == kNotAnswered) {
      workspace.results.results.clear();
    } else {
      read(run_topic_[topic], workspace.results);
    }
    std::span<const Result> results = workspace.results.results;
    if (options_.depth > 0) results = results.first(std::min(options_.depth, results.size()));
    workspace.view.start(judgements_.topics()[topic], results);
    values_[topic].resize(scorer_.columns().size());
    if (const ScoredMeasure* failed = scorer_.score(workspace.view, values_[topic])) {
      report_length(run_topic_[topic], *workspace.view.missing_length(), *failed);
    }
  }

  void read(std::size_t run_topic, TopicResults& results) {
    Diagnostics diagnostics;
    run_.read(run_topic, results, diagnostics);
    if (options_.resolve) options_.resolve(results, diagnostics);
    if (options_.inspect) {
      Diagnostics faults;
      options_.inspect(results, faults);
      faults_.add(run_topic, std::move(faults));
    }
    put_in_order(results, order_);
    tied_ += count_tied(results, order_);
    messages_.add(run_topic, std::move(diagnostics));
  }

  void report_length(std::size_t run_topic, const Result& result, const ScoredMeasure& measure) {
    Diagnostics diagnostics;
    diagnostics.expected(
        {run_.file(), result.line}, "unknown-length",
        fmt::format("document {} of unknown length", quote(result.doc)),
        fmt::format("its length in the judgements or in a collection (--collection), which {} "
                    "needs",
                    measure.name));
    messages_.add(run_topic, std::move(diagnostics));
  }

  void collect(RunEvaluation& out) {
    messages_.move_to(out.diagnostics);
    faults_.move_to(out.faults);
    out.tied = tied_;
    out.scores.run = run_.details().id;
    out.scores.file = run_.file();
    for (std::size_t t = 0; t < values_.size(); ++t) {
      if (values_[t].empty()) continue;
      out.scores.topics.emplace_back(judgements_.topics()[t].topic());
      out.scores.values.push_back(std::move(values_[t]));
    }
    std::vector<double> column(out.scores.topics.size());
    for (std::size_t c = 0; c < scorer_.columns().size(); ++c) {
      for (std::size_t t = 0; t < column.size(); ++t) column[t] = out.scores.values[t][c];
      out.scores.summary.push_back(scorer_.summary(c, column));
    }
  }

  const Judgements& judgements_;
  const TopicScorer& scorer_;
  const EvaluationOptions& options_;
  const Run& run_;
  RankOrder order_;
  std::vector<std::size_t> run_topic_;  ///< by judged topic
  std::vector<std::vector<double>> values_;
  tbb::enumerable_thread_specific<Workspace> workspaces_;
  TopicMessages messages_;
  TopicMessages faults_;
  std::atomic<std::uint64_t> tied_ = 0;
};

/// One thing that judgements may or may not hold.
struct Need {
  bool Needs::*asked;
  bool given;
  std::string_view name;
  std::string_view remedy;
};

template <class Wanted>
bool any_document(const Judgements& judgements, const Wanted& wanted) {
  return std::any_of(judgements.topics().begin(), judgements.topics().end(),
                     [&](const TopicJudgements& topic) {
                       return std::any_of(topic.documents().begin(), topic.documents().end(), wanted);
                     });
}

}  // namespace

bool Evaluator::check_needs(Diagnostics& diagnostics) const {
  const bool entry_points =
      any_document(judgements_, [](const JudgedDocument& document) { return document.bep.has_value(); });
  const bool lengths = options_.lengths || any_document(judgements_, [](const JudgedDocument& document) {
                         return document.relevant() && document.length.has_value();
                       });
  const Need needs[] = {
      {&Needs::highlights, judgements_.kinds().highlights, "highlighted text",
       "judgements with passages, such as INEX qrels of 2008–2010"},
      {&Needs::entry_points, entry_points, "best entry points",
       "judgements with a BEP for each relevant document"},
      {&Needs::document_lengths, lengths, "the lengths of relevant documents",
       "judgements that carry them, or the collection (--collection)"},
      {&Needs::element_grades, judgements_.kinds().element_grades, "grades of elements",
       "judgements with exhaustivity and specificity (INEX 2002–2008)"},
  };
  bool all = true;
  for (const Need& need : needs) {
    const ScoredMeasure* measure = need.given ? nullptr : scorer_.needing(need.asked);
    if (measure == nullptr) continue;
    diagnostics.error({judgements_.files() > 0 ? judgements_.file(0) : std::string()}, "missing-need",
                      fmt::format("{} needs {}, which these judgements do not have: give {}", measure->name,
                                  need.name, need.remedy));
    all = false;
  }
  return all;
}

RunEvaluation Evaluator::evaluate(const Run& run) const {
  return Evaluation(judgements_, scorer_, options_, run).evaluate();
}

std::vector<std::string_view> topics_without_relevance(const Judgements& judgements, int relevance_level) {
  std::vector<std::string_view> out;
  for (const TopicJudgements& topic : judgements.topics()) {
    const bool any =
        std::any_of(topic.documents().begin(), topic.documents().end(), [&](const JudgedDocument& document) {
          return document.relevant() && document.grade >= relevance_level;
        });
    if (!any) out.push_back(topic.topic());
  }
  return out;
}

}  // namespace fovea
