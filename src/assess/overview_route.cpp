// What organisers choose from: topics, accounts, snapshots; and how often each answer to the forms was given.
#include <nlohmann/json.hpp>

#include "assess/exchange.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

void Handler::Exchange::overview() {
  Json out{{"topics", Json::array()},
           {"accounts", Json::array()},
           {"snapshots", Json::array()},
           {"answers", Json::array()}};
  Database& database = store_->database();
  Statement topic = database.prepare("SELECT id, fields FROM topic ORDER BY place");
  while (topic.next()) {
    const Json fields = Json::parse(topic.copy(1), nullptr, false);
    out["topics"].push_back(
        {{"id", topic.copy(0)}, {"title", fields.is_object() ? fields.value("title", "") : ""}});
  }
  Statement account = database.prepare(
      "SELECT a.name, a.role, m.grp FROM account a LEFT JOIN member m ON m.account = a.id WHERE a.active ORDER BY a.name");
  while (account.next()) {
    out["accounts"].push_back(
        {{"name", account.copy(0)}, {"role", account.copy(1)}, {"group", account.copy(2)}});
  }
  Statement snapshot = database.prepare("SELECT name FROM snapshot ORDER BY seq");
  while (snapshot.next()) out["snapshots"].push_back(snapshot.copy(0));
  Statement answer = database.prepare(
      "SELECT form, question, value, count(*) FROM answer WHERE value <> '' GROUP BY form, question, value ORDER BY form, "
      "question, count(*) DESC, value");
  while (answer.next()) {
    out["answers"].push_back({{"form", answer.copy(0)},
                              {"question", answer.copy(1)},
                              {"value", answer.copy(2)},
                              {"count", answer.integer(3)}});
  }
  send_json(out.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace fovea::assess
