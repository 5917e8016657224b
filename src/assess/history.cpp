#include "assess/history.h"

#include <nlohmann/json.hpp>

#include "assess/event.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json history_json(Store& store, std::int64_t assignment, std::int64_t document, std::int64_t version) {
  Json out = Json::array();
  store.database().each(
      "SELECT op, seq, kind, data, delta, server_ms FROM event WHERE assignment = ?1 AND document = ?2 AND (version IS "
      "NULL OR version <= ?3) ORDER BY seq",
      [&](const Statement& row) {
        out.push_back({{"op", hex(row.copy(0))},
                       {"seq", row.integer(1)},
                       {"kind", row.copy(2)},
                       {"data", Json::parse(row.copy(3), nullptr, false)}});
        if (const auto delta = row.optional_text(4))
          out.back()["delta"] = Json::parse(*delta, nullptr, false);
        out.back()["server_ms"] = row.integer(5);
      },
      assignment, document, version);
  return out;
}

}  // namespace fovea::assess
