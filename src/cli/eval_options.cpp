#include "cli/eval_options.h"

#include <utility>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "evaluate/topic_groups.h"
#include "measures/measure_name.h"
#include "report/tables/score_report.h"

namespace fovea::cli {

namespace {

void add_what(CLI::App& command, EvalOptions& options) {
  add_measures(command, options.measures);
  add_task(command, options.asked.task,
           "The task the runs answer: sets the measures where -m does not, and the rules the runs must keep; "
           "guessed from the shape of the run when absent");
  command
      .add_option("--score", options.score,
                  "Score of an article in the measures of a task: beta=0.25 (F), t2i=300 or bep=500")
      ->type_name("KIND=VALUE");
  command
      .add_option_function<std::string>(
          "--compat",
          [&asked = options.asked](const std::string& name) { asked.compat = compat_mode_named(name); },
          "Give the figures of another tool, with its departures from the definitions: inex_eval, chroma, "
          "legalbench or trec_eval")
      ->check(one_of({"inex_eval", "chroma", "legalbench", "trec_eval"}));
  add_explain(
      command, options.explain,
      "Show one article of one topic instead: highlights, results, P, R, F and the order of reading of "
      "T2I with the point where it stops");
}

void add_how(CLI::App& command, EvalOptions& options) {
  add_topics(command, options.asked.topics,
             {{"all", CountedTopics::kAll, std::string(kAllTopics) + "; the default"},
              {"answered", CountedTopics::kAnswered, "those that the run answers"}});
  command.add_flag("-c,--complete", options.complete,
                   "The same as --topics all, which only inex_eval and trec_eval modes need to be told");
  add_choice(command, "--topic-order", options.asked.topics_by_id,
             {{"file", false, "as the judgements have them"}, {"id", true, "the byte order of their ids"}},
             "Order in which topics are printed and summed");
  add_order(command, options.asked.order)->group(kReadingGroup);
  add_depth(command, options.asked.depth);
  command
      .add_option("-l,--rel-level", options.asked.relevance_level,
                  "Lowest grade that counts as relevant in document measures")
      ->type_name("GRADE")
      ->capture_default_str();
  command
      .add_flag("--lenient", options.asked.lenient,
                "Count a result whose place is unknown as 18 irrelevant characters instead of refusing it")
      ->group(kReadingGroup);
  command.add_flag(
      "-J,--judged-only", options.asked.judged_only,
      "Leave documents that nobody judged out of document measures, as if they had not been retrieved");
  add_number(command, "-N,--collection-documents", options.asked.collection_documents,
             {.least = 0, .most = 1e15, .whole = true},
             "How many documents there are in all, for the fourth weight of Utility");
  command
      .add_option(
          "-Z,--z-scores", options.z_scores,
          "With --compat trec_eval: print deviations from what other runs scored, which this file says "
          "(topic measure mean deviation)")
      ->type_name("FILE");
  add_collection(command, options.collection);
  command
      .add_option(
          "--chunking", options.chunking,
          "The chunking that the runs were made of (index, document, begin, end), for chunkAP and chunkNDCG")
      ->type_name("FILE");
  add_grades(command, options.asked);
  add_run_format(command, options.run_format)->group(kReadingGroup);
}

void add_output_options(CLI::App& command, EvalOptions& options) {
  std::vector<Choice<std::string>> formats;
  for (const auto& name : kNamesOf<ScoreFormat>) {
    formats.push_back({std::string(name), std::string(name),
                       name == "text"    ? "trec_eval's columns; the default in a pipe and for one run"
                       : name == "table" ? "the default on a terminal for several runs"
                                         : ""});
  }
  formats.push_back({"inex", "inex", "the text of the official tool, with --compat inex_eval"});
  command.add_flag("-q,--per-topic", options.per_topic, "Print the scores of each topic too");
  command.add_flag("-n,--no-summary", options.no_summary, "Leave out the lines for all topics")
      ->group(kOutputGroup);
  add_output_format(command, options.output, formats);
  command
      .add_flag("--intervals", options.intervals,
                "Show the 95 % interval of each mean; in the table (-o table)")
      ->group(kOutputGroup);
  command
      .add_option(
          "--curve", options.curve,
          "Write the curves behind the measures to this CSV file: recall and precision, or rank and gain, "
          "per topic and their mean")
      ->type_name("FILE")
      ->group(kOutputGroup);
  add_folder(command, options.folder)->group(kOutputGroup);
  const CLI::Validator group =
      one_of({"all", "document", "folder", "file", "topic:FIELD", "answer:QUESTION"});
  CLI::Validator named = group;
  named.operation([group](std::string& by) { return groups_by_names(by) ? std::string() : group(by); });
  command
      .add_option(
          "--by", options.by,
          "Print mean ± standard deviation for groups of topics, by document, folder or file of the "
          "judgements, by a field of --topic-file (topic:query_type) or an answer of --questionnaires "
          "(answer:B7), and for all; or for all alone")
      ->check(named)
      ->type_name("GROUP");
  command.add_option("--topic-file", options.topic_files, "Topics, for --by topic:FIELD")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command
      .add_option(
          "--questionnaires", options.questionnaires,
          "Answers about topics, for --by answer:QUESTION: CSV whose first column is topic, or JSON lines")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command
      .add_option(
          "--rank-by", options.rank_by,
          "Sort the runs by the first of these measures and print their ranks in the table, those by the others in brackets")
      ->allow_extra_args(false)
      ->type_name("MEASURES")
      ->group(kOutputGroup);
  add_number(command, "--top", options.top, kDepthRange, "With --rank-by: print only the N best runs")
      ->group(kOutputGroup);
  add_decimals(command, options.decimals, "to print, or full")->group(kOutputGroup);
  add_quiet(command, options.quiet)->group(kOutputGroup);
  add_threads(command, options.threads);
}

}  // namespace

void add_eval_options(CLI::App& command, EvalOptions& options) {
  add_judgements(command, options.judgements);
  command
      .add_option(
          "runs", options.runs,
          "Runs of any format fovea reads; a chunking (index, document, begin, end) for PrecisionOmega")
      ->required()
      ->type_name("RUN");
  add_what(command, options);
  add_how(command, options);
  options.judgement_arguments.add_format_to(command);
  options.judgement_arguments.add_to(command);
  add_output_options(command, options);
  command.footer(
      exit_sentence(
          {{kFine}, {kUsage}, {kBadInput}, {kInvalidRun}, {kNothingInCommon, "no topic in common"}}) +
      "\n"
      "Where several runs are given, those that can be evaluated are, and the gravest code is returned.\n\n"
      "Examples:\n"
      "  fovea eval inex2010.qrels run.txt\n"
      "  fovea eval --task relevant-in-context -q inex2010.qrels a.run b.run\n"
      "  fovea eval -m 'AgP(t2i=300)' -m 'gP(t2i=300)@5,10,25,50' -m AiP,iP@0.01 inex2010.qrels run.txt\n"
      "  fovea eval -m nXCG@10 --collection wiki.fovea assessments/ elements.run\n"
      "  fovea eval --collection ieee.fovea -m 'inex2003o(quant=gen),nXCG@10,MAep' assessments/ run.xml\n"
      "  fovea eval --collection ieee.fovea -m nXCG@10,MAep --rank-by nXCG@10,MAep assessments/ run.xml elements.run\n"
      "  fovea eval -m map -m P.5,10 -m ndcg_cut_10 qrels.txt run.txt\n"
      "  fovea eval --compat trec_eval -q -c -m all_trec qrels.txt run.txt\n"
      "  fovea eval --compat inex_eval --task focused -o inex -q -c inex2010.qrels run.txt\n"
      "  fovea eval --compat chroma questions_df.csv retrieved.tsv\n"
      "  fovea eval -m PrecisionOmega questions_df.csv chunks.tsv\n"
      "  fovea eval --explain 2010003 19243417 inex2010.qrels run.txt");
}

std::string find_contradiction(const EvalOptions& options) {
  const bool inex = options.asked.compat == CompatMode::kInexEval;
  if (options.output == "inex" && !inex)
    return "-o inex is the text of another tool and needs --compat inex_eval";
  if (inex && !options.measures.empty())
    return "--compat inex_eval has its own list of figures: leave out -m";
  if (!options.measures.empty() && !options.score.empty()) {
    return "--score is for the measures of a task: with -m, say it there, as in 'AgP(t2i=300)'";
  }
  if (!options.z_scores.empty() && options.asked.compat != CompatMode::kTrecEval)
    return "-Z needs --compat trec_eval";
  if (options.complete && options.asked.topics == CountedTopics::kAnswered)
    return "-c and --topics answered contradict each other";
  if (!options.by.empty() && (options.per_topic || options.output == "inex" || options.output == "jsonl")) {
    return "--by prints groups of topics: leave out -q, and choose text, tsv, csv, json, latex or md";
  }
  if (options.by.starts_with("topic:") != !options.topic_files.empty())
    return "--by topic:FIELD groups topics by a field of --topic-file: give both or none";
  if (options.by.starts_with("answer:") != !options.questionnaires.empty())
    return "--by answer:QUESTION groups topics by the answers of --questionnaires: give both or none";
  if (options.top > 0 && options.rank_by.empty())
    return "--top prints the best runs: say by which measure with --rank-by";
  if (!options.rank_by.empty() &&
      (options.asked.compat != CompatMode::kNone || !options.by.empty() || !options.explain.empty()))
    return "--rank-by sorts the scores of runs: leave out --compat, --by and --explain";
  if (options.no_summary && !options.per_topic) return "-n leaves nothing to print without -q";
  if (!options.explain.empty() && !options.measures.empty())
    return "--explain shows one article: leave out -m";
  if (options.intervals && !options.output.empty() && options.output != "table")
    return "--intervals stand in the table: leave out -o " + options.output;
  if (!options.explain.empty() && !options.output.empty() && options.output != "text" &&
      options.output != "json") {
    return "--explain prints text or json (-o)";
  }
  if (!options.decimals.empty() && !parse_decimals(options.decimals)) {
    return "-p takes a number of decimals up to 17, or full";
  }
  return {};
}

std::optional<EvaluationOptions> evaluation_options(const EvalOptions& options) {
  EvaluationOptions asked = options.asked;
  if (!options.measures.empty()) {
    Diagnostics diagnostics;
    std::vector<std::string> wanted = options.measures;
    wanted.insert(wanted.end(), options.rank_by.begin(), options.rank_by.end());
    auto names =
        parse_measures(wanted, diagnostics, measure_registry(),
                       options.asked.compat == CompatMode::kTrecEval ? Texts::kWanted : Texts::kRefused);
    print(diagnostics);
    if (!names) return std::nullopt;
    asked.measures = std::move(*names);
  }
  if (!options.score.empty()) {
    std::string why;
    asked.score = parse_article_score(options.score, why);
    if (!asked.score) {
      say("--score: " + why);
      return std::nullopt;
    }
  }
  asked.rules = asked.task != nullptr;
  if (options.complete) asked.topics = CountedTopics::kAll;
  asked.curves = !options.curve.empty() || options.folder.asked();
  return asked;
}

}  // namespace fovea::cli
