#include "assess/accounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assess/event_kinds.h"
#include "assess/secrets.h"

namespace fovea::assess {

namespace {

constexpr std::size_t kLongestGroup = 200;

}  // namespace

std::vector<Role> Roles::all() const {
  std::vector<Role> out;
  for (std::size_t i = 0; i < kNamesOf<Role>.size(); ++i) {
    if (has(static_cast<Role>(i))) out.push_back(static_cast<Role>(i));
  }
  return out;
}

std::string to_string(Roles roles) {
  std::string out;
  for (const Role role : roles.all()) out += fmt::format("{}{}", out.empty() ? "" : ",", name_of(role));
  return out;
}

std::optional<Roles> roles_named(std::string_view names) {
  Roles out;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const auto role = named<Role>(names.substr(begin, end - begin));
    if (!role) return std::nullopt;
    out.add(*role);
    begin = end + 1;
  }
  return out;
}

std::string group_of(Store& store, std::int64_t account) {
  return store.database().one("SELECT grp FROM member WHERE account = ?1", text_in, account).value_or("");
}

std::vector<std::string> groups(Store& store) {
  return store.database().all("SELECT DISTINCT grp FROM member ORDER BY grp", text_in);
}

Roles roles_of(Store& store, std::int64_t account) {
  const auto role = store.database().one("SELECT role FROM account WHERE id = ?1", text_in, account);
  return role ? roles_named(*role).value_or(Roles(Role::kReader)) : Roles();
}

namespace {

/// What is wrong with roles of an account of the group `before`, which may be none, that is to belong to `own`.
std::optional<Refused> fault_of_roles(Roles roles, const std::string& before, const std::string& own) {
  if (roles.empty()) return Refused{Refusal::kRule, "an account has a role at least"};
  if (roles.has(Role::kParticipant) && own.empty())
    return Refused{Refusal::kRule, "a participant belongs to a group"};
  if (!roles.has(Role::kParticipant) && own != before)
    return Refused{Refusal::kRule, "only participants belong to a group"};
  if (own.size() > kLongestGroup)
    return Refused{Refusal::kRule, fmt::format("the name of a group has {} bytes at most", kLongestGroup)};
  if (!before.empty() && own != before)
    return Refused{Refusal::kConflict, fmt::format("the account belongs to the group {}", quote(before))};
  return std::nullopt;
}

}  // namespace

std::optional<Refused> set_roles(Store& store, std::int64_t account, Roles roles, std::string_view group,
                                 const Actor& actor) {
  const std::string before = group_of(store, account);
  const std::string own = group.empty() ? before : std::string(group);
  if (auto fault = fault_of_roles(roles, before, own)) return fault;
  if (roles == roles_of(store, account) && own == before) return std::nullopt;
  EventData data{{"account", account}, {"role", to_string(roles)}};
  if (!own.empty()) data["group"] = own;
  store.record(EventKind::kRoles, data, actor);
  return std::nullopt;
}

void apply_roles(Store& store, const Event& /*event*/, const EventData& data) {
  const std::int64_t account = data.at("account");
  store.database()
      .prepare("UPDATE account SET role = ?2 WHERE id = ?1")
      .bind(account, text_of(data, "role"))
      .run();
  if (store.database().changes() != 1) throw EventFault("is about an unknown account");
  if (!data.contains("group")) return;
  store.database()
      .prepare(
          "INSERT INTO member (account, grp) VALUES (?1, ?2) ON CONFLICT (account) DO UPDATE SET grp = excluded.grp")
      .bind(account, text_of(data, "group"))
      .run();
}

namespace {

bool is_active(Store& store, std::int64_t account) {
  return store.database().any("SELECT 1 FROM account WHERE id = ?1 AND active = 1", account);
}

/// How many there were that could still be used.
std::int64_t end_invitations(Store& store, std::int64_t account, std::int64_t now_ms) {
  store.database()
      .prepare("UPDATE invite SET used_ms = ?2 WHERE account = ?1 AND used_ms IS NULL AND until_ms >= ?2")
      .bind(account, now_ms)
      .run();
  return store.database().changes();
}

/// Whoever has a way into the account loses it: log-ins, invitations, the token for uploads.
void end_access(Store& store, std::int64_t account, std::int64_t now_ms) {
  Database& database = store.database();
  end_invitations(store, account, now_ms);
  database.prepare("DELETE FROM login WHERE account = ?1").bind(account).run();
  database.prepare("DELETE FROM upload_token WHERE account = ?1").bind(account).run();
}

}  // namespace

