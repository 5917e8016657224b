// --compat inex_eval against what the official tool printed, and fovea's own measures against it: every
// difference must be one of the tool's known departures from the papers.
#include "evaluate/compat/inex_eval.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "evaluate/evaluation.h"
#include "judgements/judgement_file.h"
#include "measures/measure_name.h"
#include "measures/registry.h"
#include "places.h"
#include "report/tables/inex_text.h"

namespace fovea {
namespace {

const std::string kInex2010 = extended_data() + "/inex2010";

#define SKIP_WITHOUT_DATA() \
  if (!std::filesystem::exists(kInex2010)) GTEST_SKIP() << "no " << kInex2010

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Judgements judgements_of(const std::string& path, std::string_view listed_by = {}) {
  Diagnostics diagnostics;
  JudgementOptions options;
  options.as_listed_by = listed_by;
  std::optional<Judgements> judgements = read_judgements(std::vector{path}, options, diagnostics);
  EXPECT_TRUE(judgements && diagnostics.ok()) << path;
  return std::move(*judgements);
}

Run run_of(const std::string& path) {
  Diagnostics diagnostics;
  std::optional<Run> run = Run::open(path, nullptr, diagnostics);
  EXPECT_TRUE(run && diagnostics.ok()) << path;
  return std::move(*run);
}

/// One call of the official tool, as its letter (t f r i b) and options.
struct Call {
  char task = 'f';
  bool complete = false;
  std::optional<double> beta = std::nullopt;
  std::optional<double> irr = std::nullopt;
  std::optional<double> n = std::nullopt;

  EvaluationOptions options() const {
    using Kind = ArticleScore::Kind;
    EvaluationOptions options{.compat = CompatMode::kInexEval};
    if (complete) options.topics = CountedTopics::kAll;
    options.task = task_named(task == 't'   ? "thorough"
                              : task == 'f' ? "focused"
                              : task == 'b' ? "best-in-context"
                                            : "relevant-in-context");
    if (task == 'r') options.score = {Kind::kF, beta.value_or(0.25)};
    if (task == 'i') options.score = {Kind::kT2I, irr.value_or(300)};
    if (task == 'b') options.score = {Kind::kBep, n.value_or(500)};
    return options;
  }
};

std::string text_of(const std::string& judgements_file, const std::string& run_file, std::string shown_as,
                    const Call& call) {
  const Judgements judgements = judgements_of(judgements_file, "inex_eval");
  const Run run = run_of(run_file);
  Diagnostics diagnostics;
  auto evaluation = Evaluation::make(judgements, nullptr, call.options(), diagnostics);
  EvaluationOutcome outcome = evaluation->evaluate(run);
  EXPECT_TRUE(outcome.runs[0].scored());
  Scores scores = std::move(outcome.scores);
  scores.rename(0, {scores.runs()[0].name, std::move(shown_as)});
  return inex_text(scores, 0, {.per_topic = true});
}

/// "RUN.TASK[.VARIANT].txt"
Call call_of_output(const std::string& name) {
  const std::size_t dot = name.find('.');
  Call call{.task = name[dot + 1]};
  const std::string variant = name.substr(dot + 2);
  if (variant.starts_with(".beta")) call.beta = std::stod(variant.substr(5));
  if (variant.starts_with(".irr")) call.irr = std::stod(variant.substr(4));
  if (variant.starts_with(".n")) call.n = std::stod(variant.substr(2));
  return call;
}

TEST(InexEvalMode, PrintsWhatTheOfficialToolPrintedForRealRuns) {
  SKIP_WITHOUT_DATA();
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kInex2010 + "/official-tool")) {
    const std::string name = entry.path().filename().string();
    const std::string run = "runs/" + name.substr(0, name.find('.')) + ".run";
    EXPECT_EQ(text_of(kInex2010 + "/inex2010.qrels", kInex2010 + "/" + run, run, call_of_output(name)),
              read_file(entry.path().string()))
        << name;
    ++files;
  }
  EXPECT_GT(files, 30U);
}

TEST(InexEvalMode, PrintsWhatTheOfficialToolPrintedForEdgeCases) {
  SKIP_WITHOUT_DATA();
  std::ifstream manifest(kInex2010 + "/edge/MANIFEST");
  std::size_t cases = 0;
  for (std::string line; std::getline(manifest, line);) {
    std::istringstream columns(line);
    std::string output, options;
    std::getline(columns, output, '\t');
    std::getline(columns, options, '\t');
    const std::string expected = read_file(kInex2010 + "/edge/" + output);
    if (expected.starts_with("ERROR")) continue;  // invalid runs: tests/cli/eval.bats
    std::istringstream words(options);
    Call call;
    for (std::string word; words >> word;) {
      if (word == "-c") call.complete = true;
      if (word == "-beta" && words >> word) call.beta = std::stod(word);
      if (word == "-n" && words >> word) call.n = std::stod(word);
      if (word.size() == 2 && std::string("tfrib").find(word[1]) != std::string::npos) call.task = word[1];
    }
    const std::string stem = output.substr(0, output.find('.'));
    EXPECT_EQ(text_of(kInex2010 + "/edge/" + stem + ".qrels", kInex2010 + "/edge/" + stem + ".run",
                      stem + ".run", call),
              expected)
        << output;
    ++cases;
  }
  EXPECT_GT(cases, 20U);
}

