// Measures of a ranked list of results over highlighted text (INEX 2007–2010, thorough and focused).
//
// After each result i, text that was retrieved before counted once only (character_curve.h):
//
//     P_i = relevant characters retrieved / characters retrieved
//     R_i = relevant characters retrieved / Trel
//     iP[x] = max { P_i : R_i ≥ x }, 0 when x is not reached
//     AiP = mean of iP[x] over x = 0.00, 0.01, …, 1.00
#include <algorithm>
#include <vector>

#include "measures/families.h"
#include "measures/function_measure.h"
#include "measures/highlights/example.h"
#include "measures/highlights/recall_point.h"
#include "measures/views/topic_view.h"

namespace fovea {

namespace {

double precision_at(const CurvePoint& point) {
  return static_cast<double>(point.relevant) / static_cast<double>(point.retrieved);
}

/// How many of the points 0, 1/last, …, 1 a recall of found/all reaches.
std::uint64_t points_reached(std::uint64_t found, std::uint64_t all, std::uint64_t last) {
  return last * found / all + 1;
}

/// iP at recall 0, 1/last, …, 1.
Curve interpolated_curve(TopicView& topic, std::uint64_t last) {
  Curve curve{"recall", "precision", {}, std::vector<double>(last + 1, 0.0)};
  for (std::uint64_t i = 0; i <= last; ++i) {
    curve.x.push_back(static_cast<double>(i) / static_cast<double>(last));
  }
  const std::uint64_t all = topic.totals().characters;
  const std::span<const CurvePoint> steps = topic.curve().steps();
  double best = 0;
  for (std::size_t i = steps.size(); i-- > 0;) {
    best = std::max(best, precision_at(steps[i]));
    const std::uint64_t before = i == 0 ? 0 : points_reached(steps[i - 1].relevant, all, last);
    for (std::uint64_t at = before; at < points_reached(steps[i].relevant, all, last); ++at)
      curve.y[at] = best;
  }
  return curve;
}

double interpolated_precision(TopicView& topic, RecallPoint point) {
  const std::uint64_t all = topic.totals().characters;
  double best = 0;
  for (const CurvePoint& step : topic.curve().steps()) {
    if (point.reached(step.relevant, all)) best = std::max(best, precision_at(step));
  }
  return best;
}

/// Over the points 0, 1/last, …, 1. One walk from the last step, where the most recall points are reached, to the
/// first: every step settles the points that no step before it reaches.
double average_interpolated_precision(TopicView& topic, std::uint64_t last) {
  const std::uint64_t all = topic.totals().characters;
  const std::span<const CurvePoint> steps = topic.curve().steps();
  double sum = 0;
  double best = 0;
  for (std::size_t i = steps.size(); i-- > 0;) {
    best = std::max(best, precision_at(steps[i]));
    const std::uint64_t reached = points_reached(steps[i].relevant, all, last);
    const std::uint64_t before = i == 0 ? 0 : points_reached(steps[i - 1].relevant, all, last);
    sum += best * static_cast<double>(reached - before);
  }
  return sum / static_cast<double>(last + 1);
}

std::unique_ptr<Measure> make_ip(const MeasureName& name, std::string& why) {
  const std::optional<RecallPoint> point = RecallPoint::parse(name.cutoff);
  if (!point) {
    why = "a recall point has at most six decimals";
    return nullptr;
  }
  return measure_of([point = *point](TopicView& topic) { return interpolated_precision(topic, point); },
                    [](TopicView& topic) { return interpolated_curve(topic, 100); });
}

std::unique_ptr<Measure> make_aip(const MeasureName& name, std::string&) {
  const auto last = static_cast<std::uint64_t>(name.number("points").value_or(101)) - 1;
  return measure_of([last](TopicView& topic) { return average_interpolated_precision(topic, last); },
                    [last](TopicView& topic) { return interpolated_curve(topic, last); });
}

constexpr std::string_view kInterpolatedSource =
    "Kamps, Pehcevski, Kazai, Lalmas, Robertson: INEX 2007 evaluation measures; Arvola, Geva, Kamps, "
    "Schenkel, Trotman, Vainio: Overview of the INEX 2010 ad hoc track";

}  // namespace

MeasureFamily ranked_result_measures() {
  MeasureRecord ip = {
      .name = "iP",
      .summary = "interpolated precision at a recall point, in characters",
      .definition =
          "After each result, precision is the share of the text retrieved so far that is highlighted, "
          "recall the share of all highlighted text that has been retrieved. Text that comes again counts "
          "once. iP at x is the largest precision after any result where recall is at least x (compared "
          "exactly, in integers), and 0 when x is never reached.",
      .formula = "iP[x] = max { P_i : R_i >= x }",
      .source = kInterpolatedSource,
      .cutoff = Cutoff::kRecall,
      .default_cutoffs = {"0.00", "0.01", "0.05", "0.10"},
      .needs = {.highlights = true},
      .examples =
          {{kHighlightJudgements, kHighlightRun, "iP@0.10", 4.0 / 7,
            "precision is 50/100, 50/200, 200/350 and recall 50/400, 50/400, 200/400: the last is best"},
           {kHighlightJudgements, kHighlightRun, "iP@0.51", 0, "only half of the highlighted text is found"}},
      .make = make_ip,
  };
  MeasureRecord aip = {
      .name = "AiP",
      .aliases = {"MAiP"},
      .summary = "average interpolated precision, in characters",
      .definition = "The mean of iP at 101 recall points: 0.00, 0.01, …, 1.00.",
      .formula = "AiP = sum_{x=0.00, 0.01, …, 1.00} iP[x] / 101",
      .source = kInterpolatedSource,
      .parameters = {{"points", "101", "recall points, from 0 to 1 at equal distances",
                      NumberRange{.least = 2, .most = 100'001, .whole = true}}},
      .needs = {.highlights = true},
      .examples = {{kHighlightJudgements, kHighlightRun, "AiP", 51.0 / 101 * 4 / 7,
                    "iP is 4/7 at 0.00 … 0.50 and 0 behind"},
                   {kHighlightJudgements, kHighlightRun, "AiP(points=11)", 6.0 / 11 * 4 / 7,
                    "the same at 0.0 … 0.5"}},
      .make = make_aip,
  };
  return {"Ranked results (thorough, focused)", {std::move(ip), std::move(aip)}};
}

}  // namespace fovea
