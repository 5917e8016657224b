// Writing topics: the candidates of an author, castitles while they are typed, articles to read while exploring.
#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "assess/candidate_checks.h"
#include "assess/document_columns.h"
#include "assess/exchange.h"
#include "text/numbers.h"
#include "text/unicode.h"
#include "topics/nexi.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

/// What a list shows of a candidate.
Json summary_of(const Candidate& candidate) {
  Json out{{"id", parse_integer(candidate.id).value_or(0)},
           {"title", candidate.field("title")},
           {"state", name_of(candidate.state)},
           {"version", candidate.version},
           {"judged", candidate.judged.size()},
           {"relevant", candidate.relevant()}};
  if (!candidate.number.empty()) out["number"] = candidate.number;
  if (!candidate.reason.empty()) out["reason"] = candidate.reason;
  return out;
}

Json whole_of(const Candidate& candidate) {
  Json out = summary_of(candidate);
  out["fields"] = Json::object();
  for (const std::string_view name : kCandidateFields)
    out["fields"][std::string(name)] = candidate.field(name);
  out["searches"] = candidate.searches;
  out["verdicts"] = Json::array();
  for (const auto& [doc, relevant] : candidate.judged)
    out["verdicts"].push_back({{"doc", doc}, {"relevant", relevant}});
  return out;
}

/// The forms that authors fill in, with the answers of a candidate.
Json forms_of(const Candidate& candidate, const std::vector<const Form*>& forms) {
  Json out = Json::array();
  for (const Form* const form : forms) {
    Json questions = Json::array();
    for (const FormQuestion& question : form->questions) {
      const auto found = candidate.answers.find({form->id, question.id});
      questions.push_back(
          {{"id", question.id},
           {"text", question.text},
           {"type", name_of(question.kind)},
           {"options", question.options},
           {"required", question.required},
           {"value", found == candidate.answers.end() ? Json(nullptr) : Json(found->second)}});
    }
    out.push_back({{"form", form->id}, {"title", form->title}, {"when", "before"}, {"questions", questions}});
  }
  return out;
}

/// The titles that an author may know of: other topics of their own and those of the track, never what others work on.
Titles own_titles(Store& store, std::int64_t account) {
  Titles out;
  for (const auto& [id, each] : candidate_table(store, account)) {
    if (each.state != CandidateState::kWithdrawn) out.add(each.id, each.field("title"));
  }
  for (const std::string& topic : store.topics()) {
    const Json fields = Json::parse(store.topic_fields(topic), nullptr, false);
    if (fields.is_object()) out.add("topic " + topic, fields.value("title", ""));
  }
  return out;
}

Json warnings_json(const std::vector<CandidateWarning>& warnings) {
  Json out = Json::array();
  for (const CandidateWarning& each : warnings)
    out.push_back({{"code", each.code}, {"message", each.message}});
  return out;
}

}  // namespace

Handler::Exchange::Routes Handler::Exchange::candidate_routes() {
  // clang-format off
  return {
      {{"GET", "/api/castitle", Access::kLoggedIn, "?q=", "", "{outline: string} | {fault: {column: number, message: string}}", "how a castitle is understood; `column` in characters from 1"}, &Exchange::castitle},
      {{"GET", "/api/article", Access::kAuthors, "?id=", "", "Document", "an article of the collection, to be read while exploring"}, &Exchange::article},
      {{"GET", "/api/candidates", Access::kParticipants, "", "", "{candidates: Candidate[]}", "the own ones; `number` and `reason` when the selection is closed"}, &Exchange::candidates},
      {{"POST", "/api/candidates", Access::kParticipants, "", "{op: string}", "{id: number}", "a new one; while topics are open"}, &Exchange::add_candidate},
      {{"GET", "/api/candidates/N", Access::kSeenProposal, "", "", "{id: number, title: string, state: CandidateState, version: number, judged: number, relevant: number, number?: string, reason?: string, fields: Record<string, string>, searches: string[], verdicts: {doc: string, relevant: boolean}[], own: boolean, author: string, group: string, forms: Form[], warnings: Warning[]}", ""}, &Exchange::candidate},
      {{"POST", "/api/candidates/N", Access::kOwnProposal, "", "CandidateAct", "Candidate", "below; while topics are open"}, &Exchange::candidate_act},
      {{"GET", "/api/candidates/N/versions", Access::kOwnProposal, "?before=", "", "{versions: {version: number, server_ms: number, fields: Record<string, string>}[], older: boolean}", "the last versions before a version (all, unless it is given), oldest first; 50 at most, and 256 kB of them; `older`: whether there are others before these. Saves within a minute of the first (`version_seconds`) are listed as one version, the last of them"}, &Exchange::candidate_versions},
  };
  // clang-format on
}

