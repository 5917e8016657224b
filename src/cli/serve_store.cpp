// `fovea serve invite|roles|revoke|disable|enable|phase|assign|unassign|export|snapshot|backup|verify|log STORE`: what an organiser does
// from the shell.
//
// Reading goes to the store directly, at any time. Writing goes through the server that holds the store, by the socket beside
// it; where none does, the command is the writer for the moment.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assess/accounts.h"
#include "assess/archive.h"
#include "assess/backup.h"
#include "assess/candidates.h"
#include "assess/export.h"
#include "assess/handler.h"
#include "assess/http_server.h"
#include "assess/phases.h"
#include "assess/rebuild.h"
#include "assess/store.h"
#include "assess/store_place.h"
#include "assess/suggestions.h"
#include "assess/writer.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/serve.h"
#include "cli/shared_options.h"
#include "cli/usage.h"
#include "collection/collection.h"
#include "collection/document_texts.h"
#include "files/json_writer.h"
#include "files/output_file.h"
#include "files/temporary.h"
#include "judgements/judgement_format.h"
#include "pools/pool_file.h"

namespace fovea::cli {

namespace {

using Json = nlohmann::json;

struct StoreOptions {
  std::string store;
  std::string name, topic, output = "-", collection, snapshot, copy;
  std::vector<std::string> roles;
  std::string group, phase, act;
  std::optional<std::string> from, until;
  assess::Part part = assess::Part::kMain, exported = assess::Part::kFinal;
  const JudgementFormat* format = &judgement_formats::kInexQrels;
  std::string suggestions, pool, second;
  bool finished = false, everything = false, quiet = false, force = false;
};

/// What export --everything writes, by its name in files/binary.cpp.
constexpr std::string_view kPackedExport = "gzip data";

std::int64_t present_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

/// Asks the server that holds the store, or, where there is none, a handler of our own: the same routes either way.
assess::Response post(const std::string& store, const std::string& target, const Json& body) {
  assess::Request request;
  request.method = "POST";
  request.target = target;
  request.headers["content-type"] = "application/json";
  request.body = json_text(body);
  std::optional<assess::StoreLock> lock;
  try {
    lock.emplace(store);
  } catch (const assess::StoreError&) {
    return assess::ask(control_socket_of(store), request);
  }
  request.local = true;
  assess::StoreWriter writer(store);
  assess::HandlerOptions options;
  options.now_ms = present_ms;
  assess::Handler handler(writer, store, {}, std::move(options));
  std::promise<assess::Response> answer;
  handler.handle(request, [&](assess::Response response) { answer.set_value(std::move(response)); });
  return answer.get_future().get();
}

/// The answer as JSON; nothing, and said, when it is a refusal.
std::optional<Json> ask_for(const std::string& store, const std::string& target, const Json& body) {
  const assess::Response response = post(store, target, body);
  const Json answer = Json::parse(response.body, nullptr, false);
  if (response.status == 200) return answer;
  say(answer.is_object() && answer.contains("message") ? answer["message"].get<std::string>()
                                                       : "the server refuses");
  return std::nullopt;
}

int invite_somebody(const StoreOptions& options) {
  Json who{{"name", options.name}};
  if (!options.roles.empty()) who["role"] = fmt::format("{}", fmt::join(options.roles, ","));
  if (!options.group.empty()) who["group"] = options.group;
  const auto answer = ask_for(options.store, "/api/admin/account", who);
  if (!answer) return kBadInput;
  fmt::print("/#invite={}\n", (*answer)["token"].get<std::string>());
  return kFine;
}

int change_roles(const StoreOptions& options) {
  Json who{{"account", options.name}, {"role", fmt::format("{}", fmt::join(options.roles, ","))}};
  if (!options.group.empty()) who["group"] = options.group;
  return ask_for(options.store, "/api/admin/roles", who) ? kFine : kBadInput;
}

int set_phase(const StoreOptions& options) {
  Json what{{"phase", options.phase}, {"act", options.act}};
  if (options.from) what["from"] = *options.from;
  if (options.until) what["until"] = *options.until;
  return ask_for(options.store, "/api/admin/phase", what) ? kFine : kBadInput;
}

int assign_topic(const StoreOptions& options) {
  const auto answer =
      ask_for(options.store, "/api/admin/assign",
              {{"topic", options.topic}, {"account", options.name}, {"part", name_of(options.part)}});
  if (!answer) return kBadInput;
  fmt::print("{}\n", (*answer)["id"].get<std::int64_t>());
  return kFine;
}

int set_active(const StoreOptions& options, bool active) {
  return ask_for(options.store, "/api/admin/active", {{"account", options.name}, {"active", active}})
             ? kFine
             : kBadInput;
}
int disable_account(const StoreOptions& options) {
  return set_active(options, false);
}
int enable_account(const StoreOptions& options) {
  return set_active(options, true);
}

int revoke_link(const StoreOptions& options) {
  return ask_for(options.store, "/api/admin/revoke", {{"account", options.name}}) ? kFine : kBadInput;
}

int unassign_topic(const StoreOptions& options) {
  std::optional<std::int64_t> found;
  {
    assess::Store store = assess::Store::open(options.store, false);
    for (const assess::Assignment& each : store.assignments()) {
      if (each.topic == options.topic && store.account_name(each.account) == options.name) found = each.id;
    }
  }
  if (!found) {
    say(fmt::format("{}: {} does not judge topic {}", options.store, quote(options.name),
                    quote(options.topic)));
    return kBadInput;
  }
  return ask_for(options.store, "/api/admin/unassign", {{"assignment", *found}}) ? kFine : kBadInput;
}

int take_snapshot(const StoreOptions& options) {
  return ask_for(options.store, "/api/admin/snapshot", {{"name", options.name}}) ? kFine : kBadInput;
}

/// The collection that --collection names, or nothing; false, and said, when it cannot be opened.
bool open_collection(const StoreOptions& options, std::optional<Collection>& collection) {
  if (options.collection.empty()) return true;
  Diagnostics said;
  collection = Collection::open(options.collection, said);
  print(said);
  return collection.has_value();
}

void write_judgements(const Judgements& judgements, const StoreOptions& options, const Collection* collection,
                      OutputFile& out) {
  std::optional<DocumentTexts> texts;
  if (collection != nullptr) texts.emplace(texts_in_collection(*collection));
  const Unsaid unsaid = options.format->write(judgements, texts ? &*texts : nullptr,
                                              [&](std::string_view piece) { out.write(piece); });
  out.commit();
  for (const auto& [what, count] : unsaid)
    say(fmt::format("{} cannot say {}: {}", options.format->name, what, count));
}

/// Puts an export on record and says where the chain of events ends with it, so that a file can be held against its store.
void record_export(const StoreOptions& options) {
  Json what{{"format", options.everything ? "everything" : std::string(options.format->name)},
            {"part", name_of(options.exported)}};
  if (options.finished) what["finished"] = "1";
  if (!options.snapshot.empty()) what["snapshot"] = options.snapshot;
  if (!options.suggestions.empty()) what["suggestions"] = options.suggestions;
  try {
    const auto answer = ask_for(options.store, "/api/admin/export", what);
    if (answer && !options.quiet)
      say(fmt::format("{}: event {}, chain {}", options.store, (*answer)["seq"].get<std::int64_t>(),
                      (*answer)["chain"].get<std::string>()));
  } catch (const std::exception& error) {
    // A copy on a disk that cannot be written is exported all the same.
    say(fmt::format("the export is not on record: {}", error.what()));
  }
}

int export_everything(assess::Store& store, const StoreOptions& options, const Collection* collection,
                      OutputFile& out) {
  Diagnostics said;
  std::optional<pools::Pool> pool;
  if (!options.pool.empty()) {
    if (const auto file = InputFile::open(options.pool, said)) pool = pools::read_pool(*file, said);
    print(said);
    if (!pool) return kBadInput;
  }
  out.write(assess::everything(store, {collection, pool ? &*pool : nullptr}));
  out.commit();
  return kFine;
}

int export_store(const StoreOptions& options) {
  assess::Store store = assess::Store::open(options.store, false);
  std::optional<Collection> opened;
  if (!open_collection(options, opened)) return kBadInput;
  // An export that cannot be written is not put on record.
  OutputFile out(options.output, options.everything ? kPackedExport : "");
  std::optional<OutputFile> second;
  if (!options.second.empty()) second.emplace(options.second);
  record_export(options);
  const Collection* const collection = opened ? &*opened : nullptr;
  if (options.everything) return export_everything(store, options, collection, out);
  const assess::Reading moment(store.database());
  if (!options.suggestions.empty()) {
    const auto suggested = suggested_judgements(store, options.suggestions);
    if (!suggested) {
      say(fmt::format("{}: has no suggestions of {}", options.store, quote(options.suggestions)));
      return kBadInput;
    }
    write_judgements(*suggested, options, collection, out);
    return kFine;
  }
  assess::ExportOptions wanted;
  wanted.part = options.exported;
  wanted.finished_only = options.finished;
  wanted.collection = collection;
  if (!options.snapshot.empty()) {
    wanted.last = store.snapshot(options.snapshot);
    if (!wanted.last) {
      say(fmt::format("{}: has no snapshot {}", options.store, quote(options.snapshot)));
      return kBadInput;
    }
  }
  write_judgements(judgements_in(store, wanted), options, collection, out);
  if (!second) return kFine;
  wanted.part = assess::Part::kSecond;
  write_judgements(judgements_in(store, wanted), options, collection, *second);
  return kFine;
}

int copy_store(const StoreOptions& options) {
  assess::Store store = assess::Store::open(options.store, false);
  assess::back_up(store, options.copy,
                  options.force ? Temporary::Existing::kReplace : Temporary::Existing::kRefuse);
  return kFine;
}

int verify_store(const StoreOptions& options) {
  assess::Store store = assess::Store::open(options.store, false);
  const auto faults = assess::verify(store);
  for (const std::string& fault : faults) say(fmt::format("{}: {}", options.store, fault));
  if (!faults.empty()) return kBadInput;
  const assess::Head head = head_of(store.database());
  fmt::print("{}: {}, chain {}\n", options.store,
             counted(static_cast<std::uint64_t>(head.seq), "event", "events"), assess::hex(head.chain));
  return kFine;
}

int print_log(const StoreOptions& options) {
  assess::Store store = assess::Store::open(options.store, false);
  const assess::CandidatesById candidates = candidate_table(store);
  each_event(store.database(), [&](const assess::Event& event) {
    fmt::print("{}\t{}\t{}\t{}\t{}\n", event.seq, event.server_ms,
               event.account ? quote(store.account_name(*event.account)) : "-", name_of(event.kind),
               public_data(event.kind, event.data, candidates));
    return true;
  });
  return kFine;
}

/// A subcommand of `serve` about a store; faults of the store are said.
CLI::App* add(CLI::App& serve, int& exit, const std::string& name, const std::string& text,
              const std::shared_ptr<StoreOptions>& options, int (*run)(const StoreOptions&)) {
  CLI::App* const command = serve.add_subcommand(name, text);
  command->add_option("store", options->store, "The store of a track")->required()->option_text("STORE");
  command->callback([&exit, options, run] {
    try {
      options->store = assess::home_of(options->store);
      exit = run(*options);
    } catch (const assess::StoreError& error) {
      say(error.what());
      exit = kBadInput;
    }
  });
  return command;
}

CLI::Option* add_roles(CLI::App& command, StoreOptions& options, const std::string& text) {
  command.add_option("--group", options.group, "The group that a participant belongs to")->type_name("NAME");
  return command.add_option("--role", options.roles, text)
      ->check(one_of({"organiser", "assessor", "reader", "participant"}))
      ->type_name("NAME")
      ->allow_extra_args(false);
}

void add_phase(CLI::App& command, StoreOptions& options) {
  std::vector<std::string> names;
  for (const assess::Phase phase : assess::all_phases()) names.emplace_back(name_of(phase));
  command.add_option("phase", options.phase, fmt::format("The phase: {}", fmt::join(names, ", ")))
      ->required()
      ->check(one_of(names))
      ->option_text("PHASE");
  command
      .add_option(
          "act", options.act,
          "What becomes of it: open (again, where it was closed), close, or dates, which only announces")
      ->required()
      ->check(one_of({"open", "close", "dates"}))
      ->option_text("ACT");
  command.add_option("--from", options.from, "Announce its first day, as 2026-11-30; empty: none")
      ->type_name("DAY");
  command.add_option("--until", options.until, "Announce its last day; empty: none")->type_name("DAY");
}

void add_part(CLI::App& command, assess::Part& part, const std::string& text) {
  add_choice(command, "--part", part,
             {{"main", assess::Part::kMain},
              {"second", assess::Part::kSecond},
              {"final", assess::Part::kFinal, "decides where these two disagree"}},
             text);
}

}  // namespace

void add_store_commands(CLI::App& serve, int& exit) {
  const auto options = std::make_shared<StoreOptions>();
  CLI::App* command =
      add(serve, exit, "invite", "Make an account, and a link with which it sets its password, once", options,
          invite_somebody);
  command->add_option("name", options->name, "Name of the account")->required()->option_text("NAME");
  add_roles(
      *command, *options,
      "What they may do: organiser, assessor, reader, participant; may be given several times, and adds to what an "
      "account may do already (default: assessor, with --group participant)");
  command = add(serve, exit, "roles", "Say what an account may do, and nothing else", options, change_roles);
  command->add_option("name", options->name, "Name of the account")->required()->option_text("NAME");
  add_roles(*command, *options,
            "What they may do: organiser, assessor, reader, participant; may be given several times")
      ->required();
  const auto about_account = [&](const char* name, const char* text, int (*run)(const StoreOptions&)) {
    add(serve, exit, name, text, options, run)
        ->add_option("name", options->name, "Name of the account")
        ->required()
        ->option_text("NAME");
  };
  about_account("revoke", "End the invitation of an account", revoke_link);
  about_account("disable", "Log an account out and keep it out; what it judged and sent stays",
                disable_account);
  about_account("enable", "Let a disabled account in again", enable_account);
  command = add(serve, exit, "phase", "Open or close a phase of the track", options, set_phase);
  add_phase(*command, *options);
  command = add(serve, exit, "assign", "Give a topic to somebody", options, assign_topic);
  command->add_option("topic", options->topic, "Id of the topic")->required()->option_text("TOPIC");
  command->add_option("name", options->name, "Name of the account")->required()->option_text("NAME");
  add_part(*command, options->part, "Which assessor they are");
  command = add(serve, exit, "unassign", "Take a topic from somebody; what they judged stays on record",
                options, unassign_topic);
  command->add_option("topic", options->topic, "Id of the topic")->required()->option_text("TOPIC");
  command->add_option("name", options->name, "Name of the account")->required()->option_text("NAME");
  command = add(serve, exit, "export", "Write what is judged, at any time", options, export_store);
  add_output(*command, options->output, kOutputFile);
  const auto writable = [](std::string_view name) -> const JudgementFormat* {
    const JudgementFormat* const format = judgement_format_named(name);
    return format != nullptr && format->write != nullptr ? format : nullptr;
  };
  add_record<JudgementFormat>(
      *command, "--to", options->format, writable,
      fmt::format("{}", fmt::join(writable_format_names(all_judgement_formats()), ",")),
      "Format of the judgements (default: qrels)");
  add_part(*command, options->exported,
           "Whose judgements; where nothing was decided, final has the main assessor's");
  command->add_flag("--finished", options->finished, "Only topics that are done");
  command->add_option("--second", options->second, "Write what second assessors judged to this file as well")
      ->type_name("FILE");
  command->add_option("--snapshot", options->snapshot, "As it was at this snapshot")->type_name("NAME");
  command
      ->add_option("--suggestions", options->suggestions,
                   "What this machine suggested, and nobody's judgements")
      ->type_name("NAME");
  auto* const everything = command->add_flag(
      "--everything", options->everything,
      "A .tar.gz of all formats, events, answers and figures, with a manifest of their SHA-256");
  command->add_option("--pool", options->pool, "With --everything: the pool file, to be packed as well")
      ->type_name("FILE")
      ->needs(everything);
  add_collection(*command, options->collection);
  add_quiet(*command, options->quiet);
  command = add(serve, exit, "snapshot", "Name the present state", options, take_snapshot);
  command->add_option("name", options->name, "Name of the snapshot")->required()->option_text("NAME");
  command = add(serve, exit, "backup", "Copy a store, also while people judge", options, copy_store);
  add_output(*command, options->copy, "The copy")->required();
  add_force(*command, options->force);
  add(serve, exit, "verify", "Make all tables anew from the events, and compare", options, verify_store);
  add(serve, exit, "log", "List everything that was done: number, time, who, what", options, print_log);
}

}  // namespace fovea::cli
