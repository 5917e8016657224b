#include "cli/score_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/eval_remarks.h"
#include "measures/evaluator.h"
#include "measures/graded/graded_judgements.h"
#include "measures/measure_name.h"

namespace fovea::cli {

namespace {

/// The one canonical name that `spelling` stands for, or the spelling itself when the grammar has none.
std::string canonical(const std::string& spelling) {
  Diagnostics ignored;
  const auto names = parse_measures(spelling, ignored);
  return names && names->size() == 1 ? to_string(names->front()) : spelling;
}

/// An expression as a list of names: by the grammar, or else simply between commas.
std::vector<std::string> names_in(const std::string& expression) {
  Diagnostics ignored;
  std::vector<std::string> names;
  if (const auto parsed = parse_measures(expression, ignored)) {
    for (const MeasureName& name : *parsed) names.push_back(to_string(name));
    return names;
  }
  for (std::size_t begin = 0; begin <= expression.size();) {
    const std::size_t comma = std::min(expression.find(',', begin), expression.size());
    names.push_back(expression.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return names;
}

std::string list_of(std::span<const MeasureScores> scores) {
  constexpr std::size_t kShown = 12;
  std::vector<std::string_view> names;
  for (const MeasureScores& measure : scores) names.emplace_back(measure.measure);
  if (names.size() <= kShown) return fmt::format("{}", fmt::join(names, ", "));
  const std::size_t more = names.size() - kShown;
  names.resize(kShown);
  return fmt::format("{} and {} more", fmt::join(names, ", "), more);
}

}  // namespace

std::optional<std::vector<MeasureScores>> select_measures(std::vector<MeasureScores> scores,
                                                          std::span<const std::string> expressions,
                                                          Diagnostics& diagnostics) {
  if (expressions.empty()) {
    if (scores.size() == 1) return scores;
    diagnostics.error(
        {}, "no-measure",
        fmt::format("the scores are of {} measures ({}): choose with -m", scores.size(), list_of(scores)));
    return std::nullopt;
  }
  std::map<std::string, const MeasureScores*> known;
  for (const MeasureScores& measure : scores) known.emplace(canonical(measure.measure), &measure);
  for (const MeasureScores& measure : scores) known[measure.measure] = &measure;

  std::vector<MeasureScores> selected;
  for (const std::string& expression : expressions) {
    const bool whole = known.contains(expression);
    for (const std::string& name : whole ? std::vector{expression} : names_in(expression)) {
      const auto found = known.find(name);
      if (found == known.end()) {
        diagnostics.expected({}, "unknown-measure", fmt::format("-m {}", name),
                             fmt::format("a measure of the scores: {}", list_of(scores)));
      } else {
        selected.push_back(*found->second);
      }
    }
  }
  if (!diagnostics.ok()) return std::nullopt;
  return selected;
}

namespace {

/// The tag of each run, or its file where the tag is missing or not unique.
std::vector<std::string> names_of(std::span<const Run> runs) {
  std::map<std::string, int> count;
  for (const Run& run : runs) ++count[run.details().id];
  std::vector<std::string> names;
  for (const Run& run : runs) {
    const std::string& tag = run.details().id;
    names.push_back(tag.empty() || count[tag] > 1 ? run.file() : tag);
  }
  return names;
}

/// Says what became of one run; an exit code.
int remark(const RunEvaluation& evaluation, const std::string& file, const Judgements& judgements) {
  print(evaluation.diagnostics);
  if (!evaluation.diagnostics.ok()) return kBadInput;
  if (evaluation.answered == 0) {
    say_nothing_in_common(file, judgements, evaluation);
    return kNothingInCommon;
  }
  remark_on_run(file, evaluation, false);
  return kFine;
}

}  // namespace

void say_topics(std::span<const std::string> topics, std::string_view what) {
  constexpr std::size_t kShown = 10;
  const auto shown = topics.first(std::min(kShown, topics.size()));
  say(fmt::format("{} {}: {}{}", topics.size(), what, fmt::join(shown, ", "),
                  topics.size() > kShown ? ", …" : ""));
}

int evaluate_all(const Inputs& inputs, std::span<const std::string> expressions, std::size_t depth,
                 std::vector<MeasureScores>& scores) {
  Diagnostics wrong;
  const auto names = parse_measures(expressions, wrong);
  print(wrong);
  if (!names) return kUsage;
  const MeasureList measures(*names);
  EvaluationOptions options;
  options.depth = depth;
  options.collection = inputs.collection_or_null();
  Diagnostics needs;
  std::optional<GradedJudgements> graded;
  if (measures.needs().element_grades && inputs.judgements->kinds().element_grades) {
    graded = GradedJudgements::from_grades(*inputs.judgements, options.collection, needs);
    options.graded = &*graded;
  }
  const Evaluator evaluator(*inputs.judgements, measures, options);
  const bool possible = evaluator.check_needs(needs);
  print(needs);
  if (!possible || !needs.ok()) return kBadInput;

  for (const ScoredMeasure& measure : measures.columns()) {
    scores.push_back({measure.name, {}});
    if (measure.average != Average::kMean) {
      say(fmt::format("{} is compared by the mean of its topics, though reports sum it up otherwise",
                      measure.name));
    }
  }
  const std::vector<std::string> run_names = names_of(inputs.runs);
  for (std::size_t i = 0; i < inputs.runs.size(); ++i) {
    const RunEvaluation evaluation = evaluator.evaluate(inputs.runs[i]);
    if (const int exit = remark(evaluation, inputs.runs[i].file(), *inputs.judgements); exit != kFine)
      return exit;
    for (std::size_t m = 0; m < scores.size(); ++m) {
      RunTopicScores& column =
          scores[m].runs.emplace_back(RunTopicScores{run_names[i], evaluation.scores.topics, {}});
      for (const std::vector<double>& topic : evaluation.scores.values) column.values.push_back(topic[m]);
    }
  }
  return kFine;
}

}  // namespace fovea::cli
