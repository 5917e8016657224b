// The measures of the XCG family; their definitions stand in cumulated_gain.h and gain_metrics.h.

#include <memory>
#include <optional>
#include <utility>

#include "measures/families.h"
#include "measures/function_measure.h"
#include "measures/graded/example.h"
#include "measures/graded/gain_metrics.h"
#include "measures/graded/graded_measures.h"
#include "measures/graded/recall_points.h"
#include "measures/views/topic_view.h"

namespace fovea {
namespace {

constexpr std::uint64_t kMostRanks = 10'000'000;
/// The value of depth= that means the size of the topic's full recall base.
constexpr std::string_view kDepthOfBase = "base";

/// A run's gains beside the ideal's, and the base that both come from.
struct Lists {
  const GradedView::Gains& run;
  const IdealBase& ideal;
  const RecallBase& base;
};

std::optional<IdealTie> ideal_tie_of(const MeasureName& name, std::string& why) {
  const std::string_view given = name.parameter("ideal");
  if (given.empty()) return IdealTie::kDeeper;
  if (given == "higher") return IdealTie::kHigher;
  why = "ideal is deeper or higher";
  return std::nullopt;
}

/// A measure from functions of both lists, with quant=, alpha= and ideal=, which all of the family but Overlap have.
template <typename Value, typename Points>
std::unique_ptr<Measure> gain_measure(const MeasureName& name, std::string& why, Value value, Points points) {
  const auto quantisation = quantisation_of(name, "sog", why);
  if (!quantisation) return nullptr;
  if (name.rank().value_or(0) > kMostRanks) {
    why = fmt::format("the rank is larger than {}", kMostRanks);
    return nullptr;
  }
  const auto tie = ideal_tie_of(name, why);
  if (!tie) return nullptr;
  const auto lists = [quantisation = *quantisation, tie = *tie,
                      alpha = name.number("alpha").value_or(1)](TopicView& topic) {
    GradedView& view = topic.graded();
    return Lists{view.gains(quantisation, alpha, tie), view.ideal(quantisation, tie), view.base()};
  };
  return measure_of([lists, value](TopicView& topic) { return value(lists(topic)); },
                    [lists, points](TopicView& topic) { return points(lists(topic)); });
}

std::unique_ptr<Measure> make_xcg(const MeasureName& name, std::string& why) {
  const std::size_t k = name.rank().value_or(1);
  return gain_measure(
      name, why, [k](const Lists& lists) { return lists.run.at(k); },
      [k](const Lists& lists) {
        Curve curve = rank_curve(k, "gain", [&](std::size_t rank) { return lists.run.at(rank); });
        for (std::size_t rank = 1; rank <= k; ++rank) curve.ideal.push_back(lists.ideal.gain_at(rank));
        return curve;
      });
}

/// nXCG@k, and its mean to k (MAnXCG@k)
template <bool mean>
std::unique_ptr<Measure> make_nxcg(const MeasureName& name, std::string& why) {
  const std::size_t k = name.rank().value_or(1);
  return gain_measure(
      name, why,
      [k](const Lists& lists) {
        return mean ? mean_normalised_gain_to(lists.run, lists.ideal, k)
                    : normalised_gain(lists.run, lists.ideal, k);
      },
      [k](const Lists& lists) {
        return rank_curve(k, "normalised gain",
                          [&](std::size_t rank) { return normalised_gain(lists.run, lists.ideal, rank); });
      });
}

std::unique_ptr<Measure> make_anxcg(const MeasureName& name, std::string& why) {
  const auto points = static_cast<std::uint64_t>(name.number("points").value_or(10));
  const bool by_base = name.parameter("depth") == kDepthOfBase;
  const auto given = static_cast<std::uint64_t>(name.number("depth").value_or(1500));
  const auto depth = [=](const Lists& lists) { return by_base ? lists.base.relevant_elements() : given; };
  return gain_measure(
      name, why,
      [=](const Lists& lists) { return mean_normalised_gain(lists.run, lists.ideal, points, depth(lists)); },
      [=](const Lists& lists) {
        // Topics have recall bases of different sizes: their curves meet at the same percentages.
        Curve curve{by_base ? "rank %" : "rank", "normalised gain", {}, {}};
        for (std::size_t point = 1; point <= points; ++point) {
          const std::size_t rank = gain_point(point, points, depth(lists));
          curve.x.push_back(by_base ? 100.0 * static_cast<double>(point) / static_cast<double>(points)
                                    : static_cast<double>(rank));
          curve.y.push_back(normalised_gain(lists.run, lists.ideal, rank));
        }
        return curve;
      });
}

/// ep@x and MAep
std::unique_ptr<Measure> make_ep(const MeasureName& name, std::string& why) {
  const auto point = name.point();
  if (point == 0.0) {
    why = "a gain of 0 needs no effort; give a point above 0";
    return nullptr;
  }
  return gain_measure(
      name, why,
      [point](const Lists& lists) {
        if (point) return effort_precision(lists.run, lists.ideal, *point);
        return mean_over_recall([&](double x) { return effort_precision(lists.run, lists.ideal, x); });
      },
      [](const Lists& lists) {
        Curve curve = recall_curve([&](double x) { return effort_precision(lists.run, lists.ideal, x); });
        curve.x_axis = "gain recall";
        curve.y_axis = "effort precision";
        return curve;
      });
}

std::unique_ptr<Measure> make_overlap(const MeasureName& name, std::string& why) {
  const std::string_view against = name.parameter("against");
  if (!against.empty() && against != "earlier") {
    why = "against is any or earlier";
    return nullptr;
  }
  return measure_of([rank = name.rank(), earlier = !against.empty()](TopicView& topic) {
    std::span<const Result> list = topic.results();
    if (rank) list = list.first(std::min<std::size_t>(*rank, list.size()));
    return ratio(earlier ? overlapping_earlier(list) : list_shape(list).overlapping, list.size());
  });
}

constexpr std::string_view kGainSource =
    "Kazai, Lalmas, de Vries: Reliability tests for the XCG and inex-2002 metrics, INEX 2004 proceedings "
    "(2005)";
constexpr std::string_view kEffortSource =
    "Kazai, Lalmas: eXtended cumulated gain measures for the evaluation of content-oriented XML retrieval, "
    "TOIS 24 (2006)";
constexpr Needs kNeeds = {.element_grades = true};

std::vector<Parameter> gain_parameters() {
  return {{"quant", "sog", kQuantMeaning},
          {"alpha", "1", kAlphaMeaning, NumberRange{.least = 0, .most = 1}},
          {"ideal", "deeper", "which of two elements of equal value on one path is ideal: deeper or higher"}};
}

MeasureRecord xcg_record() {
  return {
      .name = "XCG",
      .summary = "extended cumulated gain of graded elements to a rank",
      .definition =
          "The sum of the gains of the first k results. An element not seen before gains its quantised "
          "value; one that was seen (itself or an ancestor was retrieved) 1-alpha of it; one of which a "
          "descendant was retrieved alpha times the gains of its relevant children, each weighted by its "
          "share of the length, and 1-alpha of its own value. Results at or below an ideal element together "
          "never gain more than that element's value. Lengths come from the collection or the judgements and "
          "are needed only for runs that return an element after one of its descendants.",
      .formula = "gain(c) = f(c) | (1-alpha)*f(c) | alpha*sum gain(child)*|child|/|c| + (1-alpha)*f(c)",
      .source = kGainSource,
      .parameters = gain_parameters(),
      .cutoff = Cutoff::kRank,
      .needs = kNeeds,
      .examples = {{kGradedExampleJudgements, kGradedExampleRun, "XCG@2", 1.5,
                    "sog: the sections are (3,3) and (2,2), worth 1 and 0.5"},
                   {kGradedExampleJudgements, kGradedExampleLeaves, "XCG@6", 1.5,
                    "the paragraphs are worth 4.85, but those of a section gain no more than it does"}},
      .make = make_xcg,
  };
}

MeasureRecord nxcg_record() {
  return {
      .name = "nXCG",
      .summary = "cumulated gain over that of the ideal run, to a rank",
      .definition =
          "XCG@k over the sum of the first k elements of the ideal recall base. That base holds, for every "
          "path from the root to a relevant element without relevant descendants, the relevant element with "
          "the highest value, the deeper one on a tie (the higher one with ideal=higher), and of two that "
          "overlap the one with the shorter path; best first. Elements of value 0 are never ideal. A list "
          "shorter than k keeps its last sum.",
      .formula = "nXCG@k = XCG@k / sum of the k best ideal values",
      .source = kGainSource,
      .parameters = gain_parameters(),
      .cutoff = Cutoff::kRank,
      .needs = kNeeds,
      .examples = {{kGradedExampleJudgements, kGradedExampleRun, "nXCG@10", 1, "the run is the ideal run"},
                   {kGradedExampleJudgements, kGradedExampleLeaves, "nXCG@3", 1 / 1.5,
                    "three paragraphs of the better section gain 1, the two ideal sections 1.5"}},
      .make = make_nxcg<false>,
  };
}

MeasureRecord anxcg_record() {
  std::vector<Parameter> parameters = gain_parameters();
  parameters.push_back({"points", "10", "ranks at which nXCG is read, at equal distances",
                        NumberRange{.least = 1, .most = 10'000, .whole = true}});
  parameters.push_back({.name = "depth",
                        .default_value = "1500",
                        .meaning = "the last of these ranks; base: the number of relevant elements",
                        .range = NumberRange{.least = 1, .most = kMostRanks, .whole = true},
                        .word = kDepthOfBase});
  return {
      .name = "AnXCG",
      .summary = "nXCG averaged over ranks at equal distances",
      .definition =
          "The mean of nXCG at 10 %, 20 %, ..., 100 % of depth. A percentage between two ranks is the "
          "later one. With depth=base these are the percentages of the topic's full recall base, the rank % "
          "of the paper.",
      .formula = "AnXCG = sum_{i=1..points} nXCG@ceil(i*depth/points) / points",
      .source = kGainSource,
      .parameters = std::move(parameters),
      .needs = kNeeds,
      .examples = {{kGradedExampleJudgements, kGradedExampleLeaves, "AnXCG(points=2,depth=6)",
                    (1 / 1.5 + 1) / 2, "nXCG@3 and nXCG@6"},
                   {kGradedExampleJudgements, kGradedExampleLeaves, "AnXCG(points=2,depth=base)", 1,
                    "ten elements are relevant: nXCG@5 and nXCG@10"}},
      .make = make_anxcg,
  };
}

MeasureRecord manxcg_record() {
  return {
      .name = "MAnXCG",
      .summary = "nXCG averaged over all ranks to a rank",
      .definition = "The mean of nXCG@1, nXCG@2, ..., nXCG@k.",
      .formula = "MAnXCG@k = sum_{i=1..k} nXCG@i / k",
      .source = kEffortSource,
      .parameters = gain_parameters(),
      .cutoff = Cutoff::kRank,
      .needs = kNeeds,
      .examples = {{kGradedExampleJudgements, kGradedExampleLeaves, "MAnXCG@4", (1 + 2 / 1.5 + 1) / 4,
                    "nXCG is 1, 1/1.5, 1/1.5 and 1.5/1.5"}},
      .make = make_nxcg<true>,
  };
}

MeasureRecord ep_record() {
  return {
      .name = "ep",
      .summary = "effort precision: how much sooner the ideal run reaches a gain",
      .definition =
          "The rank at which the ideal run reaches the share x of its total gain, over the rank at "
          "which the run reaches the same gain; 0 if it never does.",
      .formula = "ep@x = ideal rank of gain x*T / run's rank of gain x*T, T the ideal run's total",
      .source = kEffortSource,
      .parameters = gain_parameters(),
      .cutoff = Cutoff::kRecall,
      .needs = kNeeds,
      .examples = {{kGradedExampleJudgements, kGradedExampleLeaves, "ep@1.00", 0.5,
                    "a gain of 1.5 takes the ideal run two ranks and the paragraphs four"}},
      .make = make_ep,
  };
}

MeasureRecord maep_record() {
  return {
      .name = "MAep",
      .summary = "effort precision averaged over gain",
      .definition = "The mean of ep at 0.01, 0.02, ..., 1.00.",
      .formula = "MAep = sum_{x=0.01, ..., 1.00} ep@x / 100",
      .source = kEffortSource,
      .parameters = gain_parameters(),
      .needs = kNeeds,
      .examples = {{kGradedExampleJudgements, kGradedExampleLeaves, "MAep", (66 + 34 * 0.5) / 100,
                    "to 0.66 of 1.5 the first result of each is enough, behind that two ranks against four"}},
      .make = make_ep,
  };
}

constexpr std::string_view kNestedRun =
    "163 Q0 r7022 1 3 run /article[1]/bdy[1]/sec[2]\n"
    "163 Q0 r7022 2 2 run /article[1]/bdy[1]/sec[2]/p[1]\n"
    "163 Q0 r7022 3 1 run /article[1]/bdy[1]/sec[1]\n";

MeasureRecord overlap_record() {
  return {
      .name = "Overlap",
      .summary = "share of results that contain, or are contained in, another",
      .definition =
          "How much a result list overlaps itself: the share of its results whose element contains, is "
          "contained in, or is the same as that of another result. With against=earlier only "
          "better-ranked results count, so that the first of two nested elements does not: the overlap "
          "ratio of the paper. Relevance plays no part. Passages overlap nothing. 0 for an empty list.",
      .formula = "Overlap = overlapping results / results",
      .source = kGainSource,
      .parameters = {{"against", "any", "what a result is compared with: any other result, or earlier ones"}},
      .cutoff = Cutoff::kOptionalRank,
      .examples = {{kGradedExampleJudgements, kGradedExampleRun, "Overlap", 0, "two sections side by side"},
                   {kGradedExampleJudgements, kNestedRun, "Overlap", 2.0 / 3,
                    "a section and its paragraph; nothing overlaps the other section"},
                   {kGradedExampleJudgements, kNestedRun, "Overlap(against=earlier)", 1.0 / 3,
                    "only the paragraph repeats text of an earlier result"}},
      .make = make_overlap,
  };
}

}  // namespace

MeasureFamily xcg_measures() {
  return {"Graded elements: cumulated gain (XCG)",
          {xcg_record(), nxcg_record(), anxcg_record(), manxcg_record(), ep_record(), maep_record(),
           overlap_record()}};
}

}  // namespace fovea
