#include "assess/store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "assess/candidates.h"
#include "assess/event_kinds.h"
#include "assess/graded_document.h"
#include "assess/phases.h"
#include "assess/schema.h"
#include "assess/suggestions.h"
#include "files/replaced.h"
#include "files/sha256.h"
#include "search/reading/found_article.h"

namespace fovea::assess {

namespace {

constexpr std::size_t kOpBytes = 16;

std::string fields_of(const Topic& topic) {
  EventData fields = EventData::object();
  for (const TopicField& field : kTopicFields) {
    if (!(topic.*field.text).empty()) fields[std::string(field.name)] = topic.*field.text;
  }
  return fields.dump(-1, ' ', false, EventData::error_handler_t::replace);
}

Assignment assignment_in(const Statement& row) {
  return {row.integer(0), row.copy(1), row.integer(2), named<Part>(row.text(3)).value_or(Part::kMain),
          named<AssignmentState>(row.text(4)).value_or(AssignmentState::kLocked)};
}

/// From the columns id, name, length, sha256, title.
StoredDocument document_in(const Statement& row) {
  return {row.integer(0), row.copy(1), row.copy(4), static_cast<Offset>(row.integer(2)), row.copy(3)};
}

/// The first title in a document, in one line and not too long; its name where it has none.
std::string title_of(const Document& document) {
  constexpr Offset kLongest = 300;
  const search::Roles roles;
  const ElementTreeView& tree = document.tree();
  for (ElementIndex i = 0; i < tree.size(); ++i) {
    if (roles.role(tree.name(i)) != search::Role::kTitle) continue;
    const Span span = tree.span(i);
    std::string title =
        search::in_one_line(document.text({span.begin, std::min(span.end, span.begin + kLongest)}));
    if (!title.empty()) return title;
  }
  return std::string(document.id());
}

/// From the columns version, status, spans, bep, grades.
DocumentState state_in(const Statement& row, int first) {
  DocumentState state;
  state.version = row.integer(first);
  state.status = named<Status>(row.text(first + 1)).value_or(Status::kOpen);
  const auto json = nlohmann::json::parse(row.text(first + 2), nullptr, false);
  const auto grades = nlohmann::json::parse(row.text(first + 4), nullptr, false);
  if (json.is_discarded() || grades.is_discarded()) throw StoreError(SQLITE_CORRUPT, "a state is damaged");
  std::vector<Span> spans;
  for (const auto& span : json) spans.push_back({span.at(0).get<Offset>(), span.at(1).get<Offset>()});
  state.spans = SpanSet(std::move(spans));
  if (const auto bep = row.optional_integer(first + 3)) state.bep = static_cast<Offset>(*bep);
  for (const auto& [path, grade] : grades.items())
    state.grades[path] = {grade.at(0).get<std::uint8_t>(), grade.at(1).get<std::uint8_t>()};
  return state;
}

Refused not_found(std::string message) {
  return {Refusal::kNotFound, std::move(message)};
}

}  // namespace

Store Store::create(const std::string& path) {
  Database database(path, Database::Mode::kCreate);
  if (database.number("SELECT count(*) FROM sqlite_schema") != 0)
    throw StoreError(SQLITE_CANTOPEN, path + ": is there already");
  set_up(database, true);
  make_tables(database);
  return Store(std::move(database));
}

Store Store::open(const std::string& path, bool writes) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    throw StoreError(SQLITE_CANTOPEN, path + ": no such file, expected a store of assessments");
  for (const std::string_view part : {"", "-wal", "-shm"}) remember_input(path + std::string(part));
  Database database(path, writes ? Database::Mode::kWrite : Database::Mode::kRead);
  check_tables(database, path);
  set_up(database, writes);
  writes ? bring_up_to_date(database, path) : stand_in_for_missing(database);
  return Store(std::move(database));
}

std::int64_t Store::record(Event event, EventData data) {
  if (event.op.empty()) {
    // Nobody sends it, so it needs no number of its sender's; but one that is its own.
    const Head head = head_of(database_);
    event.op =
        sha256(head.chain + std::to_string(head.seq) + std::string(name_of(event.kind))).substr(0, kOpBytes);
  }
  try {
    event.data = data.dump();
  } catch (const EventData::type_error&) {
    // Text that is no UTF-8: the tables get what the event can say.
    event.data = data.dump(-1, ' ', false, EventData::error_handler_t::replace);
    data = EventData::parse(event.data);
  }
  append(database_, event);
  if (const auto apply = record_of(event.kind).apply) apply(*this, event, data);
  return event.seq;
}

