// `fovea pool`: the documents that people are to judge, chosen from runs, and what can be said about them.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "evaluate/evaluation_plan.h"
#include "evaluate/track/track.h"
#include "files/output_file.h"
#include "files/sha256.h"
#include "measures/measure_name.h"
#include "pools/methods/method.h"
#include "pools/pool_file.h"
#include "pools/pool_runs.h"
#include "pools/pooling.h"
#include "report/tables/pool_tables.h"
#include "runs/task.h"

namespace fovea::cli {

namespace {

using pools::Pool;

/// What `build` and `extend` share; an option that was not given leaves what the pool has.
struct GrowOptions {
  std::string pool;  ///< of `extend`
  std::vector<std::string> runs;
  std::string output;
  std::string collection;
  pools::PoolSettings settings;  ///< of `build`; without a method what the track file says, or the usual one
  std::optional<std::size_t> size, depth, budget;
  std::string sizes;
  const Task* task = nullptr;
  bool include_invalid = false;
  std::string judgements;
  JudgementArguments judgement_arguments;
  std::size_t step = 20;
  std::size_t threads = 0;
  bool quiet = false;
};

struct ShowOptions {
  std::string pool;
  InputNames inputs;
  std::vector<std::string> measures;
  std::string (*output)(const std::vector<FigureTable>&) = to_text;
};

std::optional<Pool> open_pool(const std::string& path, Diagnostics& said) {
  const auto file = InputFile::open(path, said);
  return file ? pools::read_pool(*file, said) : std::nullopt;
}

/// Everything that a pool is made from, opened.
class PoolMaker {
 public:
  explicit PoolMaker(GrowOptions& options) : options_(options) {}

  int make(bool extends) {
    if (!open(extends)) {
      print(said_);
      return kBadInput;
    }
    if (extends && earlier_->settings.method->adaptive() && !judgements_) {
      say(fmt::format("{}: the method {} goes by what is judged: --judgements", options_.pool,
                      earlier_->settings.method->name));
      return kUsage;
    }
    const std::vector<const Run*> runs = opened_.pointers();
    const pools::PoolSource source{runs, opened_.pooled, collection_ ? &*collection_ : nullptr};
    Pool pool = extends ? extend_pool(*earlier_, source, settings(earlier_->settings), growth_, said_)
                        : build_pool(source, settings(built()), growth_, said_);
    say_what_is_wrong();
    if (!said_.ok()) return kBadInput;
    if (runs.empty()) {
      say("no run is left to make a pool from");
      return kInvalidRun;
    }
    write(std::move(pool));
    return opened_.left_out.empty() ? kFine : kInvalidRun;
  }

 private:
  bool open(bool extends) {
    if (extends) earlier_ = open_pool(options_.pool, said_);
    if (extends && !earlier_) return false;
    std::optional<Track> track;
    if (!extends && options_.runs.size() == 1 && options_.runs.front().ends_with(".toml")) {
      track = read_track(options_.runs.front(), said_);
      if (!track) return false;
    }
    asked_ = pools::order_of(track ? track->pooling : TrackPooling{}, said_);
    std::string collection = options_.collection;
    if (collection.empty() && track) collection = track->collection.value_or("");
    if (collection.empty() && earlier_ && !earlier_->collection.empty())
      collection = pools::found_from(options_.pool, earlier_->collection);
    collection_path_ = collection;
    if (!collection.empty()) collection_ = Collection::open(collection, said_);
    const Collection* const known = collection_ ? &*collection_ : nullptr;
    const std::vector<pools::GivenRun> given = given_runs(track);
    opened_ = open_runs(given, {.collection = known, .include_invalid = options_.include_invalid}, said_);
    if (extends) opened_ = with_runs_of(*earlier_, options_.pool, std::move(opened_), said_);
    read_growth(known);
    return said_.ok();
  }

