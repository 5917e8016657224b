// `fovea serve [TRACK]`: people write topics and judge a pool in their browsers.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "assess/accounts.h"
#include "assess/article_search.h"
#include "assess/backup.h"
#include "assess/form.h"
#include "assess/judging_rules.h"
#include "assess/limits.h"
#include "assess/live_scores.h"
#include "assess/pooling.h"
#include "assess/publication.h"
#include "assess/run_checks.h"
#include "assess/secrets.h"
#include "assess/server.h"
#include "assess/store.h"
#include "assess/store_place.h"
#include "assess/suggestions.h"
#include "assess/writer.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/own_command.h"
#include "cli/serve.h"
#include "cli/serve_words.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "evaluate/track/track.h"
#include "evaluate/track/track_evaluation.h"
#include "evaluate/track/track_rules.h"
#include "files/replaced.h"
#include "pools/methods/method.h"
#include "pools/pool_file.h"
#include "pools/pool_runs.h"
#include "pools/pooling.h"

namespace fovea::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint16_t kFirstPort = 7333;
constexpr int kPortsTried = 20;
constexpr const char* kDemoFolder = "fovea-demo";
constexpr const char* kOwner = "owner";

struct ServeOptions {
  std::string track;
  std::string address = "127.0.0.1";
  std::optional<std::uint16_t> port;
  std::string socket;
  std::string origin;
  bool proxy = false;
  std::vector<std::string> proxies = {"127.0.0.1", "::1", "socket"};
  std::string store;
  bool open = false;
};

/// What is served: a track file, the store of what people say, and whether it is the demo.
struct ServedFiles {
  std::string track, store;
  bool demo = false;
};

std::int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

/// Unpacks the demo and makes catalogue and pool, each unless it is there.
std::optional<ServedFiles> demo_files() {
  const fs::path folder = kDemoFolder;
  const std::string collection = (folder / "seafaring.fovea").string();
  const std::string pool = (folder / "pool.jsonl").string();
  std::vector<std::vector<std::string>> steps;
  if (!fs::exists(folder / "track.toml")) steps.push_back({"demo", "--unpack", kDemoFolder});
  if (!fs::exists(collection))
    steps.push_back({"catalog", "build", collection, (folder / "articles").string(), "--quiet"});
  if (!fs::exists(pool)) {
    steps.push_back({"pool", "build", "--size", "8", "--quiet", "--collection", collection, "-o", pool});
    for (const char* run : {"articles.run", "sections.run", "ranges.run", "entry-points.run"})
      steps.back().push_back((folder / "runs" / run).string());
  }
  for (const auto& step : steps) {
    const OwnOutcome outcome = run_fovea(step);
    if (outcome.exit == kFine) continue;
    say_line(outcome.output);
    return std::nullopt;
  }
  return ServedFiles{(folder / "track.toml").string(), (folder / "seafaring.assess").string(), true};
}

/// Everything that is served, opened.
struct Served {
  Track track;
  TrackEvaluation opened;
  std::optional<pools::Pool> pool = {};
  pools::PoolOrder usual = {};  ///< how one is made
  /// Of a pool that goes on while people judge.
  pools::OpenedRuns pooled = {};
  std::optional<assess::ArticleSearch> search = {};
  assess::JudgingRules rules = {};
  std::vector<std::pair<TrackSuggestion, Judgements>> suggestions = {};
  assess::Limits limits = {};
};

/// Forms, authors and suggestions: what the track file says about judging.
void read_rules(Served& served, Diagnostics& said) {
  const TrackAssessment& assess = served.track.assess;
  assess::JudgingRules& rules = served.rules;
  rules.mode = assess.mode;
  rules.order = assess.order;
  rules.blind = assess.blind;
  for (const std::string& name : assess.forms) {
    if (auto form = assess::open_form(name, said)) rules.forms.push_back(std::move(*form));
  }
  for (const TrackTopic& topic : served.track.authored) rules.authors[topic.id] = topic.author;
  for (const TrackSuggestion& suggestion : served.track.suggestions) {
    if (auto read = assess::read_suggestions(suggestion.file, *served.opened.collection, said))
      served.suggestions.emplace_back(suggestion, std::move(*read));
  }
}