std::int64_t Store::record(EventKind kind, const EventData& data, const Actor& actor,
                           std::optional<std::int64_t> assignment, std::optional<std::int64_t> document) {
  Event event;
  event.account = actor.account;
  event.assignment = assignment;
  event.document = document;
  event.kind = kind;
  event.server_ms = actor.now_ms;
  return record(std::move(event), data);
}

// ---- What is judged, by whom ---------------------------------------------------------------------------------

std::int64_t Store::put_document(const Collection& collection, std::string_view name,
                                 std::optional<std::string>& missing) {
  if (const auto known = document(name)) return known->id;
  const auto found = collection.find(name);
  if (!found) {
    missing = std::string(name);
    return 0;
  }
  database_
      .prepare("INSERT INTO document (name, title, length, elements, sha256) VALUES (?1, ?2, ?3, ?4, ?5)")
      .bind(name, title_of(*found), std::int64_t{found->length()},
            static_cast<std::int64_t>(found->tree().size()), sha256(found->text()))
      .run();
  return sqlite3_last_insert_rowid(database_.connection());
}

Outcome<std::int64_t> Store::add_pool(const pools::Pool& pool, const std::vector<Topic>& topics,
                                      const Collection& collection, const Actor& actor) {
  std::vector<std::int64_t> runs;
  for (const pools::PooledRun& run : pool.runs) {
    database_
        .prepare(
            "INSERT INTO run (name, grp, file, sha256) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name) DO NOTHING")
        .bind(run.name, run.group, run.file, run.sha256)
        .run();
    runs.push_back(database_.number("SELECT id FROM run WHERE name = ?1", run.name));
  }
  std::int64_t added = 0;
  std::set<std::string> grown;
  for (std::size_t place = 0; place < pool.topics.size(); ++place) {
    const pools::PoolTopic& topic = pool.topics[place];
    const auto known = std::ranges::find(topics, topic.id, &Topic::id);
    database_.prepare("INSERT INTO topic (id, place, fields) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO NOTHING")
        .bind(topic.id, static_cast<std::int64_t>(place + 1),
              known == topics.end() ? "{}" : fields_of(*known))
        .run();
    for (std::size_t at = 0; at < topic.items.size(); ++at) {
      const pools::PoolItem& item = topic.items[at];
      std::optional<std::string> missing;
      const std::int64_t document = put_document(collection, item.doc, missing);
      if (missing)
        return not_found(fmt::format("document {} of the pool is not in the collection", quote(*missing)));
      database_
          .prepare(
              "INSERT INTO item (topic, document, batch, place, source) VALUES (?1, ?2, ?3, ?4, 'pool') ON "
              "CONFLICT (topic, document) DO NOTHING")
          .bind(topic.id, document, std::int64_t{item.batch}, static_cast<std::int64_t>(at + 1))
          .run();
      if (database_.changes() > 0) {
        ++added;
        grown.insert(topic.id);
      }
      for (const pools::Origin& origin : item.origins) {
        database_
            .prepare(
                "INSERT INTO origin (topic, document, run, rank, contributed) VALUES (?1, ?2, ?3, ?4, ?5) ON "
                "CONFLICT (topic, document, run) DO UPDATE SET contributed = excluded.contributed")
            .bind(topic.id, document, runs[origin.run], std::int64_t{origin.rank},
                  std::int64_t{contributed(topic, origin) ? 1 : 0})
            .run();
      }
    }
  }
  record(EventKind::kBatch, {{"batch", pool.batch}, {"items", added}, {"topics", grown}}, actor);
  return added;
}

