#include "assess/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "assess/event_kinds.h"
#include "assess/phases.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

/// Of a list of versions.
constexpr std::size_t kMostVersions = 50;
constexpr std::size_t kMostVersionBytes = std::size_t{256} << 10;

Candidate candidate_in(const Statement& row) {
  Diagnostics said;
  auto read = read_candidates(InputFile::from_memory("candidate", row.text(3)), said);
  if (!said.ok() || read.size() != 1) throw StoreError(SQLITE_CORRUPT, "a candidate is damaged");
  Candidate out = std::move(read.front());
  out.account = row.integer(1);
  return out;
}

void put_candidate(Store& store, std::int64_t id, const Candidate& candidate) {
  store.database()
      .prepare(
          "INSERT INTO candidate (id, account, state, line) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET state "
          "= excluded.state, line = excluded.line")
      .bind(id, candidate.account, name_of(candidate.state), to_json_line(candidate))
      .run();
}

/// Changes a candidate that must be there.
template <class Change>
void change_candidate(Store& store, std::int64_t id, const Change& change) {
  auto candidate = find_candidate(store, id);
  if (!candidate) throw EventFault("is about an unknown candidate");
  change(*candidate);
  put_candidate(store, id, *candidate);
}

/// Of an act that its sender has given a number.
Event event_of(EventKind kind, const std::string& op, const Actor& actor) {
  Event event;
  event.op = op;
  event.account = actor.account;
  event.kind = kind;
  event.server_ms = actor.now_ms;
  return event;
}

Refused no_candidate() {
  return {Refusal::kNotFound, "there is no such candidate"};
}

/// What stands against an act on a draft, or against moving a candidate between states.
std::optional<Refused> fault_of_state(const Candidate& candidate, EventKind kind) {
  const CandidateState state = candidate.state;
  if (kind == EventKind::kProposalTakeBack) {
    if (state == CandidateState::kHandedIn) return std::nullopt;
    return Refused{Refusal::kRule, "only a topic that was handed in can be taken back"};
  }
  if (kind == EventKind::kProposalWithdraw && state == CandidateState::kHandedIn) return std::nullopt;
  if (state == CandidateState::kDraft) return std::nullopt;
  return Refused{Refusal::kLocked,
                 fmt::format("the topic is {}: it does not change any more",
                             state == CandidateState::kHandedIn ? "handed in" : name_of(state))};
}

/// What is wrong with an act, by what it says.
std::optional<Refused> fault_of_act(const Candidate& candidate, const CandidateAct& act,
                                    const CandidateRules& rules) {
  switch (act.kind) {
    case EventKind::kProposalSave:
      if (act.base_version == candidate.version) return std::nullopt;
      return Refused{Refusal::kConflict,
                     fmt::format("the topic has version {}, and what is saved is about version {}",
                                 candidate.version, act.base_version)};
    case EventKind::kProposalSearch:
      if (act.query.empty()) return Refused{Refusal::kRule, "a search has words"};
      if (candidate.searches.size() < rules.limits.searches_per_proposal) return std::nullopt;
      return Refused{Refusal::kRule,
                     fmt::format("limit reached: {} searches are kept", rules.limits.searches_per_proposal)};
    case EventKind::kProposalJudge: {
      if (rules.collection != nullptr && !rules.collection->find(act.doc))
        return Refused{Refusal::kNotFound, fmt::format("there is no document {}", quote(act.doc))};
      const bool known = std::ranges::find(candidate.judged, act.doc, &std::pair<std::string, bool>::first) !=
                         candidate.judged.end();
      if (known || !act.relevant || candidate.judged.size() < kExplored) return std::nullopt;
      return Refused{Refusal::kRule,
                     fmt::format("{} articles are judged, which is all that is asked", kExplored)};
    }
    case EventKind::kProposalAnswer: {
      const auto form = std::ranges::find(rules.forms, act.form, &Form::id);
      const FormQuestion* const question = form == rules.forms.end() ? nullptr : (*form)->find(act.question);
      if (question == nullptr)
        return Refused{Refusal::kNotFound, fmt::format("there is no question {} in a form {}",
                                                       quote(act.question), quote(act.form))};
      if (auto fault = fault_of(*question, act.value)) return Refused{Refusal::kRule, *std::move(fault)};
      return std::nullopt;
    }
    case EventKind::kProposalHandIn:
      if (!candidate.field("title").empty()) return std::nullopt;
      return Refused{Refusal::kRule, "a topic has a title at least"};
    default:
      return std::nullopt;
  }
}