std::optional<Served> open_files(ServedFiles& files, Diagnostics& said) {
  auto track = read_track(files.track, said, RunsExpected::kPerhaps);
  if (!track) return std::nullopt;
  if (files.demo) track->pool = (fs::path(kDemoFolder) / "pool.jsonl").string();
  if (!track->collection)
    said.error({files.track}, "missing-key", "found no collection, expected the one that is judged");
  if (!said.ok()) return std::nullopt;
  if (files.store.empty()) files.store = store_of(files.track, *track);
  files.store = assess::home_of(files.store);
  auto opened = open_track(*track, {.judged = false}, said);
  if (!opened || !said.ok() || !opened->collection) return std::nullopt;
  Served out{std::move(*track), std::move(*opened)};
  read_rules(out, said);
  // Before the runs are there, there is none; one that is made on the page comes to lie here.
  out.usual = pools::order_of(out.track.pooling, said);
  out.limits = assess::read_limits(out.track.limits, said);
  out.track.pool = pool_of(files.store, out.track);
  if (fs::exists(*out.track.pool)) {
    if (const auto file = InputFile::open(*out.track.pool, said)) out.pool = pools::read_pool(*file, said);
  }
  if (out.pool && out.pool->settings.method->adaptive())
    out.pooled = pools::with_runs_of(*out.pool, *out.track.pool, {}, said);
  if (out.track.index)
    out.search = assess::ArticleSearch::open(*out.track.index, *out.opened.collection, said);
  return said.ok() ? std::optional(std::move(out)) : std::nullopt;
}

/// Brings the store up to the pool, and the account that the key opens, with all topics of the demo.
std::optional<std::int64_t> prepare(assess::StoreWriter& writer, const Served& served, bool demo) {
  auto result = writer
                    .submit([&](assess::Store& store) -> assess::Outcome<std::int64_t> {
                      const assess::Actor actor{std::nullopt, now_ms()};
                      if (served.pool) {
                        auto added = take_over_pool(store, *served.pool, served.opened.topics,
                                                    *served.opened.collection, actor);
                        if (auto* const refused = std::get_if<assess::Refused>(&added))
                          return std::move(*refused);
                      }
                      for (const auto& [source, judgements] : served.suggestions)
                        put_suggestions(store, source.name, source.show, judgements, actor);
                      if (const auto known = store.account(kOwner)) return *known;
                      const auto made = store.add_account(kOwner, "organiser", "", actor);
                      const std::int64_t account = std::get<std::int64_t>(made);
                      for (const std::string& topic : store.topics()) {
                        if (demo) store.assign(topic, account, assess::Part::kMain, actor);
                      }
                      return account;
                    })
                    .get();
  if (const auto* const refused = std::get_if<assess::Refused>(&result)) {
    say(refused->message);
    return std::nullopt;
  }
  return std::get<std::int64_t>(result);
}

/// Hears SIGINT and SIGTERM, whatever else is going on. From then on the process has five seconds: what was answered is on the disk, and
/// whatever still runs only reads, or is begun again by the next server.
class Termination {
 public:
  Termination() : told_(std::make_shared<Told>()) {
    // Threads that start from here on leave these signals to the one that waits for them.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread([signals, told = told_] {
      int signal = 0;
      while (::sigwait(&signals, &signal) != 0) continue;
      {
        const std::scoped_lock lock(told->mutex);
        told->yes = true;
      }
      told->changed.notify_all();
      std::this_thread::sleep_for(kLastSeconds);
      ::_exit(kFine);
    }).detach();
  }

  /// Whether it came within this time.
  bool wait_for(std::chrono::seconds time) const {
    std::unique_lock lock(told_->mutex);
    return told_->changed.wait_for(lock, time, [this] { return told_->yes; });
  }

 private:
  static constexpr std::chrono::milliseconds kLastSeconds{4'800};
  struct Told {
    std::mutex mutex;
    std::condition_variable changed;
    bool yes = false;
  };
  /// Shared with the thread, which nobody waits for.
  std::shared_ptr<Told> told_;
};

/// Waits until the server is to end, and makes a copy of the store every hour.
void serve_until_told(const std::string& store, const assess::Limits& limits,
                      const Termination& termination) {
  constexpr std::chrono::seconds kMinute{60};
  assess::HourlyCopies copies(store, limits, now_ms());
  while (!termination.wait_for(kMinute)) {
    if (const std::string fault = copies.make_if_due(now_ms()); !fault.empty()) say(fault);
  }
}

