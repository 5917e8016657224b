// Whether measures order simulated runs as expected (Pehcevski and Thom), and the curves of those runs.
#include <fmt/format.h>

#include "report/track/experiment_figures.h"
#include "report/track/track_sections.h"
#include "simulate/measure_fidelity.h"

namespace fovea {

Section fidelity_section(const TrackEvaluation& track) {
  Section section{"fidelity", "Can the measures be trusted?"};
  if (const std::size_t topics = track.judgements.topics().size(); topics < MeasureFidelity::kFewestTopics) {
    section.say(fmt::format(
        "Left out: the experiment with simulated runs says nothing on {} topics; it needs {} or more.",
        topics, MeasureFidelity::kFewestTopics));
    return section;
  }
  Diagnostics diagnostics;
  const auto tested =
      test_measures(track.judgements, track.collection_or_null(), TrackEvaluation::kAlpha, diagnostics);
  if (!tested) {
    std::string why = "it needs highlighted text";
    for (const Diagnostic& diagnostic : diagnostics.kept()) {
      if (diagnostic.severity == Severity::kError) why = to_string(diagnostic);
    }
    section.say(fmt::format("The experiment cannot be made: {}.", why));
    return section;
  }
  section.say(
      "Runs of known worth were made from the judgements: highlighted passages, larger and smaller "
      "elements, whole documents, each in good and in spoilt rankings (Pehcevski and Thom 2007). A "
      "measure should order them as expected.");
  section.add(verdicts_table(tested->verdicts));
  section.add(orders_figure(tested->verdicts));
  section.add(curves_figure(
      "fidelity-curves",
      "Interpolated generalized precision (igP(t2i=300)) of runs that return the highlighted passages (S), "
      "the smallest elements around them (SL), whole documents (SLD), the largest elements inside them (SS) "
      "or their leaves (SST).",
      tested->curves));
  return section;
}

}  // namespace fovea
