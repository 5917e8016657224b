#include "assess/rebuild.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assess/event_kinds.h"
#include "assess/schema.h"

namespace fovea::assess {

namespace {

void check_chain(const Event& event, Head& head, std::vector<std::string>& faults) {
  if (event.seq != head.seq + 1)
    faults.push_back(fmt::format("event {} follows event {}", event.seq, head.seq));
  if (chain_after(head.chain, event) != event.chain)
    faults.push_back(fmt::format(
        "event {} is not chained to the one before: it, or one before it, was changed", event.seq));
  head = {event.seq, event.chain};
}

void replay(Store& store, const Event& event, std::vector<std::string>& faults) {
  try {
    const EventData data = EventData::parse(event.data);
    if (const auto apply = record_of(event.kind).apply) apply(store, event, data);
  } catch (const EventFault& fault) {
    faults.push_back(fmt::format("event {} {}", event.seq, fault.what()));
  } catch (const std::exception&) {
    faults.push_back(fmt::format("event {} is damaged", event.seq));
  }
}

/// How many rows of a table are not what the events say, which a rebuilt store has before its own. A store of an earlier version may
/// lack the table.
std::int64_t different_rows(Database& rebuilt, const DerivedTable& table) {
  const std::string made = fmt::format("SELECT {} FROM temp.{}", table.columns, table.name);
  const bool stored = rebuilt.any("SELECT 1 FROM main.sqlite_schema WHERE name = ?1", table.name);
  const std::string kept =
      stored ? fmt::format("SELECT {} FROM main.{}", table.columns, table.name) : made + " WHERE 0";
  return rebuilt.number(fmt::format(
      "SELECT count(*) FROM (SELECT DISTINCT {0} FROM (SELECT * FROM ({1} EXCEPT {2}) UNION ALL SELECT * FROM ({2} EXCEPT {1})))",
      table.key, made, kept));
}

}  // namespace

Store rebuild(Store& store, std::optional<std::int64_t> last, std::vector<std::string>& faults,
              const std::function<void()>& check) {
  Store out = Store::open(store.database().path(), false);
  Database& database = out.database();
  database.run("PRAGMA temp_store = MEMORY");
  // A table in memory cannot refer to one of the file.
  database.run("PRAGMA foreign_keys = OFF");
  for (const DerivedTable& table : kDerivedTables) put_before(database, table.name);
  database.run("BEGIN");  // all of one moment, until it is closed
  Head head{0, first_chain()};
  each_event(database, [&](const Event& event) {
    constexpr std::int64_t kBetweenChecks = 1000;
    if (last && event.seq > *last) return false;
    if (check && event.seq % kBetweenChecks == 0) check();
    check_chain(event, head, faults);
    replay(out, event, faults);
    return true;
  });
  return out;
}

std::vector<std::string> verify(Store& store, const std::function<void()>& check) {
  std::vector<std::string> faults;
  store.database().each("PRAGMA integrity_check(20)", [&](const Statement& row) {
    if (row.text(0) != "ok") faults.push_back(row.copy(0));
  });
  if (!faults.empty()) return faults;
  try {
    Store rebuilt = rebuild(store, std::nullopt, faults, check);
    for (const DerivedTable& table : kDerivedTables) {
      if (const std::int64_t rows = different_rows(rebuilt.database(), table); rows > 0)
        faults.push_back(fmt::format("{} {} are not what the events say", rows, table.rows));
    }
  } catch (const StoreError& error) {
    faults.emplace_back(error.what());
  }
  store.database().each(
      "SELECT s.name, e.chain, s.sha256 FROM snapshot s LEFT JOIN event e ON e.seq = s.seq",
      [&](const Statement& row) {
        if (hex(row.copy(1)) != row.text(2))
          faults.push_back(fmt::format("snapshot '{}' was taken of other events", row.text(0)));
      });
  return faults;
}

}  // namespace fovea::assess
