#include "cli/score_source.h"

#include <fmt/format.h>

#include <map>

#include "measures/measure_name.h"
#include "text/nearest.h"

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

}  // namespace fovea::cli
