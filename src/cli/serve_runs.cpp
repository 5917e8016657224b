// `fovea serve runs|publish STORE`: what groups have sent in, as a list or as files for the next phase; and results.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "assess/http_server.h"
#include "assess/standing_runs.h"
#include "assess/store.h"
#include "assess/store_place.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/serve.h"
#include "cli/shared_options.h"
#include "files/json_writer.h"
#include "files/output_file.h"
#include "files/temporary.h"
#include "text/escape.h"

namespace fovea::cli {

namespace {

struct RunCommandOptions {
  std::string store, folder, name;
  bool all = false;
};

/// One row per version; those that stand unless all are asked for.
void list_runs(assess::Store& store, bool all) {
  fmt::print("group\trun\tversion\tstate\ttask\tresult\tbytes\tsha256\n");
  for (const assess::Submission& each : assess::submissions(store)) {
    if (!all && each.state != assess::SubmissionState::kAccepted) continue;
    const TrackRun run = assess::track_run_of(each);
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", visible(each.group), visible(each.name), each.version,
               name_of(each.state), run.task == nullptr ? "-" : run.task->name,
               run.result.empty() ? "-" : visible(run.result), each.bytes, each.sha256);
  }
}

/// The runs that stand, and runs.toml with a [[run]] for each: to be put behind a track file.
void write_runs(assess::Store& store, const RunCommandOptions& options) {
  namespace fs = std::filesystem;
  Temporary made(Temporary::Kind::kFolder, options.folder);
  auto runs =
      assess::put_standing_runs(store, assess::SubmissionFiles(options.store), made.path(),
                                fs::path(options.folder).filename().string(), assess::RunFiles::kCopied);
  OutputFile out((fs::path(made.path()) / "runs.toml").string());
  out.write(assess::run_tables(std::move(runs)));
  out.commit();
  made.put_in_place(Temporary::Existing::kRefuse);
}

int show_runs(const RunCommandOptions& options) {
  assess::Store store = assess::Store::open(options.store, false);
  if (options.folder.empty()) {
    list_runs(store, options.all);
  } else {
    write_runs(store, options);
  }
  return kFine;
}

int publish_results(const RunCommandOptions& options) {
  assess::Request request;
  request.method = "POST";
  request.target = "/api/admin/publish";
  request.headers["content-type"] = "application/json";
  request.body = json_text(nlohmann::json{{"name", options.name}});
  try {
    const assess::Response response = assess::ask(control_socket_of(options.store), request);
    if (response.status == 200) return kFine;
    const auto answer = nlohmann::json::parse(response.body, nullptr, false);
    say(answer.is_object() ? answer.value("message", "the server refuses") : "the server refuses");
  } catch (const std::system_error&) {
    say(fmt::format("{}: no server holds it, which would publish; fovea report makes a report from files",
                    options.store));
  }
  return kBadInput;
}

/// Runs a command on the store that a path names; faults of the store are said.
int with_home(RunCommandOptions& options, int (*run)(const RunCommandOptions&)) {
  try {
    options.store = assess::home_of(options.store);
    return run(options);
  } catch (const assess::StoreError& error) {
    say(error.what());
    return kBadInput;
  }
}

}  // namespace

void add_run_commands(CLI::App& serve, int& exit) {
  const auto options = std::make_shared<RunCommandOptions>();
  CLI::App* command =
      serve.add_subcommand("runs", "List the runs that groups have sent in, or write them to a folder");
  command->add_option("store", options->store, "The store of a track")->required()->option_text("STORE");
  add_output(*command, options->folder, "Folder for the runs that stand, with a runs.toml for the track file",
             "FOLDER");
  command->add_flag("--all", options->all,
                    "List every version, also what was refused, replaced or withdrawn");
  command->callback([&exit, options] { exit = with_home(*options, show_runs); });
  command = serve.add_subcommand("publish", "Make the report in the background, and freeze it under a name");
  command->add_option("store", options->store, "The store of a track")->required()->option_text("STORE");
  command->add_option("name", options->name, "Name of the results")->required()->option_text("NAME");
  command->callback([&exit, options] { exit = with_home(*options, publish_results); });
}

}  // namespace fovea::cli
