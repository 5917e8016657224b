#include "cli/graded_options.h"

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

std::optional<GradedJudgements> make_graded(const Judgements& judgements, const Collection* collection,
                                            const GradedOptions& options, Diagnostics& diagnostics) {
  const Place place{judgements.files() > 0 ? judgements.file(0) : std::string(), 0, 0};
  if (!options.from_highlights) {
    if (judgements.kinds().element_grades) {
      return GradedJudgements::from_grades(judgements, collection, diagnostics);
    }
    diagnostics.expected(
        place, "no-grades", "no grades of elements",
        "judgements with exhaustivity and specificity (INEX 2002-2008), or --from-highlights");
    return std::nullopt;
  }
  if (!judgements.kinds().highlights) {
    diagnostics.expected(place, "no-highlights", "no highlighted text",
                         "judgements with passages, from which --from-highlights derives grades");
    return std::nullopt;
  }
  if (collection == nullptr) {
    diagnostics.expected(place, "no-collection", "no collection",
                         "--collection, from whose elements --from-highlights derives grades");
    return std::nullopt;
  }
  const auto steps =
      options.specificity_steps == "exact" ? SpecificitySteps::kExact : SpecificitySteps::kThirds;
  return GradedJudgements::from_highlights(judgements, *collection, steps, diagnostics);
}

}  // namespace fovea::cli