  std::vector<pools::GivenRun> given_runs(const std::optional<Track>& track) const {
    std::vector<pools::GivenRun> given;
    if (!track) {
      for (const std::string& file : options_.runs) given.push_back({file, "", "", options_.task});
      return given;
    }
    for (const TrackRun& run : track->runs) {
      const Task* const task = options_.task != nullptr ? options_.task : run.task;
      if (run.pool) given.push_back({run.file, "", run.participant, task});
    }
    return given;
  }

  void read_growth(const Collection* collection) {
    if (!options_.sizes.empty()) {
      if (const auto file = InputFile::open(options_.sizes, said_))
        growth_.sizes = pools::read_sizes(*file, said_);
    }
    growth_.budget = options_.budget;
    // What the command is told comes before what the track file says.
    if (!options_.budget && !options_.size && !options_.depth) growth_.budget = asked_.budget;
    if (options_.judgements.empty()) return;
    judgements_ = read_judgements(std::vector{options_.judgements},
                                  options_.judgement_arguments.options(collection), said_);
    if (judgements_) growth_.judgements = &*judgements_;
    growth_.step = options_.step;
  }

  /// The settings of a new pool, but for size and depth that the command is told.
  pools::PoolSettings built() const {
    pools::PoolSettings settings = options_.settings;
    if (settings.method == nullptr) settings.method = asked_.settings.method;
    settings.size = asked_.settings.size;
    settings.depth = asked_.settings.depth;
    return settings;
  }

  pools::PoolSettings settings(pools::PoolSettings settings) const {
    settings.size = options_.size.value_or(settings.size);
    settings.depth = options_.depth.value_or(settings.depth);
    return settings;
  }

  void say_what_is_wrong() {
    for (const pools::LeftOutRun& run : opened_.left_out) {
      say(fmt::format("{}: left out, {} of the rules of its task, the first: {}", run.file,
                      counted(run.breaches, "breach", "breaches"), to_string(run.first)));
    }
    if (!opened_.left_out.empty()) say("--invalid include pools runs that break the rules");
    if (!options_.quiet || !said_.ok()) print(said_);
  }

  void write(Pool pool) {
    for (pools::PooledRun& run : pool.runs) run.file = pools::named_from(options_.output, run.file);
    pool.collection = collection_path_.empty() ? "" : pools::named_from(options_.output, collection_path_);
    OutputFile out(options_.output);
    out.write(to_json_lines(pool));
    out.commit();
    if (options_.quiet || options_.output == "-") return;
    say(fmt::format("{}: {}, {}, batch {}", options_.output, counted(pool.topics.size(), "topic", "topics"),
                    counted(pool.items(), "item", "items"), pool.batch));
  }