std::optional<Refused> set_active(Store& store, std::int64_t account, bool active, const Actor& actor) {
  if (!active && actor.account == account)
    return Refused{Refusal::kRule, "you cannot disable your own account"};
  if (is_active(store, account) == active)
    return Refused{Refusal::kConflict,
                   fmt::format("the account {} is {} already", quote(store.account_name(account)),
                               active ? "enabled" : "disabled")};
  store.record(EventKind::kActive, {{"account", account}, {"active", active}}, actor);
  if (!active) end_access(store, account, actor.now_ms);
  return std::nullopt;
}

void apply_active(Store& store, const Event& /*event*/, const EventData& data) {
  store.database()
      .prepare("UPDATE account SET active = ?2 WHERE id = ?1")
      .bind(data.at("account").get<std::int64_t>(), std::int64_t{data.at("active").get<bool>() ? 1 : 0})
      .run();
  if (store.database().changes() != 1) throw EventFault("is about an unknown account");
}

std::vector<Person> people(Store& store, std::int64_t now_ms) {
  return store.database().all(
      "SELECT a.name, a.role, m.grp, a.active, a.hash <> '' OR l.seen IS NOT NULL, i.until, max(coalesce(l.seen, 0), "
      "coalesce(e.seen, 0)) FROM account a LEFT JOIN member m ON m.account = a.id LEFT JOIN (SELECT account, max(seen_ms) AS "
      "seen FROM login GROUP BY account) l ON l.account = a.id LEFT JOIN (SELECT account, max(until_ms) AS until FROM invite "
      "WHERE used_ms IS NULL AND until_ms >= ?1 GROUP BY account) i ON i.account = a.id LEFT JOIN (SELECT account, "
      "max(server_ms) AS seen FROM event WHERE account IS NOT NULL GROUP BY account) e ON e.account = a.id ORDER BY a.name",
      [](const Statement& row) {
        Person person;
        person.name = row.copy(0);
        person.roles = roles_named(row.text(1)).value_or(Roles(Role::kReader));
        person.group = row.copy(2);
        person.state = row.integer(3) == 0   ? AccountState::kDisabled
                       : row.integer(4) != 0 ? AccountState::kActive
                                             : AccountState::kInvited;
        person.invited_until_ms = row.optional_integer(5);
        if (row.integer(6) != 0) person.seen_ms = row.integer(6);
        return person;
      },
      now_ms);
}

Outcome<std::int64_t> admit(Store& store, std::string_view name, Roles roles, std::string_view group,
                            const Actor& actor) {
  if (const auto known = store.account(name)) {
    if (!is_active(store, *known))
      return Refused{Refusal::kRule, fmt::format("the account {} is disabled: enable it first", quote(name))};
    Roles all = roles_of(store, *known);
    all.add(roles);
    if (auto refused = set_roles(store, *known, all, group, actor)) return *std::move(refused);
    return *known;
  }
  if (roles.empty()) roles.add(group.empty() ? Role::kAssessor : Role::kParticipant);
  if (auto fault = fault_of_roles(roles, "", std::string(group))) return *std::move(fault);
  auto made = store.add_account(name, to_string(roles), "", actor);
  if (const auto* const id = std::get_if<std::int64_t>(&made); id != nullptr && !group.empty())
    set_roles(store, *id, roles, group, actor);
  return made;
}

std::optional<Session> session_of(Store& store, std::string_view token, std::int64_t now_ms) {
  const std::string hash = token_hash(token);
  std::int64_t created = 0;
  auto session = store.database().one(
      "SELECT a.id, a.name, a.role, l.csrf, l.created_ms, l.seen_ms, m.grp FROM login l JOIN account a ON a.id = l.account "
      "LEFT JOIN member m ON m.account = a.id WHERE l.token_hash = ?1 AND a.active = 1",
      [&](const Statement& row) {
        created = row.integer(4);
        return Session{row.integer(0), row.copy(1), roles_named(row.text(2)).value_or(Roles(Role::kReader)),
                       row.copy(6),    row.copy(3), hash,
                       row.integer(5)};
      },
      Blob{hash});
  if (session && (now_ms - session->seen_ms > kLongestIdle || now_ms - created > kLongestLogin))
    return std::nullopt;
  return session;
}

