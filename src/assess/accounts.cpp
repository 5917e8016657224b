#include "assess/accounts.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "assess/secrets.h"

namespace fovea::assess {

namespace {

constexpr std::array<std::string_view, 3> kRoleNames = {"organiser", "assessor", "reader"};

}  // namespace

std::string_view name_of(Role role) {
  return kRoleNames[static_cast<std::size_t>(role)];
}

std::optional<Role> role_named(std::string_view name) {
  const auto* const found = std::ranges::find(kRoleNames, name);
  return found == kRoleNames.end() ? std::nullopt
                                   : std::optional(static_cast<Role>(found - kRoleNames.begin()));
}

std::optional<Session> session_of(Store& store, std::string_view token, std::int64_t now_ms) {
  const std::string hash = token_hash(token);
  Statement row = store.database().prepare(
      "SELECT a.id, a.name, a.role, l.csrf, l.created_ms, l.seen_ms FROM login l JOIN account a ON a.id = l.account WHERE "
      "l.token_hash = ?1 AND a.active = 1");
  if (!row.bind(Blob{hash}).next()) return std::nullopt;
  Session session{row.integer(0), row.copy(1), role_named(row.text(2)).value_or(Role::kReader),
                  row.copy(3),    hash,        row.integer(5)};
  const std::int64_t created = row.integer(4);
  row.next();
  if (now_ms - session.seen_ms > kLongestIdle || now_ms - created > kLongestLogin) return std::nullopt;
  return session;
}

std::string password_hash(Store& store, std::string_view name) {
  Statement row = store.database().prepare("SELECT hash FROM account WHERE name = ?1 AND active = 1");
  if (!row.bind(name).next()) return "";
  std::string hash = row.copy(0);
  row.next();
  return hash;
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

std::string invite(Store& store, std::int64_t account, const Doer& doer) {
  std::string token = new_token();
  const std::string hash = token_hash(token);
  store.database()
      .prepare("INSERT INTO invite (token_hash, account, until_ms, used_ms) VALUES (?1, ?2, ?3, NULL)")
      .bind(Blob{hash}, account, doer.now_ms + kInviteTime)
      .run();
  store.note("admin.invite", nlohmann::json{{"account", account}}.dump(), doer);
  return token;
}

std::optional<std::int64_t> accept_invite(Store& store, std::string_view token, std::string_view hash,
                                          std::int64_t now_ms) {
  const std::string sum = token_hash(token);
  Statement row = store.database().prepare(
      "SELECT i.account FROM invite i JOIN account a ON a.id = i.account WHERE i.token_hash = ?1 AND i.used_ms IS NULL AND "
      "i.until_ms >= ?2 AND a.active = 1");
  if (!row.bind(Blob{sum}, now_ms).next()) return std::nullopt;
  const std::int64_t account = row.integer(0);
  row.next();
  store.database()
      .prepare("UPDATE invite SET used_ms = ?2 WHERE token_hash = ?1")
      .bind(Blob{sum}, now_ms)
      .run();
  store.database().prepare("UPDATE account SET hash = ?2 WHERE id = ?1").bind(account, hash).run();
  // A new password ends all log-ins with the old one.
  store.database().prepare("DELETE FROM login WHERE account = ?1").bind(account).run();
  store.note("admin.password", nlohmann::json{{"account", account}}.dump(), {account, now_ms});
  return account;
}

bool may(const Session& session, Deed deed, const Assignment* assignment) {
  const bool own = assignment != nullptr && assignment->account == session.account;
  switch (deed) {
    case Deed::kJudge:
      return own;
    case Deed::kLook:
      return own || session.role == Role::kOrganiser;
    case Deed::kSeeFigures:
      return session.role != Role::kAssessor;
    case Deed::kOrganise:
      return session.role == Role::kOrganiser;
  }
  return false;
}

bool may_read(Store& store, const Session& session, std::int64_t document) {
  for (const Assignment& assignment : store.assignments()) {
    if (may(session, Deed::kLook, &assignment) && store.has_item(assignment.topic, document)) return true;
  }
  return false;
}

}  // namespace fovea::assess
