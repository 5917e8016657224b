// Events: the rows that everything in a store is made from, each chained to the one before by SHA-256. What each kind says and changes
// is in assess/event_kinds.h.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "assess/sqlite.h"
#include "text/enum_names.h"

namespace fovea::assess {

enum class EventKind : std::uint8_t {
  kAdd,
  kRemove,
  kBep,
  kGrade,
  kJudge,
  kReopen,
  kUndo,
  kRedo,
  kComment,
  kTime,
  kAnswer,
  kFinish,
  kExtra,
  kLook,
  kAssign,
  kUnassign,
  kLock,
  kUnlock,
  kBatch,
  kPool,
  kAccount,
  kRoles,
  kActive,
  kInvite,
  kRevoke,
  kPassword,
  kToken,
  kPhase,
  kSnapshot,
  kSuggestion,
  kExport,
  kProposalNew,
  kProposalSave,
  kProposalSearch,
  kProposalJudge,
  kProposalAnswer,
  kProposalHandIn,
  kProposalTakeBack,
  kProposalWithdraw,
  kDecision,
  kOrder,
  kNumber,
  kRunUpload,
  kRunCheck,
  kRunWithdraw,
  kRunRestore,
  kResultPublish,
  kResultMade
};
using fovea::name_of;  // of enumerations with names (text/enum_names.h)
std::string_view name_of(EventKind kind);
std::optional<EventKind> event_kind_named(std::string_view name);

/// What an event says, as JSON.
using EventData = nlohmann::ordered_json;

struct Event {
  std::int64_t seq = 0;
  std::string op;  ///< 16 bytes
  std::optional<std::int64_t> account, assignment, document;
  EventKind kind = EventKind::kTime;
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

/// 16 bytes from a UUID, or 32 digits; nothing when it is none.
std::optional<std::string> parse_op(std::string_view text);

/// Appends an event: gives it its number and its chain. Only Store::record calls it, which applies the event as well.
void append(Database& database, Event& event);
/// The event with this op.
std::optional<Event> find_event(Database& database, const std::string& op);
/// The chain of the last event, and its number; 0 when there is none.
struct Head {
  std::int64_t seq = 0;
  std::string chain;
};
Head head_of(Database& database);
/// In their order, until `visit` returns false. Throws StoreError where one is of no known kind.
void each_event(Database& database, const std::function<bool(const Event&)>& visit);
/// Those about one document of an assignment, from a version on.
void each_event_since(Database& database, std::int64_t assignment, std::int64_t document,
                      std::int64_t version, const std::function<void(const Event&)>& visit);

}  // namespace fovea::assess
