// Who may do what: accounts, invitations, log-ins, and the one function that decides rights.
//
// Functions that change something are called in a transaction, as those of Store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assess/store.h"

namespace fovea::assess {

enum class Role : std::uint8_t { kOrganiser, kAssessor, kReader };
std::string_view name_of(Role role);
std::optional<Role> role_named(std::string_view name);

/// Somebody who is logged in.
struct Session {
  std::int64_t account = 0;
  std::string name;
  Role role = Role::kReader;
  std::string csrf;
  /// Of the log-in; empty for the owner of the machine, who comes by the socket.
  std::string token_hash;
  std::int64_t seen_ms = 0;
};

inline constexpr std::int64_t kMinute = 60'000;
inline constexpr std::int64_t kHour = 60 * kMinute;
inline constexpr std::int64_t kDay = 24 * kHour;
/// A log-in ends after so long without a request, and after so long in any case; an invitation, too.
inline constexpr std::int64_t kLongestIdle = 12 * kHour;
inline constexpr std::int64_t kLongestLogin = 7 * kDay;
inline constexpr std::int64_t kInviteTime = 7 * kDay;

/// The log-in with this token, unless it has ended or its account is not active.
std::optional<Session> session_of(Store& store, std::string_view token, std::int64_t now_ms);
/// What is stored of a name's password; empty when there is no such active account, or it has none.
std::string password_hash(Store& store, std::string_view name);

struct NewLogin {
  std::string token, csrf;
};
NewLogin log_in(Store& store, std::int64_t account, std::int64_t now_ms);
void log_out(Store& store, std::string_view token_hash);
/// A request was made with it.
void mark_seen(Store& store, std::string_view token_hash, std::int64_t now_ms);

/// A token with which an account sets its password, once.
std::string invite(Store& store, std::int64_t account, const Doer& doer);
/// The account that a token invites, and its new password; nothing when the token is used, old or none.
std::optional<std::int64_t> accept_invite(Store& store, std::string_view token, std::string_view hash,
                                          std::int64_t now_ms);

/// What somebody wants to do.
enum class Deed : std::uint8_t {
  kJudge,       ///< read and change an assignment: its assessor alone
  kLook,        ///< read an assignment: its assessor and organisers, who change nothing by it
  kSeeFigures,  ///< everybody but assessors, who are to judge on their own
  kOrganise,    ///< accounts, assignments, locks, exports
};
/// The one place where rights are decided; `assignment` is the one that the deed is about.
bool may(const Session& session, Deed deed, const Assignment* assignment = nullptr);
/// Whether a document is among those that somebody may look at.
bool may_read(Store& store, const Session& session, std::int64_t document);

}  // namespace fovea::assess