/// What [rules] says; where there is none, what INEX 2010 allowed.
TrackRules submission_rules(const Track& track) {
  return track.rules == TrackRules{} ? inex_2010_rules() : track.rules;
}

/// Runs are checked, pools built and results made by this program in other processes.
assess::Server::Plan plan_of(Served& served) {
  std::vector<assess::ScoredTrackRun> scored;
  for (const TrackRunResult& run : served.opened.runs) scored.push_back({run.id, &run.run});
  const Collection* const collection = &*served.opened.collection;
  served.rules.collection = collection;
  return {
      .title = served.track.title,
      .rules = served.rules,
      .search = served.search ? &*served.search : nullptr,
      .submission_rules = submission_rules(served.track),
      .limits = served.limits,
      .pooling = {.file = *served.track.pool,
                  .usual = served.usual,
                  .track_runs = served.track.runs,
                  .scored = std::move(scored),
                  .topics = served.opened.topics,
                  .collection = collection,
                  .collection_file = *served.track.collection,
                  .measures = assess::live_measures(served.track.assess.mode),
                  .build = assess::pool_builder_in_child(pool_words, served.limits),
                  .complain =
                      [](const std::string& why) { say(fmt::format("the pool does not go on: {}", why)); }},
      .pool = {std::move(served.pool), std::move(served.pooled)},
      .checks = {.words = check_words,
                 .collection = *served.track.collection,
                 .topics = served.track.topics,
                 .most_results = submission_rules(served.track).results_per_topic,
                 .limits = assess::check_limits(served.limits),
                 .granted = served.limits},
      .publication = {.report = report_words(),
                      .scores = score_words,
                      .track = served.track,
                      .topics = served.opened.topics,
                      .collection = collection}};
}

/// False, and said, when the port or socket cannot be had.
bool listen(assess::Server& server, const ServeOptions& options, const std::string& store,
            const assess::Limits& limits) {
  assess::ServerOptions place = server_options(limits);
  place.address = options.address;
  place.socket = options.socket;
  place.control_socket = control_socket_of(store);
  if (options.proxy) place.proxies = options.proxies;
  for (int i = 0; i < kPortsTried; ++i) {
    place.port = options.port.value_or(static_cast<std::uint16_t>(kFirstPort + i));
    try {
      server.listen(place);
      return true;
    } catch (const std::system_error& error) {
      const bool taken = error.code() == std::errc::address_in_use;
      if (taken && !options.port && options.socket.empty() && i + 1 < kPortsTried) continue;
      say(fmt::format("cannot listen: {}", error.what()));
      return false;
    }
  }
  return false;
}

/// The names by which browsers know the server.
assess::HandlerOptions handler_options(const ServeOptions& options, std::uint16_t port) {
  assess::HandlerOptions out;
  for (const std::string& host : {options.address, std::string("localhost")}) {
    out.hosts.push_back(fmt::format("{}:{}", host, port));
    out.origins.push_back(fmt::format("http://{}:{}", host, port));
  }
  out.cookie = fmt::format("fovea-{}", port);
  if (options.origin.empty()) return out;
  out.hosts = {options.origin.substr(options.origin.find("://") + 3)};
  out.origins = {options.origin};
  out.secure = options.origin.starts_with("https://");
  if (out.secure) out.cookie = "__Host-fovea";
  return out;
}

void run_browser(const std::string& address) {
  const pid_t child = ::fork();
  if (child != 0) return;
  ::execlp("xdg-open", "xdg-open", address.c_str(), nullptr);
  ::_exit(1);
}

