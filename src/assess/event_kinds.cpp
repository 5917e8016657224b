#include "assess/event_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace fovea::assess {

// The functions of the records, each in the file of what it changes. Nobody else calls them.
void apply_act(Store& store, const Event& event, const EventData& data);
void apply_answer(Store& store, const Event& event, const EventData& data);
void apply_finish(Store& store, const Event& event, const EventData& data);
void apply_extra(Store& store, const Event& event, const EventData& data);
void apply_assign(Store& store, const Event& event, const EventData& data);
void apply_unassign(Store& store, const Event& event, const EventData& data);
void apply_lock(Store& store, const Event& event, const EventData& data);
void apply_batch(Store& store, const Event& event, const EventData& data);
void apply_snapshot(Store& store, const Event& event, const EventData& data);
void apply_account(Store& store, const Event& event, const EventData& data);
void apply_roles(Store& store, const Event& event, const EventData& data);
void apply_active(Store& store, const Event& event, const EventData& data);
void apply_phase(Store& store, const Event& event, const EventData& data);
void apply_new_candidate(Store& store, const Event& event, const EventData& data);
void apply_candidate_act(Store& store, const Event& event, const EventData& data);
void apply_order(Store& store, const Event& event, const EventData& data);
void apply_numbers(Store& store, const Event& event, const EventData& data);
void apply_upload(Store& store, const Event& event, const EventData& data);
void apply_check(Store& store, const Event& event, const EventData& data);
void apply_withdrawal(Store& store, const Event& event, const EventData& data);
void apply_restoration(Store& store, const Event& event, const EventData& data);
void apply_publish(Store& store, const Event& event, const EventData& data);
void apply_made(Store& store, const Event& event, const EventData& data);

