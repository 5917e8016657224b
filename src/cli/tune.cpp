// `fovea tune INDEX… TOPICS JUDGEMENTS`: the settings that serve a measure best, and what they gain on other topics.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/judgement_arguments.h"
#include "cli/pipeline_options.h"
#include "cli/shared_options.h"
#include "evaluate/evaluation_plan.h"
#include "files/output_file.h"
#include "judgements/judgement_file.h"
#include "search/session/search_session.h"
#include "text/escape.h"
#include "text/unicode.h"
#include "topics/topic_file.h"
#include "tune/tuning.h"

namespace fovea::cli {

namespace {

constexpr NumberRange kFoldRange{.least = 1, .most = 1e6, .whole = true};

struct TuneArguments {
  std::vector<std::string> files;
  search::PipelineRequest pipeline;
  std::vector<std::string> measures;
  std::vector<std::string> vary;
  bool by_coordinates = false;
  const tune::Learner* learner = nullptr;
  std::size_t folds = 5;
  std::uint64_t seed = 1;
  std::string collection;
  JudgementArguments judgements;
  std::string output;
  bool quiet = false;
};

const tune::Learner* learner_named(std::string_view name) {
  const auto found = std::ranges::find(tune::learners(), name, &tune::Learner::name);
  return found == tune::learners().end() ? nullptr : &*found;
}

std::string learner_names() {
  std::vector<std::string_view> names;
  for (const tune::Learner& learner : tune::learners()) names.push_back(learner.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// A few settings in one line; weights by their number.
std::string in_short(const tune::Changes& changes) {
  std::vector<std::string> parts;
  for (const search::SettingChange& change : changes) {
    const auto* const weights = std::get_if<search::NamedWeights>(&change.value);
    parts.push_back(weights != nullptr ? fmt::format("{} weights", weights->size()) : change.text());
  }
  return parts.empty() ? "the preset's" : fmt::format("{}", fmt::join(parts, " "));
}

/// A setting; of many weights the largest.
std::string at_length(const search::SettingChange& change) {
  const auto* const weights = std::get_if<search::NamedWeights>(&change.value);
  if (weights == nullptr || weights->size() < 2) return change.text();
  constexpr std::size_t kShownWeights = 8;
  search::NamedWeights sorted = *weights;
  std::ranges::sort(sorted, {}, &search::NamedWeight::name);
  std::ranges::stable_sort(sorted, std::greater(), [](const auto& each) { return std::abs(each.weight); });
  std::string text = fmt::format("{}, {} weights, the largest:", change.key, sorted.size());
  for (std::size_t i = 0; i < std::min(kShownWeights, sorted.size()); ++i)
    text += fmt::format(" {}={:.3g}", sorted[i].name, sorted[i].weight);
  return text;
}

class TuneCommand {
 public:
  explicit TuneCommand(TuneArguments& arguments) : arguments_(arguments) {}

  int run() {
    const int opened = open();
    if (opened != kFine) {
      print_or_say(diagnostics_);
      return opened;
    }
    auto objective = make_objective();
    print(diagnostics_);
    if (!objective) return diagnostics_.count("nothing-in-common") > 0 ? kNothingInCommon : kBadInput;
    if (arguments_.folds > objective->topics().size()) {
      say(fmt::format("found {} that are asked and judged, expected at least as many as folds ({})",
                      counted(objective->topics().size(), "topic", "topics"), arguments_.folds));
      return kUsage;
    }
    // Opened first: a place that cannot be written is told before the work, which may take hours.
    std::optional<OutputFile> out;
    if (!arguments_.output.empty()) out.emplace(arguments_.output);
    const tune::Tuning tuning = tuned(*objective);
    if (!objective->faults().ok()) {
      print_or_say(objective->faults());
      return kBadInput;
    }
    print_tuning(*objective, tuning);
    if (out) write(*objective, tuning, *out);
    return kFine;
  }

 private:
  int open() {
    if (arguments_.files.size() < 3) {
      diagnostics_.expected({}, "usage", counted(arguments_.files.size(), "argument", "arguments"),
                            "an index, topics and judgements");
      return kUsage;
    }
    if (arguments_.vary.empty() == (arguments_.learner == nullptr)) {
      diagnostics_.expected({}, "usage",
                            arguments_.vary.empty() ? "nothing to tune" : "settings to vary and a learner",
                            "--vary or --learn");
      return kUsage;
    }
    const auto measures = parse_run_measures(arguments_.measures, diagnostics_);
    if (!measures) return kUsage;
    if (measures->size() != 1) {
      diagnostics_.expected({}, "usage", counted(measures->size(), "measure", "measures"),
                            "one to tune by, as -m AP");
      return kUsage;
    }
    measure_ = measures->front();
    auto pipeline = read_pipeline(arguments_.pipeline, diagnostics_);
    if (!pipeline) return kBadInput;
    pipeline_ = std::move(*pipeline);
    pipeline_.learning = arguments_.learner != nullptr;
    for (const std::string& text : arguments_.vary) {
      if (auto varied = tune::parse_varied(text, pipeline_, diagnostics_))
        varied_.push_back(std::move(*varied));
    }
    if (!diagnostics_.ok()) return kUsage;
    const std::size_t last = arguments_.files.size() - 1;
    search::OpenedIndexes indexes;
    for (std::size_t i = 0; i + 1 < last; ++i)
      indexes.open_or_make(arguments_.files[i], report_indexing(), diagnostics_);
    session_ = search::SearchSession::open(std::move(indexes), pipeline_, arguments_.collection,
                                           search::OpenedIndexes::Want::kTake, diagnostics_);
    if (session_ == nullptr) return kBadInput;
    topics_ = read_topics(std::vector{arguments_.files[last - 1]}, nullptr, diagnostics_);
    auto judgements = read_judgements(std::vector{arguments_.files[last]},
                                      arguments_.judgements.options(session_->collection()), diagnostics_);
    if (!diagnostics_.ok() || !judgements) return kBadInput;
    judgements_ = std::move(*judgements);
    if (arguments_.learner != nullptr) {
      const std::string fault = tune::learner_fault(*arguments_.learner, *session_, judgements_);
      if (!fault.empty()) {
        diagnostics_.error({}, "no-learner",
                           fmt::format("{} does not serve here: {}", arguments_.learner->name, fault));
        return kBadInput;
      }
    }
    return kFine;
  }

  std::optional<tune::Objective> make_objective() {
    // What cannot be asked is reported before the work, which may take hours.
    for (const Topic& topic : topics_) {
      if (judgements_.find(topic.id) != nullptr) session_->read(topic, diagnostics_);
    }
    for (const tune::VariedSetting& varied : varied_) {
      for (const search::SettingChange& change : varied) {
        Diagnostics faults;
        if (!session_->with(tune::changed(pipeline_, {change}), faults))
          diagnostics_.merge(std::move(faults));
      }
    }
    if (!diagnostics_.ok()) return std::nullopt;
    return tune::Objective::make({*session_, topics_, judgements_, measure_, arguments_.pipeline.task},
                                 diagnostics_);
  }

  tune::Tuning tuned(tune::Objective& objective) const {
    const std::size_t rounds = arguments_.folds > 1 ? arguments_.folds + 1 : 1;
    std::size_t steps = 0;
    if (arguments_.learner == nullptr && !arguments_.by_coordinates) {
      steps = rounds;
      for (const tune::VariedSetting& each : varied_) steps *= each.size();
    } else if (arguments_.learner != nullptr) {
      steps = rounds * arguments_.learner->epochs;
    }
    Progress progress("tuning", steps, "steps", arguments_.quiet);
    std::uint64_t done = 0;
    const tune::TuningInput input{objective, pipeline_, arguments_.seed, [&] { progress.update(++done); }};
    const auto tuner = arguments_.learner != nullptr ? arguments_.learner->make(input)
                       : arguments_.by_coordinates   ? tune::make_coordinate(input, varied_)
                                                     : tune::make_grid(input, varied_);
    return tune::tune(objective, pipeline_, *tuner, arguments_.folds, arguments_.seed);
  }

  void print_tuning(const tune::Objective& objective, const tune::Tuning& tuning) const {
    const double before = tune::mean_of(tuning.preset);
    fmt::print("{}, {}, preset {}: {:.4f}\n", objective.measure(),
               counted(tuning.preset.size(), "topic", "topics"), arguments_.pipeline.preset, before);
    if (!tuning.folds.empty()) print_folds(objective, tuning);
    fmt::print("\nTuned on all topics: {:.4f} there.\n", tuning.training);
    for (const search::SettingChange& change : tuning.changes) fmt::print("  {}\n", at_length(change));
    if (tuning.folds.empty()) return;
    fmt::print("\nHeld-out mean: {:.4f}, {:+.4f} on the preset", tune::mean_of(tuning.held_out), tuning.gain);
    if (tuning.interval)
      fmt::print(", 95 % interval [{:.4f}, {:.4f}]", tuning.interval->low, tuning.interval->high);
    if (tuning.p) fmt::print(", p = {:.4f} (paired t-test, two-tailed)", *tuning.p);
    fmt::print("\n{}\n", verdict(tuning));
  }

  static void print_folds(const tune::Objective& objective, const tune::Tuning& tuning) {
    fmt::print("\n{:>4}  {:>8}  {:>8}  {:<24}  {}\n", "fold", "training", "held-out", "topics held out",
               "settings");
    for (std::size_t i = 0; i < tuning.folds.size(); ++i) {
      const tune::TunedFold& fold = tuning.folds[i];
      std::string topics;
      for (const std::size_t topic : fold.topics)
        topics += (topics.empty() ? "" : " ") + objective.topics()[topic]->id;
      topics = visible(topics);
      constexpr Offset kShown = 24;
      if (count_code_points(topics) > kShown)
        topics = std::string(code_point_slice(topics, {0, kShown - 1})) + "…";
      fmt::print("{:>4}  {:>8.4f}  {:>8.4f}  {:<24}  {}\n", i + 1, fold.training, fold.held_out, topics,
                 in_short(fold.changes));
    }
  }

  static std::string verdict(const tune::Tuning& tuning) {
    constexpr double kAlpha = 0.05;
    const auto topics = counted(tuning.held_out.size(), "topic", "topics");
    if (!tuning.p) return fmt::format("No test: {}.", tuning.p.why());
    if (*tuning.p >= kAlpha)
      return fmt::format("On {} that is no more than chance gives: the preset may be as good.", topics);
    return tuning.gain > 0
               ? fmt::format("Tuning gains on topics it has not seen ({}).", topics)
               : fmt::format("Tuning loses on topics it has not seen ({}): keep the preset.", topics);
  }

  void write(const tune::Objective& objective, const tune::Tuning& tuning, OutputFile& out) const {
    std::string head = fmt::format(
        "# {} tuned by {} on {}, task {}: {:.4f} there", arguments_.pipeline.preset, objective.measure(),
        counted(tuning.preset.size(), "topic", "topics"), arguments_.pipeline.task->name, tuning.training);
    if (!tuning.folds.empty())
      head += fmt::format(", {:.4f} on topics held out", tune::mean_of(tuning.held_out));
    std::ranges::replace_if(
        head, [](unsigned char c) { return c < 0x20; }, ' ');
    out.write(head + ".\n" + to_toml(tune::changed(pipeline_, tuning.changes)));
    out.commit();
  }

  TuneArguments& arguments_;
  Diagnostics diagnostics_;
  search::Pipeline pipeline_;
  MeasureName measure_;
  std::vector<tune::VariedSetting> varied_;
  std::unique_ptr<search::SearchSession> session_;
  std::vector<Topic> topics_;
  Judgements judgements_;
};

}  // namespace

void add_tune_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("tune", "Find the settings of a search that serve a measure best");
  auto arguments = std::make_shared<TuneArguments>();
  command
      ->add_option(
          "files", arguments->files,
          "Indexes, or collections, whose indexes are kept in the user's cache; then a file of topics, and judgements")
      ->type_name("INDEX… TOPICS JUDGEMENTS");
  add_pipeline_options(*command, arguments->pipeline);
  add_measures(*command, arguments->measures);
  command
      ->add_option(
          "--vary", arguments->vary,
          "Vary a setting, from, to and step or a list: articles.k1=0.4:2:0.1; may be given several times")
      ->type_name("TABLE.KEY=VALUES")
      ->allow_extra_args(false);
  add_choice<bool>(*command, "--method", arguments->by_coordinates,
                   {{"grid", false, "every combination"},
                    {"coordinate", true, "one setting after the other, until a round gains less than 0.001"}},
                   "How settings are varied");
  std::string meanings;
  for (const tune::Learner& learner : tune::learners())
    meanings += fmt::format("{}{} ({})", meanings.empty() ? "" : ", ", learner.name, learner.meaning);
  add_record<tune::Learner>(*command, "--learn", arguments->learner, learner_named, learner_names(),
                            "Learn weights: " + meanings)
      ->type_name("NAME");
  add_number(*command, "--folds", arguments->folds, kFoldRange,
             "Folds of topics; each gets the settings of the others. 1 holds nothing out (default: 5)");
  add_seed(*command, arguments->seed);
  add_output(*command, arguments->output, "Where to write the tuned preset");
  add_collection(*command, arguments->collection);
  arguments->judgements.add_to(*command);
  add_quiet(*command, arguments->quiet);
  command->footer(
      "What is printed as tuned on all topics is what the tuned preset scores on these very topics; what to expect of it on\n"
      "others is the held-out mean. The same seed gives the same folds and weights.\n\n"
      "Examples:\n"
      "  fovea tune wiki.index topics.xml judgements.qrels -m AP --vary articles.k1=0.4:2:0.4 --vary articles.b=0.1:0.9:0.2\n"
      "  fovea tune wiki.index topics.xml judgements.qrels -m AiP --preset lip6 --task focused --learn owpc -o "
      "tuned.toml");
  command->callback(
      [arguments, &exit] { exit = exit_of_search([&] { return TuneCommand(*arguments).run(); }); });
}

}  // namespace fovea::cli
