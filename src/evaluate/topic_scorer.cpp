#include "evaluate/topic_scorer.h"

#include "measures/registry.h"
#include "measures/views/topic_view.h"
#include "scores/average.h"

namespace fovea {

namespace {

/// `more` on top of `needs`.
void add_needs(Needs& needs, const Needs& more) {
  for (const auto need : {&Needs::highlights, &Needs::entry_points, &Needs::document_lengths,
                          &Needs::element_grades, &Needs::collection, &Needs::groups, &Needs::aspects,
                          &Needs::preferences, &Needs::chunking, &Needs::chunks}) {
    needs.*need |= more.*need;
  }
}

}  // namespace

double TopicScorer::summary(std::size_t column, std::span<const double> values) const {
  return summarise(columns()[column].average, values);
}

MeasureList::MeasureList(std::span<const MeasureName> names) {
  for (const MeasureName& name : names) {
    const MeasureRecord& record = *measure_registry().find(name.name).record;
    std::unique_ptr<const Measure> measure = make_measure(name);
    Needs needs = record.needs;
    add_needs(needs, measure->further_needs());
    add({to_string(name), record.average}, needs, std::move(measure));
  }
}

void MeasureList::add(ScoredMeasure column, Needs needs, std::unique_ptr<const Measure> measure) {
  columns_.push_back(std::move(column));
  needs_.push_back(needs);
  measures_.push_back(std::move(measure));
}

const ScoredMeasure* MeasureList::score(TopicView& topic, std::span<double> values) const {
  const ScoredMeasure* failed = nullptr;
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    values[i] = measures_[i]->score(topic);
    if (failed == nullptr && topic.unknown_text() != nullptr) failed = &columns_[i];
  }
  return failed;
}

Needs MeasureList::needs() const {
  Needs all;
  for (const Needs& needs : needs_) add_needs(all, needs);
  return all;
}

const ScoredMeasure* MeasureList::needing(bool Needs::*need) const {
  for (std::size_t i = 0; i < needs_.size(); ++i) {
    if (needs_[i].*need) return &columns_[i];
  }
  return nullptr;
}

}  // namespace fovea