/// Whether an act adds to what is kept of a topic, beside its state.
bool grows(EventKind kind) {
  return kind == EventKind::kProposalSave || kind == EventKind::kProposalSearch ||
         kind == EventKind::kProposalJudge || kind == EventKind::kProposalAnswer;
}

/// What a save really changes.
void drop_unchanged(const Candidate& candidate, CandidateAct& act) {
  std::erase_if(act.fields, [&](const auto& each) { return candidate.field(each.first) == each.second; });
}

/// Topics of a group, whatever became of them. No row is read further than its account: lines are long.
std::uint64_t count_of_group(Store& store, const std::string& group, const Actor& actor) {
  return static_cast<std::uint64_t>(store.database().number(
      "SELECT count(*) FROM candidate WHERE account = ?1 OR account IN (SELECT account FROM member WHERE grp = ?2)",
      actor.account, group));
}

/// The candidate that a topic of the track was made from.
std::optional<Candidate> candidate_of_topic(Store& store, std::string_view topic) {
  return store.database().one(
      "SELECT id, account, state, line FROM candidate WHERE state = 'chosen' AND json_extract(line, '$.number') = ?1",
      candidate_in, topic);
}

/// The chosen ones, in their order.
std::vector<std::pair<std::int64_t, Candidate>> chosen_in(Store& store) {
  std::vector<std::pair<std::int64_t, Candidate>> out;
  for (auto& [id, candidate] : candidate_table(store)) {
    if (candidate.state == CandidateState::kChosen) out.emplace_back(id, candidate);
  }
  std::ranges::sort(out, {}, [](const auto& each) { return std::pair(each.second.place, each.first); });
  return out;
}

}  // namespace

std::vector<const Form*> author_forms(const std::vector<Form>& forms) {
  std::vector<const Form*> out;
  for (const Form& form : forms) {
    if (form.for_authors) out.push_back(&form);
  }
  return out;
}

// ---- Authors -----------------------------------------------------------------------------------------------------

Outcome<std::int64_t> add_candidate(Store& store, const std::string& group, const std::string& op,
                                    const CandidateRules& rules, const Actor& actor) {
  if (const auto known = find_event(store.database(), op)) {
    if (known->account != actor.account || known->kind != EventKind::kProposalNew)
      return Refused{Refusal::kForeign, "this act has the number of another"};
    return nlohmann::json::parse(known->data).at("candidate").get<std::int64_t>();
  }
  if (auto closed = refuse_unless_open(store, Phase::kTopics)) return *std::move(closed);
  const std::int64_t last = store.database().number("SELECT coalesce(max(id), 0) FROM candidate");
  if (count_of_group(store, group, actor) >= rules.limits.proposals_per_group) {
    return Refused{Refusal::kRule, fmt::format("your group has {} topics, and no more are taken",
                                               rules.limits.proposals_per_group)};
  }
  store.record(event_of(EventKind::kProposalNew, op, actor), {{"candidate", last + 1}, {"group", group}});
  return last + 1;
}

Outcome<Candidate> act_on_candidate(Store& store, std::int64_t id, const CandidateAct& asked,
                                    const CandidateRules& rules, const Actor& actor) {
  CandidateAct act = asked;
  auto candidate = find_candidate(store, id);
  if (!candidate || candidate->account != actor.account) return no_candidate();
  if (const auto known = find_event(store.database(), act.op)) {
    if (known->account != actor.account || known->kind != act.kind)
      return Refused{Refusal::kForeign, "this act has the number of another"};
    return *std::move(candidate);
  }
  if (auto closed = refuse_unless_open(store, Phase::kTopics)) return *std::move(closed);
  if (auto fault = fault_of_state(*candidate, act.kind)) return *std::move(fault);
  if (auto fault = fault_of_act(*candidate, act, rules)) return *std::move(fault);
  if (act.kind == EventKind::kProposalSave) {
    drop_unchanged(*candidate, act);
    if (act.fields.empty()) return *std::move(candidate);
  }
  const std::size_t before = to_json_line(*candidate).size();
  const EventData data = event_data(act, id, candidate->version + 1);
  apply_event(act.kind, data, *candidate);
  const std::size_t after = to_json_line(*candidate).size();
  // What is too long already may still be handed in, and made shorter.
  if (after > kilobytes(rules.limits.proposal_kb) && after > before && grows(act.kind)) {
    return Refused{Refusal::kRule,
                   fmt::format("the topic with its searches, verdicts and answers takes more than {} kB",
                               rules.limits.proposal_kb)};
  }
  store.record(event_of(act.kind, act.op, actor), data);
  return *std::move(candidate);
}

