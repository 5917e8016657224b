// The measures inex2003s and inex2003o; their definitions stand in size_overlap.h.

#include <memory>
#include <utility>

#include "measures/families.h"
#include "measures/graded/example.h"
#include "measures/graded/graded_measures.h"
#include "measures/graded/recall_points.h"
#include "measures/graded/size_overlap.h"
#include "measures/views/topic_view.h"

namespace fovea {
namespace {

template <Inex2003 variant>
std::unique_ptr<Measure> make_size_overlap(const MeasureName& name, std::string& why) {
  const std::string_view given = name.parameter("quant");
  const auto quantisation = one_dimension_named(given.empty() ? "gen" : given);
  if (!quantisation) {
    why = fmt::format("quant={} is neither strict nor gen: inex-2003 quantises each dimension by itself",
                      given);
    return nullptr;
  }
  const std::string_view rest = name.parameter("rest");
  if (!rest.empty() && rest != "collection") {
    why = "rest is none or collection";
    return nullptr;
  }
  const auto curve = [quantisation = *quantisation, to_the_end = !rest.empty()](TopicView& topic) {
    const GradedView& view = topic.graded();
    return SizeCurve(view, variant, quantisation, to_the_end ? view.collection_size() : std::nullopt);
  };
  return recall_measure(curve, name.point());
}

constexpr std::string_view kSizeOverlapSource =
    "Gövert, Fuhr, Lalmas, Kazai: Evaluating the effectiveness of content-oriented XML retrieval methods, "
    "Information Retrieval 9 (2006), section 4.2";
const Parameter kQuant = {"quant", "gen",
                          "quantisation of each grade: strict (1 for 3, else 0) or gen (a third per step)"};

const Parameter kRest = {"rest", "none",
                         "what follows the last result: none, or collection for all that was not retrieved, "
                         "in random order"};

}  // namespace

MeasureFamily inex2003_measures() {
  MeasureRecord size = {
      .name = "inex2003s",
      .aliases = {"inex-2003s"},
      .summary = "recall and precision of graded elements by their size",
      .definition =
          "After each result, recall is the exhaustivity retrieved over that of the whole recall base, and "
          "precision the mean specificity of what was retrieved, weighted by length in characters. Precision "
          "is interpolated (the largest at any recall of at least x; 0 where x is not reached) and averaged "
          "over recall 0.01, 0.02, ..., 1.00; with @x it is that at one point. Overlap is not considered. An "
          "element that is returned again adds its length and nothing else. With rest=collection the curve "
          "goes on over all elements that were not retrieved, as one stretch in random order, so that every "
          "recall is reached.",
      .formula =
          "recall = sum exh(c) / sum of exh over the recall base, precision = sum spec(c)*|c| / sum |c|",
      .source = kSizeOverlapSource,
      .parameters = {kQuant, kRest},
      .cutoff = Cutoff::kOptionalRecall,
      .needs = {.element_grades = true, .collection = true},
      .examples =
          {{kGradedExampleJudgements, kGradedExampleRun, "inex2003s@0.20", 0.851851851851852,
            "exhaustivity is 1 and 5/3 of 22.0/3; at recall 0.2 both sections, of 5 and 4 characters, "
            "are read: (1*5 + 2/3*4) / 9"}},
      .make = make_size_overlap<Inex2003::kSize>,
  };
  MeasureRecord overlap = {
      .name = "inex2003o",
      .aliases = {"inex-2003o"},
      .summary = "recall and precision of graded elements by size, text counted once",
      .definition =
          "As inex2003s, but each result counts with the part of its text that no earlier result held. "
          "Recall is over relU, the most that can be retrieved without reading anything twice: for a leaf "
          "its exhaustivity, otherwise the sum over the children of the larger of the child's relU and its "
          "share of the parent's exhaustivity by length. Text that is directly in an element is a child of "
          "its own. With rest=collection the curve goes on over all text that was not retrieved, as one "
          "stretch in random order; a character of it is as specific as the smallest relevant element "
          "around it.",
      .formula =
          "recall = sum exh(c)*new(c)/|c| / relU, precision = sum spec(c)*new(c) / sum new(c), "
          "relU(c) = exh(c) for a leaf, else sum over children k of max(relU(k), exh(c)*|k|/|c|)",
      .source = kSizeOverlapSource,
      .parameters = {kQuant, kRest},
      .cutoff = Cutoff::kOptionalRecall,
      .needs = {.element_grades = true, .collection = true},
      .examples =
          {{kGradedExampleJudgements, kGradedExampleRun, "inex2003o@0.20", 1,
            "relU is 4.1: 5/3 and 7/3 in the paragraphs of the sections, 1/10 for the text before the "
            "body; the first section brings 1 of it, all of it specific"}},
      .make = make_size_overlap<Inex2003::kOverlap>,
  };
  return {"Graded elements: size and overlap (INEX 2003)", {std::move(size), std::move(overlap)}};
}

}  // namespace fovea
