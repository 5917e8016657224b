// Scores, what comparisons say of them, and the files they stand in.
#include "scores/scores.h"

#include <fmt/format.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

#include "files/output_file.h"
#include "native.h"
#include "report/tables/comparison_report.h"
#include "report/tables/score_report.h"
#include "scores/alignment.h"
#include "scores/scores_file.h"
#include "scores/topic_order.h"
#include "stats/comparison.h"
#include "stats/correction.h"
#include "stats/mean_interval.h"
#include "stats/power.h"
#include "stats/sample.h"

namespace fovea::python {

Average average_named(std::string_view name) {
  for (const Average average : {Average::kSum, Average::kGeometricMean}) {
    if (name_of(average) == name) return average;
  }
  return Average::kMean;
}

namespace {

using Cube = nb::ndarray<nb::numpy, const double, nb::ndim<3>>;

Cube values_of(nb::handle self) {
  const Scores& scores = nb::cast<const Scores&>(self);
  const std::size_t topics = scores.topics().size();
  const std::size_t measures = scores.measures().size();
  const std::size_t runs = scores.runs().size();
  const double* const first = runs * topics * measures == 0 ? nullptr : scores.values(0, 0).data();
  const std::size_t shape[] = {runs, topics, measures};
  const auto signed_topics = static_cast<std::int64_t>(topics);
  const std::int64_t strides[] = {signed_topics * static_cast<std::int64_t>(measures), 1, signed_topics};
  return Cube(first, 3, shape, self, strides);
}

/// What a run scores by a measure on the topics that it has scores for.
std::vector<double> given(const Scores& scores, std::size_t run, std::size_t measure) {
  std::vector<double> values;
  for (std::size_t topic = 0; topic < scores.topics().size(); ++topic) {
    if (const auto value = scores.value(run, topic, measure)) values.push_back(*value);
  }
  return values;
}

/// By run and measure, over the topics that it has scores for.
std::vector<std::vector<double>> variances_of(const Scores& scores) {
  std::vector<std::vector<double>> out(scores.runs().size());
  for (std::size_t r = 0; r < out.size(); ++r) {
    for (std::size_t m = 0; m < scores.measures().size(); ++m)
      out[r].push_back(stats::variance(given(scores, r, m)));
  }
  return out;
}

/// Probabilities of tests that were made apart, corrected as those of one comparison.
std::vector<double> corrected(const std::vector<double>& p, std::string_view correct) {
  const auto correction = named<stats::Correction>(correct);
  if (!correction)
    raise("UsageError",
          fmt::format("found correct={}, expected 'none', 'holm' or 'bonferroni'", quote(correct)));
  return stats::adjust(p, *correction);
}

stats::IntervalKind interval_named(std::string_view name) {
  if (name == "t") return stats::IntervalKind::kT;
  if (name == "bootstrap") return stats::IntervalKind::kBootstrap;
  raise("UsageError", fmt::format("found the interval {}, expected 't' or 'bootstrap'", quote(name)));
}

/// By run and measure: (low, high, bootstrap), or None. As `fovea eval --intervals` has them where all runs have scores on all topics.
nb::list intervals_of(const Scores& scores, double level, std::string_view method, std::size_t resamples,
                      std::uint64_t seed) {
  if (!(level > 0 && level < 1))
    raise("UsageError", fmt::format("found the level {}, expected one between 0 and 1", level));
  const stats::IntervalPlan plan{interval_named(method), level, resamples, seed};
  const std::size_t runs = scores.runs().size();
  const std::size_t measures = scores.measures().size();
  std::vector<std::optional<stats::Interval>> found(runs * measures);
  without_lock([&] {
    for (std::size_t m = 0; m < measures; ++m) {
      if (runs == 0 || scores.measures()[m].average != Average::kMean) continue;
      const ScoreMatrix matrix = scores.matrix(m);
      const stats::MeanIntervals all(matrix, plan);
      for (std::size_t r = 0; r < runs; ++r) {
        const std::vector<double> values = given(scores, r, m);
        if (values.empty()) continue;
        if (values.size() == scores.topics().size()) {
          if (const auto interval = all.of(r)) found[r * measures + m] = *interval;
          continue;
        }
        const ScoreMatrix own(values.data(), 1, values.size(), values.size());
        if (const auto interval = stats::MeanIntervals(own, plan).of(0)) found[r * measures + m] = *interval;
      }
    }
    return 0;
  });
  nb::list out;
  for (std::size_t r = 0; r < runs; ++r) {
    nb::list row;
    for (std::size_t m = 0; m < measures; ++m) {
      const auto& interval = found[r * measures + m];
      row.append(interval ? nb::object(nb::make_tuple(interval->low, interval->high, interval->bootstrap))
                          : nb::none());
    }
    out.append(row);
  }
  return out;
}

/// What `compare` was asked for and found.
struct ComparedScores {
  ComparisonReport report;
};

ComparedScores compare_scores(const Scores& scores, const std::vector<std::size_t>& measures,
                              const std::vector<std::size_t>& baselines, std::string_view test, int tails,
                              std::string_view correct, double alpha,
                              std::optional<std::string_view> interval, std::size_t resamples,
                              std::uint64_t seed, bool all_topics) {
  const auto pair_test = named<stats::PairTest>(test);
  if (!pair_test) {
    raise("UsageError",
          fmt::format("found test={}, expected 't', 'bootstrap', 'randomisation', 'wilcoxon' or 'tukey'",
                      quote(test)));
  }
  const auto correction = named<stats::Correction>(correct);
  if (!correction)
    raise("UsageError",
          fmt::format("found correct={}, expected 'none', 'holm' or 'bonferroni'", quote(correct)));
  if (tails != 1 && tails != 2) raise("UsageError", fmt::format("found tails={}, expected 1 or 2", tails));
  if (!(alpha > 0 && alpha < 1))
    raise("UsageError", fmt::format("found alpha={}, expected one between 0 and 1", alpha));
  stats::ComparisonPlan plan;
  plan.test = *pair_test;
  plan.tails = tails == 1 ? stats::Tails::kOne : stats::Tails::kTwo;
  plan.correction = *correction;
  plan.alpha = alpha;
  plan.interval = interval                                   ? interval_named(*interval)
                  : plan.test == stats::PairTest::kBootstrap ? stats::IntervalKind::kBootstrap
                                                             : stats::IntervalKind::kT;
  plan.resamples = resamples;
  plan.seed = seed;
  ComparedScores out{{plan, {}, 0.8, 4, {}}};
  Diagnostics said;
  without_lock([&] {
    for (const std::size_t m : measures) {
      const std::string& measure = scores.measures()[m].name;
      const auto aligned =
          align(std::array{ScoredColumn{scores, m}}, all_topics ? TopicChoice::kAll : TopicChoice::kCommon);
      if (!aligned || aligned->scores.runs().size() < scores.runs().size()) {
        said.error({}, "nothing-in-common", fmt::format("{}: the runs have no topic in common", measure));
        return 0;
      }
      const ScoreMatrix matrix = aligned->scores.matrix(0);
      std::vector<std::string> runs;
      for (const ScoredRun& run : aligned->scores.runs()) runs.push_back(run.name);
      out.report.baselines.clear();
      for (const std::size_t row : baselines) out.report.baselines.push_back(runs[row]);
      const std::vector<std::size_t> ranking = stats::rank_runs(matrix);
      const auto comparison = stats::compare(
          matrix, baselines.empty() ? stats::all_pairs(ranking) : stats::baseline_pairs(ranking, baselines),
          plan);
      if (!comparison) {
        said.error({}, "not-comparable",
                   fmt::format("{}: cannot compare, because {}", measure, comparison.why()));
        return 0;
      }
      out.report.measures.push_back({measure, std::move(runs), matrix.topics(), *comparison});
    }
    return 0;
  });
  if (!said.ok()) raise("InputError", said);
  return out;
}

/// {run: {measure: value}}.
nb::dict means_of(const Scores& scores) {
  nb::dict means;
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    nb::dict of_run;
    for (std::size_t m = 0; m < scores.measures().size(); ++m) {
      const std::string& measure = scores.measures()[m].name;
      of_run[nb::str(measure.data(), measure.size())] = scores.summary(run, m);
    }
    const std::string& name = scores.runs()[run].name;
    means[nb::str(name.data(), name.size())] = of_run;
  }
  return means;
}

/// As text in one of the formats of `fovea eval -o`; every digit unless `decimals` says otherwise.
std::string written(const Scores& scores, std::string_view format, bool per_topic, bool summary,
                    std::optional<int> decimals, bool intervals) {
  const auto chosen = named<ScoreFormat>(format);
  if (!chosen)
    raise("UsageError", fmt::format("found the format {}, expected one of {}", quote(format),
                                    listed(kNamesOf<ScoreFormat>)));
  ScoreReport report{.format = *chosen, .per_topic = per_topic, .summary = summary};
  report.decimals = Decimals{decimals};
  report.intervals = intervals;
  EvaluationAccount account;
  account.version = FOVEA_VERSION;
  return without_lock([&] { return to_text(scores, report, account); });
}

Scores read_score_files(const std::vector<std::string>& paths) {
  Diagnostics said;
  auto scores = without_lock([&] { return read_scores(paths, said); });
  settle(said);
  if (!scores) raise("InputError", said);
  return std::move(*scores);
}

/// Puts bytes where a file is, whole or not at all.
void write_file(const std::string& path, nb::bytes content) {
  OutputFile file(path);
  file.write({static_cast<const char*>(content.data()), content.size()});
  file.commit();
}

/// From names and values by run, topic and measure, None where there is none; summaries by run and measure, or made of
/// the values.
/// Of a one-tailed paired t-test; nothing where none can be computed.
std::optional<double> detectable_difference(double deviation, std::uint64_t topics, double alpha,
                                            double power) {
  const auto least = stats::detectable_difference(deviation, topics, {alpha, stats::Tails::kOne, power});
  return least ? std::optional(*least) : std::nullopt;
}
std::optional<std::uint64_t> topics_needed(double difference, double deviation, double alpha, double power) {
  const auto most = stats::topics_needed(difference, deviation, {alpha, stats::Tails::kOne, power});
  return most ? std::optional(*most) : std::nullopt;
}

Scores make_scores(const std::vector<std::string>& runs, const std::vector<std::string>& topics,
                   const std::vector<std::string>& measures, const std::vector<std::string>& averages,
                   nb::sequence values, const std::optional<std::vector<std::vector<double>>>& summaries) {
  std::vector<ScoredMeasure> scored;
  for (std::size_t m = 0; m < measures.size(); ++m)
    scored.push_back({measures[m], average_named(averages.at(m))});
  Scores scores(std::move(scored), topics);
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const std::size_t run = scores.add_run({runs[r], ""});
    for (std::size_t t = 0; t < topics.size(); ++t) {
      for (std::size_t m = 0; m < measures.size(); ++m) {
        const nb::object value = values[r][t][m];
        if (!value.is_none()) scores.set(run, t, m, nb::cast<double>(value));
      }
    }
    scores.summarise(run);
    for (std::size_t m = 0; summaries && m < measures.size(); ++m) {
      scores.set_summary(run, m, summaries->at(r).at(m));
    }
  }
  return scores;
}

