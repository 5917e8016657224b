// How other tools read their files, where they read them otherwise than we do.
//
// Readers of judgements and runs have options for it that name no tool; this is the one place that knows which tool
// wants which.
#pragma once

#include "evaluate/compat/compat_mode.h"
#include "judgements/options.h"
#include "runs/run_options.h"

namespace fovea {

class InputHabits {
 public:
  static InputHabits of(CompatMode mode) { return InputHabits(mode); }

  JudgementOptions judgements(JudgementOptions usual) const;
  RunOptions runs(RunOptions usual) const;
  /// Whether judgements may be read topic by topic: not where totals over all of them are wanted.
  bool streams() const { return mode_ == CompatMode::kNone || mode_ == CompatMode::kTrecEval; }
  /// Whether the task of the runs decides about the measures, when none is named.
  bool asks_for_task() const { return mode_ == CompatMode::kNone || mode_ == CompatMode::kInexEval; }

 private:
  explicit InputHabits(CompatMode mode) : mode_(mode) {}

  CompatMode mode_;
};

}  // namespace fovea
