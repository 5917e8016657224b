// Uploads of arbitrary bytes: each is answered once, with a status that is known, keeps what it was given byte for byte, and leaves a
// store that verifies and no file that nobody knows.
//
// The first line is the query, the second a number of bytes after which the body is cut into pieces; the rest is the body.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <system_error>

#include "assess/handler.h"
#include "assess/phases.h"
#include "assess/rebuild.h"
#include "assess/run_checks.h"
#include "assess/upload_token.h"
#include "files/sha256.h"
#include "leaks_at_exit.h"
#include "scratch_folder.h"

namespace {

using namespace fovea::assess;

/// A store with one group, and its server.
struct World {
  World() {
    {
      Store store = Store::create(path);
      Transaction transaction(store.database());
      store.add_account("quinn", "participant", "", {});
      set_roles(store, 1, Roles(Role::kParticipant), "QUT", {});
      change_phase(store, Phase::kRuns, {.state = PhaseState::kOpen}, {});
      token = new_upload_token(store, 1, {});
      transaction.commit();
    }
    writer = std::make_unique<StoreWriter>(path);
    CheckPlan plan;
    // What a checker says is the matter of the targets of runs, and to start one takes longer than everything else here.
    plan.words = [](const CheckCommand&) -> std::vector<std::string> {
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    };
    checks = std::make_unique<RunChecks>(path, *writer, plan, [] { return std::int64_t{1}; });
    handler = std::make_unique<Handler>(
        *writer, path, ServedTrack{.checks = checks.get(), .submission_rules = fovea::inex_2010_rules()},
        HandlerOptions{.hosts = {"x"}, .origins = {"http://x"}, .now_ms = [] { return std::int64_t{1}; }});
  }
  ~World() {
    checks.reset();
    handler.reset();
    writer.reset();
  }

  fovea::ScratchFolder folder;
  std::string path = folder / "store";
  std::string token;
  std::unique_ptr<StoreWriter> writer;
  std::unique_ptr<RunChecks> checks;
  std::unique_ptr<Handler> handler;
};

Response answer_to(World& world, std::string_view query, std::size_t cut, std::string_view body) {
  Request request;
  request.method = "POST";
  request.target = "/api/submissions?" + std::string(query);
  request.headers = {{"host", "x"}, {"authorization", "Bearer " + world.token}};
  BegunBody begun = world.handler->begin_body(request);
  if (auto* const refusal = std::get_if<Response>(&begun)) return std::move(*refusal);
  const auto sink = std::move(std::get<std::unique_ptr<BodySink>>(begun));
  while (!body.empty()) {
    const std::string_view piece = body.substr(0, cut + 1);
    if (auto refusal = sink->take(piece)) return std::move(*refusal);
    body.remove_prefix(piece.size());
  }
  std::promise<Response> promise;
  sink->finish([&](Response response) { promise.set_value(std::move(response)); });
  return promise.get_future().get();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Each upload looks at those before, so that a store is renewed while they are few.
  constexpr int kOfOneStore = 100;
  static int uploads = 0;
  static std::unique_ptr<World> world;
  if (uploads++ % kOfOneStore == 0) {
    world.reset();
    world = std::make_unique<World>();
  }
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t first = std::min(bytes.find('\n'), bytes.size());
  const std::string_view rest = bytes.substr(std::min(first + 1, bytes.size()));
  const std::size_t second = std::min(rest.find('\n'), rest.size());
  const std::string_view body = rest.substr(std::min(second + 1, rest.size()));
  const Response response = answer_to(*world, bytes.substr(0, first), second, body);
  static const std::set<int> kKnown{202, 400, 409, 413, 422, 429};
  if (!kKnown.contains(response.status)) std::abort();
  if (uploads % kOfOneStore != 0) return 0;
  world->checks->settle();
  Store store = Store::open(world->path, false);
  if (!verify(store).empty()) std::abort();
  const SubmissionFiles files(world->path);
  std::set<std::string> kept;
  for (const Submission& each : submissions(store)) {
    if (fovea::sha256_of_file(files.run(each.key)) != each.sha256) std::abort();
    kept.insert(files.run(each.key));
  }
  std::error_code never_made;
  for (const auto& entry : std::filesystem::directory_iterator(files.folder(), never_made)) {
    if (!kept.contains(entry.path().string())) std::abort();
  }
  return 0;
}
