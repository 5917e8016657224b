#include "pools/reuse.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "evaluate/evaluation.h"
#include "judgements/builder.h"
#include "pools/contributions.h"
#include "runs/run_names.h"
#include "stats/comparison.h"
#include "stats/correlation.h"

namespace fovea::pools {

namespace {

constexpr std::size_t kBin = 10;
constexpr std::size_t kBins = 10;
constexpr int kCutStep = 10;

/// Summaries by measure, then by run.
using Summaries = std::vector<std::vector<double>>;

class Reuse {
 public:
  Reuse(const Pool& pool, const Judgements& judgements, std::span<const Run> runs,
        std::span<const std::optional<std::uint32_t>> pooled, const std::vector<MeasureName>& measures,
        const Collection* collection, Diagnostics& said, const std::function<bool()>& cancelled)
      : pool_(pool),
        judgements_(judgements),
        runs_(runs),
        pooled_(pooled),
        options_{.measures = measures, .scores_every_run = true, .cancelled = cancelled},
        collection_(collection),
        said_(said),
        groups_(pool) {}

  std::optional<PoolReuse> examine() {
    const auto names = names_of(runs_, said_);
    auto scores = score(judgements_, runs_, true);
    if (!scores) return std::nullopt;
    for (const ScoredMeasure& measure : scores->measures()) out_.measures.push_back(measure.name);
    base_ = summaries_of(*scores);
    compare_pairs(*scores);
    collect_uniques();
    leave_out(groups_.names, unique_of_group_, out_.groups, out_.all_groups,
              [this](std::uint32_t run) { return groups_.of_run[run]; });
    std::vector<std::string> run_names;
    for (const PooledRun& run : pool_.runs) run_names.push_back(run.name);
    leave_out(run_names, unique_of_run_, out_.runs, out_.all_runs, [](std::uint32_t run) { return run; });
    for (std::size_t i = 0; i < runs_.size(); ++i)
      out_.coverage.push_back(coverage_of(runs_[i], names[i], judgements_, collection_, said_));
    count_depths();
    for (int percent = kCutStep; percent < 100; percent += kCutStep) cut(percent);
    return std::move(out_);
  }

 private:
  using Items = absl::flat_hash_set<std::pair<std::string_view, std::string_view>>;

  /// Nothing when the evaluation is not possible, which is said. A run that answers none of the topics is an error,
  /// unless that is because of judgements that were taken away.
  std::optional<Scores> score(const Judgements& judgements, std::span<const Run> runs, bool all_judgements) {
    Diagnostics said;
    auto evaluation = Evaluation::make(judgements, collection_, options_, said);
    EvaluationOutcome outcome;
    if (evaluation) outcome = evaluation->evaluate(runs);
    said.merge(std::move(outcome.reason));
    for (RunOutcome& run : outcome.runs) {
      said.merge(std::move(run.opening));
      if (all_judgements || run.kind != RunOutcomeKind::kNothingInCommon)
        said.merge(std::move(run.diagnostics));
    }
    const bool good = evaluation && outcome.ok() && said.ok();
    said_.merge(std::move(said));
    return good ? std::optional(std::move(outcome.scores)) : std::nullopt;
  }

  static Summaries summaries_of(const Scores& scores) {
    Summaries out(scores.measures().size());
    for (std::size_t m = 0; m < out.size(); ++m) {
      for (std::size_t run = 0; run < scores.runs().size(); ++run) out[m].push_back(scores.summary(run, m));
    }
    return out;
  }

  void compare_pairs(const Scores& scores) {
    significant_.resize(out_.measures.size());
    for (std::size_t m = 0; m < out_.measures.size(); ++m) {
      const ScoreMatrix matrix = scores.matrix(m);
      const auto comparison = stats::compare(matrix, stats::all_pairs(stats::rank_runs(matrix)), {});
      if (!comparison) continue;
      for (const stats::ComparedPair& pair : comparison->pairs) {
        if (pair.significant) significant_[m].push_back(pair.runs);
      }
    }
    if (!significant_.empty()) out_.significant = significant_.front().size();
  }