void Handler::Exchange::candidates() {
  Json out{{"candidates", Json::array()}};
  for (const auto& [id, each] : candidate_table(*store_, session_->account))
    out["candidates"].push_back(summary_of(as_told(*store_, each)));
  send_json(out);
}

void Handler::Exchange::add_candidate() {
  const auto given = body();
  if (!given) return;
  const auto op = text(*given, "op");
  if (!op) return;
  const auto bytes = parse_op(*op);
  if (!bytes) return say(400, "'op' is a UUID in small letters");
  if (!may_save()) return;
  write([group = session_->group, op = *bytes, asked = candidate_rules(),
         actor = actor()](Store& store) { return assess::add_candidate(store, group, op, asked, actor); },
        [](const Outcome<std::int64_t>& outcome) {
          return answer(outcome, [](std::int64_t id) { return Json{{"id", id}}; });
        });
}

void Handler::Exchange::candidate(const Candidate& stored) {
  const bool own = stored.account == session_->account;
  const Candidate shown = own && !may(*session_, Action::kOrganise) ? as_told(*store_, stored) : stored;
  Json out = whole_of(shown);
  out["own"] = own;
  out["author"] = store_->account_name(stored.account);
  out["group"] = stored.group;
  const CandidateRules asked = candidate_rules();
  out["forms"] = forms_of(shown, asked.forms);
  Titles others = own_titles(*store_, stored.account);
  check_time();
  out["warnings"] =
      warnings_json(check_candidate(shown, others, handler_.track_.search, asked.forms, checks()));
  send_json(out);
}

void Handler::Exchange::candidate_act(const Candidate& stored) {
  const auto given = body();
  if (!given) return;
  std::string fault;
  const auto act = parse_candidate_act(*given, limits(), fault);
  if (!act) return say(400, fault);
  if (!may_save()) return;
  write([id = parse_integer(stored.id).value_or(0), act = *act, asked = candidate_rules(),
         actor = actor()](Store& store) { return act_on_candidate(store, id, act, asked, actor); },
        [](const Outcome<Candidate>& outcome) { return answer(outcome, summary_of); });
}

void Handler::Exchange::candidate_versions(const Candidate& stored) {
  const auto before = request_.query("before");
  const auto end = before ? parse_integer(*before) : std::optional(std::numeric_limits<std::int64_t>::max());
  if (!end) return say(400, "'before' is a version");
  const CandidateVersions found = versions_of(*store_, stored, *end, seconds_in_ms(limits().version_seconds));
  Json out{{"versions", Json::array()}, {"older", found.older}};
  for (const CandidateVersion& each : found.versions)
    out["versions"].push_back(
        {{"version", each.version}, {"server_ms", each.server_ms}, {"fields", each.fields}});
  send_json(out);
}

/// How a castitle is understood, or where it is wrong.
void Handler::Exchange::castitle() {
  const auto written = request_.query("q");
  if (!written || count_code_points(*written) > limits().castitle_characters)
    return say(400, fmt::format("'q' is a castitle, {} characters at most", limits().castitle_characters));
  if (const auto fault = fault_of_castitle(*written))
    return send_json({{"fault", {{"column", fault->column}, {"message", fault->message}}}});
  nexi::Error unused;
  const auto query = nexi::parse(*written, unused);
  send_json({{"outline", query ? nexi::outline(*query) : ""}});
}

/// An article to be read while exploring: the collection is no secret among those who write topics.
void Handler::Exchange::article() {
  const auto id = request_.query("id");
  const auto found = id && rules().collection != nullptr ? rules().collection->find(*id) : std::nullopt;
  if (!found) return say(404, "there is no such article");
  send(columns_response(*found, request_, handler_.documents_));
}

}  // namespace fovea::assess
