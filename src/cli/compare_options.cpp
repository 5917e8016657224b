#include "cli/compare_options.h"

#include <map>

#include "cli/report_parts.h"
#include "cli/shared_options.h"

namespace fovea::cli {

namespace {

const std::map<std::string, stats::PairTest> kTests{{"t", stats::PairTest::kT},
                                                    {"bootstrap", stats::PairTest::kBootstrap},
                                                    {"randomisation", stats::PairTest::kRandomisation},
                                                    {"wilcoxon", stats::PairTest::kWilcoxon},
                                                    {"tukey", stats::PairTest::kTukey}};
const std::map<std::string, stats::Correction> kCorrections{{"none", stats::Correction::kNone},
                                                            {"holm", stats::Correction::kHolm},
                                                            {"bonferroni", stats::Correction::kBonferroni}};
const std::map<std::string, CompareOutput> kOutputs{{"text", CompareOutput::kText},
                                                    {"csv", CompareOutput::kCsv},
                                                    {"json", CompareOutput::kJson},
                                                    {"latex", CompareOutput::kLatex},
                                                    {"md", CompareOutput::kMarkdown}};
const std::map<std::string, stats::IntervalKind> kIntervals{{"t", stats::IntervalKind::kT},
                                                            {"bootstrap", stats::IntervalKind::kBootstrap}};
const std::map<std::string, TopicChoice> kTopics{{"common", TopicChoice::kCommon},
                                                 {"all", TopicChoice::kAll}};

/// An option whose value is one of some names.
template <typename Value, typename Target>
void add_choice(CLI::App& command, const std::string& name, Target& target,
                const std::map<std::string, Value>& values, const std::string& description) {
  std::vector<std::string> names;
  for (const auto& [word, value] : values) names.push_back(word);
  command
      .add_option_function<std::string>(
          name, [&target, &values](const std::string& word) { target = values.at(word); }, description)
      ->check(CLI::IsMember(names))
      ->option_text("NAME");
}

/// An option that may be given several times, one value each.
void add_list(CLI::App& command, const std::string& name, std::vector<std::string>& values,
              const std::string& text, const std::string& description) {
  command.add_option(name, values, description)->allow_extra_args(false)->option_text(text);
}

void add_what(CLI::App& command, CompareOptions& options) {
  command.add_option("files", options.files, "Judgements, then the runs to evaluate and compare")
      ->option_text("JUDGEMENTS RUN…");
  add_list(
      command, "--scores", options.scores, "FILE",
      "Scores per topic computed before, instead of judgements and runs: JSON lines, CSV or trec_eval -q "
      "output; - is standard input; repeatable");
  add_measures(command, options.measures);
  add_list(command, "--baseline", options.baselines, "RUN",
           "Compare the others with this run only; repeatable");
  options.inputs.add_options_to(command);
  add_depth(command, options.depth);
  add_choice(command, "--topics", options.topics, kTopics,
             "With --scores: common topics only, or all, a run without a topic scoring 0; default common");
}

void add_agreement_options(CLI::App& command, CompareOptions& options) {
  add_list(command, "--agree", options.agree, "MEASURES",
           "How alike two or more measures order the runs, such as 'AgP(t2i=300),AP'");
  command
      .add_option("--agree-depth", options.agree_depths,
                  "How alike a measure orders the runs when they are cut at these depths, such as 100,1500")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(in_range(kDepthRange))
      ->option_text("N,N");
  add_list(command, "--agree-judgements", options.agree_judgements, "JUDGEMENTS",
           "How alike a measure orders the runs under these judgements, such as a second assessor's, on the "
           "topics that both have; repeatable");
  command
      .add_option("--plot", options.plot,
                  "With an agreement: the runs as points and the line through them, as an HTML page")
      ->option_text("FILE");
}

void add_test_options(CLI::App& command, CompareOptions& options) {
  add_choice(
      command, "--test", options.plan.test, kTests,
      "t (paired), bootstrap (paired), randomisation, wilcoxon (signed rank) or tukey (HSD, all runs at "
      "once); default t");
  command
      .add_option("--tails", options.tails, "1: is the higher run better; 2: do the runs differ; default 2")
      ->check(CLI::IsMember({1, 2}))
      ->option_text("N");
  command
      .add_option("--resamples", options.plan.resamples,
                  "Resamples of bootstrap and randomisation; default 1000")
      ->check(in_range({.least = 1, .most = 1e6, .whole = true}))
      ->option_text("N");
  command
      .add_option("--seed", options.plan.seed, "Seed of the resamples, printed with the results; default 1")
      ->option_text("N");
  command
      .add_option("--alpha", options.plan.alpha,
                  "Level of the tests; intervals cover 1 - alpha; default 0.05")
      ->check(in_range(kAlphaRange))
      ->option_text("P");
  add_choice(command, "--correct", options.plan.correction, kCorrections,
             "Correct for the number of pairs: none, holm or bonferroni; default none");
  add_choice(command, "--interval", options.interval, kIntervals,
             "t or bootstrap (percentile) intervals; default bootstrap with --test bootstrap, else t");
  command
      .add_option("--power", options.power,
                  "Power for the detectable difference and the topics needed; default 0.8")
      ->check(in_range({.least = 0.5, .most = 0.999}))
      ->option_text("P");
}

void add_output(CLI::App& command, CompareOptions& options) {
  add_output_format(command,
                    {{"csv", "a row per pair"}, {"json", ""}, {"latex", ""}, {"md", ""}, {"text", ""}},
                    "text", [&options](const std::string& name) { options.output = kOutputs.at(name); });
  add_decimals(command, options.decimals, "in text, latex and md")->check(in_range(kDecimalsRange));
}

}  // namespace

void add_compare_options(CLI::App& command, CompareOptions& options) {
  add_what(command, options);
  add_test_options(command, options);
  add_agreement_options(command, options);
  add_output(command, options);
  command.footer(
      "In the matrix, a row's * says that its run is significantly better than the run of that rank; - that\n"
      "it is not; ? that no test was possible, with the reason below. Exit codes: 0 fine, 1 usage, 2 bad\n"
      "input, 4 no topic in common.\n\n"
      "Examples:\n"
      "  fovea compare -m 'AgP(t2i=300)' inex2010.qrels *.run\n"
      "  fovea compare --test bootstrap --tails 1 --resamples 10000 -m AP qrels.txt *.run\n"
      "  fovea compare --baseline bm25 --correct holm -m AP qrels.txt *.run\n"
      "  fovea compare --agree 'AgP(t2i=300),AP' --plot agreement.html inex2010.qrels *.run\n"
      "  fovea compare --agree-depth 100,1500 -m AiP inex2010.qrels *.run\n"
      "  fovea compare --agree-judgements second.qrels -m AP first.qrels *.run\n"
      "  trec_eval -q qrels.txt my.run | fovea compare --scores - --scores other.txt -m map");
}

std::string find_contradiction(const CompareOptions& options) {
  if (options.plan.test == stats::PairTest::kTukey) {
    if (options.tails == 1) return "--test tukey is two-tailed, found --tails 1";
    if (options.plan.correction != stats::Correction::kNone)
      return "--test tukey covers all pairs at once and takes no --correct";
  }
  if (options.scores.empty() == options.files.empty())
    return "expected either judgements and runs, or --scores FILE";
  const int agreements = int{!options.agree.empty()} + int{!options.agree_depths.empty()} +
                         int{!options.agree_judgements.empty()};
  if (agreements > 1)
    return "--agree, --agree-depth and --agree-judgements are different questions: ask one at a time";
  if (!options.scores.empty() && !options.agree_depths.empty())
    return "--agree-depth cuts runs, and scores computed before cannot be cut: give judgements and runs";
  if (!options.scores.empty() && !options.agree_judgements.empty())
    return "--agree-judgements evaluates runs again: give judgements and runs instead of --scores";
  if (options.topics == TopicChoice::kAll && !options.agree_judgements.empty())
    return "--agree-judgements needs topics that both sets have: leave out --topics all";
  if (options.agree_depths.size() == 1)
    return "found one depth, expected two or more, such as --agree-depth 100,1500";
  if (!options.agree_depths.empty() && options.depth > 0)
    return "--agree-depth says how deep to look: leave out --depth";
  if (agreements > 0 && !options.baselines.empty())
    return "an agreement is about all runs: leave out --baseline";
  if (agreements == 0 && !options.plot.empty())
    return "--plot shows an agreement, expected --agree, --agree-depth or --agree-judgements";
  if (!options.plot.empty() && !has_report()) return kWithoutReport;
  if (!options.agree.empty() && !options.measures.empty())
    return "--agree names its measures itself: leave out -m";
  if (options.scores.empty() && options.agree.empty() && options.measures.empty())
    return "expected a measure, such as -m AP; `fovea measures` lists them";
  return {};
}

}  // namespace fovea::cli
