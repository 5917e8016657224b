#include "assess/server.h"

#include <filesystem>
#include <utility>

namespace fovea::assess {

Server::Server(std::string store)
    : store_(std::move(store)), lock_(std::in_place, store_, StoreLock::Missing::kMake) {
  if (std::filesystem::file_size(store_) == 0) Store::create(store_);
  tightened_ = tighten(store_);
  writer_ = std::make_unique<StoreWriter>(store_);
}

void Server::listen(ServerOptions place) {
  place.may_take_long = Handler::may_take_long;
  network_ = std::make_unique<HttpServer>(std::move(place));
}

void Server::start(Plan plan, HandlerOptions options) {
  const auto now_ms = options.now_ms;
  pooling_ =
      std::make_unique<Pooling>(store_, *writer_, std::move(plan.pooling), std::move(plan.pool), now_ms);
  checks_ = std::make_unique<RunChecks>(store_, *writer_, std::move(plan.checks), now_ms);
  plan.publication.pool = [pooling = pooling_.get()] { return pooling->pool(); };
  publisher_ = std::make_unique<Publisher>(store_, *writer_, std::move(plan.publication), now_ms);
  handler_ = std::make_unique<Handler>(*writer_, store_,
                                       ServedTrack{.title = std::move(plan.title),
                                                   .rules = std::move(plan.rules),
                                                   .pooling = pooling_.get(),
                                                   .search = plan.search,
                                                   .checks = checks_.get(),
                                                   .submission_rules = std::move(plan.submission_rules),
                                                   .publisher = publisher_.get(),
                                                   .limits = plan.limits},
                                       std::move(options));
  network_->serve(
      [this](const Request& request, const Respond& respond) { handler_->handle(request, respond); },
      {Handler::streams, [this](const Request& request) { return handler_->begin_body(request); }});
}

void Server::stop() {
  // Log-ins that are held are answered, since the network waits for answers. Then nobody asks any more.
  if (handler_) handler_->stop();
  network_.reset();
  // What goes on in the background writes: it ends while there is a writer.
  if (pooling_) pooling_->stop();
  if (checks_) checks_->stop();
  if (publisher_) publisher_->stop();
  // The writer's last answers may still ask the handler, and hand over runs and results; the next server finds them.
  writer_.reset();
  handler_.reset();
  publisher_.reset();
  checks_.reset();
  pooling_.reset();
  // Closing its files would take SQLite's own locks away: last, when all connections are gone.
  lock_.reset();
}

}  // namespace fovea::assess