Outcome<std::int64_t> Store::add_account(std::string_view name, std::string_view role, std::string_view hash,
                                         const Actor& actor) {
  if (name.empty()) return Refused{Refusal::kRule, "an account needs a name"};
  if (account(name))
    return Refused{Refusal::kConflict, fmt::format("there is an account {} already", quote(name))};
  const std::int64_t id = database_.number("SELECT coalesce(max(id), 0) + 1 FROM account");
  record(EventKind::kAccount, {{"id", id}, {"name", name}, {"role", role}}, actor);
  // Passwords are in no event.
  if (!hash.empty()) database_.prepare("UPDATE account SET hash = ?2 WHERE id = ?1").bind(id, hash).run();
  return id;
}

Outcome<Assignment> Store::assign(std::string_view topic, std::int64_t account, Part part,
                                  const Actor& actor) {
  if (!database_.any("SELECT 1 FROM topic WHERE id = ?1", topic))
    return not_found(fmt::format("there is no topic {}", quote(topic)));
  if (account_name(account).empty()) return not_found("there is no such account");
  if (!database_.any("SELECT 1 FROM account WHERE id = ?1 AND active = 1", account))
    return Refused{Refusal::kRule,
                   fmt::format("the account {} is disabled: enable it first", quote(account_name(account)))};
  for (const Assignment& each : assignments()) {
    if (each.topic != topic) continue;
    if (each.account == account || (part != Part::kSecond && each.part == part)) {
      return Refused{Refusal::kConflict, fmt::format("topic {} is given to {} already", quote(topic),
                                                     quote(account_name(each.account)))};
    }
  }
  if (part == Part::kFinal && !(assignment_of(topic, Part::kMain) && assignment_of(topic, Part::kSecond)))
    return Refused{Refusal::kRule,
                   fmt::format("topic {} has no two assessors who could disagree", quote(topic))};
  const auto former =
      database_.one("SELECT id FROM assignment WHERE topic = ?1 AND account = ?2 AND part = 'former'",
                    integer_in, topic, account);
  const std::int64_t id =
      former.value_or(database_.number("SELECT coalesce(max(id), 0) + 1 FROM assignment"));
  record(EventKind::kAssign, {{"topic", topic}, {"account", account}, {"part", name_of(part)}}, actor, id);
  const Assignment made = *assignment(id);
  if (!former) carry_answers(*this, made, actor);
  return made;
}

std::optional<Refused> Store::unassign(std::int64_t id, const Actor& actor) {
  if (!assignment(id)) return not_found("there is no such assignment");
  record(EventKind::kUnassign, EventData::object(), actor, id);
  return std::nullopt;
}

std::optional<Refused> Store::set_locked(std::int64_t id, bool locked, const Actor& actor) {
  if (!assignment(id)) return not_found("there is no such assignment");
  record(locked ? EventKind::kLock : EventKind::kUnlock, EventData::object(), actor, id);
  return std::nullopt;
}

// ---- Judging -------------------------------------------------------------------------------------------------

namespace {

/// What an act says, with the sources whose suggestions could be seen.
EventData with_seen(Store& store, const Assignment& assignment, const StoredDocument& document,
                    EventData data) {
  for (const Suggestion& each : visible_suggestions(store, assignment, document))
    data["seen"].push_back(each.source);
  return data;
}

}  // namespace

/// The acts on a document that stand, the last at the end, and those that were undone since the last one.
std::optional<Event> Store::standing(std::int64_t assignment, std::int64_t document, EventKind kind) {
  std::vector<Event> stand;
  std::vector<Event> undone;
  each_event_since(database_, assignment, document, 0, [&](const Event& event) {
    if (!event.delta) return;
    if (event.kind == EventKind::kUndo) {
      if (!stand.empty()) stand.pop_back();
      undone.push_back(event);
    } else if (event.kind == EventKind::kRedo) {
      if (!undone.empty()) undone.pop_back();
      stand.push_back(event);
    } else if (is_edit(event.kind) && *event.delta != "{}") {
      stand.push_back(event);
      undone.clear();
    }
  });
  std::vector<Event>& wanted = kind == EventKind::kUndo ? stand : undone;
  return wanted.empty() ? std::nullopt : std::optional(std::move(wanted.back()));
}

Outcome<Assignment> Store::own_assignment(std::int64_t id, const Actor& actor) {
  auto given = assignment(id);
  if (!given) return not_found("there is no such assignment");
  if (given->account != actor.account) return Refused{Refusal::kForeign, "the assignment is another's"};
  if (given->state == AssignmentState::kLocked) return Refused{Refusal::kLocked, "the assignment is locked"};
  if (auto closed = refuse_when_closed(*this, Phase::kAssessment)) return *std::move(closed);
  return *std::move(given);
}

