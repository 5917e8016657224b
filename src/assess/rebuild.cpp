#include "assess/rebuild.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace fovea::assess {

namespace {

/// Applies events, one after the other.
class Replay {
 public:
  explicit Replay(std::vector<std::string>& faults) : faults_(faults) {}

  void apply(const Event& event) {
    check_chain(event);
    try {
      const auto data = nlohmann::json::parse(event.data);
      if (event.delta) {
        apply_delta(event);
      } else if (event.kind == "answer") {
        out.answers[{event.assignment.value(), data.at("form"), data.at("question")}] = data.at("value");
      } else if (event.kind == "finish") {
        assignment(event).state = AssignmentState::kDone;
      } else if (event.kind == "admin.assign") {
        out.assignments[event.assignment.value()] = {
            event.assignment.value(), data.at("topic"), data.at("account"),
            part_named(std::string(data.at("part"))).value(), AssignmentState::kOpen};
      } else if (event.kind == "admin.lock") {
        assignment(event).state = AssignmentState::kLocked;
      } else if (event.kind == "admin.unlock") {
        assignment(event).state = AssignmentState::kOpen;
      } else if (event.kind == "admin.batch") {
        for (const std::string topic : data.at("topics")) reopen(topic);
      } else if (event.kind == "extra") {
        // Earlier versions opened the topic again for everyone, and wrote no "reopens".
        data.contains("reopens") ? reopen(assignment(event)) : reopen(data.at("topic"));
      } else if (event.kind == "admin.account") {
        out.roles[data.at("id")] = {data.at("role"), ""};
      } else if (event.kind == "admin.roles") {
        out.roles[data.at("account")] = {data.at("role"), data.value("group", "")};
      } else if (event.kind == "admin.phase") {
        const Phase phase = phase_named(std::string(data.at("phase"))).value();
        PhaseRecord& record = out.phases.try_emplace(phase, PhaseRecord{phase}).first->second;
        apply_phase_event(event.data, event.server_ms, record);
      } else if (event.kind.starts_with("run.")) {
        replay_submission(event, out.submissions);
      } else if (event.kind.starts_with("result.")) {
        replay_publication(event, out.publications);
      } else {
        replay(event, out.candidates);
      }
    } catch (const std::exception&) {
      faults_.push_back(fmt::format("event {} is damaged", event.seq));
    }
  }

  Rebuilt out;

 private:
  void check_chain(const Event& event) {
    if (event.seq != out.head.seq + 1)
      faults_.push_back(fmt::format("event {} follows event {}", event.seq, out.head.seq));
    if (chain_after(out.head.chain, event) != event.chain)
      faults_.push_back(fmt::format(
          "event {} is not chained to the one before: it, or one before it, was changed", event.seq));
    out.head = {event.seq, event.chain};
  }

  Assignment& assignment(const Event& event) { return out.assignments.at(event.assignment.value()); }

  void apply_delta(const Event& event) {
    const Delta delta = parse_delta(*event.delta).value();
    DocumentState& state = out.states[{event.assignment.value(), event.document.value()}];
    assess::apply(delta, state);
    ++state.version;
    if (state.version != event.version.value())
      faults_.push_back(
          fmt::format("event {} makes version {} and says {}", event.seq, state.version, *event.version));
    Assignment& given = assignment(event);
    if (given.state == AssignmentState::kDone && delta.status && delta.status->second == Status::kOpen)
      given.state = AssignmentState::kOpen;
  }

  void reopen(const std::string& topic) {
    for (auto& [id, given] : out.assignments) {
      if (given.topic == topic) reopen(given);
    }
  }
  static void reopen(Assignment& given) {
    if (given.state == AssignmentState::kDone) given.state = AssignmentState::kOpen;
  }

  std::vector<std::string>& faults_;
};

template <class Map>
void compare(const Map& events, const Map& tables, std::string_view what, std::vector<std::string>& faults) {
  std::size_t different = 0;
  for (const auto& [key, value] : events) {
    const auto found = tables.find(key);
    if (found == tables.end() || !(found->second == value)) ++different;
  }
  for (const auto& [key, value] : tables) different += events.contains(key) ? 0 : 1;
  if (different > 0) faults.push_back(fmt::format("{} {} are not what the events say", different, what));
}

}  // namespace

Rebuilt rebuild(Store& store, std::optional<std::int64_t> last, std::vector<std::string>& faults) {
  Replay replay(faults);
  each_event(store.database(), [&](const Event& event) {
    if (last && event.seq > *last) return false;
    replay.apply(event);
    return true;
  });
  return std::move(replay.out);
}

Rebuilt tables_of(Store& store) {
  Rebuilt out;
  Database& database = store.database();
  for (const Assignment& assignment : store.assignments()) out.assignments[assignment.id] = assignment;
  database.each("SELECT assignment, document FROM state", [&](const Statement& row) {
    out.states[{row.integer(0), row.integer(1)}] = store.state(row.integer(0), row.integer(1));
  });
  database.each("SELECT assignment, form, question, value FROM answer", [&](const Statement& row) {
    out.answers[{row.integer(0), row.copy(1), row.copy(2)}] = row.copy(3);
  });
  database.each("SELECT name FROM phase", [&](const Statement& row) {
    if (const auto known = phase_named(row.text(0))) out.phases[*known] = phase_record(store, *known);
  });
  database.each("SELECT a.id, a.role, m.grp FROM account a LEFT JOIN member m ON m.account = a.id",
                [&](const Statement& row) {
                  out.roles[row.integer(0)] = {row.copy(1), row.copy(2)};
                });
  out.candidates = candidate_table(store);
  for (Submission& each : submissions(store)) out.submissions[each.id] = std::move(each);
  for (Publication& each : publications(store)) out.publications[each.name] = std::move(each);
  out.head = head_of(database);
  return out;
}

std::vector<std::string> verify(Store& store) {
  std::vector<std::string> faults;
  Database& database = store.database();
  database.each("PRAGMA integrity_check(20)", [&](const Statement& row) {
    if (row.text(0) != "ok") faults.push_back(row.copy(0));
  });
  if (!faults.empty()) return faults;
  const Rebuilt events = rebuild(store, std::nullopt, faults);
  const Rebuilt tables = tables_of(store);
  compare(events.assignments, tables.assignments, "assignments", faults);
  compare(events.states, tables.states, "states of documents", faults);
  compare(events.answers, tables.answers, "answers", faults);
  compare(events.phases, tables.phases, "phases", faults);
  compare(events.submissions, tables.submissions, "runs that were sent in", faults);
  compare(events.publications, tables.publications, "results", faults);
  compare(events.roles, tables.roles, "roles of accounts", faults);
  compare(events.candidates, tables.candidates, "topics in work", faults);
  database.each("SELECT s.name, e.chain, s.sha256 FROM snapshot s LEFT JOIN event e ON e.seq = s.seq",
                [&](const Statement& row) {
                  if (hex(row.copy(1)) != row.text(2))
                    faults.push_back(fmt::format("snapshot '{}' was taken of other events", row.text(0)));
                });
  return faults;
}

}  // namespace fovea::assess
