// The text that inex_eval 3.1 prints, line by line (`-o inex`).
#pragma once

#include <string>
#include <string_view>

#include "evaluate/evaluation_outcome.h"
#include "scores/scores.h"

namespace fovea {

struct InexTextOptions {
  bool per_topic = false;
  bool summary = true;
};

/// The whole text for one run of the scores.
std::string inex_text(const Scores& scores, std::size_t run, const InexTextOptions& options);

/// What it prints in the place of an evaluation for a run that breaks a rule.
std::string inex_fault(const BrokenRule& fault, std::string_view file);

/// A number as Java prints it, which is what the tool is written in: always with a decimal, and with an
/// exponent below 1/1000 and from ten million on ("7.84E-5").
std::string java_double(double value);

}  // namespace fovea
