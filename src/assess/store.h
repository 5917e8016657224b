// The store of assessments: one SQLite file in which events are the truth, and tables are made from them.
//
// A Store is one connection, for one thread. What changes something is called inside of a Transaction (StoreWriter,
// assess/writer.h, sees to that): it checks, then records an event, which changes the tables. When the transaction is committed, it has
// happened, whatever becomes of the machine.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assess/act.h"
#include "assess/document_state.h"
#include "assess/event.h"
#include "assess/judging_rules.h"
#include "assess/sqlite.h"
#include "collection/collection.h"
#include "pools/pool.h"
#include "text/enum_names.h"
#include "topics/topic.h"

namespace fovea::assess {

/// Why something was not done; what a server turns into a status code.
enum class Refusal : std::uint8_t { kNotFound, kForeign, kConflict, kRule, kLocked };

struct Refused {
  Refusal reason = Refusal::kRule;
  std::string message;
};

/// What was accepted: the number of its event, and the version of the document.
struct Accepted {
  std::int64_t seq = 0;
  std::int64_t version = 0;
  /// A judged document changed, or a document was judged.
  bool rejudged = false;
  /// What is unlikely, in sentences.
  std::vector<std::string> warnings = {};
};

template <class Value>
using Outcome = std::variant<Value, Refused>;

/// Of an assignment: who judges a topic first, who judges it as well, and who decides where these two differ. Of an export: what the
/// first or the others said; or what counts in the end, which is what was decided, and else what the main assessor said.
enum class Part : std::uint8_t { kMain, kSecond, kFinal };
enum class AssignmentState : std::uint8_t { kOpen, kDone, kLocked };
constexpr auto enum_names(Part) {
  return names_in_order("main", "second", "final");
}
constexpr auto enum_names(AssignmentState) {
  return names_in_order("open", "done", "locked");
}

struct Assignment {
  std::int64_t id = 0;
  std::string topic;
  std::int64_t account = 0;
  Part part = Part::kMain;
  AssignmentState state = AssignmentState::kOpen;

  friend bool operator==(const Assignment&, const Assignment&) = default;
};

struct StoredDocument {
  std::int64_t id = 0;
  std::string name;
  std::string title;  ///< its name where it has none; earlier versions stored none
  Offset length = 0;
  std::string sha256;
};

/// An item of an assignment's topic, with what was said about it.
struct ItemState {
  StoredDocument document;
  std::int64_t batch = 0, place = 0;
  bool extra = false;  ///< somebody added it; no run returned it
  DocumentState state;
};

/// Who does something, and when: by the server's clock, which is recorded and decides nothing.
struct Actor {
  std::optional<std::int64_t> account;
  std::int64_t now_ms = 0;
};

/// What somebody answers to a question of a form; an empty value takes an answer back.
struct FormAnswer {
  std::string form, question, value;
};

class Store {
 public:
  /// An empty store at a path where nothing is. Throws StoreError.
  static Store create(const std::string& path);
  static Store open(const std::string& path, bool writes);

  Database& database() { return database_; }

  // ---- What is judged, by whom ------------------------------------------------------------------------------

  /// Takes over what a pool holds and the store does not; documents must be in the collection. Finished assignments of
  /// topics with new items are open again. How many items are new.
  Outcome<std::int64_t> add_pool(const pools::Pool& pool, const std::vector<Topic>& topics,
                                 const Collection& collection, const Actor& actor);
  /// A new account; `hash` may be empty for one that cannot log in.
  Outcome<std::int64_t> add_account(std::string_view name, std::string_view role, std::string_view hash,
                                    const Actor& actor);
  /// Whoever had the topic before gets it back with all that they judged.
  Outcome<Assignment> assign(std::string_view topic, std::int64_t account, Part part, const Actor& actor);
  /// Takes an assignment from its assessor. What was judged stays on record, but is not exported, scored or shown.
  std::optional<Refused> unassign(std::int64_t assignment, const Actor& actor);
  /// An organiser locks an assignment, or opens it again.
  std::optional<Refused> set_locked(std::int64_t assignment, bool locked, const Actor& actor);

  // ---- Judging ----------------------------------------------------------------------------------------------

  /// One act of an assessor on a document of an assignment. An act whose op is known is answered again as it was.
  Outcome<Accepted> act(std::int64_t assignment, const Act& act, const JudgingRules& rules,
                        const Actor& actor);
  /// An answer to a question of a form.
  Outcome<Accepted> answer(std::int64_t assignment, const FormAnswer& answer, const std::string& op,
                           const JudgingRules& rules, const Actor& actor);
  /// Declares an assignment done: all of its items must be judged, all questions that want an answer answered.
  std::optional<Refused> finish(std::int64_t assignment, const JudgingRules& rules, const Actor& actor);
  /// A document of the collection that no run returned becomes an item of the topic, for all its assessors. Only this assignment
  /// is open again by it: what another assessor has finished stays finished.
  Outcome<Accepted> add_extra(std::int64_t assignment, std::string_view document, const JudgingRules& rules,
                              const Actor& actor);

  /// The assessor looks at what runs returned of a document: for the record.
  std::optional<Refused> look(std::int64_t assignment, std::string_view document, const Actor& actor);

  // ---- Reading ----------------------------------------------------------------------------------------------

  // Without former ones.
  std::optional<Assignment> assignment(std::int64_t id);
  std::vector<Assignment> assignments();
  std::optional<StoredDocument> document(std::string_view name);
  DocumentState state(std::int64_t assignment, std::int64_t document);
  /// The answers of an assignment, by form and question.
  std::map<std::pair<std::string, std::string>, std::string> answers(std::int64_t assignment);
  /// In the order of their places. Who decides (Part::kFinal) has the documents about which main and second assessor disagree, and those
  /// that were decided before.
  std::vector<ItemState> items(const Assignment& assignment);
  /// The assignment of a topic for a part; the first of several.
  std::optional<Assignment> assignment_of(std::string_view topic, Part part);
  bool has_item(std::string_view topic, std::int64_t document);
  /// Ids, in their order.
  std::vector<std::string> topics();
  /// Title, description and so on, as a JSON object; empty for a topic that there is not.
  std::string topic_fields(std::string_view topic);
  std::optional<std::int64_t> account(std::string_view name);
  std::string account_name(std::int64_t id);

  // ---- Events -----------------------------------------------------------------------------------------------

  /// Appends an event and applies it (assess/event_kinds.h): the one way in which tables that follow from events change. One without
  /// an op gets one of its own. Its number.
  std::int64_t record(Event event, EventData data);
  std::int64_t record(EventKind kind, const EventData& data, const Actor& actor,
                      std::optional<std::int64_t> assignment = std::nullopt,
                      std::optional<std::int64_t> document = std::nullopt);

  /// Names the present state; false when the name is taken.
  bool add_snapshot(std::string_view name, const Actor& actor);
  std::optional<std::int64_t> snapshot(std::string_view name);

 private:
  explicit Store(Database database) : database_(std::move(database)) {}

  std::int64_t put_document(const Collection& collection, std::string_view name,
                            std::optional<std::string>& missing);
  /// The assignment, unless it is another's or locked.
  Outcome<Assignment> own_assignment(std::int64_t id, const Actor& actor);
  /// What undoing, or redoing, comes to.
  std::optional<Event> standing(std::int64_t assignment, std::int64_t document, EventKind kind);

  Database database_;
};

}  // namespace fovea::assess
