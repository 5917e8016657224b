// `fovea check FILE…`: what a run, judgements, topics or track file is, and everything that is wrong with it.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/check_json.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/judgement_arguments.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "evaluate/file_kind.h"
#include "evaluate/track/run_keys.h"
#include "evaluate/track/track.h"
#include "evaluate/track/track_evaluation.h"
#include "evaluate/track/track_rules.h"
#include "files/binary.h"
#include "files/output_file.h"
#include "judgements/collection_check.h"
#include "judgements/consistency.h"
#include "judgements/judgement_file.h"
#include "runs/order.h"
#include "runs/resolve.h"
#include "runs/run_check.h"
#include "runs/run_format.h"
#include "runs/task.h"
#include "text/escape.h"
#include "topics/nexi.h"
#include "topics/topic_file.h"

namespace fovea::cli {

namespace {

struct CheckOptions {
  std::vector<std::string> files;
  const Task* task = nullptr;
  std::string result_type;
  std::string collection;
  std::vector<std::string> topic_files;
  std::string repair;
  bool json = false;
  std::optional<std::size_t> show;
  const RunFormat* format = nullptr;
  std::optional<RankOrder> order;
  std::optional<std::uint64_t> max_results;
  std::optional<std::uint64_t> max_chars_per_topic;
  std::optional<std::uint64_t> max_chars_per_article;
  JudgementArguments judgements;
  bool all = false;
  bool quiet = false;
  std::size_t threads = 0;

  std::size_t keep() const {
    return all ? std::numeric_limits<std::size_t>::max() : show.value_or(Diagnostics::kDefaultKeep);
  }
};

/// "bad-rank 3, bad-score 1": how often each kind of fault was found.
std::string by_code(const Diagnostics& diagnostics) {
  std::string text;
  for (const auto& [code, count] : diagnostics.counts()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", code, count);
  }
  return text;
}

/// Counts first, then the places, each on a line.
void print_counted(const std::string& file, const std::string& counts, const Diagnostics& diagnostics) {
  const std::uint64_t all = diagnostics.errors() + diagnostics.warnings();
  if (all == 0) return;
  say(fmt::format("{}: {} ({})", file, counts, by_code(diagnostics)));
  print(diagnostics);
  if (all > diagnostics.kept().size()) say("--all shows every one");
}

void print_faults(const std::string& file, const Diagnostics& faults) {
  std::string counts;
  if (faults.errors() > 0) counts = counted(faults.errors(), "error", "errors");
  if (faults.warnings() > 0) {
    counts += (counts.empty() ? "" : ", ") + counted(faults.warnings(), "warning", "warnings");
  }
  print_counted(file, counts, faults);
}

using TopicIds = std::set<std::string, std::less<>>;

/// One file, and what was found in it.
class FileCheck {
 public:
  FileCheck(const CheckOptions& options, const TaskRules& rules, const Collection* collection,
            const TopicIds* topics, const JudgementOptions& judgement_options, const RunOptions& run_options)
      : options_(options),
        rules_(rules),
        collection_(collection),
        topics_(topics),
        judgement_options_(judgement_options),
        run_options_(run_options),
        faults_(options.keep()) {}

  int check(const std::string& path);

 private:
  void check_content(InputFile input);
  void check_run_file(InputFile input);
  void check_judgements(InputFile input);
  void check_topics(const InputFile& input);
  void check_track(const InputFile& input);
  void print_run(const Run& run, const RunCheck& found, RankOrder order) const;
  RunCheck check_and_repair(const Run& run, RankOrder order);
  bool prints() const { return !options_.quiet && !options_.json; }
  void line(std::string_view label, const std::string& text) const {
    if (prints()) fmt::print("  {:<11}{}\n", label, visible(text));
  }
  void title(const std::string& file, const std::string& what) const {
    if (prints()) fmt::print("{}: {}\n", visible(file), visible(what));
  }

