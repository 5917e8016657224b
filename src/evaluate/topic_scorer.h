// What an evaluation computes for each topic: one value per column of the table of scores.
//
// Usually a list of measures (MeasureList). The compatibility modes that reproduce another tool as a whole
// bring a scorer of their own (evaluate/compat/).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "measures/measure.h"
#include "scores/scores.h"

namespace fovea {

class TopicView;

class TopicScorer {
 public:
  virtual ~TopicScorer() = default;

  virtual std::span<const ScoredMeasure> columns() const = 0;
  /// Fills `values`, one per column. Called from several threads at once, each with a view of its own.
  /// Returns the first column that could not be computed because nobody knows the text of a result
  /// (TopicView::unknown_text()); nullptr when all could.
  virtual const ScoredMeasure* score(TopicView& topic, std::span<double> values) const = 0;
  /// The curve behind a column, of the topic that was scored last; empty for a column without.
  virtual Curve curve(std::size_t /*column*/, TopicView& /*topic*/) const { return {}; }
  /// The value of a column for the whole run, from those of its topics in their order.
  virtual double summary(std::size_t column, std::span<const double> values) const;
  /// Whether values are summed in the order of the topics' ids, not in that of the judgements.
  virtual bool sums_by_id() const { return false; }
  /// What all columns together cannot do without.
  virtual Needs needs() const { return {}; }
  /// A column that cannot do without something, for messages; nullptr when none asks for it.
  virtual const ScoredMeasure* needing(bool Needs::*) const { return nullptr; }
};

/// Measures by name, each on its own.
class MeasureList final : public TopicScorer {
 public:
  MeasureList() = default;
  /// `names` come from parse_measures(), which has checked them.
  explicit MeasureList(std::span<const MeasureName> names);
  /// Adds one that is not in the registry, as compatibility modes do.
  void add(ScoredMeasure column, Needs needs, std::unique_ptr<const Measure> measure);
  /// Prints a column under another name.
  void rename(std::size_t column, std::string name) { columns_[column].name = std::move(name); }

  std::span<const ScoredMeasure> columns() const override { return columns_; }
  const ScoredMeasure* score(TopicView& topic, std::span<double> values) const override;
  Curve curve(std::size_t column, TopicView& topic) const override { return measures_[column]->curve(topic); }
  Needs needs() const override;
  const ScoredMeasure* needing(bool Needs::*need) const override;

 private:
  std::vector<ScoredMeasure> columns_;
  std::vector<Needs> needs_;
  std::vector<std::unique_ptr<const Measure>> measures_;
};

}  // namespace fovea
