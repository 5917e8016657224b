// What organisers choose from: topics, accounts, snapshots; and how often each answer to the forms was given.
#include <nlohmann/json.hpp>

#include "assess/exchange.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Handler::Exchange::Routes Handler::Exchange::overview_routes() {
  // clang-format off
  return {
      {{"GET", "/api/overview", Access::kOrganisers, "", "", "{topics: {id: string, title: string}[], accounts: {name: string, role: string, group: string}[], snapshots: string[], answers: {form: string, question: string, value: string, count: number}[]}", "`answers`: how often each answer to the forms was given"}, &Exchange::overview},
  };
  // clang-format on
}

void Handler::Exchange::overview() {
  Json out{{"topics", Json::array()},
           {"accounts", Json::array()},
           {"snapshots", Json::array()},
           {"answers", Json::array()}};
  Database& database = store_->database();
  database.each("SELECT id, fields FROM topic ORDER BY place", [&](const Statement& row) {
    const Json fields = Json::parse(row.copy(1), nullptr, false);
    out["topics"].push_back(
        {{"id", row.copy(0)}, {"title", fields.is_object() ? fields.value("title", "") : ""}});
  });
  database.each(
      "SELECT a.name, a.role, m.grp FROM account a LEFT JOIN member m ON m.account = a.id WHERE a.active ORDER BY a.name",
      [&](const Statement& row) {
        out["accounts"].push_back({{"name", row.copy(0)}, {"role", row.copy(1)}, {"group", row.copy(2)}});
      });
  out["snapshots"] = database.all("SELECT name FROM snapshot ORDER BY seq", text_in);
  database.each(
      "SELECT form, question, value, count(*) FROM answer WHERE value <> '' AND assignment IN (SELECT id FROM assignment WHERE part <> 'former') GROUP BY form, question, value ORDER BY form, "
      "question, count(*) DESC, value",
      [&](const Statement& row) {
        out["answers"].push_back({{"form", row.copy(0)},
                                  {"question", row.copy(1)},
                                  {"value", row.copy(2)},
                                  {"count", row.integer(3)}});
      });
  send_json(out);
}

}  // namespace fovea::assess