CandidateVersions versions_of(Store& store, const Candidate& candidate, std::int64_t before,
                              std::int64_t together_ms) {
  CandidateVersions out;
  std::deque<CandidateVersion> last;
  std::size_t bytes = 0;
  const auto size_of = [](const CandidateVersion& each) {
    std::size_t sum = 0;
    for (const auto& [name, text] : each.fields) sum += name.size() + text.size();
    return sum;
  };
  Candidate so_far;
  std::optional<std::int64_t> first_ms;  // of the saves that are listed as one, in so_far
  std::int64_t last_ms = 0;
  const auto end_version = [&] {
    if (!std::exchange(first_ms, std::nullopt) || so_far.version >= before) return;
    last.push_back({so_far.version, last_ms, so_far.fields});
    bytes += size_of(last.back());
    while (last.size() > 1 && (last.size() > kMostVersions || bytes > kMostVersionBytes)) {
      bytes -= size_of(last.front());
      last.pop_front();
      out.older = true;
    }
  };
  // Acts on topics in work are about no assignment and no document, which an index finds.
  store.database().each(
      "SELECT data, server_ms, kind FROM event WHERE assignment IS NULL AND document IS NULL AND kind IN (?3, ?4) AND account = "
      "?1 AND json_extract(data, '$.candidate') = CAST(?2 AS INTEGER) ORDER BY seq",
      [&](const Statement& row) {
        const std::int64_t now_ms = row.integer(1);
        const bool handed_in = row.text(2) == name_of(EventKind::kProposalHandIn);
        const auto data = EventData::parse(row.text(0));
        const bool together = first_ms && now_ms >= *first_ms && now_ms - *first_ms < together_ms;
        if (!together || handed_in || data.contains("apart")) end_version();
        if (handed_in) return;
        apply_event(EventKind::kProposalSave, data, so_far);
        if (!first_ms) first_ms = now_ms;
        last_ms = now_ms;
      },
      candidate.account, candidate.id, name_of(EventKind::kProposalSave),
      name_of(EventKind::kProposalHandIn));
  end_version();
  out.versions.assign(std::make_move_iterator(last.begin()), std::make_move_iterator(last.end()));
  return out;
}

// ---- Organisers --------------------------------------------------------------------------------------------------

Outcome<Candidate> decide(Store& store, std::int64_t id, CandidateState decision, std::string_view reason,
                          const Actor& actor) {
  auto candidate = find_candidate(store, id);
  if (!candidate || candidate->state == CandidateState::kDraft ||
      candidate->state == CandidateState::kWithdrawn)
    return no_candidate();
  if (auto closed = refuse_unless_open(store, Phase::kSelection)) return *std::move(closed);
  std::int64_t place = 0;
  if (decision == CandidateState::kChosen) {
    for (const auto& [other, chosen] : chosen_in(store)) place = std::max(place, chosen.place);
    place = candidate->state == CandidateState::kChosen ? candidate->place : place + 1;
  }
  store.record(EventKind::kDecision,
               {{"candidate", id}, {"decision", name_of(decision)}, {"place", place}, {"reason", reason}},
               actor);
  return *find_candidate(store, id);
}

std::optional<Refused> put_in_order(Store& store, const std::vector<std::int64_t>& ids, const Actor& actor) {
  if (auto closed = refuse_unless_open(store, Phase::kSelection)) return closed;
  std::vector<std::int64_t> expected;
  for (const auto& [id, candidate] : chosen_in(store)) expected.push_back(id);
  if (!std::ranges::is_permutation(ids, expected))
    return Refused{Refusal::kConflict,
                   "the order names other topics than those that are chosen: load the table again"};
  store.record(EventKind::kOrder, {{"candidates", ids}}, actor);
  return std::nullopt;
}

std::optional<std::string> number_after(std::string_view number) {
  std::string out(number);
  std::size_t at = out.size();
  while (at > 0 && out[at - 1] == '9') out[--at] = '0';
  if (at > 0 && out[at - 1] >= '0' && out[at - 1] < '9') {
    ++out[at - 1];
    return out;
  }
  if (at == out.size()) return std::nullopt;  // no digit at its end
  out.insert(at, 1, '1');
  return out;
}

std::optional<Refused> number_topics(Store& store, std::string_view first, const Actor& actor) {
  constexpr std::size_t kLongestNumber = 100;
  if (auto closed = refuse_unless_open(store, Phase::kSelection)) return closed;
  const bool plain =
      std::ranges::none_of(first, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; });
  if (!plain || first.size() > kLongestNumber || !number_after(first))
    return Refused{Refusal::kRule, fmt::format("found {}, expected a number as 2010001", quote(first))};
  std::string number(first);
  EventData numbers = EventData::array();
  for (const auto& [id, candidate] : chosen_in(store)) {
    numbers.push_back({id, number});
    number = number_after(number).value();
  }
  if (numbers.empty()) return Refused{Refusal::kRule, "no topic is chosen yet"};
  store.record(EventKind::kNumber, {{"numbers", numbers}}, actor);
  return std::nullopt;
}

