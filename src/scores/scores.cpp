#include "scores/scores.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace fovea {

namespace {

template <class List, class Name>
std::optional<std::size_t> find_name(const List& list, std::string_view name, Name name_of) {
  const auto found = std::ranges::find(list, name, name_of);
  if (found == list.end()) return std::nullopt;
  return static_cast<std::size_t>(found - list.begin());
}

}  // namespace

std::optional<std::size_t> Scores::run_named(std::string_view name) const {
  return find_name(runs_, name, &ScoredRun::name);
}
std::optional<std::size_t> Scores::topic_named(std::string_view name) const {
  return find_name(topics_, name, std::identity());
}
std::optional<std::size_t> Scores::measure_named(std::string_view name) const {
  return find_name(measures_, name, &ScoredMeasure::name);
}

std::vector<std::size_t> Scores::ranks(std::size_t measure) const {
  std::vector<std::size_t> ranks(runs_.size(), 1);
  for (std::size_t run = 0; run < ranks.size(); ++run) {
    for (std::size_t other = 0; other < ranks.size(); ++other)
      ranks[run] += summary(other, measure) > summary(run, measure) ? 1 : 0;
  }
  return ranks;
}

std::size_t Scores::add_run(ScoredRun run) {
  runs_.push_back(std::move(run));
  values_.resize(at(runs_.size(), 0));
  given_.resize(values_.size());
  summaries_.resize(runs_.size() * measures_.size());
  return runs_.size() - 1;
}

void Scores::summarise(std::size_t run) {
  std::vector<double> column;
  for (std::size_t m = 0; m < measures_.size(); ++m) {
    column.clear();
    for (std::size_t t = 0; t < topics_.size(); ++t) {
      if (has(run, t, m)) column.push_back(values(run, m)[t]);
    }
    set_summary(run, m, fovea::summarise(measures_[m].average, column));
  }
}

void Scores::append(const Scores& other, double unknown) {
  for (std::size_t run = 0; run < other.runs_.size(); ++run) {
    const std::size_t added = add_run(other.runs_[run]);
    for (std::size_t m = 0; m < measures_.size(); ++m) {
      const bool known = m < other.measures_.size();
      set_summary(added, m, known ? other.summary(run, m) : unknown);
      for (std::size_t t = 0; known && t < topics_.size(); ++t) {
        if (other.has(run, t, m)) set(added, t, m, other.values(run, m)[t]);
      }
    }
  }
}

Scores Scores::with_runs(std::span<const std::size_t> runs) const {
  Scores chosen(measures_, topics_);
  for (const std::size_t run : runs) {
    const std::size_t added = chosen.add_run(runs_[run]);
    const auto from = static_cast<std::ptrdiff_t>(at(run, 0));
    const auto to = static_cast<std::ptrdiff_t>(chosen.at(added, 0));
    const auto size = static_cast<std::ptrdiff_t>(at(1, 0));
    std::copy_n(values_.begin() + from, size, chosen.values_.begin() + to);
    std::copy_n(given_.begin() + from, size, chosen.given_.begin() + to);
    for (std::size_t m = 0; m < measures_.size(); ++m) chosen.set_summary(added, m, summary(run, m));
  }
  return chosen;
}

namespace {

std::size_t known(std::optional<std::size_t> number, std::string_view what, std::string_view name) {
  if (number) return *number;
  throw std::out_of_range("the scores have no " + std::string(what) + " '" + std::string(name) + "'");
}

}  // namespace

Scores::OfRun Scores::operator[](std::string_view run) const& {
  return {*this, known(run_named(run), "run", run)};
}

double Scores::OfRun::operator[](std::string_view measure) const {
  return scores_->summary(run_, known(scores_->measure_named(measure), "measure", measure));
}

std::optional<double> Scores::OfRun::on(std::string_view topic, std::string_view measure) const {
  return scores_->value(run_, known(scores_->topic_named(topic), "topic", topic),
                        known(scores_->measure_named(measure), "measure", measure));
}

}  // namespace fovea
