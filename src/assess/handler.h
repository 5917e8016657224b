// What the server answers: every route, every right, every limit, without a socket.
//
// A request passes these in turn: a known Host; for what changes something a known Origin and the log-in's own X-CSRF; the
// log-in; the limits; the right (assess/accounts.h). Then its route, which reads with a connection of its own or hands a job to the
// writer, and is answered when that is on the disk. GET changes nothing; but the log has that somebody exported.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "assess/accounts.h"
#include "assess/document_columns.h"
#include "assess/http.h"
#include "assess/limiter.h"
#include "assess/log_in_gate.h"
#include "assess/password_thread.h"
#include "assess/routes.h"
#include "assess/served_track.h"
#include "assess/store.h"
#include "assess/submission_files.h"
#include "assess/upload.h"
#include "assess/writer.h"

namespace fovea::assess {

struct HandlerOptions {
  /// "127.0.0.1:7333": what Host may say.
  std::vector<std::string> hosts = {};
  /// "http://127.0.0.1:7333": what Origin may say.
  std::vector<std::string> origins = {};
  /// Behind a proxy with TLS.
  bool secure = false;
  /// Of the cookie, on loopback: fovea-PORT, since cookies know no ports.
  std::string cookie = "fovea";
  /// What the first page is opened with by whoever started the server; empty for none.
  std::string key = {};
  /// The account that the key logs in.
  std::int64_t key_account = 0;
  LogInLimits log_ins = {};
  std::function<std::int64_t()> now_ms = {};
};

class Handler {
 public:
  /// The writer, and what the track points to, must outlive it. `store` is the writer's path.
  Handler(StoreWriter& writer, const std::string& store, ServedTrack track, HandlerOptions options);
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  ~Handler();

  /// May be called from several threads.
  void handle(const Request& request, const Respond& respond);
  /// A run that is sent in: its body goes to a sink. Likewise.
  BegunBody begin_body(const Request& request);
  /// Ends what goes on by itself; before the writer goes.
  void stop() { passwords_.stop(); }
  /// Which requests those are.
  static bool streams(std::string_view method, std::string_view target);
  /// Which requests read much, or may, and wait for no writer.
  static bool may_take_long(const Request& request);
  static std::vector<Route> routes();

 private:
  class Readers;
  class Exchange;
  struct LogIn;
  friend class Exchange;

  void finish_log_in(const std::shared_ptr<LogIn>& log_in, bool may_compute);
  void record_upload(Submission submission, bool replace, const Actor& actor, const Respond& respond);

  StoreWriter& writer_;
  std::string store_;
  SubmissionFiles files_;
  /// Shared with uploads, which may end when this is gone.
  std::shared_ptr<UploadSlots> slots_;
  ServedTrack track_;
  HandlerOptions options_;
  std::unique_ptr<Readers> readers_;
  ColumnsCache documents_;
  Limiter saves_;
  Limiter saved_bytes_;
  LogInGate log_ins_;
  std::mutex reusing_;
  PasswordThread passwords_;  ///< last: it uses all of the above
};

}  // namespace fovea::assess
