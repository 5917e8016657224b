// Who may do what: accounts, invitations, log-ins, and the one function that decides rights.
//
// Functions that change something are called in a transaction, as those of Store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/store.h"
#include "text/enum_names.h"

namespace fovea::assess {

enum class Role : std::uint8_t { kOrganiser, kAssessor, kReader, kParticipant };
constexpr auto enum_names(Role) {
  return names_in_order("organiser", "assessor", "reader", "participant");
}

/// What an account is: one role or several.
class Roles {
 public:
  Roles() = default;
  explicit Roles(Role only) { add(only); }

  bool has(Role role) const { return (bits_ & bit(role)) != 0; }
  bool empty() const { return bits_ == 0; }
  void add(Role role) { bits_ = static_cast<std::uint8_t>(bits_ | bit(role)); }
  void add(Roles other) { bits_ = static_cast<std::uint8_t>(bits_ | other.bits_); }
  /// In the order of Role.
  std::vector<Role> all() const;

  friend bool operator==(const Roles&, const Roles&) = default;

 private:
  static unsigned bit(Role role) { return 1U << static_cast<unsigned>(role); }

  std::uint8_t bits_ = 0;
};
/// "assessor,participant"
std::string to_string(Roles roles);
/// Names joined by commas, at least one; nothing when one of them is none.
std::optional<Roles> roles_named(std::string_view names);

/// Somebody who is logged in.
struct Session {
  std::int64_t account = 0;
  std::string name;
  Roles roles = {};
  std::string group;  ///< of a participant; empty for others
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
/// The group that an account takes part for; empty when it does not.
std::string group_of(Store& store, std::int64_t account);
/// Groups that have accounts, in their order.
std::vector<std::string> groups(Store& store);
Roles roles_of(Store& store, std::int64_t account);
/// What an account is from now on. Participants have a group, which does not change: what they wrote and sent is its own.
std::optional<Refused> set_roles(Store& store, std::int64_t account, Roles roles, std::string_view group,
                                 const Actor& actor);

/// Disables an account, which ends its log-ins, invitations and its token for uploads, or enables it again. What it judged and sent
/// stays. Nobody disables their own account.
std::optional<Refused> set_active(Store& store, std::int64_t account, bool active, const Actor& actor);

/// The account of this name, made if need be: a new one has the roles, an assessor's where none are given; one that is there gains
/// them.
Outcome<std::int64_t> admit(Store& store, std::string_view name, Roles roles, std::string_view group,
                            const Actor& actor);

/// Accounts as organisers see them.
enum class AccountState : std::uint8_t { kInvited, kActive, kDisabled };
constexpr auto enum_names(AccountState) {
  return names_in_order("invited", "active", "disabled");
}
struct Person {
  std::string name;
  Roles roles;
  std::string group;
  AccountState state = AccountState::kInvited;
  /// Of an invitation that can still be used.
  std::optional<std::int64_t> invited_until_ms;
  /// When the account last did or asked for something.
  std::optional<std::int64_t> seen_ms;
};
/// All accounts by name, disabled ones too.
std::vector<Person> people(Store& store, std::int64_t now_ms);

/// What is stored of a name's password; empty when there is no such active account, or it has none.
std::string password_hash(Store& store, std::string_view name);

struct NewLogin {
  std::string token, csrf;
};
NewLogin log_in(Store& store, std::int64_t account, std::int64_t now_ms);
void log_out(Store& store, std::string_view token_hash);
/// A request was made with it.
void mark_seen(Store& store, std::string_view token_hash, std::int64_t now_ms);

/// A token with which an account sets its password, once. Those before it are void.
std::string invite(Store& store, std::int64_t account, const Actor& actor);
/// Makes the invitation of an account void.
std::optional<Refused> revoke_invitation(Store& store, std::int64_t account, const Actor& actor);
/// Whether a token invites somebody.
bool is_invited(Store& store, std::string_view token, std::int64_t now_ms);
/// Sets the password of the account that a token invites, which ends its log-ins, all its invitations and its token for uploads.
/// Nothing when the token is used, old or none.
std::optional<std::int64_t> accept_invite(Store& store, std::string_view token, std::string_view hash,
                                          std::int64_t now_ms);

/// What somebody wants to do.
enum class Action : std::uint8_t {
  kJudge,       ///< read and change an assignment: its assessor alone
  kLook,        ///< read an assignment: its assessor and organisers, who change nothing by it
  kSeeFigures,  ///< organisers, and readers who neither judge nor take part: those are to work on their own
  kOrganise,    ///< accounts, assignments, locks, phases, exports
  kTakePart,    ///< write topics, send runs: participants, each for their group
};
/// The one place where rights are decided; `assignment` is the one that the action is about.
bool may(const Session& session, Action action, const Assignment* assignment = nullptr);
/// Whether a document is among those that somebody may look at.
bool may_read(Store& store, const Session& session, std::int64_t document);

}  // namespace fovea::assess