  void collect_uniques() {
    unique_of_group_.resize(groups_.names.size());
    unique_of_run_.resize(pool_.runs.size());
    for (const PoolTopic& topic : pool_.topics) {
      const TopicJudgements* const judged = judgements_.find(topic.id);
      for (const PoolItem& item : topic.items) {
        const JudgedDocument* const document = judged == nullptr ? nullptr : judged->find(item.doc);
        if (document == nullptr) continue;
        ++out_.judged;
        out_.relevant += document->relevant() ? 1 : 0;
        const Contributors from = contributors_of(topic, item, groups_);
        if (const auto run = from.only_run()) unique_of_run_[*run].emplace(topic.id, item.doc);
        if (const auto group = from.only_group()) unique_of_group_[*group].emplace(topic.id, item.doc);
      }
    }
  }

  /// `part_of` gives the group, or the run itself, that a run of the pool belongs to.
  template <class PartOf>
  void leave_out(const std::vector<std::string>& names, const std::vector<Items>& uniques,
                 std::vector<LeftOut>& parts, LeftOut& all, const PartOf& part_of) {
    Summaries everywhere = base_;
    std::vector<std::size_t> all_rescored;
    for (std::uint32_t part = 0; part < names.size(); ++part) {
      std::vector<std::size_t> rescored;
      for (std::size_t i = 0; i < runs_.size(); ++i) {
        if (pooled_[i] && part_of(*pooled_[i]) == part) rescored.push_back(i);
      }
      if (rescored.empty()) continue;
      LeftOut& out = parts.emplace_back();
      out.name = names[part];
      const Summaries changed = without(uniques[part], rescored, out);
      compare(changed, rescored, out);
      for (std::size_t m = 0; m < changed.size(); ++m) {
        for (const std::size_t run : rescored) everywhere[m][run] = changed[m][run];
      }
      all_rescored.insert(all_rescored.end(), rescored.begin(), rescored.end());
      all.unique += out.unique;
      all.relevant += out.relevant;
    }
    all.name = "all";
    compare(everywhere, all_rescored, all);
  }

  /// The scores of all runs when these are scored without the items.
  Summaries without(const Items& items, const std::vector<std::size_t>& rescored, LeftOut& out) {
    out.unique = items.size();
    for (const auto& [topic, doc] : items)
      out.relevant += judgements_.find(topic)->find(doc)->relevant() ? 1 : 0;
    Summaries changed = base_;
    if (items.empty()) return changed;
    const Judgements fewer = filtered(judgements_, [&](std::string_view topic, std::string_view doc) {
      return !items.contains(std::pair(topic, doc));
    });
    for (const std::size_t run : rescored) {
      const auto scores = fewer.topics().empty() ? std::nullopt : score(fewer, runs_.subspan(run, 1), false);
      for (std::size_t m = 0; m < changed.size(); ++m) changed[m][run] = scores ? scores->summary(0, m) : 0;
    }
    return changed;
  }

  void compare(const Summaries& changed, const std::vector<std::size_t>& rescored, LeftOut& out) const {
    out.runs = rescored.size();
    for (std::size_t m = 0; m < changed.size(); ++m) {
      ScoreChange& change = out.changes.emplace_back();
      std::size_t counted = 0;
      for (const std::size_t run : rescored) {
        if (!(base_[m][run] > 0)) continue;
        const double relative = (changed[m][run] - base_[m][run]) / base_[m][run];
        change.mean += relative;
        if (std::abs(relative) > std::abs(change.largest)) change.largest = relative;
        ++counted;
      }
      if (counted > 0) change.mean /= static_cast<double>(counted);
      change.tau = tau(base_[m], changed[m]);
      for (const stats::RunPair& pair : significant_[m]) {
        const double before = base_[m][pair.first] - base_[m][pair.second];
        const double after = changed[m][pair.first] - changed[m][pair.second];
        change.swaps += before * after < 0 ? 1 : 0;
      }
    }
  }

