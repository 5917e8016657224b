#include "runs/run_check.h"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "runs/resolve.h"
#include "runs/run_format.h"
#include "runs/task_check.h"

namespace fovea {

namespace {

/// Topics that are handed over at once: enough to make handing over cheap, few enough to balance cores.
constexpr std::size_t kTopicsAtOnce = 16;

/// What was found in some neighbouring topics.
struct Part {
  explicit Part(std::size_t keep) : faults(keep), breaches(keep), changes(keep) {}

  RunSummary summary;
  Diagnostics faults, breaches, changes;
  struct RepairedTopic {
    std::size_t index;
    TopicResults topic;
  };
  std::vector<RepairedTopic> repaired;
};

void count(const TopicResults& topic, std::size_t documents, RankOrder order, RunSummary& summary) {
  const std::uint64_t results = topic.results.size();
  summary.fewest = summary.topics == 0 ? results : std::min(summary.fewest, results);
  summary.most = std::max(summary.most, results);
  ++summary.topics;
  summary.results += results;
  summary.documents += documents;
  summary.tied += count_tied(topic, order);
  for (const Result& result : topic.results) {
    ++summary.kinds[static_cast<std::size_t>(result.kind)];
    if (result.kind == ResultKind::kElement && result.path.rfind('/') > 0) ++summary.inner_elements;
  }
}

void add(const RunSummary& part, RunSummary& whole) {
  if (part.topics == 0) return;
  whole.fewest = whole.topics == 0 ? part.fewest : std::min(whole.fewest, part.fewest);
  whole.most = std::max(whole.most, part.most);
  whole.topics += part.topics;
  whole.results += part.results;
  whole.documents += part.documents;
  whole.tied += part.tied;
  whole.inner_elements += part.inner_elements;
  for (std::size_t i = 0; i < whole.kinds.size(); ++i) whole.kinds[i] += part.kinds[i];
}

/// Checks topics one after the other; one per thread.
class TopicChecker {
 public:
  TopicChecker(const Run& run, const RunCheckOptions& options)
      : run_(run), options_(options), judge_(options.rules) {}

  void check(std::size_t index, Part& part) {
    run_.read(index, topic_, part.faults);
    if (options_.topics != nullptr && !options_.topics->contains(topic_.topic)) return leave_out(part);
    place_results(part);
    put_in_order(topic_, options_.order);
    const auto breaches = judge_.judge(topic_);
    count(topic_, judge_.documents(), options_.order, part.summary);
    for (const Breach& breach : breaches) {
      const bool duplicate = breach.rule == Rule::kDuplicate;
      if (duplicate && options_.repaired != nullptr) continue;
      report(breach, topic_, options_.rules, run_.file(), duplicate ? part.faults : part.breaches);
    }
    if (options_.repaired == nullptr) return;
    const std::uint64_t unjudged = judge_.unjudged();
    judge_.repair(topic_, run_.file(), part.changes);
    twice_unjudged_ += judge_.unjudged() - unjudged;
    part.repaired.push_back({index, topic_});
  }

  std::uint64_t unjudged() const { return judge_.unjudged() - twice_unjudged_; }

 private:
  /// Resolves the results. Those without a place are faults, or dropped where the run is repaired.
  void place_results(Part& part) {
    const bool repairs = options_.repaired != nullptr;
    if (!repairs && (options_.needs_places || options_.collection != nullptr)) {
      for (const Result& result : topic_.results) {
        if (result.kind != ResultKind::kUnresolved) continue;
        part.faults.expected({run_.file(), result.line}, "no-place",
                             fmt::format("a result of document {} without a place", quote(result.doc)),
                             "an element or characters of the document");
      }
    }
    Diagnostics dropped(0);
    if (options_.collection != nullptr)
      resolve(topic_, run_.file(), *options_.collection, part.faults, repairs ? dropped : part.faults);
    if (!repairs) return;
    std::erase_if(topic_.results, [&](const Result& result) {
      if (result.kind != ResultKind::kUnresolved) return false;
      part.changes.warning(
          {run_.file(), result.line}, "dropped-unresolved",
          fmt::format("dropped: document {} has no such place, or does not exist", quote(result.doc)));
      return true;
    });
  }

