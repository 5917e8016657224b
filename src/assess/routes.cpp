#include "assess/routes.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

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

}  // namespace

const std::vector<Handler::Exchange::AnsweredRoute>& Handler::Exchange::answered_routes() {
  // clang-format off
  static const std::vector<AnsweredRoute> kRoutes = {
      {{"POST", "/api/login", Access::kEverybody, "", R"(`{"name","password"}` or `{"key"}` → `{"csrf"}` and the cookie)"}, &Exchange::log_in},
      {{"POST", "/api/invite", Access::kEverybody, "", R"(`{"token","password"}` → the same; once, within 7 days)"}, &Exchange::accept},
      {{"POST", "/api/logout", Access::kLoggedIn, "", ""}, &Exchange::log_out},
      {{"GET", "/api/me", Access::kLoggedIn, "", R"(name, `roles`, `group` of a participant, `phases`, CSRF token, whether there is an index (`search`), own assignments: `id`, `topic`, `fields`, `state`, `author`, `items`, `judged`; topics that one wrote come first)"}, &Exchange::me},
      {{"GET", "/api/search", Access::kLoggedIn, R"(?q=&k=20)", R"(where the track has an index: `articles` with `doc`, `title`, `score`, `passages` (`begin`, `end`, `text`) and `heat`, the query's words in each twentieth of the text)"}, &Exchange::search},
      {{"GET", "/api/phases", Access::kLoggedIn, "", R"(`phases`, all six: `phase`, `state` (`planned`, `open`, `closed`), `from`, `until` (days, or empty), `changed_ms`)"}, &Exchange::phases},
      {{"GET", "/api/castitle", Access::kLoggedIn, R"(?q=)", R"(how a castitle is understood, `outline`; or `fault`: `column`, in characters from 1, and `message`)"}, &Exchange::castitle},
      {{"GET", "/api/article", Access::kAuthors, R"(?id=)", R"(an article of the collection, as `document` has it, to be read while exploring)"}, &Exchange::article},
      {{"GET", "/api/candidates", Access::kParticipants, "", R"(the own ones: `id`, `title`, `state`, `version`, `judged`, `relevant`; `number`, `reason` when the selection is closed)"}, &Exchange::candidates},
      {{"POST", "/api/candidates", Access::kParticipants, "", R"(`{"op"}` → `{"id"}` of a new one; while topics are open)"}, &Exchange::add_candidate},
      {{"GET", "/api/candidates/N", Access::kSeenProposal, "", R"(the same with `fields`, `searches`, `verdicts`, `forms` and their answers, `warnings` (`code`, `message`))"}, &Exchange::candidate},
      {{"POST", "/api/candidates/N", Access::kOwnProposal, "", R"(an act, below; while topics are open)"}, &Exchange::candidate_act},
      {{"GET", "/api/candidates/N/versions", Access::kOwnProposal, R"(?before=)", R"(the last versions before a version (all, unless it is given), oldest first: `version`, `server_ms`, `fields`; 50 at most, and 256 kB of them; `older`: whether there are others before these. Saves within a minute of the first (`version_seconds`) are listed as one version, the last of them)"}, &Exchange::candidate_versions},
      {{"GET", "/api/topics", Access::kLoggedIn, R"(?format=inex\|tsv\|jsonl)", R"(for organisers; for others when the selection is closed. The chosen topics as a file; `rejected=1`, for organisers, the others. That an organiser had it is in the log)"}, &Exchange::export_topics},
      {{"GET", "/api/selection", Access::kOrganisers, "", R"(all that were handed in: `author`, `group`, `state`, `fields`, `judged`, `relevant`, `cas`, `words`, `warnings`, `nearest` and `overlap`, `number`, `reason`)"}, &Exchange::selection},
      {{"GET", "/api/document", Access::kLoggedIn, R"(?id=&sha256=)", R"(of own items; organisers: of all. `text`, and elements as columns: `begin`, `end`, `name` (a number of `names`), `parent` (−1 for the root). Never changes: 409 when the text has another SHA-256)"}, &Exchange::document},
      {{"GET", "/api/assignments/N/items", Access::kSeenAssignment, "", R"(`topic`, `state`, `mode`, and in the order of the track `items`: `doc`, `sha256`, `length`, `batch`, `place`, `extra`, `status`, `version`)"}, &Exchange::items},
      {{"GET", "/api/assignments/N/item", Access::kSeenAssignment, R"(?doc=)", R"(`version`, `status`, `spans`, `bep`, `grades`, `history` (the events about it, with `op`), `suggestions`; `origins` (`run`, `group`, `rank`) where the track is not blind)"}, &Exchange::item},
      {{"GET", "/api/assignments/N/answers", Access::kSeenAssignment, "", R"(the forms that are asked, with `value` of each question, or `prefill`)"}, &Exchange::forms},
      {{"POST", "/api/assignments/N/events", Access::kOwnAssignment, "", R"(below)"}, &Exchange::events},
      {{"PUT", "/api/assignments/N/answers", Access::kOwnAssignment, "", R"(`{"op"?,"form","question","value"}`: a text; several options are a JSON array in it; empty takes an answer back. An `op`, a UUID, that is known is answered again)"}, &Exchange::answers},
      {{"POST", "/api/assignments/N/extra", Access::kOwnAssignment, "", R"(`{"doc"}`: a document of the collection becomes an item of the topic)"}, &Exchange::extra},
      {{"POST", "/api/assignments/N/finish", Access::kOwnAssignment, "", R"(422 with what is missing)"}, &Exchange::finish},
      {{"POST", "/api/assignments/N/look", Access::kOwnAssignment, "", R"(`{"doc"}`, where the track is not blind: `returned`, the `spans` of each `run` that returned some of it; in the log before it is answered)"}, &Exchange::look},
      {{"POST", "/api/submissions", Access::kUploads, R"(?name=&task=&result=&…)", R"(the body is the run, plain or packed; values are those of `[[run]]`, and `replace=1`, `publish=1`, `file=` → 200 accepted, 202 not checked yet, 422 refused: `id`, `version`, `state`, `sha256`, `verdict` (`topics`, `results`, `kinds`, `errors`, `faults` with `line`, `column`, `message`; `repaired`: changes of the repaired run))"}, {}},
      {{"GET", "/api/submissions", Access::kRuns, "", R"(`form` (the questions), `open`, `runs`)"}, &Exchange::list_submissions},
      {{"GET", "/api/submissions/N", Access::kGroupRun, "", R"(one run)"}, &Exchange::show_run},
      {{"GET", "/api/submissions/N/file", Access::kGroupRun, "", R"(its file)"}, &Exchange::run_file},
      {{"GET", "/api/submissions/N/faults", Access::kGroupRun, "", R"(all its faults, as text)"}, &Exchange::run_faults},
      {{"GET", "/api/submissions/N/repaired", Access::kGroupRun, "", R"(the repaired run)"}, &Exchange::repaired_run},
      {{"POST", "/api/submissions/N/repaired", Access::kGroupRun, "", R"(sends the repaired run, as its group)"}, &Exchange::take_repaired},
      {{"POST", "/api/submissions/N/withdraw", Access::kGroupRun, "", R"(takes a run back while the phase is open)"}, &Exchange::withdraw_run},
      {{"GET", "/api/submissions/allowance", Access::kRuns, R"(?task=&result=&reference=&topk=&name=)", R"(`counts`: `runs`, `rule`, `used`, `most`)"}, &Exchange::allowance},
      {{"POST", "/api/submissions/token", Access::kParticipants, "", R"(`{"token","until_ms"}`, for thirty days; it ends the one before)"}, &Exchange::make_token},
      {{"GET", "/api/results", Access::kLoggedIn, "", R"(`results`: `name`, `state`, `places` (per task `measure` and `runs`, best first), `tables`, `scores`, `runs` that may be had; empty for all but organisers unless the phase of results is open)"}, &Exchange::list_results},
      {{"GET", "/api/pool", Access::kOrganisers, "", R"(`pool`: `method`, `size`, `depth`, `runs`, `items`, `topics` with `id` and `items`, or null; `state`: `idle`, `making` or `failed`, with `fault`; `refusal`: why none can be made now, or empty; `runs` that there are to pool, `methods`, `usual`. `file=1`: the pool file)"}, &Exchange::show_pool},
      {{"POST", "/api/admin/pool", Access::kOrganisers, "", R"(`{"method"?,"size"?,"depth"?}` or `{"method"?,"budget"}`: makes it in the background. 423 unless pooling is open and runs are not, 409 when people have begun to judge, runs are being checked, or the file was not made here)"}, &Exchange::make_pool},
      {{"POST", "/api/admin/publish", Access::kOrganisers, "", R"(`{"name"}`: makes the report in the background)"}, &Exchange::publish},
      {{"GET", "/api/progress", Access::kFigures, "", R"(per assignment: `items`, `judged`, `relevant`, `problems`, `active_ms`, `left_ms`)"}, &Exchange::progress},
      {{"GET", "/api/overview", Access::kOrganisers, "", R"(`topics`, `accounts`, `snapshots`, `answers`: how often each answer to the forms was given)"}, &Exchange::overview},
      {{"GET", "/api/live", Access::kFigures, R"(?since=&finished=1)", R"(`seq`, `measures`, `topics`, and per run `scores` (`mean`, `judged_only`, `interval`), `judged_at_10`, `first_unjudged`; only `seq` when nothing has changed since)"}, &Exchange::live},
      {{"GET", "/api/agreement", Access::kFigures, "", R"(per topic `kappa`, `overlap` and the four counts; `median_bep_distance`, `tau`; for organisers `disagreements` with both sides)"}, &Exchange::agreement},
      {{"GET", "/api/reuse", Access::kFigures, "", R"(what `fovea pool reuse -o json` prints; 503 while another is being computed)"}, &Exchange::reuse},
      {{"GET", "/api/suggestions", Access::kFigures, "", R"(per source `blind` and `seen`: `documents`, `kappa`, `text_f1`, `median_bep_distance`, `unchanged`)"}, &Exchange::suggestions},
      {{"GET", "/api/log", Access::kOrganisers, R"(?since=)", R"(1,000 events from there on, fewer when they are large (1 MB))"}, &Exchange::log},
      {{"GET", "/api/export", Access::kOrganisers, R"(?format=&part=&finished=1&snapshot=)", R"(a file; `X-Chain` has the last value of the event chain, that of the `admin.export` event of this request. `format=everything`: the .tar.gz)"}, &Exchange::export_judgements},
      {{"POST", "/api/admin/account", Access::kOrganisers, "", R"(`{"name","role"?,"group"?}` → `{"token"}` of an invitation; roles are joined by commas, and added to those of an account that is there)"}, &Exchange::add_account},
      {{"POST", "/api/admin/roles", Access::kOrganisers, "", R"(`{"account","role","group"?}`: these, and no others)"}, &Exchange::set_roles},
      {{"POST", "/api/admin/phase", Access::kOrganisers, "", R"(`{"phase","act":"open"\|"close"\|"dates","from"?,"until"?}`)"}, &Exchange::change_phase},
      {{"POST", "/api/admin/candidate", Access::kOrganisers, "", R"(`{"candidate","decision":"chosen"\|"rejected"\|"handed_in","reason"?}`; this and the next two while selection is open)"}, &Exchange::decide},
      {{"POST", "/api/admin/order", Access::kOrganisers, "", R"(`{"candidates":[3,1,2]}`: all that are chosen)"}, &Exchange::put_in_order},
      {{"POST", "/api/admin/number", Access::kOrganisers, "", R"(`{"first":"2010001"}`)"}, &Exchange::number_topics},
      {{"POST", "/api/admin/assign", Access::kOrganisers, "", R"(`{"topic","account","part"}` → `{"id"}`)"}, &Exchange::assign},
      {{"POST", "/api/admin/lock", Access::kOrganisers, "", R"(`{"assignment","locked"}`)"}, &Exchange::lock},
      {{"POST", "/api/admin/snapshot", Access::kOrganisers, "", R"(`{"name"}`)"}, &Exchange::snapshot},
      {{"POST", "/api/admin/export", Access::kOrganisers, "", R"(`{"format"}` and what else the command was told: puts an export from the command line into the log → `{"seq","chain"}`)"}, &Exchange::record_export},
      {{"GET", "/search", Access::kEverybody, R"(?q=)", R"(a page of answers, for those who are logged in)"}, &Exchange::search_page},
      {{"GET", "/results/*", Access::kLoggedIn, "", R"(a file of published results)"}, &Exchange::result_file},
  };
  // clang-format on
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
  std::string out = "| request | who | |\n|---|---|---|\n";
  for (const Route& each : routes()) {
    const std::string_view path = each.path.substr(each.path.starts_with("/api/") ? 5 : 0);
    out += fmt::format("| {} `{}{}` | {} | {}{}|\n", each.method, path, each.query, name_of(each.access),
                       each.what, each.what.empty() ? "" : " ");
  }
  return out;
}