  const CheckOptions& options_;
  const TaskRules& rules_;
  const Collection* collection_;
  const TopicIds* topics_;
  const JudgementOptions& judgement_options_;
  RunOptions run_options_;
  Diagnostics faults_;
  std::optional<CheckedRun> checked_;  ///< where the file is a run
  int exit_ = kFine;
};

int FileCheck::check(const std::string& path) {
  std::string name = path;
  if (auto input = InputFile::open(path, faults_)) {
    name = input->name();
    check_content(std::move(*input));
  }
  const int exit = faults_.ok() ? exit_ : kBadInput;
  if (options_.json) {
    fmt::print("{}\n", check_json(name, exit, checked_ ? &*checked_ : nullptr, faults_));
  } else {
    print_faults(name, faults_);
  }
  return exit;
}

void FileCheck::check_content(InputFile input) {
  // TOML has no first line to tell it by.
  if (options_.format == nullptr && input.name().ends_with(".toml")) return check_track(input);
  const auto kind = options_.format != nullptr ? FileKind::kRun : sniff_kind(input.bytes());
  if (kind == FileKind::kRun) return check_run_file(std::move(input));
  if (kind && options_.repair.empty()) {
    return kind == FileKind::kTopics ? check_topics(input) : check_judgements(std::move(input));
  }
  if (!kind && report_binary(input, "a run, judgements or topics", faults_)) return;
  faults_.expected({input.name()}, kind ? "not-a-run" : "unknown-format",
                   kind ? std::string(name_of(*kind)) : sniff_run(input.bytes()).looks_like,
                   kind ? "a run to repair" : "a run, judgements or topics");
}

// ---- Runs -------------------------------------------------------------------------------------------------

void FileCheck::check_run_file(InputFile input) {
  RunOptions reading = run_options_;
  reading.format = options_.format;
  const auto run = Run::open(std::move(input), reading, faults_);
  if (!run) return;
  const RankOrder order = options_.order.value_or(run->format().order);
  RunCheck found = check_and_repair(*run, order);
  print_run(*run, found, order);
  if (!options_.repair.empty()) {
    if (!options_.json)
      print_counted(run->file(), counted(found.changes.warnings(), "change", "changes"), found.changes);
  } else if (!found.breaches.ok()) {
    exit_ = kInvalidRun;
    if (!options_.json) {
      print_counted(run->file(), counted(found.breaches.errors(), "breach", "breaches") + " of the rules",
                    found.breaches);
    }
  }
  checked_ = CheckedRun{.format = run->format().name,
                        .id = run->details().id,
                        .task = options_.task != nullptr ? options_.task->name : guess_task(*run).task->name,
                        .summary = found.summary,
                        .unanswered = unanswered_topics(*run, topics_),
                        .breaches = std::move(found.breaches),
                        .changes = std::move(found.changes)};
  // Where no document is known, one word about the ids says more than a line for each.
  const bool repairs = !options_.repair.empty();
  const bool nothing_known = found.faults.count("unknown-document") > 0 &&
                             found.faults.count("unknown-document") >= found.summary.results;
  if (collection_ != nullptr && (repairs ? found.kept == 0 : nothing_known) &&
      advise_on_run_ids(*run, *collection_, faults_)) {
    return;
  }
  faults_.merge(std::move(found.faults));
}

RunCheck FileCheck::check_and_repair(const Run& run, RankOrder order) {
  RunCheckOptions options{.rules = rules_,
                          .order = order,
                          .collection = collection_,
                          .topics = topics_,
                          .keep = options_.keep(),
                          .repaired = nullptr,
                          .result_type = options_.result_type,
                          .needs_places = options_.task != nullptr};
  if (options_.repair.empty()) return check_run(run, options);
  bool times = false;
  for (std::size_t i = 0; i < run.topics(); ++i) times = times || run.times(i) != nullptr;
  OutputFile out(options_.repair);
  // Topics come repaired in rank order; rows of a TREC run are ranked by their scores all the same.
  const RankOrder written = run.format().order;
  RunWriter writer(run.format(), run.details(), {.order = written, .times = times, .mixed = true},
                   [&out](std::string_view bytes) { out.write(bytes); });
  options.repaired = &writer;
  RunCheck found = check_run(run, options);
  writer.finish();
  for (const auto& [what, count] : writer.unsaid()) {
    faults_.error({options_.repair}, "unsaid", fmt::format("could not write {}: {}", what, count));
  }
  if (found.kept > 0) {
    out.commit();
  } else {
    faults_.expected({run.file()}, "nothing-left", "no result that a repaired run could keep",
                     "at least one: nothing was written");
  }
  return found;
}

void FileCheck::print_run(const Run& run, const RunCheck& found, RankOrder order) const {
  const RunSummary& summary = found.summary;
  title(run.file(), fmt::format("a run in format {}{}", run.format().name,
                                run.details().id.empty() ? "" : ", " + run.details().id));
  const std::uint64_t unanswered = unanswered_topics(run, topics_);
  line("topics", fmt::format("{}{}", summary.topics,
                             unanswered > 0 ? fmt::format(", {} not answered", unanswered) : ""));
  line("results", fmt::format("{} ({} to {} per topic)", summary.results, summary.fewest, summary.most));
  line("documents", fmt::format("{}, each counted once per topic", summary.documents));
  std::string kinds;
  int several = 0;
  for (const ResultKind kind : {ResultKind::kDocument, ResultKind::kPassage, ResultKind::kElement,
                                ResultKind::kRange, ResultKind::kUnresolved}) {
    if (summary.of(kind) == 0) continue;
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", summary.of(kind), plural_name_of(kind));
    ++several;
  }
  line("kinds", kinds + (several > 1 ? " (mixed)" : ""));
  line("order", fmt::format("{}{}", name_of(order),
                            summary.tied == 0 ? "" : fmt::format(", {} results are tied", summary.tied)));
  if (options_.task == nullptr) {
    const TaskGuess guess = guess_task(run);
    line("looks like", fmt::format("{}: {}", guess.task->name, guess.reason));
  } else {
    line("task", fmt::format("{}: {}", options_.task->name,
                             found.breaches.ok() ? "all rules kept"
                                                 : counted(found.breaches.errors(), "breach", "breaches")));
  }
  if (found.unjudged > 0) {
    line("not judged", fmt::format("{} whose place or length only a collection tells (--collection)",
                                   counted(found.unjudged, "result", "results")));
  }
  if (!options_.repair.empty() && found.kept > 0) {
    line("repaired",
         fmt::format("{}, {}", options_.repair, counted(found.changes.warnings(), "change", "changes")));
  }
}

// ---- Judgements and topics --------------------------------------------------------------------------------

void FileCheck::check_judgements(InputFile input) {
  const std::string file = input.name();
  const JudgementFormat* const format = sniff_judgements(input.bytes());
  const auto judgements = read_judgements(std::move(input), judgement_options_, faults_);
  if (!judgements) return;
  check_grade_consistency(*judgements, collection_, faults_);
  if (collection_ != nullptr) check_against_collection(*judgements, *collection_, faults_);
  std::uint64_t relevant = 0;
  std::uint64_t spans = 0;
  std::uint64_t elements = 0;
  for (const TopicJudgements& topic : judgements->topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      relevant += document.relevant() ? 1 : 0;
      spans += document.span_count;
      elements += document.element_count;
    }
  }
  title(file, format != nullptr ? fmt::format("judgements in format {}", format->name) : "judgements");
  line("topics", fmt::format("{}", judgements->topics().size()));
  line("documents", fmt::format("{} judged, {} relevant", judgements->size(), relevant));
  if (judgements->kinds().highlights) line("highlights", counted(spans, "passage", "passages"));
  if (judgements->kinds().element_grades) line("elements", fmt::format("{} graded", elements));
}

void FileCheck::check_topics(const InputFile& input) {
  const TopicFormat* const format = sniff_topics(input.bytes());
  const std::vector<Topic> topics = read_topics(input, format, faults_);
  std::uint64_t castitles = 0;
  for (const Topic& topic : topics) {
    if (topic.castitle.empty()) continue;
    ++castitles;
    nexi::parse(topic.castitle, topic.castitle_place, faults_);
  }
  title(input.name(), format != nullptr ? fmt::format("topics in format {}", format->name) : "topics");
  line("topics", fmt::format("{}", topics.size()));
  if (castitles > 0) line("castitles", fmt::format("{}", castitles));
}

// ---- Tracks -----------------------------------------------------------------------------------------------

void FileCheck::check_track(const InputFile& input) {
  const auto track = read_track(input, faults_);
  if (!track) return;
  const auto opened = open_track(*track, {}, faults_);
  title(input.name(), "a track");
  if (!opened) return;
  std::set<std::string_view> participants;
  for (const TrackRunResult& run : opened->runs) participants.insert(run.participant);
  line("topics", fmt::format("{} judged", opened->judgements.topics().size()));
  line("runs", fmt::format("{} of {}", opened->runs.size(),
                           counted(participants.size(), "participant", "participants")));
  Diagnostics breaches(options_.keep());
  check_rules(track->rules, *opened, breaches);
  line("rules", breaches.ok() ? "all kept" : counted(breaches.errors(), "breach", "breaches"));
  if (breaches.ok()) return;
  exit_ = kInvalidRun;
  print_counted(input.name(), counted(breaches.errors(), "breach", "breaches") + " of the track's rules",
                breaches);
}

// ---- The command ------------------------------------------------------------------------------------------

int run(CheckOptions& options) {
  TaskRules rules = options.task == nullptr ? TaskRules{} : options.task->rules;
  if (options.max_results) rules.max_results = options.max_results;
  if (options.max_chars_per_topic) rules.max_chars_per_topic = options.max_chars_per_topic;
  if (options.max_chars_per_article) rules.max_chars_per_article = options.max_chars_per_article;

  std::optional<tbb::global_control> threads;
  if (options.threads > 0) {
    threads.emplace(tbb::global_control::max_allowed_parallelism, options.threads);
  }
  std::optional<Collection> collection;
  if (!options.collection.empty()) {
    Diagnostics diagnostics;
    collection = Collection::open(options.collection, diagnostics);
    print(diagnostics);
    if (!collection) return kBadInput;
  }
  const Collection* const known = collection ? &*collection : nullptr;
  std::optional<TopicIds> topics;
  if (!options.topic_files.empty()) {
    Diagnostics diagnostics;
    topics.emplace();
    for (const Topic& topic : read_topics(options.topic_files, nullptr, diagnostics))
      topics->insert(topic.id);
    print(diagnostics);
    if (!diagnostics.ok()) return kBadInput;
  }
  const JudgementOptions judgement_options = options.judgements.options(known);
  int bad = kFine;
  int invalid = kFine;
  for (const std::string& file : options.files) {
    const int exit = FileCheck(options, rules, known, topics ? &*topics : nullptr, judgement_options,
                               options.judgements.run_options())
                         .check(file);
    (exit == kInvalidRun ? invalid : bad) = std::max(exit == kInvalidRun ? invalid : bad, exit);
  }
  // 3 says that nothing but rules is broken.
  return bad != kFine ? bad : invalid;
}

}  // namespace