// ---- fovea's own measures beside the tool's
// ------------------------------------------------------------------

/// The tool's figures by topic and name.
using Figures = std::map<std::string, std::map<std::string, double>>;

Figures figures_of(const std::string& path) {
  Figures figures;
  std::istringstream text(read_file(path));
  for (std::string line; std::getline(text, line);) {
    std::istringstream columns(line);
    std::string name, topic, value;
    if (columns >> name >> topic >> value && line.front() != '<') figures[topic][name] = std::stod(value);
  }
  return figures;
}

/// Our name for a line of the tool's output, given the article score of the task; empty when there is none.
std::string own_name(const std::string& name, const std::string& score) {
  const std::string inside = name.substr(0, name.find('['));
  const std::string index = name.find('[') == std::string::npos ? "" : name.substr(name.find('[') + 1);
  const std::string at = index.empty() ? "" : "@" + index.substr(0, index.size() - 1);
  if (inside == "iP" || name == "AiP" || inside == "gR") return inside + at;
  if (inside == "gP" || name == "AgP") return inside + "(" + score + ")" + at;
  const std::map<std::string, std::string> others = {{"char_prec", "charP"}, {"char_rec", "charR"},
                                                     {"char_f1", "charF"},   {"art_prec", "SetP"},
                                                     {"art_rec", "SetR"},    {"art_f1", "SetF"}};
  const auto other = others.find(name);
  return other == others.end() ? "" : other->second;
}

/// Departure: recall points are found by floor(100.0·R) in floating point.
bool recall_is_rounded(TopicView& view) {
  const std::uint64_t all = view.totals().characters;
  for (const CurvePoint& step : view.curve().steps()) {
    const double recall = static_cast<double>(step.relevant) / static_cast<double>(all);
    if (static_cast<std::uint64_t>(std::floor(100.0 * recall)) != 100 * step.relevant / all) return true;
  }
  return false;
}

struct Comparison {
  std::size_t equal = 0;
  std::size_t excused = 0;
};

void compare(const std::string& name, const std::string& run_file, const Judgements& judgements,
             Comparison& out) {
  const Call call = call_of_output(name);
  const Figures official = figures_of(kInex2010 + "/official-tool/" + name);
  const Run run = run_of(run_file);
  const std::string score = call.task == 'r'   ? fmt::format("beta={}", call.beta.value_or(0.25))
                            : call.task == 'i' ? fmt::format("t2i={}", call.irr.value_or(300))
                                               : fmt::format("bep={}", call.n.value_or(500));
  TopicResults results;
  TopicView view;
  Diagnostics diagnostics;
  for (std::size_t t = 0; t < run.topics(); ++t) {
    run.read(t, results, diagnostics);
    view.start(*judgements.find(results.topic), results.results);
    for (const auto& [figure, expected] : official.at(std::string(results.topic))) {
      const std::string own = own_name(figure, score);
      if (own.empty()) continue;
      const auto names = parse_measures(own, diagnostics);
      ASSERT_TRUE(names) << own;
      const double value = make_measure(names->front())->score(view);
      if (std::abs(value - expected) <= 1e-12) {
        ++out.equal;
        continue;
      }
      ++out.excused;
      const bool beyond = names->front().name == "gP" && *names->front().rank() > view.articles().size();
      const bool rounded = (names->front().name == "iP" || own == "AiP") && recall_is_rounded(view);
      EXPECT_TRUE(beyond || rounded) << name << " topic " << results.topic << ' ' << own << ": " << value
                                     << ", the tool says " << expected;
    }
  }
}

TEST(OwnMeasures, DifferFromTheOfficialToolOnlyWhereItDepartsFromThePapers) {
  SKIP_WITHOUT_DATA();
  const Judgements judgements = judgements_of(kInex2010 + "/inex2010.qrels");
  Comparison comparison;
  for (const auto& entry : std::filesystem::directory_iterator(kInex2010 + "/official-tool")) {
    const std::string name = entry.path().filename().string();
    compare(name, kInex2010 + "/runs/" + name.substr(0, name.find('.')) + ".run", judgements, comparison);
  }
  EXPECT_GT(comparison.equal, 20'000U);
  EXPECT_GT(comparison.excused, 0U) << "gP beyond the list repeats its last value in the tool";
}

TEST(InexEvalMode, PrintsNumbersAsJavaDoes) {
  EXPECT_EQ(java_double(0), "0.0");
  EXPECT_EQ(java_double(1), "1.0");
  EXPECT_EQ(java_double(0.001), "0.001");
  EXPECT_EQ(java_double(0.0001), "1.0E-4");
  EXPECT_EQ(java_double(0.00024), "2.4E-4");
  EXPECT_EQ(java_double(7.843137254901961e-5), "7.843137254901961E-5");
  EXPECT_EQ(java_double(1e7), "1.0E7");
  EXPECT_EQ(java_double(9999999), "9999999.0");
  EXPECT_EQ(java_double(std::nan("")), "NaN");
  EXPECT_EQ(java_double(-0.5), "-0.5");
}

}  // namespace
}  // namespace fovea