  GrowOptions& options_;
  Diagnostics said_;
  std::optional<Pool> earlier_;
  pools::PoolOrder asked_;  ///< by the track file
  std::string collection_path_;
  std::optional<Collection> collection_;
  pools::OpenedRuns opened_;
  std::optional<Judgements> judgements_;
  pools::PoolGrowth growth_;
};

int grow(GrowOptions& options, bool extends) {
  std::optional<tbb::global_control> threads;
  if (options.threads > 0) threads.emplace(tbb::global_control::max_allowed_parallelism, options.threads);
  return PoolMaker(options).make(extends);
}

/// Whether any topic of the pool is judged; said when not.
bool have_topics_in_common(const Pool& pool, const ShowOptions& options, const Judgements& judgements) {
  for (const pools::PoolTopic& topic : pool.topics) {
    if (judgements.find(topic.id) != nullptr) return true;
  }
  say(fmt::format("no topic in common: {} has {}, {} has {}", options.pool,
                  pool.topics.empty() ? "none" : quote(pool.topics.front().id), options.inputs.judgements,
                  judgements.topics().empty() ? "none" : quote(judgements.topics().front().topic())));
  return false;
}

int print_statistics(ShowOptions& options) {
  Diagnostics said;
  const auto pool = open_pool(options.pool, said);
  print(said);
  if (!pool) return kBadInput;
  Inputs inputs;
  const bool judged = !options.inputs.judgements.empty();
  if (judged) {
    if (const int exit = open_inputs(options.inputs, inputs); exit != kFine) return exit;
    if (!have_topics_in_common(*pool, options, inputs.judgements)) return kNothingInCommon;
  }
  fmt::print("{}", options.output(tables_of(describe(*pool, judged ? &inputs.judgements : nullptr))));
  return kFine;
}

/// The pool's runs that these are, by their files' SHA-256.
std::vector<std::optional<std::uint32_t>> pooled_runs(const Pool& pool, const std::vector<Run>& runs) {
  std::vector<std::optional<std::uint32_t>> out(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto sum = sha256_of_file(runs[i].file());
    for (std::uint32_t r = 0; sum && r < pool.runs.size(); ++r) {
      if (pool.runs[r].sha256 == *sum) out[i] = r;
    }
  }
  return out;
}

int print_reuse(ShowOptions& options) {
  Diagnostics said;
  auto measures = parse_run_measures(options.measures, said);
  if (!measures) {
    print_or_say(said);
    return kUsage;
  }
  const auto pool = open_pool(options.pool, said);
  print(said);
  Inputs inputs;
  if (!pool) return kBadInput;
  if (const int exit = open_inputs(options.inputs, inputs); exit != kFine) return exit;
  if (!have_topics_in_common(*pool, options, inputs.judgements)) return kNothingInCommon;
  if (measures->empty()) {
    const bool text = inputs.judgements.kinds().highlights;
    if (!text) say("the judgements have no highlighted text: AP alone is computed");
    measures = parse_measures(text ? "AgP(t2i=300),AiP,AP" : "AP", said);
  }
  const auto pooled = pooled_runs(*pool, inputs.runs);
  for (std::size_t i = 0; i < pooled.size(); ++i) {
    if (!pooled[i])
      say(fmt::format("{}: is not in the pool, and nothing is left out for it", inputs.runs[i].file()));
  }
  Diagnostics found;
  const auto reuse = examine_reuse(*pool, inputs.judgements, inputs.runs, pooled, *measures,
                                   inputs.collection_or_null(), found);
  print(found);
  if (!reuse || !found.ok()) return found.count("nothing-in-common") > 0 ? kNothingInCommon : kBadInput;
  fmt::print("{}", options.output(tables_of(*reuse)));
  return kFine;
}

void add_pool_file(CLI::App& command, std::string& file) {
  command.add_option("pool", file, "A pool file")->required()->option_text("POOL");
}

void add_growth(CLI::App& command, GrowOptions& options) {
  add_output(command, options.output, kOutputFile)->required();
  add_collection(command, options.collection);
  add_number(command, "--size", options.size, kDepthRange,
             "Documents per topic (default: 750, as INEX 2010 judged)");
  add_number(command, "--depth", options.depth, kDepthRange,
             "With the method depth: documents of every run (default: 100)");
  add_number(command, "--budget", options.budget, kDepthRange,
             "The largest size, or depth, with which all topics together have no more documents than this")
      ->excludes("--size")
      ->excludes("--depth");
  command
      .add_option("--sizes", options.sizes,
                  "Sizes, or depths, of single topics: lines of topic, tab and number")
      ->type_name("FILE");
  add_task(command, options.task,
           "Rules that the runs have to keep, in the place of those of the task they name");
  add_choice(command, "--invalid", options.include_invalid, {{"leave-out", false}, {"include", true}},
             "Runs that break the rules of their task");
  add_threads(command, options.threads);
  add_quiet(command, options.quiet);
}

void add_build(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("build", "Make a pool from runs");
  auto options = std::make_shared<GrowOptions>();
  pools::PoolSettings& settings = options->settings;
  command->add_option("runs", options->runs, "Runs of any format that fovea reads, or one track file")
      ->required()
      ->option_text("TRACK|RUN…");
  add_growth(*command, *options);
  add_record<pools::PoolMethod>(*command, "--method", settings.method, pools::find_method,
                                pools::method_names(),
                                "How documents are chosen: " + pools::method_names() +
                                    " (default: what the track file says, or round-robin)");
  add_choice(*command, "--by", settings.by,
             {{"group", pools::TurnsOf::kGroups}, {"run", pools::TurnsOf::kRuns}},
             "Round robin: whose turn it is");
  command->add_flag("--finish-round", settings.finish_round,
                    "Round robin: go on to the end of the round in which the size is reached");
  add_number(*command, "--base", settings.base, kDepthRange,
             "Adaptive methods begin with so many documents of every run (default: 10)");
  add_number(*command, "--rho", settings.rho, {.least = 0, .most = 1},
             "mm-ns: what is kept of what was learnt, at every update (default: 0)");
  add_choice(*command, "--credit", settings.credit,
             {{"played", pools::Credit::kPlayed}, {"all", pools::Credit::kAll, "that returned the document"}},
             "Runs that adaptive methods learn about");
  add_seed(*command, settings.seed);
  command->callback([&exit, options] { exit = grow(*options, false); });
}

void add_extend(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("extend", "Add runs, depth or the next adaptive step; nothing leaves or moves");
  auto options = std::make_shared<GrowOptions>();
  add_pool_file(*command, options->pool);
  command->add_option("runs", options->runs, "Further runs; those of the pool are found by themselves")
      ->option_text("[RUN…]");
  add_growth(*command, *options);
  command
      ->add_option("--judgements", options->judgements,
                   "Adaptive methods: what has been judged so far, in any format")
      ->type_name("FILE");
  options->judgement_arguments.add_to(*command);
  command
      ->add_option(
          "--step", options->step,
          "Adaptive methods: at most so many new documents per topic that nobody has judged (default: 20)")
      ->type_name("N")
      ->check(in_range(kDepthRange));
  command->callback([&exit, options] { exit = grow(*options, true); });
}

void add_show_format(CLI::App& command, ShowOptions& options) {
  add_output_format(command, options.output,
                    {{"text", to_text}, {"csv", to_csv, "a row per figure"}, {"json", to_json}});
}

void add_statistics(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("stats", "Describe a pool: sizes, reach, who contributed what, hours of work");
  auto options = std::make_shared<ShowOptions>();
  add_pool_file(*command, options->pool);
  command
      ->add_option("--judgements", options->inputs.judgements, "What has been judged so far, in any format")
      ->type_name("FILE");
  options->inputs.add_options_to(*command);
  add_show_format(*command, *options);
  command->callback([&exit, options] { exit = print_statistics(*options); });
}

void add_reuse(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("reuse", "Ask whether the judgements do for runs that were not pooled");
  auto options = std::make_shared<ShowOptions>();
  add_pool_file(*command, options->pool);
  options->inputs.add_judgements_to(*command);
  command->add_option("runs", options->inputs.runs, "Runs to score, in any format")
      ->required()
      ->option_text("RUN…");
  add_measures(*command, options->measures);
  options->inputs.add_options_to(*command);
  add_show_format(*command, *options);
  command->callback([&exit, options] { exit = print_reuse(*options); });
}

}  // namespace

void add_pool_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("pool", "Choose the documents that people judge, from runs");
  command->require_subcommand(1);
  add_build(*command, exit);
  add_extend(*command, exit);
  add_statistics(*command, exit);
  add_reuse(*command, exit);
  command->footer(exit_sentence({{kFine},
                                 {kUsage},
                                 {kBadInput},
                                 {kInvalidRun, "runs that break their task's rules were left out"},
                                 {kNothingInCommon, "pool and judgements have no topic in common"}}) +
                  "\n\n"
                  "Examples:\n"
                  "  fovea pool build --collection wiki.fovea -o pool.jsonl runs/*.xml\n"
                  "  fovea pool build -o pool.jsonl track.toml\n"
                  "  fovea pool build --method depth --budget 20000 -o pool.jsonl runs/*.run\n"
                  "  fovea pool extend pool.jsonl late.run -o pool2.jsonl\n"
                  "  fovea pool stats --judgements so-far.qrels pool.jsonl\n"
                  "  fovea pool reuse --collection wiki.fovea pool.jsonl judged.qrels runs/*.run");
}

}  // namespace fovea::cli
