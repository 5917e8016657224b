// Scores: run × topic × measure, named. The only thing that stats, report and Python know of an evaluation.
//
//     scores.matrix(m)               one measure: a row of topics per run, what comparisons start from
//     scores.value(run, topic, m)    one score, nothing where the run has none
//     scores.summary(run, m)         a measure for the whole run
//
// Runs, topics and measures are given by their numbers, 0 being the first; run_named() and its like find them.
// All values stand in one stretch of memory: run by run, in a run measure by measure, in a measure topic by
// topic, so that a row of a matrix is a stretch of its own and a run is added at the end.
//
// Once filled it may be read from several threads.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scores/average.h"
#include "scores/score_matrix.h"

namespace [[gnu::visibility("default")]] fovea {

struct ScoredMeasure {
  std::string name;  ///< as printed
  Average average = Average::kMean;
};

struct ScoredRun {
  std::string name;  ///< runs/run_names.h
  std::string file;  ///< as named by the user; empty when there is none
};

class Scores {
 public:
  Scores() = default;
  Scores(std::vector<ScoredMeasure> measures, std::vector<std::string> topics)
      : measures_(std::move(measures)), topics_(std::move(topics)) {}

  std::span<const ScoredRun> runs() const { return runs_; }
  std::span<const std::string> topics() const { return topics_; }
  std::span<const ScoredMeasure> measures() const { return measures_; }
  std::optional<std::size_t> run_named(std::string_view name) const;
  std::optional<std::size_t> topic_named(std::string_view name) const;
  std::optional<std::size_t> measure_named(std::string_view name) const;

  bool has(std::size_t run, std::size_t topic, std::size_t measure = 0) const {
    return given_[at(run, measure) + topic];
  }
  std::optional<double> value(std::size_t run, std::size_t topic, std::size_t measure) const {
    return has(run, topic, measure) ? std::optional(values_[at(run, measure) + topic]) : std::nullopt;
  }
  /// One run under one measure, by topic; 0 where it has no score.
  std::span<const double> values(std::size_t run, std::size_t measure) const {
    return std::span(values_).subspan(at(run, measure), topics_.size());
  }
  /// All runs under one measure, by topic; 0 where a run has no score.
  ScoreMatrix matrix(std::size_t measure) const& {
    return {values_.data() + at(0, measure), runs_.size(), topics_.size(), measures_.size() * topics_.size()};
  }
  ScoreMatrix matrix(std::size_t measure) && = delete;  // it would point into what is gone
  /// The measure's average over the topics of the run, or what whoever filled the cube put in its place.
  double summary(std::size_t run, std::size_t measure) const {
    return summaries_[run * measures_.size() + measure];
  }

  /// The rank of each run by its summary: 1 for the highest; equal ones share the first of their ranks.
  std::vector<std::size_t> ranks(std::size_t measure) const;

  /// The scores of one run by the names of measures: scores["bm25"]["AP"]. Throws std::out_of_range for a name that is not
  /// there; `scores` must outlive it.
  class OfRun {
   public:
    OfRun(const Scores& scores, std::size_t run) : scores_(&scores), run_(run) {}
    double operator[](std::string_view measure) const;
    /// On one topic; nothing where the run has no score.
    std::optional<double> on(std::string_view topic, std::string_view measure) const;

   private:
    const Scores* scores_;
    std::size_t run_;
  };
  OfRun operator[](std::string_view run) const&;
  OfRun operator[](std::string_view run) && = delete;  // it would point into what is gone

  /// Adds a run without scores, whose summaries are 0; its number.
  std::size_t add_run(ScoredRun run);
  void set(std::size_t run, std::size_t topic, std::size_t measure, double value) {
    values_[at(run, measure) + topic] = value;
    given_[at(run, measure) + topic] = true;
  }
  void set_summary(std::size_t run, std::size_t measure, double value) {
    summaries_[run * measures_.size() + measure] = value;
  }
  /// Makes the summaries of a run from its scores, by the average of each measure.
  void summarise(std::size_t run);
  void rename(std::size_t run, ScoredRun name) { runs_[run] = std::move(name); }
  /// Adds the runs of `other`, which is about the same topics and, beginning with the first, the same
  /// measures. Measures that it lacks are not given for its runs, and `unknown` is their summary.
  void append(const Scores& other, double unknown = 0);

  /// The same with these runs, in this order.
  Scores with_runs(std::span<const std::size_t> runs) const;

 private:
  std::size_t at(std::size_t run, std::size_t measure) const {
    return (run * measures_.size() + measure) * topics_.size();
  }

  std::vector<ScoredRun> runs_;
  std::vector<ScoredMeasure> measures_;
  std::vector<std::string> topics_;
  std::vector<double> values_;
  std::vector<bool> given_;
  std::vector<double> summaries_;
};

}  // namespace fovea
