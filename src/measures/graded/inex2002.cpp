// The measure inex2002; its definition stands in precall.h.

#include <memory>
#include <utility>

#include "measures/families.h"
#include "measures/graded/example.h"
#include "measures/graded/graded_measures.h"
#include "measures/graded/precall.h"
#include "measures/graded/recall_points.h"
#include "measures/views/topic_view.h"

namespace fovea {
namespace {

/// More elements than any collection has.
constexpr NumberRange kElementsRange{.least = 0, .most = 1e12, .whole = true};

std::unique_ptr<Measure> make_precall(const MeasureName& name, std::string& why) {
  const auto quantisation = quantisation_of(name, "gen", why);
  if (!quantisation) return nullptr;
  const auto point = name.point();
  if (point == 0.0) {
    why = "at recall 0 nothing is wanted yet; give a point above 0";
    return nullptr;
  }
  const std::string_view normalise = name.parameter("normalise");
  if (!normalise.empty() && normalise != "ideal") {
    why = "normalise is none or ideal";
    return nullptr;
  }
  const auto precall = [quantisation = *quantisation, given = name.number("elements"),
                        normalised = !normalise.empty()](TopicView& topic) {
    GradedView& view = topic.graded();
    std::optional<std::uint64_t> elements;
    if (given) {
      if (*given > 0) elements = static_cast<std::uint64_t>(*given);
    } else if (const auto size = view.collection_size(); size && size->elements > 0) {
      elements = size->elements;
    }
    return PrecallCurve(view, quantisation, elements, normalised ? &view.ideal(quantisation) : nullptr);
  };
  return recall_measure(precall, point);
}

}  // namespace

MeasureFamily inex2002_measures() {
  MeasureRecord precall = {
      .name = "inex2002",
      .aliases = {"inex-2002", "inex_eval"},
      .summary = "precall of graded elements, the metric of INEX 2002 to 2004",
      .definition =
          "The probability that an element the reader sees is relevant, at recall 0.01, 0.02, ..., 1.00, "
          "averaged; with @x at one point. Each element counts with its quantised value f as relevant and "
          "with 1-f as not. Results of equal rank form one rank. Overlap is not considered: nested elements "
          "all count. An element that is returned again counts as not relevant. Where the number of elements "
          "in the collection is known, all those not returned form one last rank; otherwise recall that the "
          "run does not reach has precision 0. With normalise=ideal, the results at or below an element of "
          "the ideal recall base (see nXCG) together count no more than that element, so that a run of "
          "leaves does not beat the ideal run; n is still the sum over the full recall base.",
      .formula =
          "P(x) = x*n / (x*n + j + s*i/(r+1)); n = sum of f over the recall base, l the rank where x*n "
          "is reached, j the non-relevance before l, s the relevance still wanted at l, r and i the "
          "relevance and non-relevance of l",
      .source =
          "Gövert, Fuhr, Lalmas, Kazai: Evaluating the effectiveness of content-oriented XML retrieval "
          "methods, Information Retrieval 9 (2006), section 4.1; Raghavan, Bollmann, Jung: A critical "
          "investigation of recall and precision, TOIS 7 (1989)",
      .parameters =
          {{"quant", "gen", kQuantMeaning},
           {"elements", "",
            "elements in the collection; those of the collection at hand unless given, 0 for not known",
            kElementsRange},
           {"normalise", "none", "none, or ideal: cap the values of results by the ideal recall base"}},
      .cutoff = Cutoff::kOptionalRecall,
      .needs = {.element_grades = true},
      .examples =
          {{kGradedExampleJudgements, kGradedExampleRun, "inex2002(quant=strict)", 0.5,
            "two elements are (3,3); the section is found first, which gives P(x) = 1 up to recall "
            "0.5, and the other one never"},
           {kGradedExampleJudgements, kGradedExampleRun, "inex2002@0.10", 1,
            "gen: n = 7.25, of which 0.725 is wanted; the first rank holds 1 and no non-relevance"},
           {kGradedExampleJudgements, kGradedExampleRun, "inex2002@0.20", 1.45 / (1.45 + 0.45 * 0.5 / 1.5),
            "1.45 is wanted: 1 at the first rank, 0.45 at the second, where r = i = 0.5"},
           {kGradedExampleJudgements, kGradedExampleLeaves, "inex2002(quant=sog,normalise=ideal)@0.20",
            1.37 / (1.37 + 2 + 0.37 * 0.5 / 1.5),
            "sog: n = 6.85, of which 1.37 is wanted; the first paragraph takes all that its section is "
            "worth, the next two count nothing, the fourth counts 0.5 of the other section"}},
      .make = make_precall,
  };
  return {"Graded elements: precall (INEX 2002)", {std::move(precall)}};
}

}  // namespace fovea
