#include "cli/graded_options.h"

#include "evaluate/evaluation_needs.h"

namespace fovea::cli {

void add_graded_options(CLI::App& command, GradedOptions& options) {
  command.add_flag(
      "--from-highlights", options.from_highlights,
      "Derive exhaustivity and specificity of elements from highlighted text; needs --collection");
  command
      .add_option(
          "--specificity-steps", options.specificity_steps,
          "Highlighted share that makes specificity 1, 2 and 3: thirds (up to 1/3, up to 2/3, above) or "
          "exact (up to 1/3, less than all, all)")
      ->check(CLI::IsMember({"thirds", "exact"}))
      ->capture_default_str();
}

void set_grades(const GradedOptions& options, EvaluationOptions& asked) {
  asked.grades_from_highlights = options.from_highlights;
  if (options.specificity_steps == "exact") asked.specificity_steps = SpecificitySteps::kExact;
}

std::optional<GradedJudgements> make_graded(const Judgements& judgements, const Collection* collection,
                                            const GradedOptions& options, Diagnostics& diagnostics) {
  EvaluationOptions asked;
  set_grades(options, asked);
  return make_recall_bases(judgements, collection, asked, diagnostics);
}

}  // namespace fovea::cli
