// What the files of the document measures share: making a measure from a function of the ranking, the
// parameter `rel`, and the small case their worked examples are about.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "measures/function_measure.h"
#include "measures/measure.h"
#include "measures/views/document_ranking.h"

namespace fovea {

/// `level` is the grade from which on a document is relevant.
using DocumentScore = std::function<double(DocumentRanking& ranking, int level)>;
/// For measures that sum up a curve.
using DocumentCurve = std::function<Curve(DocumentRanking& ranking)>;
using BinaryScore = std::function<double(const BinaryRanking& ranking)>;
using BinaryCurve = std::function<Curve(const BinaryRanking& ranking)>;

/// A measure from a function. The level is that of the topic's view unless `rel` is given.
std::unique_ptr<Measure> document_measure(const MeasureName& name, DocumentScore score,
                                          DocumentCurve curve = {});
std::unique_ptr<Measure> binary_measure(const MeasureName& name, BinaryScore score, BinaryCurve curve = {});

/// What `rel` says; nothing when it is absent.
std::optional<int> level_of(const MeasureName& name);
/// The rank behind `@`; without one, one behind every list.
std::size_t rank_of(const MeasureName& name);

/// For records of measures without parameters of their own.
std::function<std::unique_ptr<Measure>(const MeasureName&, std::string&)> binary_maker(BinaryScore score);

inline constexpr NumberRange kGradeRange{
    .least = 1, .most = std::numeric_limits<std::int32_t>::max(), .whole = true};
inline constexpr Parameter kRel = {"rel", "", "lowest grade that is relevant; what -l says when absent",
                                   kGradeRange};
inline constexpr Parameter kJudgedOnly = {
    "judged_only",
    "False",
    "leaves out documents that nobody judged, as if they had not been retrieved",
    {},
    ParameterKind::kFlag};
/// Of the probability with which a reader goes on to the next document.
inline constexpr NumberRange kPersistenceRange{.least = 0, .most = 1, .below_most = true};

inline constexpr std::string_view kBuckleyVoorhees =
    "Buckley and Voorhees, Retrieval System Evaluation, in TREC: Experiment and Evaluation in Information "
    "Retrieval, MIT Press 2005, chapter 3";

// Three relevant documents, one of them twice as good; two of them are retrieved, at ranks 1 and 4, with two
// that were judged not relevant and one that was not judged.
inline constexpr std::string_view kExampleJudgements =
    "1 0 a 2\n"
    "1 0 b 0\n"
    "1 0 c 1\n"
    "1 0 d 0\n"
    "1 0 e 1\n";
inline constexpr std::string_view kExampleRun =
    "1 Q0 a 1 9 example\n"
    "1 Q0 b 2 8 example\n"
    "1 Q0 x 3 7 example\n"
    "1 Q0 c 4 6 example\n"
    "1 Q0 d 5 5 example\n";

inline Example document_example(std::string_view measure, double value, std::string_view explanation) {
  return {kExampleJudgements, kExampleRun, measure, value, explanation};
}

}  // namespace fovea
