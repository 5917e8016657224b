// Scores of a run from texts, the way a user would get them: judgements and run are read, topics matched, and
// every measure asked for every judged topic.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judgements/judgement_file.h"
#include "measures/measure_name.h"
#include "measures/registry.h"
#include "measures/views/topic_view.h"
#include "runs/order.h"
#include "runs/run.h"
#include "runs/run_format.h"
#include "scores/average.h"
#include "temporary_folder.h"

namespace fovea {

/// For one measure: a value per judged topic, and "all".
using TopicValues = std::map<std::string, double>;

class Scorer {
 public:
  /// Files of any format fovea reads.
  Scorer(const std::string& judgements, const std::string& run, const JudgementOptions& options = {}) {
    Diagnostics diagnostics;
    judgements_ = read_judgements(std::vector<std::string>{judgements}, options, diagnostics);
    run_ = Run::open(run, nullptr, diagnostics);
    if (judgements_ && run_) {
      for (std::size_t i = 0; i < run_->topics(); ++i) {
        TopicResults& topic = results_[std::string(run_->topic(i))];
        run_->read(i, topic, diagnostics);
        put_in_order(topic, run_->format().order);
      }
    }
    for (const Diagnostic& diagnostic : diagnostics.kept()) ADD_FAILURE() << to_string(diagnostic);
  }

  /// Averaged over all judged topics, those without results included.
  TopicValues score(const MeasureName& name, int level = 1) const {
    const std::unique_ptr<Measure> measure = make_measure(name);
    TopicView view(level);
    TopicValues scores;
    std::vector<double> values;
    for (const TopicJudgements& topic : judgements_->topics()) {
      const auto at = results_.find(std::string(topic.topic()));
      view.start(topic, at == results_.end() ? std::span<const Result>() : at->second.results);
      values.push_back(measure->score(view));
      scores[std::string(topic.topic())] = values.back();
    }
    scores["all"] = summarise(measure_registry().find(name.name).record->average, values);
    return scores;
  }

  /// What a text (MeasureRecord::text) says of the first topic.
  std::string text(const MeasureName& name) const {
    TopicView view;
    const TopicJudgements& topic = judgements_->topics().front();
    const auto at = results_.find(std::string(topic.topic()));
    view.start(topic, at == results_.end() ? std::span<const Result>() : at->second.results);
    return make_measure(name)->text(view, run_->details().id);
  }

  /// The same by name; the expression must stand for one measure.
  TopicValues score(std::string_view expression, int level = 1) const {
    Diagnostics diagnostics;
    const auto names = parse_measures(expression, diagnostics);
    if (!names || names->size() != 1) {
      ADD_FAILURE() << expression;
      return {};
    }
    return score(names->front(), level);
  }

 private:
  std::optional<Judgements> judgements_;
  std::optional<Run> run_;
  std::map<std::string, TopicResults> results_;
};

/// From texts instead of files. Groups of judgements are told apart where the measure asks for them.
inline TopicValues score_texts(std::string_view judgements, std::string_view run, std::string_view expression,
                               int level = 1) {
  const TemporaryFolder folder;
  Diagnostics diagnostics;
  const auto names = parse_measures(expression, diagnostics);
  const bool groups = names && measure_registry().find(names->front().name).record->needs.groups;
  return Scorer(folder.write("judgements", judgements), folder.write("run", run), {.groups = groups})
      .score(expression, level);
}

}  // namespace fovea
