// `fovea track new|status|candidates|select|topics`: begins a track, and says where one stands.
#include "cli/track.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assess/accounts.h"
#include "assess/candidates.h"
#include "assess/phases.h"
#include "assess/progress.h"
#include "assess/store.h"
#include "assess/store_place.h"
#include "assess/submissions.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/serve.h"
#include "cli/shared_options.h"
#include "evaluate/track/track.h"
#include "files/json_writer.h"
#include "text/escape.h"
#include "text/trim.h"

namespace fovea::cli {

namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

struct TrackCommandOptions {
  std::string folder, track;
  std::string output = "text";
};

/// Where a track stands; what its store says is missing where there is none yet.
struct TrackStatus {
  std::string title, file, store;
  bool has_collection = false, has_index = false, has_pool = false, has_store = false;
  std::vector<assess::PhaseRecord> phases = {};
  std::map<std::string, std::size_t> accounts = {};  ///< by group, of participants
  std::map<std::string, std::size_t> runs = {};      ///< by group
  /// By group: how many topics are in work, were handed in, were chosen.
  struct Candidates {
    std::size_t drafts = 0, handed_in = 0, chosen = 0;
  };
  std::map<std::string, Candidates> candidates = {};
  /// By group: runs that were sent and stand, versions that are being checked, and that were refused.
  struct Sent {
    std::size_t accepted = 0, checking = 0, refused = 0;
  };
  std::map<std::string, Sent> sent = {};
  std::size_t topics = 0, assignments = 0, done = 0, items = 0, judged = 0;
  std::int64_t events = 0;
};

void read_store(TrackStatus& status) {
  assess::Store store = assess::Store::open(assess::home_of(status.store), false);
  const assess::Reading moment(store.database());
  status.has_store = true;
  status.phases = assess::phases(store);
  status.events = head_of(store.database()).seq;
  status.topics = store.topics().size();
  store.database().each("SELECT grp, count(*) FROM member GROUP BY grp ORDER BY grp",
                        [&](const assess::Statement& row) {
                          status.accounts[row.copy(0)] = static_cast<std::size_t>(row.integer(1));
                        });
  for (const auto& [id, each] : candidate_table(store)) {
    TrackStatus::Candidates& of_group = status.candidates[each.group];
    of_group.drafts += each.state == assess::CandidateState::kDraft ? 1 : 0;
    of_group.chosen += each.state == assess::CandidateState::kChosen ? 1 : 0;
    const bool handed_in =
        each.state != assess::CandidateState::kDraft && each.state != assess::CandidateState::kWithdrawn;
    of_group.handed_in += handed_in ? 1 : 0;
  }
  for (const assess::Submission& each : assess::submissions(store)) {
    TrackStatus::Sent& of_group = status.sent[each.group];
    of_group.accepted += each.state == assess::SubmissionState::kAccepted ? 1 : 0;
    of_group.checking += each.state == assess::SubmissionState::kChecking ? 1 : 0;
    of_group.refused += each.state == assess::SubmissionState::kRefused ? 1 : 0;
  }
  for (const assess::AssignmentProgress& each : assess::progress_of(store)) {
    ++status.assignments;
    status.done += each.assignment.state == assess::AssignmentState::kDone ? 1 : 0;
    status.items += each.items;
    status.judged += each.judged;
  }
}

/// What somebody who organises would do next.
std::string next_step(const TrackStatus& status) {
  if (!status.has_collection) return "fovea catalog build: the collection of the track is not there yet";
  if (!status.has_store) return fmt::format("fovea serve {}", status.file);
  std::optional<assess::PhaseRecord> open;
  std::optional<assess::PhaseRecord> planned;
  bool begun = false;
  for (const assess::PhaseRecord& each : status.phases) {
    if (each.state == assess::PhaseState::kOpen && !open) open = each;
    // Whatever stands before a phase that was opened is done, or was never needed.
    if (each.state != assess::PhaseState::kPlanned) {
      begun = true;
      planned.reset();
    } else if (!planned) {
      planned = each;
    }
  }
  if (open)
    return fmt::format("fovea serve phase {} {} close, when it is over", status.store, name_of(open->phase));
  if (planned && (begun || status.items == 0))
    return fmt::format("fovea serve phase {} {} open", status.store, name_of(planned->phase));
  return status.judged < status.items ? "people judge" : fmt::format("fovea report {}", status.file);
}

std::string days_of(const assess::PhaseRecord& each) {
  if (each.from.empty()) return each.until.empty() ? "" : "until " + each.until;
  return each.until.empty() ? "from " + each.from : each.from + " to " + each.until;
}

void print_counts(std::string_view what, const std::map<std::string, std::size_t>& counts) {
  std::size_t sum = 0;
  for (const auto& [group, count] : counts) sum += count;
  fmt::print("{:<12}{}\n", what, sum);
  for (const auto& [group, count] : counts) fmt::print("  {:<24}{}\n", visible(group), count);
}

void print_candidates(const TrackStatus& status) {
  std::size_t sum = 0;
  for (const auto& [group, count] : status.candidates) sum += count.handed_in;
  fmt::print("{:<12}{}\n", "candidates", sum);
  for (const auto& [group, count] : status.candidates) {
    fmt::print("  {:<24}{} handed in, {} chosen, {} in work\n", visible(group), count.handed_in, count.chosen,
               count.drafts);
  }
}

void print_sent(const TrackStatus& status) {
  std::size_t sum = 0;
  for (const auto& [group, count] : status.sent) sum += count.accepted;
  fmt::print("{:<12}{}\n", "sent", sum);
  for (const auto& [group, count] : status.sent) {
    fmt::print("  {:<24}{} accepted, {} refused, {} being checked\n", visible(group), count.accepted,
               count.refused, count.checking);
  }
}

void print_status_text(const TrackStatus& status) {
  fmt::print("{} ({})\n", visible(status.title), visible(status.file));
  for (const assess::PhaseRecord& each : status.phases)
    fmt::print("{:<12}{}\n", name_of(each.phase),
               trim(fmt::format("{:<9}{}", name_of(each.state), days_of(each))));
  print_counts("accounts", status.accounts);
  print_candidates(status);
  print_sent(status);
  print_counts("runs", status.runs);
  fmt::print("{:<12}{}\n", "pool", status.has_pool ? "there" : "none yet");
  if (status.has_store) {
    fmt::print("{:<12}{} of {} articles, {} of {} assignments done\n", "judged", status.judged, status.items,
               status.done, status.assignments);
  }
  fmt::print("{:<12}{}\n", "next", visible(next_step(status)));
}

void print_status_json(const TrackStatus& status) {
  OrderedJson phases = OrderedJson::array();
  for (const assess::PhaseRecord& each : status.phases) {
    phases.push_back({{"phase", name_of(each.phase)},
                      {"state", name_of(each.state)},
                      {"from", each.from},
                      {"until", each.until}});
  }
  OrderedJson candidates = OrderedJson::object();
  for (const auto& [group, count] : status.candidates)
    candidates[group] = {{"handed_in", count.handed_in}, {"chosen", count.chosen}, {"in_work", count.drafts}};
  OrderedJson sent = OrderedJson::object();
  for (const auto& [group, count] : status.sent)
    sent[group] = {{"accepted", count.accepted}, {"refused", count.refused}, {"checking", count.checking}};
  const OrderedJson out{{"title", status.title},
                        {"store", status.has_store ? OrderedJson(status.store) : OrderedJson(nullptr)},
                        {"events", status.events},
                        {"phases", phases},
                        {"accounts", status.accounts},
                        {"candidates", candidates},
                        {"sent", sent},
                        {"runs", status.runs},
                        {"pool", status.has_pool},
                        {"topics", status.topics},
                        {"assignments", status.assignments},
                        {"done", status.done},
                        {"articles", status.items},
                        {"judged", status.judged},
                        {"next", next_step(status)}};
  fmt::print("{}\n", json_text(out, 2));
}

int print_status(const TrackCommandOptions& options) {
  Diagnostics said;
  const auto track = read_track(options.track, said, RunsExpected::kPerhaps);
  print(said);
  if (!track) return kBadInput;
  TrackStatus status{track->title, options.track, store_of(options.track, *track)};
  status.has_collection = track->collection.has_value();
  status.has_index = track->index.has_value();
  status.has_pool = fs::exists(pool_of(status.store, *track));
  status.phases.reserve(assess::all_phases().size());
  for (const assess::Phase phase : assess::all_phases()) status.phases.push_back({phase});
  for (const TrackRun& run : track->runs) ++status.runs[run.participant.empty() ? "–" : run.participant];
  if (fs::exists(status.store)) {
    try {
      read_store(status);
    } catch (const assess::StoreError& error) {
      say(error.what());
      return kBadInput;
    }
  }
  options.output == "json" ? print_status_json(status) : print_status_text(status);
  // What is not there yet is where the track stands; everything else that is wrong is a fault.
  const bool sound =
      std::ranges::all_of(said.kept(), [](const Diagnostic& each) { return each.code == "missing-file"; });
  return sound ? kFine : kBadInput;
}

}  // namespace