std::string password_hash(Store& store, std::string_view name) {
  return store.database()
      .one("SELECT hash FROM account WHERE name = ?1 AND active = 1", text_in, name)
      .value_or("");
}

NewLogin log_in(Store& store, std::int64_t account, std::int64_t now_ms) {
  NewLogin login{new_token(), new_token()};
  const std::string hash = token_hash(login.token);
  store.database().prepare("DELETE FROM login WHERE created_ms < ?1").bind(now_ms - kLongestLogin).run();
  store.database()
      .prepare(
          "INSERT INTO login (token_hash, account, csrf, created_ms, seen_ms) VALUES (?1, ?2, ?3, ?4, ?4)")
      .bind(Blob{hash}, account, login.csrf, now_ms)
      .run();
  return login;
}

void log_out(Store& store, std::string_view token_hash) {
  store.database().prepare("DELETE FROM login WHERE token_hash = ?1").bind(Blob{token_hash}).run();
}

void mark_seen(Store& store, std::string_view token_hash, std::int64_t now_ms) {
  store.database()
      .prepare("UPDATE login SET seen_ms = max(seen_ms, ?2) WHERE token_hash = ?1")
      .bind(Blob{token_hash}, now_ms)
      .run();
}

std::optional<Refused> revoke_invitation(Store& store, std::int64_t account, const Actor& actor) {
  if (end_invitations(store, account, actor.now_ms) == 0)
    return Refused{Refusal::kConflict,
                   fmt::format("{} has no invitation to revoke", quote(store.account_name(account)))};
  store.record(EventKind::kRevoke, {{"account", account}}, actor);
  return std::nullopt;
}

std::string invite(Store& store, std::int64_t account, const Actor& actor) {
  std::string token = new_token();
  const std::string hash = token_hash(token);
  end_invitations(store, account, actor.now_ms);
  store.database()
      .prepare("INSERT INTO invite (token_hash, account, until_ms, used_ms) VALUES (?1, ?2, ?3, NULL)")
      .bind(Blob{hash}, account, actor.now_ms + kInviteTime)
      .run();
  store.record(EventKind::kInvite, {{"account", account}}, actor);
  return token;
}

namespace {

std::optional<std::int64_t> invited_account(Store& store, std::string_view token, std::int64_t now_ms) {
  const std::string sum = token_hash(token);
  return store.database().one(
      "SELECT i.account FROM invite i JOIN account a ON a.id = i.account WHERE i.token_hash = ?1 AND i.used_ms IS NULL AND "
      "i.until_ms >= ?2 AND a.active = 1",
      integer_in, Blob{sum}, now_ms);
}

}  // namespace

bool is_invited(Store& store, std::string_view token, std::int64_t now_ms) {
  return invited_account(store, token, now_ms).has_value();
}

std::optional<std::int64_t> accept_invite(Store& store, std::string_view token, std::string_view hash,
                                          std::int64_t now_ms) {
  const auto account = invited_account(store, token, now_ms);
  if (!account) return std::nullopt;
  store.database().prepare("UPDATE account SET hash = ?2 WHERE id = ?1").bind(*account, hash).run();
  end_access(store, *account, now_ms);
  store.record(EventKind::kPassword, {{"account", *account}}, {*account, now_ms});
  return account;
}

bool may(const Session& session, Action action, const Assignment* assignment) {
  const bool own = assignment != nullptr && assignment->account == session.account;
  switch (action) {
    case Action::kJudge:
      return own;
    case Action::kLook:
      return own || session.roles.has(Role::kOrganiser);
    case Action::kSeeFigures:
      return session.roles.has(Role::kOrganiser) ||
             (session.roles.has(Role::kReader) && !session.roles.has(Role::kAssessor) &&
              !session.roles.has(Role::kParticipant));
    case Action::kOrganise:
      return session.roles.has(Role::kOrganiser);
    case Action::kTakePart:
      return session.roles.has(Role::kParticipant) && !session.group.empty();
  }
  return false;
}

bool may_read(Store& store, const Session& session, std::int64_t document) {
  for (const Assignment& assignment : store.assignments()) {
    if (may(session, Action::kLook, &assignment) && store.has_item(assignment.topic, document)) return true;
  }
  return false;
}

}  // namespace fovea::assess
