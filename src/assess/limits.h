// What the server grants: every limit in one table, with its default, and the key that changes it in the track file:
//
//     [limits]
//     group_mb = 8192
//
// The structure, the reader of [limits], the table of docs/serve.md and the test that goes beyond each limit by one
// (tests/assess/limits_test.cpp) are made from the table: a new limit is one row, one use and one test.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/track/track.h"
#include "files/diagnostics.h"

namespace fovea::assess {

/// LIMIT(key, default, what is limited, what happens beyond it); the unit is part of the key.
#define FOVEA_ASSESS_LIMITS(LIMIT)                                                                      \
  LIMIT(header_bytes, 8'192, "header of a request", "413")                                              \
  LIMIT(body_bytes, 65'536, "body of a request, except uploads", "413")                                 \
  LIMIT(header_seconds, 10, "time for the header of a request", "the connection is closed")             \
  LIMIT(body_seconds, 10, "time for the body of a request, except uploads", "the connection is closed") \
  LIMIT(response_seconds, 60, "time to read an answer that is not a file", "the connection is closed")  \
  LIMIT(idle_seconds, 60, "time between two requests on a connection", "the connection is closed")      \
  LIMIT(connections, 512, "open connections",                                                           \
        "one of the account that has most is closed; all without a log-in count as one account")        \
  LIMIT(read_seconds, 20, "time to compute an answer that changes nothing", "503")                      \
  LIMIT(reads_waiting, 64, "such requests of a client that wait for a thread", "429")                   \
  LIMIT(unread_mb, 32, "answers in memory that nobody has read yet",                                    \
        "the slowest reader is dropped, or 503")                                                        \
  LIMIT(unread_mb_per_account, 16, "the same, of one account", "429")                                   \
  LIMIT(log_ins_per_name, 5, "wrong log-ins with a name that cost no wait",                             \
        "the next ones wait 1, 2, 4 … s")                                                               \
  LIMIT(log_ins_per_address, 30, "the same, from an address", "likewise")                               \
  LIMIT(log_ins_per_network, 60, "the same, from an IPv6 network (/64)", "likewise")                    \
  LIMIT(log_in_wait_seconds, 16, "the longest such wait", "no log-in waits longer")                     \
  LIMIT(log_ins_waiting, 512, "log-ins that wait together, and half as many of one network", "429")     \
  LIMIT(saves_per_second, 20, "saves of a log-in, in the long run", "429; the page slows down")         \
  LIMIT(save_burst, 200, "saves of a log-in at once", "429; the page slows down")                       \
  LIMIT(saved_mb_per_hour, 64, "what an account saves in an hour", "429")                               \
  LIMIT(title_characters, 200, "title of a proposal", "400")                                            \
  LIMIT(castitle_characters, 2'000, "castitle and phrasetitle of a proposal", "400")                    \
  LIMIT(field_characters, 10'000, "each other field of a proposal, and an answer to its forms", "400")  \
  LIMIT(version_seconds, 60, "saves of a proposal that its list of versions shows as one",              \
        "the next version")                                                                             \
  LIMIT(searches_per_proposal, 1'000, "searches on record for a proposal", "422")                       \
  LIMIT(proposal_kb, 128, "a proposal with its searches, verdicts and answers", "422")                  \
  LIMIT(proposals_per_group, 100, "proposals of a group, with those it withdrew", "422")                \
  LIMIT(upload_mb, 256, "a run as it is sent, packed or not", "413")                                    \
  LIMIT(unpacked_mb, 1'024, "a run, unpacked", "the run is refused")                                    \
  LIMIT(uploads_at_once, 2, "runs that a group sends at the same time", "429")                          \
  LIMIT(group_mb, 4'096, "all files of a group's runs together", "413")                                 \
  LIMIT(versions_per_group, 1'000, "versions of a group's runs, in whatever state", "422")              \
  LIMIT(reserve_mb, 1'024, "disk that only saves may use, or the next if that is less", "507")          \
  LIMIT(reserve_percent, 5, "the same, as a share of the disk", "507")                                  \
  LIMIT(checks_waiting, 8, "runs of a group that are sent or wait to be checked", "429")                \
  LIMIT(check_seconds, 300, "processor time for checking a run", "the run is refused")                  \
  LIMIT(check_memory_mb, 2'048, "memory for checking a run", "the run is refused")                      \
  LIMIT(check_seconds_per_hour, 1'200, "processor time for the checks of a group in an hour",           \
        "429; what was sent waits")                                                                     \
  LIMIT(pool_memory_mb, 2'048, "memory for making a pool", "no pool is made")                           \
  LIMIT(pool_seconds, 600, "processor time for making a pool", "no pool is made")                       \
  LIMIT(stream_seconds, 30, "pause in an upload, and the head start of a slow one", "408")              \
  LIMIT(stream_kb_per_second, 32, "slowest rate of uploads and downloads of files", "408, or closed")

/// The limits in effect.
struct Limits {
#define FOVEA_LIMIT_MEMBER(key, usual, what, beyond) std::uint64_t key = usual;
  FOVEA_ASSESS_LIMITS(FOVEA_LIMIT_MEMBER)
#undef FOVEA_LIMIT_MEMBER
};

/// A row of the table.
struct LimitRecord {
  std::string_view key;
  std::uint64_t usual;
  std::string_view what, beyond;
  std::uint64_t Limits::*value;
};
/// All of them, in the order of the table.
std::span<const LimitRecord> limit_records();

/// The defaults, changed as [limits] of a track file says; what is wrong there is reported.
Limits read_limits(const std::vector<TrackLimit>& given, Diagnostics& said);

/// The table of docs/serve.md.
std::string limits_as_markdown();

constexpr std::int64_t seconds_in_ms(std::uint64_t count) {
  return static_cast<std::int64_t>(count) * 1'000;
}
constexpr std::uint64_t kilobytes(std::uint64_t count) {
  return count << 10U;
}
constexpr std::uint64_t megabytes(std::uint64_t count) {
  return count << 20U;
}

}  // namespace fovea::assess
