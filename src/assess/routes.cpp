#include "assess/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include "assess/exchange.h"

namespace fovea::assess {

namespace {

constexpr std::array<std::string_view, 13> kAccessNames = {
    "all",
    "logged in",
    "participants",
    "participants, organisers",
    "organisers, readers",
    "organisers",
    "its assessor",
    "its assessor; organisers",
    "its author",
    "its author; organisers once it is handed in",
    "participants, also with a token: of their group; organisers: of all",
    "its group, also with a token; organisers",
    "participants, also with a token"};

// clang-format off
constexpr std::array kTypes = {
    NamedType{"Role", R"("organiser" | "assessor" | "reader" | "participant")"},
    NamedType{"Person", R"({name: string, role: string, group: string, state: "invited" | "active" | "disabled", invited_until_ms: number | null, seen_ms: number | null})"},
    NamedType{"PhaseState", R"("planned" | "open" | "closed")"},
    NamedType{"Phase", "{phase: string, state: PhaseState, from: string, until: string, changed_ms: number}"},
    NamedType{"AssignmentState", R"("open" | "done" | "locked")"},
    NamedType{"Assignment", R"({id: number, topic: string, part: "main" | "second" | "final", fields: Record<string, string>, state: AssignmentState, author: boolean, items: number, judged: number})"},
    NamedType{"Progress", R"({id: number, topic: string, account: string, part: "main" | "second" | "final", state: AssignmentState, items: number, judged: number, relevant: number, problems: number, active_ms: number, left_ms: number | null})"},
    NamedType{"Document", "{id: string, length: number, text: string, names: string[], begin: number[], end: number[], name: number[], parent: number[]}"},
    NamedType{"Status", R"("open" | "relevant" | "not_relevant" | "problem")"},
    NamedType{"Item", "{doc: string, sha256: string, length: number, batch: number, place: number, extra: boolean, status: Status, version: number, title: string}"},
    NamedType{"State", "{version: number, status: Status, spans: number[][], bep: number | null, grades: Record<string, number[]>}"},
    NamedType{"Judgement", "{status: Status, spans: number[][], bep: number | null, grades: Record<string, number[]>}"},
    NamedType{"Suggestion", "{status: Status, spans: number[][], bep: number | null, source: string}"},
    NamedType{"PastEvent", "{op: string, seq: number, kind: string, data: any, delta?: any, server_ms: number}"},
    NamedType{"Act", "{op: string, doc: string, base_version: number, sha256: string, kind: string, data?: any, active_ms?: number}"},
    NamedType{"ActAnswer", "{seq: number, version: number, warnings?: string[]} | {status: number, error: string, message: string, state?: State, since?: {seq: number, kind: string, data: any, version: number, delta?: any}[]}"},
    NamedType{"Question", R"({id: string, text: string, type: string, options: string[], required: boolean, value: string | null, prefill?: "yes" | "no"})"},
    NamedType{"Form", R"({form: string, title: string, when: "before" | "after", questions: Question[]})"},
    NamedType{"CandidateState", R"("draft" | "handed_in" | "chosen" | "rejected" | "withdrawn")"},
    NamedType{"Candidate", "{id: number, title: string, state: CandidateState, version: number, judged: number, relevant: number, number?: string, reason?: string}"},
    NamedType{"CandidateAct", R"({op: string, act: "save", base_version: number, fields: Record<string, string>, apart?: boolean} | {op: string, act: "search", query: string} | {op: string, act: "judge", doc: string, relevant?: boolean | null} | {op: string, act: "answer", form: string, question: string, value: string} | {op: string, act: "hand_in" | "take_back" | "withdraw"})"},
    NamedType{"Warning", "{code: string, message: string}"},
    NamedType{"SelectionRow", "{id: number, author: string, group: string, state: CandidateState, fields: Record<string, string>, judged: number, relevant: number, cas: boolean, words: number, warnings: Warning[], nearest: string, overlap: number, number: string, reason: string}"},
    NamedType{"RunQuestion", "{key: string, kind: string, question: string, required: boolean, offers: string[]}"},
    NamedType{"Run", R"({id: number, group: string, name: string, version: number, file: string, bytes: number, sha256: string, state: "checking" | "accepted" | "refused" | "replaced" | "withdrawn", form: Record<string, any>, publish: boolean, sent_ms: number, verdict: any, kept: boolean, kept_until_ms?: number, error?: string, message?: string})"},
    NamedType{"PublicationState", R"("making" | "ready" | "failed")"},
    NamedType{"Publication", "{name: string, state: PublicationState, made_ms: number, sha256: string, events: number, places: {task: string, measure: string, runs: {run: string, group: string, score: string}[]}[], runs: string[], everything: boolean, fault?: string, tables: string[], scores: string[]}"},
    NamedType{"Pool", "{method: string, size: number, depth: number, runs: number, items: number, topics: {id: string, items: number}[]}"},
    NamedType{"LiveRun", "{run: string, scores: Record<string, {mean: number, judged_only: number, interval: number[] | null}>, judged_at_10: number | null, first_unjudged: number | null, fault?: string}"},
    NamedType{"TopicAgreement", "{topic: string, both_relevant: number, neither: number, main_only: number, second_only: number, kappa: number | null, overlap: number | null}"},
    NamedType{"SuggestionFigures", "{documents: number, kappa: number | null, text_f1: number | null, median_bep_distance: number | null, unchanged: number | null}"},
};
// clang-format on

/// Inside of a table.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string code(std::string_view text) {
  return text.empty() ? "" : fmt::format("`{}` ", escaped(text));
}

}  // namespace

