#include "evaluate/compat/input_habits.h"

#include <algorithm>
#include <iterator>

#include "judgements/judgement_format.h"

namespace fovea {

namespace {

constexpr std::string_view kNames[] = {"", "inex_eval", "chroma", "legalbench", "trec_eval"};

}  // namespace

std::string_view name_of(CompatMode mode) {
  return kNames[static_cast<std::size_t>(mode)];
}

CompatMode compat_mode_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  return found == std::end(kNames) ? CompatMode::kNone : static_cast<CompatMode>(found - kNames);
}

JudgementOptions InputHabits::judgements(JudgementOptions usual) const {
  if (mode_ == CompatMode::kInexEval) usual.as_listed_by = name_of(mode_);
  if (mode_ != CompatMode::kTrecEval) return usual;
  usual.cut_grades = true;
  // What trec_eval calls qrels are TREC's.
  if (usual.format == &judgement_formats::kInexQrels) usual.format = &judgement_formats::kTrecQrels;
  return usual;
}

RunOptions InputHabits::runs(RunOptions usual) const {
  usual.loose = mode_ == CompatMode::kTrecEval && usual.format == nullptr;
  return usual;
}

}  // namespace fovea
