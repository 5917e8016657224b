#include "cli/score_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/command.h"
#include "cli/console.h"
#include "evaluate/evaluation.h"
#include "evaluate/evaluation_plan.h"
#include "evaluate/remarks.h"
#include "measures/measure_name.h"
#include "runs/run_names.h"

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

std::string list_of(const Scores& scores) {
  constexpr std::size_t kShown = 12;
  std::vector<std::string_view> names;
  for (const ScoredMeasure& measure : scores.measures()) names.emplace_back(measure.name);
  if (names.size() <= kShown) return fmt::format("{}", fmt::join(names, ", "));
  const std::size_t more = names.size() - kShown;
  names.resize(kShown);
  return fmt::format("{} and {} more", fmt::join(names, ", "), more);
}

}  // namespace

std::optional<std::vector<std::size_t>> select_measures(const Scores& scores,
                                                        std::span<const std::string> expressions,
                                                        Diagnostics& diagnostics) {
  const std::size_t count = scores.measures().size();
  if (expressions.empty()) {
    if (count == 1) return std::vector<std::size_t>{0};
    diagnostics.error(
        {}, "no-measure",
        fmt::format("the scores are of {} measures ({}): choose with -m", count, list_of(scores)));
    return std::nullopt;
  }
  std::map<std::string, std::size_t> known;
  for (std::size_t m = 0; m < count; ++m) known.emplace(canonical(scores.measures()[m].name), m);
  for (std::size_t m = 0; m < count; ++m) known[scores.measures()[m].name] = m;

  std::vector<std::size_t> selected;
  for (const std::string& expression : expressions) {
    const bool whole = known.contains(expression);
    for (const std::string& name : whole ? std::vector{expression} : names_in(expression)) {
      const auto found = known.find(name);
      if (found == known.end()) {
        diagnostics.expected({}, "unknown-measure", fmt::format("-m {}", name),
                             fmt::format("a measure of the scores: {}", list_of(scores)));
      } else if (std::ranges::find(selected, found->second) == selected.end()) {
        selected.push_back(found->second);
      }
    }
  }
  if (!diagnostics.ok()) return std::nullopt;
  return selected;
}

std::string_view lacking_topics(TopicChoice choice) {
  return choice == TopicChoice::kAll ? "that some run lacks, scored 0 there"
                                     : "that some run lacks, left out (--topics all keeps them)";
}

std::string list_topics(std::span<const std::string> topics, std::string_view what) {
  constexpr std::size_t kShown = 10;
  std::vector<std::string> shown;
  for (const std::string& topic : topics.first(std::min(kShown, topics.size())))
    shown.push_back(unquoted(topic));
  return fmt::format("{} topic{} {}: {}{}", topics.size(), topics.size() == 1 ? "" : "s", what,
                     fmt::join(shown, ", "), topics.size() > kShown ? ", …" : "");
}

int evaluate_all(const Inputs& inputs, const Judgements& judgements, std::span<const std::string> expressions,
                 std::size_t depth, Remarks remarks, Scores& scores) {
  Diagnostics wrong;
  const auto names = parse_run_measures(expressions, wrong);
  if (!names) {
    print_or_say(wrong);
    return kUsage;
  }
  auto evaluation =
      Evaluation::make(judgements, inputs.collection_or_null(), {.measures = *names, .depth = depth}, wrong);
  if (!evaluation) {
    print_or_say(wrong);
    return kUsage;
  }
  if (names_of(inputs.runs, wrong); !wrong.ok()) {
    wrong.merge(evaluation->lacking());
    print(wrong);
    return kBadInput;
  }
  EvaluationOutcome outcome = evaluation->evaluate(inputs.runs);
  print(outcome.reason);
  if (!outcome.ok()) return kBadInput;
  for (const ScoredMeasure& measure : outcome.scores.measures()) {
    if (measure.average != Average::kMean && remarks == Remarks::kAll) {
      say(fmt::format("{} is compared by the mean of its topics, though reports sum it up otherwise",
                      measure.name));
    }
  }
  for (RunOutcome& run : outcome.runs) {
    if (run.kind == RunOutcomeKind::kNothingInCommon) {
      say_all(run.diagnostics);
      return kNothingInCommon;
    }
    if (remarks == Remarks::kAll || !run.scored()) print(run.diagnostics);
    if (!run.scored()) return kBadInput;
    if (remarks != Remarks::kAll) continue;
    remark_on_run(run, false, run.remarks);
    say_all(run.remarks);
  }
  scores = std::move(outcome.scores);
  return kFine;
}

}  // namespace fovea::cli