// ---- Reading -----------------------------------------------------------------------------------------------------

std::optional<Candidate> find_candidate(Store& store, std::int64_t id) {
  return store.database().one("SELECT id, account, state, line FROM candidate WHERE id = ?1", candidate_in,
                              id);
}

CandidatesById candidate_table(Store& store, std::optional<std::int64_t> account) {
  CandidatesById out;
  store.database().each(
      "SELECT id, account, state, line FROM candidate WHERE ?1 IS NULL OR account = ?1 ORDER BY id",
      [&](const Statement& row) { out.emplace(row.integer(0), candidate_in(row)); }, account);
  return out;
}

std::vector<Candidate> all_candidates(Store& store) {
  std::vector<Candidate> out;
  for (auto& [id, candidate] : candidate_table(store)) {
    candidate.author = store.account_name(candidate.account);
    out.push_back(std::move(candidate));
  }
  return out;
}

void apply_new_candidate(Store& store, const Event& event, const EventData& data) {
  const std::int64_t id = data.at("candidate");
  Candidate made{std::to_string(id)};
  made.account = event.account.value();
  made.group = data.at("group");
  made.state = CandidateState::kDraft;
  put_candidate(store, id, made);
}

void apply_candidate_act(Store& store, const Event& event, const EventData& data) {
  change_candidate(store, data.at("candidate"),
                   [&](Candidate& candidate) { apply_event(event.kind, data, candidate); });
}

void apply_order(Store& store, const Event& /*event*/, const EventData& data) {
  std::int64_t place = 0;
  for (const std::int64_t id : data.at("candidates"))
    change_candidate(store, id, [&](Candidate& candidate) { candidate.place = ++place; });
}

void apply_numbers(Store& store, const Event& /*event*/, const EventData& data) {
  for (const auto& each : data.at("numbers"))
    change_candidate(store, each.at(0), [&](Candidate& candidate) { candidate.number = each.at(1); });
}

bool is_author(Store& store, const JudgingRules& rules, const Assignment& assignment) {
  const auto named = rules.authors.find(assignment.topic);
  if (named == rules.authors.end() || named->second.empty()) {
    if (const auto written = candidate_of_topic(store, assignment.topic))
      return written->account == assignment.account;
  }
  return rules.is_author(assignment.topic, store.account_name(assignment.account),
                         assignment.part == Part::kMain);
}

void carry_answers(Store& store, const Assignment& assignment, const Actor& actor) {
  const auto written = candidate_of_topic(store, assignment.topic);
  if (!written || written->account != assignment.account) return;
  for (const auto& [place, value] : written->answers) {
    const auto& [form, question] = place;
    if (value.empty()) continue;
    store.record(EventKind::kAnswer,
                 {{"form", form}, {"question", question}, {"value", value}, {"candidate", written->id}},
                 actor, assignment.id);
  }
}

bool may_work_on(const Session& session, const Candidate& candidate, bool looks) {
  const bool handed_in =
      candidate.state != CandidateState::kDraft && candidate.state != CandidateState::kWithdrawn;
  if (looks && handed_in && may(session, Action::kOrganise)) return true;
  // The owner of the machine has no account, and no topics.
  return may(session, Action::kTakePart) && candidate.account == session.account;
}

Candidate as_told(Store& store, Candidate candidate) {
  const bool decided =
      candidate.state == CandidateState::kChosen || candidate.state == CandidateState::kRejected;
  if (!decided || phase_record(store, Phase::kSelection).state == PhaseState::kClosed) return candidate;
  candidate.state = CandidateState::kHandedIn;
  candidate.place = 0;
  candidate.number.clear();
  candidate.reason.clear();
  return candidate;
}

std::string public_data(EventKind kind, std::string data, const CandidatesById& candidates) {
  if (kind < EventKind::kProposalNew || kind > EventKind::kProposalWithdraw) return data;
  const auto json = nlohmann::json::parse(data, nullptr, false);
  const bool known = json.is_object() && json.contains("candidate");
  const auto found = known ? candidates.find(json["candidate"]) : candidates.end();
  if (found != candidates.end() && found->second.state != CandidateState::kDraft &&
      found->second.state != CandidateState::kWithdrawn)
    return data;
  EventData out{{"withheld", true}};
  if (known) out["candidate"] = json["candidate"];
  return out.dump();
}

}  // namespace fovea::assess
