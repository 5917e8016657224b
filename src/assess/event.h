// Events: the rows that everything in a store is made from, each chained to the one before by SHA-256.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "assess/sqlite.h"

namespace fovea::assess {

struct Event {
  std::int64_t seq = 0;
  std::string op;  ///< 16 bytes
  std::optional<std::int64_t> account, assignment, document;
  std::string kind;
  std::string data = "{}";
  std::optional<std::string> delta;
  std::optional<std::int64_t> version, undoes;
  std::int64_t server_ms = 0;
  std::int64_t active_ms = 0;
  std::string chain;  ///< 32 bytes
};

/// What the first event is chained to.
std::string first_chain();
/// SHA-256 of the chain before and of all fields of the event but its own chain, as 32 bytes.
std::string chain_after(const std::string& before, const Event& event);
/// Hexadecimal digits, two per byte.
std::string hex(const std::string& bytes);
/// The bytes that hex() wrote.
std::string bytes_of_hex(const std::string& digits);

/// Puts an event behind the others: gives it its number and its chain.
void append(Database& database, Event& event);
/// The event with this op.
std::optional<Event> find_event(Database& database, const std::string& op);
/// The chain of the last event, and its number; 0 when there is none.
struct Head {
  std::int64_t seq = 0;
  std::string chain;
};
Head head_of(Database& database);
/// In their order, until `visit` returns false.
void each_event(Database& database, const std::function<bool(const Event&)>& visit);
/// Those about one document of an assignment, from a version on.
void each_event_since(Database& database, std::int64_t assignment, std::int64_t document,
                      std::int64_t version, const std::function<void(const Event&)>& visit);

}  // namespace fovea::assess