Outcome<Accepted> Store::act(std::int64_t id, const Act& act, const JudgingRules& rules, const Actor& actor) {
  if (const auto known = find_event(database_, act.op)) {
    if (known->assignment != id || known->account != actor.account || known->kind != act.kind)
      return Refused{Refusal::kForeign, "this act has the number of another"};
    return Accepted{known->seq, known->version.value_or(0)};
  }
  auto own = own_assignment(id, actor);
  if (auto* const refused = std::get_if<Refused>(&own)) return std::move(*refused);
  const Assignment& given = std::get<Assignment>(own);
  const auto doc = document(act.doc);
  if (!doc || !has_item(given.topic, doc->id))
    return not_found(fmt::format("document {} is not to be judged for this topic", quote(act.doc)));
  if (act.sha256 != doc->sha256) {
    return Refused{Refusal::kConflict,
                   "the text that is shown is not the one that is stored: load the document again"};
  }
  DocumentState state = this->state(id, doc->id);
  if (makes_version(act.kind) && act.base_version != state.version) {
    return Refused{Refusal::kConflict,
                   fmt::format("the document has version {}, and the act is about version {}", state.version,
                               act.base_version)};
  }
  Delta delta;
  Event event;
  std::vector<std::string> warnings;
  if (act.kind == EventKind::kUndo || act.kind == EventKind::kRedo) {
    const auto earlier = standing(id, doc->id, act.kind);
    if (!earlier) return Refused{Refusal::kRule, fmt::format("there is nothing to {}", name_of(act.kind))};
    const auto done = parse_delta(*earlier->delta);
    if (!done) throw StoreError(SQLITE_CORRUPT, "an event is damaged");
    delta = inverse(*done);
    event.undoes = earlier->seq;
  } else {
    const bool grades =
        act.kind == EventKind::kGrade || (act.kind == EventKind::kJudge && !state.grades.empty());
    const auto known = grades && rules.collection != nullptr ? rules.collection->find(act.doc) : std::nullopt;
    auto effect = effect_of(act, state, {doc->length, rules.mode, known ? &*known : nullptr});
    if (grades && known && act.kind == EventKind::kJudge)
      warnings = GradedDocument(state.grades, &*known).warnings();
    if (const auto* const rule = std::get_if<std::string>(&effect)) return Refused{Refusal::kRule, *rule};
    delta = std::get<Delta>(std::move(effect));
  }
  event.op = act.op;
  event.account = actor.account;
  event.assignment = id;
  event.document = doc->id;
  event.kind = act.kind;
  event.server_ms = actor.now_ms;
  event.active_ms = act.active_ms;
  const bool was_judged = state.judged();
  if (makes_version(act.kind)) {
    apply(delta, state);
    event.delta = to_json(delta);
    event.version = ++state.version;
  }
  const std::int64_t seq = record(std::move(event), with_seen(*this, given, *doc, act.data()));
  return Accepted{seq, state.version, !delta.empty() && (was_judged || state.judged()), std::move(warnings)};
}

Outcome<Accepted> Store::answer(std::int64_t id, const FormAnswer& answer, const std::string& op,
                                const JudgingRules& rules, const Actor& actor) {
  if (const auto known = find_event(database_, op)) {
    if (known->assignment != id || known->account != actor.account || known->kind != EventKind::kAnswer)
      return Refused{Refusal::kForeign, "this answer has the number of another act"};
    return Accepted{known->seq, 0};
  }
  auto own = own_assignment(id, actor);
  if (auto* const refused = std::get_if<Refused>(&own)) return std::move(*refused);
  const Form* const form = rules.find(answer.form);
  const FormQuestion* const question = form == nullptr ? nullptr : form->find(answer.question);
  if (question == nullptr)
    return not_found(
        fmt::format("there is no question {} in a form {}", quote(answer.question), quote(answer.form)));
  if (auto fault = fault_of(*question, answer.value)) return Refused{Refusal::kRule, *std::move(fault)};
  Event event;
  event.op = op;
  event.account = actor.account;
  event.assignment = id;
  event.kind = EventKind::kAnswer;
  event.server_ms = actor.now_ms;
  return Accepted{record(std::move(event),
                         {{"form", answer.form}, {"question", answer.question}, {"value", answer.value}}),
                  0};
}