const Handler::Exchange::Routes& Handler::Exchange::answered_routes() {
  static const Routes kRoutes = [] {
    Routes out;
    for (const auto& of_room :
         {account_routes, people_routes, candidate_routes, selection_routes, submission_routes, pool_routes,
          assessor_routes, organiser_routes, overview_routes, figure_routes, result_routes})
      std::ranges::move(of_room(), std::back_inserter(out));
    return out;
  }();
  return kRoutes;
}

std::string_view name_of(Access access) {
  return kAccessNames[static_cast<std::size_t>(access)];
}

std::vector<Route> routes() {
  return Handler::routes();
}

std::vector<Route> Handler::routes() {
  std::vector<Route> out;
  for (const Exchange::AnsweredRoute& each : Exchange::answered_routes()) out.push_back(each.route);
  return out;
}

std::optional<std::int64_t> match(std::string_view route, std::string_view path) {
  if (route.ends_with('*'))
    return path.starts_with(route.substr(0, route.size() - 1)) ? std::optional<std::int64_t>(0)
                                                               : std::nullopt;
  const std::size_t at = route.find("/N");
  if (at == std::string_view::npos) return route == path ? std::optional<std::int64_t>(0) : std::nullopt;
  const std::string_view begin = route.substr(0, at + 1);
  const std::string_view end = route.substr(at + 2);
  if (!path.starts_with(begin)) return std::nullopt;
  path.remove_prefix(begin.size());
  const std::string_view digits = path.substr(0, path.find('/'));
  if (path.substr(digits.size()) != end || digits.empty() ||
      digits.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  std::int64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return read.ec == std::errc() ? number : std::int64_t{0};
}

std::string routes_as_markdown() {
  std::string out = "| request | who | takes | gives | |\n|---|---|---|---|---|\n";
  for (const Route& each : routes()) {
    const std::string_view path = each.path.substr(each.path.starts_with("/api/") ? 5 : 0);
    out += fmt::format("| {} `{}{}` | {} | {}| {}| {}{}|\n", each.method, path, escaped(each.query),
                       name_of(each.access), code(each.request), code(each.response), each.note,
                       each.note.empty() ? "" : " ");
  }
  return out;
}

std::span<const NamedType> named_types() {
  return kTypes;
}

std::string types_as_text() {
  std::string out;
  for (const NamedType& each : kTypes) out += fmt::format("type {} = {}\n", each.name, each.type);
  return out;
}

void Handler::Exchange::run() {
  if (!has_known_origin()) return;
  // One with this path at least, and with the method where there is one.
  const AnsweredRoute* found = nullptr;
  std::int64_t number = 0;
  for (const AnsweredRoute& each : answered_routes()) {
    const auto matched = match(each.route.path, request_.path());
    if (!matched || (found != nullptr && is(found->route.method))) continue;
    found = &each;
    number = *matched;
  }
  if (found == nullptr && !request_.path().starts_with("/api/")) return page();
  if ((found == nullptr || found->route.access != Access::kEverybody) && !authenticate()) return;
  if (found == nullptr || !may_use(found->route.access)) return say(404, "there is no such thing");
  const Access access = found->route.access;
  const auto answer_about = [&](const auto& known, auto answer) {
    if (wants(found->route.method)) (this->*answer)(known);
  };
  if (const auto* const plain = std::get_if<Plain>(&found->answer)) {
    if (wants(found->route.method)) (this->**plain)();
  } else if (const auto* const about = std::get_if<AboutAssignment>(&found->answer)) {
    const auto known = store_->assignment(number);
    const Action action = access == Access::kSeenAssignment ? Action::kLook : Action::kJudge;
    if (!known || !may(*session_, action, &*known)) return say(404, "there is no such assignment");
    answer_about(*known, *about);
  } else if (const auto* const act = std::get_if<AboutCandidate>(&found->answer)) {
    const auto known = find_candidate(*store_, number);
    if (!known || !may_work_on(*session_, *known, access == Access::kSeenProposal))
      return say(404, "there is no such candidate");
    answer_about(*known, *act);
  } else if (const auto* const of_run = std::get_if<AboutRun>(&found->answer)) {
    const auto known = assess::submission(*store_, number);
    if (!known || (!may(*session_, Action::kOrganise) && known->group != session_->group))
      return say(404, "there is no such run");
    answer_about(*known, *of_run);
  } else {
    wants("GET");  // an upload, which comes another way
  }
}

bool Handler::Exchange::may_use(Access access) const {
  const bool takes_part = session_ && may(*session_, Action::kTakePart);
  const bool organises = session_ && may(*session_, Action::kOrganise);
  switch (access) {
    case Access::kParticipants:
      return takes_part;
    case Access::kAuthors:
      return takes_part || organises;
    case Access::kRuns:
    case Access::kGroupRun:
    case Access::kUploads:
      return handler_.track_.checks != nullptr && (takes_part || organises);
    case Access::kFigures:
      return may(*session_, Action::kSeeFigures);
    case Access::kOrganisers:
      return organises;
    default:
      return true;  // what it is about decides
  }
}

}  // namespace fovea::assess
