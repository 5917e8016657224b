// A sweep: the same topics at every point of some settings, with what each costs and what it is worth.
//
// What the efficiency task of INEX asked for: runs of 15, 150 and 1,500 results at several depths of search, times of each
// topic, and the curve of effectiveness against them. Searches run one behind the other, on one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judgements/judgements.h"
#include "search/session/search_session.h"
#include "search/session/search_times.h"
#include "topics/topic.h"

namespace fovea::tune {

/// "k" is results, "K" and "rho" what impacts read; any other setting by its table and key.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
};
/// "K=1,15,150" or "articles.b=0.1:0.9:0.2"; values that the pipeline does not take are reported.
std::optional<SweepAxis> parse_sweep(std::string_view text, const search::Pipeline& pipeline,
                                     Diagnostics& diagnostics);

struct SweepInput {
  const search::SearchSession& session;
  std::span<const Topic> topics;
  std::vector<SweepAxis> axes;
  std::size_t repeat = 1;
  /// nullptr: no scores.
  const Judgements* judgements = nullptr;
  std::function<void(std::size_t points)> progress;
};

/// One topic at one point.
struct SweptTopic {
  const Topic* topic = nullptr;
  std::vector<search::Answer> answers;
  search::SearchTimes times;
};

struct SweepPoint {
  std::vector<std::string> values;  ///< of each axis
  std::string name;                 ///< "k15-K1500", for a file
  search::Pipeline pipeline;
  std::vector<SweptTopic> topics;  ///< that have a word in the index
  double median_ms = 0;            ///< over topics, of time on the clock
  double p99_ms = 0;
  double postings = 0;         ///< mean over topics
  double overlap = 0;          ///< with the answer that looks at all postings: mean share of its results
  std::vector<double> scores;  ///< of each measure
};

struct Sweep {
  std::vector<SweepAxis> axes;
  /// AiP and iP@0.01 where text is highlighted, and AP; none without judgements.
  std::vector<std::string> measures;
  std::vector<SweepPoint> points;
};

/// Nothing, with the reason, when the indexes cannot serve a point or the judgements do not serve the measures. Topics without a
/// known word are left out.
std::optional<Sweep> sweep(const SweepInput& input, Diagnostics& diagnostics);

/// curve.tsv: a row per point: run, axes, median_ms, p99_ms, postings, overlap, measures.
std::string curve_rows(const Sweep& sweep);

}  // namespace fovea::tune