void add_track_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("track", "Begin a track, and see where it stands");
  auto options = std::make_shared<TrackCommandOptions>();
  auto* fresh = command->add_subcommand("new", "Make a commented track file, and say what to do next");
  fresh->add_option("folder", options->folder, "The folder of the track, made if need be")
      ->required()
      ->option_text("FOLDER");
  fresh->callback([&exit, options] { exit = make_track(options->folder); });
  auto* status =
      command->add_subcommand("status", "Say where a track stands: phases, groups, runs, judgements");
  status->add_option("track", options->track, "The track file")->required()->option_text("TRACK");
  add_output_format(*status, options->output, {{"text", "text", "for people"}, {"json", "json"}});
  status->callback([&exit, options] { exit = print_status(*options); });
  add_track_topics_commands(*command, exit);
  command->require_subcommand(1);
  command->footer(
      exit_sentence({{kFine}, {kUsage}, {kBadInput, "bad input or store, or something is there already"}}) +
      "\n\n"
      "Examples:\n"
      "  fovea track new seafaring\n"
      "  fovea track status track.toml\n"
      "  fovea track candidates seafaring.assess\n"
      "  fovea track select candidates.jsonl decisions.tsv --first 2010001 -o decided.jsonl\n"
      "  fovea track topics seafaring.assess -o chosen.xml");
}

}  // namespace fovea::cli