namespace {

// clang-format off
constexpr std::array kRecords = {
    EventRecord{EventKind::kAdd, "add", "`begin`, `end`", "marks characters", apply_act},
    EventRecord{EventKind::kRemove, "remove", "`begin`, `end`", "erases marks", apply_act},
    EventRecord{EventKind::kBep, "bep", "`at`, or null", "the best entry point", apply_act},
    EventRecord{EventKind::kGrade, "grade", "`path`, `e`, `s`; without both the grade is taken away", "exhaustivity and specificity of an element, 0 to 3, both 0 or neither", apply_act},
    EventRecord{EventKind::kJudge, "judge", "`verdict`: `relevant`, `not_relevant` or `problem`", "the status", apply_act},
    EventRecord{EventKind::kReopen, "reopen", "", "the status, back to open", apply_act},
    EventRecord{EventKind::kUndo, "undo", "", "takes back the last act that stands", apply_act},
    EventRecord{EventKind::kRedo, "redo", "", "does the last act again that was taken back", apply_act},
    EventRecord{EventKind::kComment, "comment", "`text`", "nothing", nullptr},
    EventRecord{EventKind::kTime, "time", "", "nothing: working time", nullptr},
    EventRecord{EventKind::kAnswer, "answer", "`form`, `question`, `value`; `candidate` where the author of the topic had answered already", "an answer to a question of a form", apply_answer},
    EventRecord{EventKind::kFinish, "finish", "", "the assignment is done", apply_finish},
    EventRecord{EventKind::kExtra, "extra", "`topic`, `doc`, `reopens`: the assignment", "a document that no run returned becomes an item of the topic; the assignment is open again if it was finished. Without `reopens` (earlier versions) all finished assignments of the topic are", apply_extra},
    EventRecord{EventKind::kLook, "look", "", "nothing: the assessor was shown what runs returned of the document", nullptr},
    EventRecord{EventKind::kAssign, "admin.assign", "`topic`, `account`, `part`: `main`, `second` or `final`", "a new assignment, or a former one of the account again, with all its work", apply_assign},
    EventRecord{EventKind::kUnassign, "admin.unassign", "", "the assignment is a former one: its work counts nowhere", apply_unassign},
    EventRecord{EventKind::kLock, "admin.lock", "", "the assignment is locked", apply_lock},
    EventRecord{EventKind::kUnlock, "admin.unlock", "", "the assignment is open", apply_lock},
    EventRecord{EventKind::kBatch, "admin.batch", "`batch`, `items`, `topics`", "finished assignments of the topics, which have new items, are open again", apply_batch},
    EventRecord{EventKind::kPool, "admin.pool", "`method`, `size` or `depth`, `budget`, `runs`, `left_out`, `topics`, `items`, `sha256` of the file", "nothing: a pool was made, and replaced one that nobody had begun to judge", nullptr},
    EventRecord{EventKind::kAccount, "admin.account", "`id`, `name`, `role`", "a new account", apply_account},
    EventRecord{EventKind::kRoles, "admin.roles", "`account`, `role`, `group`", "what an account may do, and its group", apply_roles},
    EventRecord{EventKind::kActive, "admin.active", "`account`, `active`", "whether an account can be used", apply_active},
    EventRecord{EventKind::kInvite, "admin.invite", "`account`", "nothing: an invitation, which replaces those before", nullptr},
    EventRecord{EventKind::kRevoke, "admin.revoke", "`account`", "nothing: its invitation is void", nullptr},
    EventRecord{EventKind::kPassword, "admin.password", "`account`", "nothing: a new password", nullptr},
    EventRecord{EventKind::kToken, "admin.token", "`account`", "nothing: a token for uploads", nullptr},
    EventRecord{EventKind::kPhase, "admin.phase", "`phase`, `act`: `open`, `close`, `reopen` or `dates`; `from`, `until`", "a phase of the track", apply_phase},
    EventRecord{EventKind::kSnapshot, "admin.snapshot", "`name`, `seq`", "the events up to `seq` have a name", apply_snapshot},
    EventRecord{EventKind::kSuggestion, "admin.suggestion", "`source`, `documents`", "nothing: suggestions were read", nullptr},
    EventRecord{EventKind::kExport, "admin.export", "`format`, `part`, `finished`, `snapshot`, `suggestions`, `topics`: what was asked for", "nothing: an export", nullptr},
    EventRecord{EventKind::kProposalNew, "candidate.new", "`candidate`, `group`", "a topic in work, of the account", apply_new_candidate},
    EventRecord{EventKind::kProposalSave, "candidate.save", "`candidate`, `version`, `fields` that changed; `apart` where it replaced what another window saved", "its fields", apply_candidate_act},
    EventRecord{EventKind::kProposalSearch, "candidate.search", "`candidate`, `query`", "what was searched for it", apply_candidate_act},
    EventRecord{EventKind::kProposalJudge, "candidate.judge", "`candidate`, `doc`, `relevant` or null", "the verdict on an article", apply_candidate_act},
    EventRecord{EventKind::kProposalAnswer, "candidate.answer", "`candidate`, `form`, `question`, `value`", "an answer of its author", apply_candidate_act},
    EventRecord{EventKind::kProposalHandIn, "candidate.hand_in", "`candidate`, `version`", "its state", apply_candidate_act},
    EventRecord{EventKind::kProposalTakeBack, "candidate.take_back", "`candidate`", "its state", apply_candidate_act},
    EventRecord{EventKind::kProposalWithdraw, "candidate.withdraw", "`candidate`", "its state", apply_candidate_act},
    EventRecord{EventKind::kDecision, "admin.candidate", "`candidate`, `decision`, `place`, `reason`", "what became of it", apply_candidate_act},
    EventRecord{EventKind::kOrder, "admin.order", "`candidates` in their order", "the places of those that are chosen", apply_order},
    EventRecord{EventKind::kNumber, "admin.number", "`numbers`: pairs of candidate and number", "the numbers of those that are chosen", apply_numbers},
    EventRecord{EventKind::kRunUpload, "run.upload", "`id`, `group`, `name`, `version`, `key`, `file`, `bytes`, `sha256`, `form`, `publish`", "a version of a run has arrived, and lies beside the store as `STORE.runs/KEY.run`", apply_upload},
    EventRecord{EventKind::kRunCheck, "run.check", "`id`, `state`: `accepted` or `refused`, `verdict`", "what the check said; an accepted version replaces the one before", apply_check},
    EventRecord{EventKind::kRunWithdraw, "run.withdraw", "`id`; `by`: `group` or `organiser`, `reason`", "the run does not stand any more", apply_withdrawal},
    EventRecord{EventKind::kRunRestore, "run.restore", "`id`", "a withdrawn run stands again", apply_restoration},
    EventRecord{EventKind::kResultPublish, "result.publish", "`name`, `seq`", "results are to be made of the events up to `seq`", apply_publish},
    EventRecord{EventKind::kResultMade, "result.made", "`name`, `state`: `ready` or `failed`, `sha256` of the report, `facts`", "they lie beside the store in `STORE.results/NAME`", apply_made}};
// clang-format on

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRecords.size(); ++i) {
    if (kRecords[i].kind != static_cast<EventKind>(i)) return false;
  }
  return kRecords.back().kind == EventKind::kResultMade;
}
static_assert(in_order(), "records are found by their kind");

}  // namespace

std::span<const EventRecord> event_records() {
  return kRecords;
}

const EventRecord& record_of(EventKind kind) {
  return kRecords[static_cast<std::size_t>(kind)];
}

std::string_view name_of(EventKind kind) {
  return record_of(kind).name;
}

std::optional<EventKind> event_kind_named(std::string_view name) {
  const auto* const found = std::ranges::find(kRecords, name, &EventRecord::name);
  return found == kRecords.end() ? std::nullopt : std::optional(found->kind);
}

const std::string& text_of(const EventData& data, const char* name) {
  return data.at(name).get_ref<const std::string&>();
}

std::string events_as_markdown() {
  std::string out = "| kind | data | changes |\n|---|---|---|\n";
  for (const EventRecord& each : kRecords)
    out += fmt::format("| `{}` | {}{}| {} |\n", each.name, each.fields, each.fields.empty() ? "" : " ",
                       each.changes);
  return out;
}

}  // namespace fovea::assess
