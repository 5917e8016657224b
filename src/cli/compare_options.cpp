#include "cli/compare_options.h"

#include "cli/command.h"
#include "cli/console.h"
#include "cli/report_parts.h"
#include "cli/shared_options.h"

namespace fovea::cli {

namespace {

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
  command
      .add_option("--order-by", options.order_by,
                  "Label and order the runs by their ranks under this measure, whatever they are compared by")
      ->type_name("MEASURE");
  add_number(
      command, "--top", options.top, kDepthRange,
      "Compare only the N best runs by the measure of --order-by, or else by the first measure; with an agreement, the size of the "
      "groups of best runs (default: 10)");
  options.inputs.add_options_to(command);
  add_depth(command, options.depth);
  add_topics(command, options.topics,
             {{"common", TopicChoice::kCommon, "those that every run of --scores has"},
              {"all", TopicChoice::kAll, kAllTopics}});
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
  add_list(
      command, "--run-set", options.run_sets, "NAME=FILE",
      "With --agree: one table over several sets of runs, each given as a file of scores like those of --scores; repeatable, "
      "and a name given again adds a file to its set");
  command
      .add_option("--plot", options.plot,
                  "With an agreement: the runs as points and the line through them, as an HTML page")
      ->option_text("FILE");
  add_folder(command, options.folder);
}

void add_test_options(CLI::App& command, CompareOptions& options) {
  using stats::Correction;
  using stats::IntervalKind;
  using stats::PairTest;
  add_choice(command, "--test", options.plan.test,
             {{"t", PairTest::kT, "paired"},
              {"bootstrap", PairTest::kBootstrap, "paired"},
              {"randomisation", PairTest::kRandomisation},
              {"wilcoxon", PairTest::kWilcoxon, "signed rank"},
              {"tukey", PairTest::kTukey, "HSD, all runs at once"}},
             "Test of significance");
  command
      .add_option("--tails", options.tails, "1: is the higher run better; 2: do the runs differ (default: 2)")
      ->check(CLI::IsMember({1, 2}))
      ->option_text("N");
  add_number(command, "--resamples", options.plan.resamples, {.least = 1, .most = 1e6, .whole = true},
             "Resamples of bootstrap and randomisation (default: 1000)");
  add_seed(command, options.plan.seed);
  add_alpha(command, options.plan.alpha);
  add_choice(command, "--correct", options.correction,
             {{"none", Correction::kNone},
              {"holm", Correction::kHolm, "the default"},
              {"bonferroni", Correction::kBonferroni}},
             "Correct for the number of pairs");
  add_choice(command, "--interval", options.interval,
             {{"t", IntervalKind::kT, "the default"},
              {"bootstrap", IntervalKind::kBootstrap, "percentile; the default with --test bootstrap"}},
             "Intervals, which cover 1 - alpha");
  add_number(command, "--power", options.power, {.least = 0.5, .most = 0.999},
             "Power for the detectable difference and the topics needed (default: 0.8)");
}

/// What cannot be asked for together with --run-set.
std::string find_run_set_contradiction(const CompareOptions& options) {
  if (options.agree.empty())
    return "--run-set compares what measures agree on: name them, as in --agree 'AgP(t2i=300),AP'";
  if (!options.files.empty() || !options.scores.empty())
    return "--run-set names the scores of each set: leave out judgements, runs and --scores";
  if (!options.agree_depths.empty() || !options.agree_judgements.empty())
    return "--run-set takes scores computed before: leave out --agree-depth and --agree-judgements";
  if (options.top > 0) return "--run-set compares all runs of each set: leave out --top";
  if (!options.baselines.empty() || !options.order_by.empty() || !options.measures.empty())
    return "an agreement is about all runs and the measures of --agree: leave out --baseline, --order-by and -m";
  if (!options.plot.empty() && !has_report()) return kWithoutReport;
  for (const std::string& set : options.run_sets) {
    const std::size_t equals = set.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == set.size())
      return "found --run-set " + quote(set) +
             ", expected a name and a file of scores, such as 2003=scores.jsonl";
  }
  return {};
}

void add_output_options(CLI::App& command, CompareOptions& options) {
  add_output_format(command, options.output,
                    {{"csv", CompareOutput::kCsv, "a row per pair"},
                     {"json", CompareOutput::kJson},
                     {"latex", CompareOutput::kLatex},
                     {"md", CompareOutput::kMarkdown},
                     {"text", CompareOutput::kText}});
  add_decimals(command, options.decimals, "in text, latex and md")->check(in_range(kDecimalsRange));
  add_quiet(command, options.quiet);
}

}  // namespace

void add_compare_options(CLI::App& command, CompareOptions& options) {
  add_what(command, options);
  add_test_options(command, options);
  add_agreement_options(command, options);
  add_output_options(command, options);
  command.footer(
      "In the matrix, a row's * says that its run is significantly better than the run of that rank; - that\n"
      "it is not; ? that no test was possible, with the reason below. " +
      exit_sentence({{kFine}, {kUsage}, {kBadInput}, {kNothingInCommon, "no topic in common"}}) +
      "\n\n"
      "Examples:\n"
      "  fovea compare -m 'AgP(t2i=300)' inex2010.qrels *.run\n"
      "  fovea compare --test bootstrap --tails 1 --correct none -m AP qrels.txt *.run\n"
      "  fovea compare --baseline bm25 -m AP qrels.txt *.run\n"
      "  fovea compare --order-by 'AgP(beta=1)' --top 20 -m AP inex2010.qrels *.run\n"
      "  fovea compare --agree 'AgP(t2i=300),AP' --plot agreement.html inex2010.qrels *.run\n"
      "  fovea compare --agree AiP,AP --run-set 2009=2009.jsonl --run-set 2010=2010.jsonl\n"
      "  fovea compare --agree-depth 100,1500 -m AiP inex2010.qrels *.run\n"
      "  fovea compare --agree-judgements second.qrels -m AP first.qrels *.run\n"
      "  trec_eval -q qrels.txt my.run | fovea compare --scores - --scores other.txt -m map");
}

std::string find_contradiction(const CompareOptions& options) {
  if (options.plan.test == stats::PairTest::kTukey) {
    if (options.tails == 1) return "--test tukey is two-tailed, found --tails 1";
    if (options.correction.value_or(stats::Correction::kNone) != stats::Correction::kNone)
      return "--test tukey covers all pairs at once and takes no --correct";
  }
  if (!options.run_sets.empty()) return find_run_set_contradiction(options);
  if (options.scores.empty() == options.files.empty())
    return "expected either judgements and runs, or --scores FILE";
  if (options.files.size() == 1)
    return "expected judgements and then runs, found " + options.files.front() + " alone";
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
  if (agreements > 0 && !options.order_by.empty())
    return "--order-by orders the runs of a comparison: leave it out with an agreement";
  if (options.top > 0 && !options.baselines.empty())
    return "--top compares the best runs, and --baseline all runs with one: leave one out";
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
