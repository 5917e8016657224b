// Every kind of event as one record: its name, what its data say, what it changes, and the function that changes it.
//
// Saving, rebuilding, verifying, exports of an earlier state and the table in docs/specs/store.md use the same records: the tables that
// follow from events (kDerivedTables) are written by `apply` and by nothing else. A new kind is a value of EventKind, a line in
// event_kinds.cpp and its `apply` in the file of what it changes.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "assess/event.h"
#include "assess/store.h"

namespace fovea::assess {

struct EventRecord {
  EventKind kind;
  std::string_view name;
  std::string_view fields;   ///< of its data, in Markdown
  std::string_view changes;  ///< in Markdown
  /// Changes the tables; nullptr where none follows from it. Throws when the event cannot be.
  void (*apply)(Store& store, const Event& event, const EventData& data);
};
std::span<const EventRecord> event_records();
const EventRecord& record_of(EventKind kind);
/// The table of docs/specs/store.md.
std::string events_as_markdown();

/// What is wrong with an event, to be said after its number: "makes version 3 and says 4".
class EventFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A text in the data of an event; throws when there is none.
const std::string& text_of(const EventData& data, const char* name);

/// A table that follows from events. What is stored beside them and does not: the pool and the collection (topic, document, run, item,
/// origin), suggestions, which come from files; hashes of passwords and settings in `account`; invitations, log-ins, tokens.
struct DerivedTable {
  std::string_view name, key, columns;
  std::string_view rows;  ///< what its rows are, in the plural
};
inline constexpr std::array kDerivedTables = {
    DerivedTable{"assignment", "id", "id, topic, account, part, state", "assignments"},
    DerivedTable{"state", "assignment, document",
                 "assignment, document, version, status, spans, bep, grades, characters",
                 "states of documents"},
    DerivedTable{"answer", "assignment, form, question", "assignment, form, question, value", "answers"},
    DerivedTable{"phase", "name", "name, state, from_date, until_date, changed_ms", "phases"},
    DerivedTable{
        "submission", "id",
        "id, grp, name, version, account, key, file, bytes, sha256, form, publish, state, verdict, sent_ms",
        "runs that were sent in"},
    DerivedTable{"publication", "name", "name, state, seq, made_ms, sha256, facts", "results"},
    DerivedTable{"account", "id", "id, name, role, active", "accounts"},
    DerivedTable{"member", "account", "account, grp", "groups of accounts"},
    DerivedTable{"candidate", "id", "id, account, state, line", "topics in work"},
    DerivedTable{"snapshot", "name", "name, seq, sha256", "snapshots"}};

}  // namespace fovea::assess
