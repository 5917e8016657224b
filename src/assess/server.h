// A server with all its parts: the store and its writer, what goes on in the background, the handler, the network.
//
//     Server server("seafaring.assess");     // nobody else writes to the store from now on
//     server.listen(place);                  // the port is known
//     server.start(plan, options);           // requests are answered
//     server.stop();
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assess/article_search.h"
#include "assess/handler.h"
#include "assess/http_server.h"
#include "assess/judging_rules.h"
#include "assess/limits.h"
#include "assess/pooling.h"
#include "assess/publication.h"
#include "assess/run_checks.h"
#include "assess/store_place.h"
#include "assess/writer.h"
#include "evaluate/track/track_rules.h"

namespace fovea::assess {

class Server {
 public:
  /// What is served beside the store. What it points to must outlive the server.
  struct Plan {
    std::string title = {};
    JudgingRules rules = {};
    const ArticleSearch* search = nullptr;
    TrackRules submission_rules = {};
    Limits limits = {};
    PoolingPlan pooling = {};
    Pooling::Known pool = {};
    CheckPlan checks = {};
    PublicationPlan publication = {};  ///< its pool is the server's
  };

  /// Locks the store and opens it to be written; a missing one is made. Throws StoreError.
  explicit Server(std::string store);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() { stop(); }

  StoreWriter& writer() { return *writer_; }
  /// Files and folders that others could read until now.
  const std::vector<std::string>& tightened() const { return tightened_; }

  /// Who comes waits for start(). Throws std::system_error when the port or socket cannot be had.
  void listen(ServerOptions place);
  std::uint16_t port() const { return network_->port(); }
  /// Begins what goes on in the background, and answers requests. The clock is that of the options.
  void start(Plan plan, HandlerOptions options);
  /// Ends what was begun, each part before those that it uses; what was answered is on the disk.
  void stop();

 private:
  std::string store_;
  std::optional<StoreLock> lock_;
  std::vector<std::string> tightened_;
  std::unique_ptr<StoreWriter> writer_;
  std::unique_ptr<Pooling> pooling_;
  std::unique_ptr<RunChecks> checks_;
  std::unique_ptr<Publisher> publisher_;
  std::unique_ptr<Handler> handler_;
  std::unique_ptr<HttpServer> network_;
};

}  // namespace fovea::assess