  static std::optional<double> tau(const std::vector<double>& before, const std::vector<double>& after) {
    const auto correlation = stats::kendall_tau_b(before, after);
    return correlation ? std::optional(correlation->value) : std::nullopt;
  }

  void count_depths() {
    out_.depths.resize(kBins + 1);
    for (std::size_t bin = 0; bin <= kBins; ++bin) {
      out_.depths[bin].first = bin * kBin + 1;
      out_.depths[bin].last = bin == kBins ? 0 : (bin + 1) * kBin;
    }
    for (const PoolTopic& topic : pool_.topics) {
      const TopicJudgements* const judged = judgements_.find(topic.id);
      for (const PoolItem& item : topic.items) {
        const JudgedDocument* const document = judged == nullptr ? nullptr : judged->find(item.doc);
        if (document == nullptr || !document->relevant()) continue;
        const auto best = std::ranges::min_element(item.origins, {}, &Origin::rank);
        ++out_.depths[std::min<std::size_t>((best->rank - 1) / kBin, kBins)].relevant;
      }
    }
  }

  /// Judgements of the first so many per cent of each topic's items, by place. What was judged beside the pool stays.
  void cut(int percent) {
    Items dropped;
    for (const PoolTopic& topic : pool_.topics) {
      const std::size_t kept = (topic.items.size() * static_cast<std::size_t>(percent) + 99) / 100;
      for (std::size_t i = kept; i < topic.items.size(); ++i) dropped.emplace(topic.id, topic.items[i].doc);
    }
    const Judgements fewer = filtered(judgements_, [&](std::string_view topic, std::string_view doc) {
      return !dropped.contains(std::pair(topic, doc));
    });
    PoolCut& out = out_.cuts.emplace_back();
    out.percent = percent;
    out.tau.resize(base_.size());
    const auto scores = fewer.topics().empty() ? std::nullopt : score(fewer, runs_, false);
    if (!scores) return;
    const Summaries changed = summaries_of(*scores);
    for (std::size_t m = 0; m < base_.size(); ++m) out.tau[m] = tau(base_[m], changed[m]);
  }

  const Pool& pool_;
  const Judgements& judgements_;
  std::span<const Run> runs_;
  std::span<const std::optional<std::uint32_t>> pooled_;
  EvaluationOptions options_;
  const Collection* collection_;
  Diagnostics& said_;
  PoolGroups groups_;
  Summaries base_;
  std::vector<std::vector<stats::RunPair>> significant_;  ///< by measure
  std::vector<Items> unique_of_group_, unique_of_run_;
  PoolReuse out_;
};

}  // namespace

Judgements filtered(const Judgements& judgements,
                    const std::function<bool(std::string_view topic, std::string_view doc)>& keep) {
  Diagnostics said;  // nothing comes twice
  JudgementBuilder builder(MergePolicy::kReject, said);
  builder.add_file(InputFile::from_memory("judgements", {}));
  builder.add_kinds(judgements.kinds());
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      if (keep(topic.topic(), document.id))
        builder.add(topic.topic(), document, topic.highlights(document), topic.elements(document));
    }
  }
  Judgements fewer = std::move(builder).finish();
  fewer.know_lengths(judgements.lengths(nullptr));
  return fewer;
}

std::optional<PoolReuse> examine_reuse(const Pool& pool, const Judgements& judgements,
                                       std::span<const Run> runs,
                                       std::span<const std::optional<std::uint32_t>> pooled,
                                       const std::vector<MeasureName>& measures, const Collection* collection,
                                       Diagnostics& said, const std::function<bool()>& cancelled) {
  return Reuse(pool, judgements, runs, pooled, measures, collection, said, cancelled).examine();
}

}  // namespace fovea::pools