std::optional<Refused> Store::finish(std::int64_t id, const JudgingRules& rules, const Actor& actor) {
  auto own = own_assignment(id, actor);
  if (auto* const refused = std::get_if<Refused>(&own)) return std::move(*refused);
  const Assignment& given = std::get<Assignment>(own);
  std::size_t open = 0;
  std::string first;
  for (const ItemState& item : items(given)) {
    if (item.state.status != Status::kOpen) continue;
    if (open++ == 0) first = item.document.name;
  }
  if (open > 0) {
    return Refused{Refusal::kRule,
                   fmt::format("{} of its documents are not judged yet, {} the first", open, quote(first))};
  }
  const auto answered = answers(id);
  const bool author = is_author(*this, rules, given);
  for (const Form& form : rules.forms) {
    if (form.for_authors && !author) continue;
    std::vector<std::string> missing;
    for (const FormQuestion& question : form.questions) {
      const auto found = answered.find({form.id, question.id});
      if (question.required && (found == answered.end() || found->second.empty()))
        missing.push_back(question.id);
    }
    if (missing.empty()) continue;
    return Refused{Refusal::kRule,
                   fmt::format("the form {} wants answers to {}", quote(form.id), fmt::join(missing, ", "))};
  }
  record(EventKind::kFinish, EventData::object(), actor, id);
  return std::nullopt;
}

Outcome<Accepted> Store::add_extra(std::int64_t id, std::string_view name, const JudgingRules& rules,
                                   const Actor& actor) {
  auto own = own_assignment(id, actor);
  if (auto* const refused = std::get_if<Refused>(&own)) return std::move(*refused);
  const Assignment& given = std::get<Assignment>(own);
  std::optional<std::string> missing;
  if (rules.collection == nullptr) missing = std::string(name);
  const std::int64_t document = missing ? 0 : put_document(*rules.collection, name, missing);
  if (missing) return not_found(fmt::format("there is no document {}", quote(name)));
  if (has_item(given.topic, document))
    return Refused{Refusal::kConflict, fmt::format("document {} is among the items already", quote(name))};
  const std::int64_t batch = std::max<std::int64_t>(
      1, database_.number("SELECT max(batch) FROM item WHERE topic = ?1", given.topic));
  const std::int64_t place =
      database_.number("SELECT max(place) FROM item WHERE topic = ?1", given.topic) + 1;
  database_
      .prepare("INSERT INTO item (topic, document, batch, place, source) VALUES (?1, ?2, ?3, ?4, 'extra')")
      .bind(given.topic, document, batch, place)
      .run();
  return Accepted{
      record(EventKind::kExtra, {{"topic", given.topic}, {"doc", name}, {"reopens", id}}, actor, id), 0};
}

std::optional<Refused> Store::look(std::int64_t id, std::string_view name, const Actor& actor) {
  auto own = own_assignment(id, actor);
  if (auto* const refused = std::get_if<Refused>(&own)) return std::move(*refused);
  const auto found = document(name);
  if (!found || !has_item(std::get<Assignment>(own).topic, found->id))
    return not_found(fmt::format("document {} is not to be judged for this topic", quote(name)));
  record(EventKind::kLook, EventData::object(), actor, id, found->id);
  return std::nullopt;
}

// ---- Reading -------------------------------------------------------------------------------------------------

std::optional<Assignment> Store::assignment(std::int64_t id) {
  return database_.one(
      "SELECT id, topic, account, part, state FROM assignment WHERE id = ?1 AND part <> 'former'",
      assignment_in, id);
}

std::vector<Assignment> Store::assignments() {
  return database_.all(
      "SELECT id, topic, account, part, state FROM assignment WHERE part <> 'former' ORDER BY id",
      assignment_in);
}

std::optional<StoredDocument> Store::document(std::string_view name) {
  return database_.one("SELECT id, name, length, sha256, title FROM document WHERE name = ?1", document_in,
                       name);
}