void add_check_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("check", "Say what files are and everything that is wrong with them");
  auto options = std::make_shared<CheckOptions>();
  add_files(*command, options->files, "Runs, judgements or topics");
  add_task(*command, options->task, "Check runs against the rules of this task");
  const RunKey& result = *run_key_named("result");
  const std::vector<std::string_view> types = offers_of(result);
  command
      ->add_option("--result", options->result_type,
                   fmt::format("Check that runs return what they are declared to return: {}", result.offers))
      ->check(CLI::IsMember(std::vector<std::string>(types.begin(), types.end())))
      ->type_name("TYPE");
  add_collection(*command, options->collection);
  command->add_option("--topic-file", options->topic_files, "Runs answer only the topics of this file")
      ->type_name("FILE")
      ->allow_extra_args(false);
  auto* repair = command
                     ->add_option("--repair", options->repair,
                                  "Write a run that keeps the rules, and list what was changed")
                     ->type_name("OUT");
  add_number(*command, "--max-results", options->max_results, kDepthRange,
             "At most so many results per topic");
  add_number(*command, "--max-chars-per-topic", options->max_chars_per_topic, kDepthRange,
             "At most so many characters per topic");
  add_number(*command, "--max-chars-per-article", options->max_chars_per_article, kDepthRange,
             "At most so many characters of an article");
  add_order(*command, options->order);
  add_run_format(*command, options->format);
  options->judgements.add_to(*command);
  auto* const all =
      command->add_flag("--all", options->all, "Show every fault, not only the first 50 of each file");
  add_number(*command, "--show", options->show, kDepthRange,
             "Show the first N faults of each file (default: 50)")
      ->excludes(all);
  add_output_format(*command, options->json, {{"text", false}, {"json", true, "a line for each file"}});
  add_quiet(*command, options->quiet);
  add_threads(*command, options->threads);
  command->footer(exit_sentence({{kFine, "fine (or repaired)"}, {kUsage}, {kBadInput}, {kInvalidRun}}) +
                  "\n\n"
                  "Examples:\n"
                  "  fovea check run.txt\n"
                  "  fovea check --task relevant-in-context --collection wiki.fovea run.txt\n"
                  "  fovea check --task focused --repair fixed.txt run.txt\n"
                  "  fovea check judgements.qrels topics.xml\n"
                  "  fovea check track.toml");
  command->callback([options, repair, &exit] {
    if (repair->count() > 0 && options->files.size() != 1) {
      throw CLI::ValidationError("--repair", "expected exactly one run to repair");
    }
    exit = run(*options);
  });
}

}  // namespace fovea::cli
