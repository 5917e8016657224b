// What the limits of a track mean for connections.
#include <chrono>

#include "assess/http_server.h"

namespace fovea::assess {

ServerOptions server_options(const Limits& limits) {
  const auto seconds = [](std::uint64_t count) { return std::chrono::seconds(count); };
  ServerOptions out;
  out.most_connections = limits.connections;
  out.most_header = limits.header_bytes;
  out.most_body = limits.body_bytes;
  out.header_time = seconds(limits.header_seconds);
  out.body_time = seconds(limits.body_seconds);
  out.response_time = seconds(limits.response_seconds);
  out.idle_time = seconds(limits.idle_seconds);
  out.stream_grace = seconds(limits.stream_seconds);
  out.stream_rate = kilobytes(limits.stream_kb_per_second);
  out.most_streamed = megabytes(limits.upload_mb);
  out.most_unread = megabytes(limits.unread_mb);
  out.most_unread_of_client = megabytes(limits.unread_mb_per_account);
  out.read_time = seconds(limits.read_seconds);
  out.most_reads_waiting = limits.reads_waiting;
  return out;
}

}  // namespace fovea::assess