DocumentState Store::state(std::int64_t assignment, std::int64_t document) {
  return database_
      .one(
          "SELECT version, status, spans, bep, grades FROM state WHERE assignment = ?1 AND document = ?2",
          [](const Statement& row) { return state_in(row, 0); }, assignment, document)
      .value_or(DocumentState());
}

std::map<std::pair<std::string, std::string>, std::string> Store::answers(std::int64_t assignment) {
  std::map<std::pair<std::string, std::string>, std::string> out;
  database_.each(
      "SELECT form, question, value FROM answer WHERE assignment = ?1",
      [&](const Statement& row) {
        out[{row.copy(0), row.copy(1)}] = row.copy(2);
      },
      assignment);
  return out;
}

std::optional<Assignment> Store::assignment_of(std::string_view topic, Part part) {
  return database_.one(
      "SELECT id, topic, account, part, state FROM assignment WHERE topic = ?1 AND part = ?2 ORDER BY id",
      assignment_in, topic, name_of(part));
}

std::vector<ItemState> Store::items(const Assignment& assignment) {
  auto out = database_.all(
      "SELECT d.id, d.name, d.length, d.sha256, d.title, i.batch, i.place, i.source, s.version, s.status, s.spans, s.bep, s.grades "
      "FROM item i JOIN document d ON d.id = i.document LEFT JOIN state s ON s.assignment = ?2 AND s.document = i.document WHERE "
      "i.topic = ?1 ORDER BY i.place, d.id",
      [](const Statement& row) {
        ItemState item;
        item.document = document_in(row);
        item.batch = row.integer(5);
        item.place = row.integer(6);
        item.extra = row.text(7) == "extra";
        if (!row.is_null(8)) item.state = state_in(row, 8);
        return item;
      },
      assignment.topic, assignment.id);
  if (assignment.part != Part::kFinal) return out;
  const auto main = assignment_of(assignment.topic, Part::kMain);
  const auto second = assignment_of(assignment.topic, Part::kSecond);
  std::erase_if(out, [&](const ItemState& item) {
    const bool decided = item.state.version > 0;
    return !decided && !(main && second &&
                         disagree(state(main->id, item.document.id), state(second->id, item.document.id)));
  });
  return out;
}

bool Store::has_item(std::string_view topic, std::int64_t document) {
  return database_.any("SELECT 1 FROM item WHERE topic = ?1 AND document = ?2", topic, document);
}

std::vector<std::string> Store::topics() {
  return database_.all("SELECT id FROM topic ORDER BY place, id", text_in);
}

std::string Store::topic_fields(std::string_view topic) {
  return database_.one("SELECT fields FROM topic WHERE id = ?1", text_in, topic).value_or("");
}

std::optional<std::int64_t> Store::account(std::string_view name) {
  return database_.one("SELECT id FROM account WHERE name = ?1", integer_in, name);
}

std::string Store::account_name(std::int64_t id) {
  return database_.one("SELECT name FROM account WHERE id = ?1", text_in, id).value_or("");
}

bool Store::add_snapshot(std::string_view name, const Actor& actor) {
  if (snapshot(name)) return false;
  record(EventKind::kSnapshot, {{"name", name}, {"seq", head_of(database_).seq}}, actor);
  return true;
}

std::optional<std::int64_t> Store::snapshot(std::string_view name) {
  return database_.one("SELECT seq FROM snapshot WHERE name = ?1", integer_in, name);
}

// ---- What follows from events --------------------------------------------------------------------------------