int serve(const ServeOptions& options, const ServedFiles& files, Served& served,
          const Termination& termination) {
  assess::Server server(files.store);
  if (!server.tightened().empty())
    say(fmt::format("{} could be read by others: now by its owner alone ({})",
                    counted(server.tightened().size(), "file or folder", "files and folders"),
                    fmt::join(server.tightened(), ", ")));
  const auto account = prepare(server.writer(), served, files.demo);
  if (!account || !listen(server, options, files.store, served.limits)) return kBadInput;
  assess::HandlerOptions rules = handler_options(options, server.port());
  rules.key = assess::new_token();
  rules.key_account = *account;
  rules.now_ms = now_ms;
  rules.log_ins = assess::log_in_limits(served.limits);
  server.start(plan_of(served), rules);
  const std::string place =
      options.socket.empty() ? fmt::format("http://{}:{}", options.address, server.port()) : options.origin;
  fmt::print("{}/#key={}\n", place, rules.key);
  // Nobody could find a server that cannot say where it is.
  if (std::fflush(stdout) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
  if (options.open) run_browser(fmt::format("{}/#key={}", place, rules.key));
  serve_until_told(files.store, served.limits, termination);
  return kFine;
}

bool is_loopback(const std::string& address) {
  return address == "127.0.0.1" || address == "::1";
}

int run(const ServeOptions& options) {
  const bool outside = options.socket.empty() && !is_loopback(options.address);
  if (outside && !(options.proxy && options.origin.starts_with("https://"))) {
    say(fmt::format(
        "{} can be reached from outside: TLS is a proxy's, so --proxy --origin https://… are needed",
        options.address));
    return kUsage;
  }
  if (!options.socket.empty() && options.origin.empty()) {
    say("a socket has no address of its own: --origin says how browsers name the server");
    return kUsage;
  }
  Diagnostics said;
  std::optional<ServedFiles> files =
      options.track.empty() ? demo_files() : std::optional(ServedFiles{options.track, {}});
  if (files && !options.store.empty()) files->store = options.store;
  auto served = files ? open_files(*files, said) : std::nullopt;
  print(said);
  if (!served) return kBadInput;
  if (!served->pool) say(fmt::format("{}: there is no pool yet, so nothing can be judged", files->track));
  const Termination termination;
  // From here on the files of the track are the server's: a pool that goes on takes the place of the one that was read.
  forget_inputs();
  try {
    return serve(options, *files, *served, termination);
  } catch (const assess::StoreError& error) {
    say(error.what());
    return kBadInput;
  }
}

}  // namespace

std::string store_of(const std::string& file, const Track& track) {
  return track.assess.store.value_or(fs::path(file).replace_extension(".assess").string());
}

std::string pool_of(const std::string& store, const Track& track) {
  return track.pool.value_or(store + ".pool.jsonl");
}

std::string control_socket_of(const std::string& store) {
  return store + ".socket";
}

void add_serve_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("serve", "Let people judge a pool in their browsers");
  auto options = std::make_shared<ServeOptions>();
  command
      ->add_option("track", options->track,
                   "A track file with a collection (default: the demo, in fovea-demo)")
      ->option_text("[TRACK]");
  command->add_option("--port", options->port, "Port (default: 7333, or the next that is free)")
      ->type_name("N");
  command->add_option("--address", options->address, "Address to listen on (default: 127.0.0.1)")
      ->type_name("ADDRESS");
  command->add_option("--socket", options->socket, "Listen on a Unix socket in the place of a port")
      ->type_name("FILE");
  command->add_option("--origin", options->origin, "How browsers name the server: https://assess.example.org")
      ->type_name("URL");
  command->add_flag("--proxy", options->proxy, "A proxy stands in front: it has the TLS and says who asks");
  command
      ->add_option("--proxy-address", options->proxies,
                   "Address of the proxy, where it is on another machine; may be given several times")
      ->type_name("ADDRESS")
      ->allow_extra_args(false);
  command->add_option("--store", options->store, "The store (default: the track file's name, with .assess)")
      ->type_name("FILE");
  command->add_flag("--open", options->open, "Open the page in the browser");
  add_store_commands(*command, exit);
  add_run_commands(*command, exit);
  // Passwords, work that is not published, runs of groups: nothing that a server or its commands write is for others to read.
  command->preparse_callback([](std::size_t) { ::umask(S_IRWXG | S_IRWXO); });
  command->require_subcommand(0, 1);
  command->footer(exit_sentence({{kFine, "fine, also when told to end (SIGTERM, Ctrl-C)"},
                                 {kUsage},
                                 {kBadInput, "bad input or store"}}) +
                  "\n\n"
                  "Examples:\n"
                  "  fovea serve\n"
                  "  fovea serve track.toml\n"
                  "  fovea serve invite seafaring.assess ann\n"
                  "  fovea serve invite seafaring.assess bob --role participant --group Harbour\n"
                  "  fovea serve phase seafaring.assess topics open --until 2026-12-01\n"
                  "  fovea serve assign seafaring.assess 7 ann\n"
                  "  fovea serve export seafaring.assess -o judged.qrels");
  command->callback([command, &exit, options] {
    if (command->get_subcommands().empty()) exit = run(*options);
  });
}

}  // namespace fovea::cli
