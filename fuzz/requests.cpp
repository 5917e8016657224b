// Requests of arbitrary bytes: each is answered once, with a status that is known, and leaves a store that verifies.
//
// The first line is method and target, then headers up to an empty line, then the body. With the method written small the
// request comes from the owner of the machine, who may do all.
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <memory>
#include <set>
#include <string>

#include "assess/handler.h"
#include "assess/rebuild.h"
#include "files/lines.h"
#include "leaks_at_exit.h"
#include "scratch_folder.h"

namespace {

using namespace fovea::assess;

/// A store with one assessor, and its server.
struct World {
  World() {
    {
      Store store = Store::create(path);
      Transaction transaction(store.database());
      store.add_account("ann", "assessor", "", {});
      transaction.commit();
    }
    writer = std::make_unique<StoreWriter>(path);
    handler = std::make_unique<Handler>(
        *writer, path, ServedTrack{},
        HandlerOptions{.hosts = {"x"}, .origins = {"http://x"}, .key = "key", .key_account = 1, .now_ms = [] {
                         return std::int64_t{1};
                       }});
    // Every route, as nobody and as the owner of the machine.
    for (const Route& route : routes()) {
      std::string target(route.path);
      if (const std::size_t at = target.find("/N"); at != std::string::npos) target[at + 1] = '1';
      for (const bool local : {false, true}) {
        Request request{
            .method = std::string(route.method), .target = target, .headers = {}, .body = "{}", .peer = {}};
        request.headers = {{"host", "x"}, {"origin", "http://x"}, {"content-type", "application/json"}};
        request.local = local;
        std::promise<Response> answer;
        handler->handle(request, [&](Response response) { answer.set_value(std::move(response)); });
        answer.get_future().wait();
      }
    }
  }

  fovea::ScratchFolder folder;
  std::string path = folder / "store";
  std::unique_ptr<StoreWriter> writer;
  std::unique_ptr<Handler> handler;
};

Request request_in(std::string_view bytes) {
  Request request;
  fovea::LineReader lines(bytes);
  std::string_view line;
  if (lines.next(line)) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    request.method = line.substr(0, blank);
    request.target = line.substr(std::min(blank + 1, line.size()));
    request.local =
        !request.method.empty() && std::islower(static_cast<unsigned char>(request.method[0])) != 0;
    for (char& c : request.method) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  while (lines.next(line) && !line.empty()) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos)
      request.headers[std::string(line.substr(0, colon))] = line.substr(colon + 2);
  }
  while (lines.next(line)) request.body += std::string(line) + "\n";
  return request;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Looking at the whole store takes as long as many requests, the longer the more was asked: not after each, and not for ever
  // of the same store.
  constexpr int kBetweenLooks = 500;
  constexpr int kOfOneStore = 2000;
  static int requests = 0;
  static std::unique_ptr<World> world;
  if (requests++ % kOfOneStore == 0) {
    world.reset();
    world = std::make_unique<World>();
  }
  std::promise<Response> promise;
  world->handler->handle(request_in({reinterpret_cast<const char*>(data), size}),
                         [&](Response response) { promise.set_value(std::move(response)); });
  const Response response = promise.get_future().get();
  static const std::set<int> kKnown{200, 400, 401, 403, 404, 405, 409, 413, 415, 422, 423, 429, 503, 507};
  if (!kKnown.contains(response.status)) std::abort();
  if (requests % kBetweenLooks == 0) {
    Store store = Store::open(world->path, false);
    if (!verify(store).empty()) std::abort();
  }
  return 0;
}