namespace {

void put_state(Store& store, std::int64_t assignment, std::int64_t document, const DocumentState& state) {
  store.database()
      .prepare(
          "INSERT INTO state (assignment, document, version, status, spans, bep, grades, characters) VALUES (?1, "
          "?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (assignment, document) DO UPDATE SET version = "
          "excluded.version, status = excluded.status, spans = excluded.spans, bep = excluded.bep, grades = "
          "excluded.grades, characters = excluded.characters")
      .bind(assignment, document, state.version, name_of(state.status), spans_json(state.spans).dump(),
            state.bep ? std::optional<std::int64_t>(*state.bep) : std::nullopt,
            grades_json(state.grades).dump(), static_cast<std::int64_t>(character_count(state.spans)))
      .run();
}

void set_state(Store& store, const Event& event, AssignmentState state) {
  store.database()
      .prepare("UPDATE assignment SET state = ?2 WHERE id = ?1")
      .bind(event.assignment.value(), name_of(state))
      .run();
  if (store.database().changes() != 1) throw EventFault("is about an unknown assignment");
}

/// An assignment that was done is open again; what is locked stays so.
void reopen(Store& store, const Event& event) {
  store.database()
      .prepare("UPDATE assignment SET state = 'open' WHERE id = ?1 AND state = 'done'")
      .bind(event.assignment.value())
      .run();
}

void reopen(Store& store, const std::string& topic) {
  store.database()
      .prepare("UPDATE assignment SET state = 'open' WHERE topic = ?1 AND state = 'done'")
      .bind(topic)
      .run();
}

}  // namespace

void apply_act(Store& store, const Event& event, const EventData& /*data*/) {
  const Delta delta = parse_delta(event.delta.value()).value();
  DocumentState state = store.state(event.assignment.value(), event.document.value());
  apply(delta, state);
  ++state.version;
  put_state(store, *event.assignment, *event.document, state);
  if (delta.status && delta.status->second == Status::kOpen) reopen(store, event);
  if (state.version != event.version.value())
    throw EventFault(fmt::format("makes version {} and says {}", state.version, *event.version));
}

void apply_answer(Store& store, const Event& event, const EventData& data) {
  store.database()
      .prepare(
          "INSERT INTO answer (assignment, form, question, value) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (assignment, "
          "form, question) DO UPDATE SET value = excluded.value")
      .bind(event.assignment.value(), text_of(data, "form"), text_of(data, "question"),
            text_of(data, "value"))
      .run();
}

void apply_finish(Store& store, const Event& event, const EventData& /*data*/) {
  set_state(store, event, AssignmentState::kDone);
}

void apply_lock(Store& store, const Event& event, const EventData& /*data*/) {
  set_state(store, event, event.kind == EventKind::kLock ? AssignmentState::kLocked : AssignmentState::kOpen);
}

void apply_extra(Store& store, const Event& event, const EventData& data) {
  // Who adds a document has it to judge. Others who are done stay done: nobody's work is finished for them by somebody else's. Earlier
  // versions opened the topic again for everyone, and wrote no "reopens".
  data.contains("reopens") ? reopen(store, event) : reopen(store, text_of(data, "topic"));
}

void apply_batch(Store& store, const Event& /*event*/, const EventData& data) {
  for (const std::string topic : data.at("topics")) reopen(store, topic);
}

void apply_assign(Store& store, const Event& event, const EventData& data) {
  store.database()
      .prepare(
          "INSERT INTO assignment (id, topic, account, part, state) VALUES (?1, ?2, ?3, ?4, 'open') ON CONFLICT (id) DO "
          "UPDATE SET part = excluded.part, state = excluded.state")
      .bind(event.assignment.value(), text_of(data, "topic"), data.at("account").get<std::int64_t>(),
            text_of(data, "part"))
      .run();
}

void apply_unassign(Store& store, const Event& event, const EventData& /*data*/) {
  store.database()
      .prepare("UPDATE assignment SET part = 'former' WHERE id = ?1")
      .bind(event.assignment.value())
      .run();
  if (store.database().changes() != 1) throw EventFault("is about an unknown assignment");
}

void apply_account(Store& store, const Event& /*event*/, const EventData& data) {
  store.database()
      .prepare(
          "INSERT INTO account (id, name, role, hash, active, settings) VALUES (?1, ?2, ?3, '', 1, '{}')")
      .bind(data.at("id").get<std::int64_t>(), text_of(data, "name"), text_of(data, "role"))
      .run();
}

void apply_snapshot(Store& store, const Event& /*event*/, const EventData& data) {
  const std::int64_t seq = data.at("seq");
  const auto chain = store.database().one("SELECT chain FROM event WHERE seq = ?1", text_in, seq);
  store.database()
      .prepare("INSERT INTO snapshot (name, seq, sha256) VALUES (?1, ?2, ?3)")
      .bind(text_of(data, "name"), seq, hex(chain.value_or(first_chain())))
      .run();
}

}  // namespace fovea::assess