void Handler::Exchange::run() {
  if (!comes_from_here()) return;
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
  if ((found == nullptr || found->route.access != Access::kEverybody) && !knows_who()) return;
  if (found == nullptr || !may_use(found->route.access)) return say(404, "there is no such thing");
  const Access access = found->route.access;
  const auto answer_about = [&](const auto& known, auto answer) {
    if (wants(found->route.method)) (this->*answer)(known);
  };
  if (const auto* const plain = std::get_if<Plain>(&found->answer)) {
    if (wants(found->route.method)) (this->**plain)();
  } else if (const auto* const about = std::get_if<AboutAssignment>(&found->answer)) {
    const auto known = store_->assignment(number);
    const Deed deed = access == Access::kSeenAssignment ? Deed::kLook : Deed::kJudge;
    if (!known || !may(*session_, deed, &*known)) return say(404, "there is no such assignment");
    answer_about(*known, *about);
  } else if (const auto* const act = std::get_if<AboutCandidate>(&found->answer)) {
    const auto known = find_candidate(*store_, number);
    if (!known || !may_work_on(*session_, *known, access == Access::kSeenProposal))
      return say(404, "there is no such candidate");
    answer_about(*known, *act);
  } else if (const auto* const of_run = std::get_if<AboutRun>(&found->answer)) {
    const auto known = assess::submission(*store_, number);
    if (!known || (!may(*session_, Deed::kOrganise) && known->group != session_->group))
      return say(404, "there is no such run");
    answer_about(*known, *of_run);
  } else {
    wants("GET");  // an upload, which comes another way
  }
}

bool Handler::Exchange::may_use(Access access) const {
  const bool takes_part = session_ && may(*session_, Deed::kTakePart);
  const bool organises = session_ && may(*session_, Deed::kOrganise);
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
      return may(*session_, Deed::kSeeFigures);
    case Access::kOrganisers:
      return organises;
    default:
      return true;  // what it is about decides
  }
}

}  // namespace fovea::assess
