#include "assess/upload_token.h"

#include <nlohmann/json.hpp>

#include "assess/secrets.h"

namespace fovea::assess {

std::string new_upload_token(Store& store, std::int64_t account, const Actor& actor) {
  std::string token = new_token();
  const std::string hash = token_hash(token);
  store.database().prepare("DELETE FROM upload_token WHERE account = ?1").bind(account).run();
  store.database()
      .prepare("INSERT INTO upload_token (token_hash, account, until_ms) VALUES (?1, ?2, ?3)")
      .bind(Blob{hash}, account, actor.now_ms + kUploadTokenTime)
      .run();
  store.record(EventKind::kToken, {{"account", account}}, actor);
  return token;
}

std::optional<Session> session_of_upload_token(Store& store, std::string_view token, std::int64_t now_ms) {
  const std::string hash = token_hash(token);
  return store.database().one(
      "SELECT a.id, a.name FROM upload_token t JOIN account a ON a.id = t.account WHERE t.token_hash = ?1 AND "
      "t.until_ms >= ?2 AND a.active = 1",
      [&](const Statement& row) {
        Session session;
        session.account = row.integer(0);
        session.name = row.copy(1);
        session.seen_ms = now_ms;
        session.roles = roles_of(store, session.account);
        session.group = group_of(store, session.account);
        return session;
      },
      Blob{hash}, now_ms);
}

}  // namespace fovea::assess
