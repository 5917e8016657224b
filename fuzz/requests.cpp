// Requests of arbitrary bytes: each is answered once, with a status that is known, and leaves a store that verifies.
//
// The first line is method and target, then headers up to an empty line, then the body. With the method written small the
// request comes from the owner of the machine, who may do all.
#include <unistd.h>

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <memory>
#include <set>
#include <string>

#include "assess/handler.h"
#include "assess/rebuild.h"
#include "files/lines.h"

namespace {

using namespace fovea::assess;

/// A store in a folder that goes with the process.
struct World {
  World() {
    path = (std::filesystem::temp_directory_path() / ("fovea-fuzz-" + std::to_string(::getpid()))).string();
    std::filesystem::remove(path);
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
  }
  ~World() {
    handler.reset();
    writer.reset();
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end);
  }

  std::string path;
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
  static World world;
  std::promise<Response> promise;
  world.handler->handle(request_in({reinterpret_cast<const char*>(data), size}),
                        [&](Response response) { promise.set_value(std::move(response)); });
  const Response response = promise.get_future().get();
  static const std::set<int> kKnown{200, 400, 401, 403, 404, 405, 409, 413, 415, 422, 423, 429, 503, 507};
  if (!kKnown.contains(response.status)) std::abort();
  static int requests = 0;
  if (++requests % 100 == 0) {
    Store store = Store::open(world.path, false);
    if (!verify(store).empty()) std::abort();
  }
  return 0;
}