/// The same names and the same bits.
bool same(const Scores& a, const Scores& b) {
  const auto names = [](const auto& x, const auto& y) {
    return std::ranges::equal(x, y, {}, &ScoredRun::name, &ScoredRun::name);
  };
  const auto measures = [](const ScoredMeasure& x, const ScoredMeasure& y) { return x.name == y.name; };
  if (!names(a.runs(), b.runs()) || !std::ranges::equal(a.topics(), b.topics()) ||
      !std::ranges::equal(a.measures(), b.measures(), measures)) {
    return false;
  }
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  for (std::size_t r = 0; r < a.runs().size(); ++r) {
    for (std::size_t m = 0; m < a.measures().size(); ++m) {
      if (bits(a.summary(r, m)) != bits(b.summary(r, m))) return false;
      for (std::size_t t = 0; t < a.topics().size(); ++t) {
        const auto x = a.value(r, t, m);
        const auto y = b.value(r, t, m);
        if (x.has_value() != y.has_value() || (x && bits(*x) != bits(*y))) return false;
      }
    }
  }
  return true;
}

}  // namespace

void bind_scores(nb::module_& module) {
  nb::class_<Scores>(module, "Cube")
      .def_prop_ro("runs",
                   [](const Scores& scores) {
                     std::vector<std::string> names;
                     for (const ScoredRun& run : scores.runs()) names.push_back(run.name);
                     return names;
                   })
      .def_prop_ro("files",
                   [](const Scores& scores) {
                     std::vector<std::string> files;
                     for (const ScoredRun& run : scores.runs()) files.push_back(run.file);
                     return files;
                   })
      .def_prop_ro("topics",
                   [](const Scores& scores) {
                     return std::vector<std::string>(scores.topics().begin(), scores.topics().end());
                   })
      .def_prop_ro("measures",
                   [](const Scores& scores) {
                     std::vector<std::string> names;
                     for (const ScoredMeasure& measure : scores.measures()) names.push_back(measure.name);
                     return names;
                   })
      .def_prop_ro("averages",
                   [](const Scores& scores) {
                     std::vector<std::string_view> names;
                     for (const ScoredMeasure& measure : scores.measures())
                       names.push_back(name_of(measure.average));
                     return names;
                   })
      .def("value", [](const Scores& scores, std::size_t run, std::size_t topic,
                       std::size_t measure) { return scores.value(run, topic, measure); })
      .def("summary", [](const Scores& scores, std::size_t run,
                         std::size_t measure) { return scores.summary(run, measure); })
      .def_prop_ro("means", &means_of)
      .def("given", &given)
      .def("variances", &variances_of)
      .def("values", &values_of)
      .def("with_runs",
           [](const Scores& scores, const std::vector<std::size_t>& runs) { return scores.with_runs(runs); })
      .def("in_order_of_ids",
           [](const Scores& scores) { return in_order(scores, order_of_ids(scores.topics())); })
      .def("same", &same)
      .def("intervals", &intervals_of, nb::arg("level") = 0.95, nb::arg("method") = "t",
           nb::arg("resamples") = 1000, nb::arg("seed") = 1)
      .def("compare", &compare_scores, nb::arg("measures"), nb::arg("baselines"), nb::arg("test"),
           nb::arg("tails"), nb::arg("correct"), nb::arg("alpha"), nb::arg("interval").none(),
           nb::arg("resamples"), nb::arg("seed"), nb::arg("all_topics"))
      .def("written", &written, nb::arg("format"), nb::arg("per_topic"), nb::arg("summary"),
           nb::arg("decimals").none(), nb::arg("intervals") = false);
  nb::class_<ComparedScores>(module, "ComparedScores")
      .def("to_text", [](const ComparedScores& compared) { return to_text(compared.report); })
      .def("to_csv", [](const ComparedScores& compared) { return to_csv(compared.report); })
      .def("to_json", [](const ComparedScores& compared) { return to_json(compared.report); })
      .def("to_markdown", [](const ComparedScores& compared) { return to_markdown(compared.report); })
      .def("to_latex", [](const ComparedScores& compared) { return to_latex(compared.report); });
  module.def("detectable_difference", &detectable_difference, nb::arg("deviation"), nb::arg("topics"),
             nb::arg("alpha"), nb::arg("power"));
  module.def("topics_needed", &topics_needed, nb::arg("difference"), nb::arg("deviation"), nb::arg("alpha"),
             nb::arg("power"));
  module.def("corrected", &corrected, nb::arg("p"), nb::arg("correct"));
  module.def("read_scores", &read_score_files, nb::arg("paths"));
  module.def("make_scores", &make_scores, nb::arg("runs"), nb::arg("topics"), nb::arg("measures"),
             nb::arg("averages"), nb::arg("values"), nb::arg("summaries").none());
  module.def("write_file", &write_file, nb::arg("path"), nb::arg("content"));
}

}  // namespace fovea::python