  /// A topic that there is not: a fault, or dropped where the run is repaired.
  void leave_out(Part& part) const {
    const Place place{run_.file(), topic_.results.empty() ? 0 : topic_.results.front().line, 1};
    if (options_.repaired == nullptr) {
      part.faults.expected(place, "unknown-topic", fmt::format("topic {}", quote(topic_.topic)),
                           "one of the topics of the track");
    } else {
      part.changes.warning(place, "unknown-topic",
                           fmt::format("dropped topic {}, which is none of the track", quote(topic_.topic)));
    }
  }

  const Run& run_;
  const RunCheckOptions& options_;
  TaskJudge judge_;
  TopicResults topic_;
  std::uint64_t twice_unjudged_ = 0;  ///< counted again while repairing
};

}  // namespace

RunCheck check_run(const Run& run, const RunCheckOptions& options) {
  RunCheck check{.summary = {},
                 .faults = Diagnostics(options.keep),
                 .breaches = Diagnostics(options.keep),
                 .changes = Diagnostics(options.keep)};
  tbb::enumerable_thread_specific<TopicChecker> checkers([&] { return TopicChecker(run, options); });
  std::size_t next = 0;
  const auto hand_out = [&](tbb::flow_control& control) -> std::size_t {
    if (next >= run.topics()) control.stop();
    const std::size_t first = next;
    next += kTopicsAtOnce;
    return first;
  };
  const auto work = [&](std::size_t first) {
    auto part = std::make_shared<Part>(options.keep);
    TopicChecker& checker = checkers.local();
    for (std::size_t i = first; i < std::min(first + kTopicsAtOnce, run.topics()); ++i)
      checker.check(i, *part);
    return part;
  };
  const auto put_together = [&](const std::shared_ptr<Part>& part) {
    add(part->summary, check.summary);
    check.faults.merge(std::move(part->faults));
    check.breaches.merge(std::move(part->breaches));
    check.changes.merge(std::move(part->changes));
    for (const Part::RepairedTopic& repaired : part->repaired) {
      if (repaired.topic.results.empty()) continue;
      check.kept += repaired.topic.results.size();
      options.repaired->write(repaired.topic, run.times(repaired.index));
    }
  };
  const std::size_t tokens = 4 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  tbb::parallel_pipeline(
      tokens,
      tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, hand_out) &
          tbb::make_filter<std::size_t, std::shared_ptr<Part>>(tbb::filter_mode::parallel, work) &
          tbb::make_filter<std::shared_ptr<Part>, void>(tbb::filter_mode::serial_in_order, put_together));
  for (const TopicChecker& checker : checkers) check.unjudged += checker.unjudged();
  const std::string fault = fault_of_type(check.summary, options.result_type);
  if (!fault.empty()) check.breaches.error({run.file()}, "result-type", fault);
  return check;
}

std::string fault_of_type(const RunSummary& summary, std::string_view type) {
  if (summary.results == 0) return {};
  const auto has = [&summary](ResultKind kind) { return summary.of(kind) > 0; };
  const bool passages = has(ResultKind::kPassage);
  const bool ranges = has(ResultKind::kRange);
  const bool missing = (type == "element" && !has(ResultKind::kElement)) ||
                       (type == "passage" && !passages && !ranges) || (type == "range" && !ranges);
  if (missing) return fmt::format("found no {} in it, expected some, as the result type says", type);
  // The root element of an article is an article; a part of one is not.
  if (type != "article" || (!passages && !ranges && summary.inner_elements == 0)) return {};
  return fmt::format("found {} in it, expected whole articles, as the result type says",
                     passages || ranges ? "passages or ranges" : "elements inside articles");
}

RunSummary summarise(const Run& run) {
  RunSummary summary;
  TopicResults topic;
  Diagnostics ignored(0);
  for (std::size_t i = 0; i < run.topics(); ++i) {
    run.read(i, topic, ignored);
    count(topic, 0, run.format().order, summary);
  }
  return summary;
}

std::uint64_t unanswered_topics(const Run& run, const std::set<std::string, std::less<>>* topics) {
  if (topics == nullptr) return 0;
  std::uint64_t answered = 0;
  for (std::size_t i = 0; i < run.topics(); ++i) answered += topics->contains(run.topic(i)) ? 1 : 0;
  return topics->size() - answered;
}

std::string_view plural_name_of(ResultKind kind) {
  constexpr std::string_view kNames[] = {"whole documents", "passages", "elements", "ranges",
                                         "unresolved paths"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace fovea
