// Judging: the items of an assignment, documents, acts, answers.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "assess/document_columns.h"
#include "assess/exchange.h"
#include "assess/history.h"
#include "assess/item_order.h"
#include "assess/progress.h"
#include "assess/returned_text.h"
#include "assess/secrets.h"
#include "assess/suggestions.h"
#include "files/sha256.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const DocumentState& state) {
  Json out{{"version", state.version}, {"status", name_of(state.status)}};
  out["spans"] = spans_json(state.spans);
  out["bep"] = state.bep ? Json(*state.bep) : Json(nullptr);
  out["grades"] = grades_json(state.grades);
  return out;
}

Json json_of(const Event& event) {
  Json out{{"seq", event.seq},
           {"kind", name_of(event.kind)},
           {"data", Json::parse(event.data)},
           {"version", event.version.value_or(0)}};
  if (event.delta) out["delta"] = Json::parse(*event.delta);
  return out;
}

/// What becomes of one act; a conflict comes with what the page needs to resolve it.
Json answer_to(Store& store, std::int64_t assignment, const Act& act, const Outcome<Accepted>& outcome) {
  if (const auto* const accepted = std::get_if<Accepted>(&outcome)) {
    Json out{{"seq", accepted->seq}, {"version", accepted->version}};
    if (!accepted->warnings.empty()) out["warnings"] = accepted->warnings;
    return out;
  }
  const Refused& refused = std::get<Refused>(outcome);
  const int status = status_of(refused.reason);
  Json out{{"status", status}, {"error", error_name(status)}, {"message", refused.message}};
  const auto document = store.document(act.doc);
  if (refused.reason != Refusal::kConflict || !document) return out;
  out["state"] = json_of(store.state(assignment, document->id));
  out["since"] = Json::array();
  each_event_since(store.database(), assignment, document->id, act.base_version,
                   [&](const Event& event) { out["since"].push_back(json_of(event)); });
  return out;
}

Response seq_response(const Outcome<Accepted>& outcome) {
  return answer(outcome, [](const Accepted& accepted) { return Json{{"seq", accepted.seq}}; });
}

/// What became of a request's acts.
struct SavedActs {
  Json answers = Json::array();
  bool rejudged = false;
};

}  // namespace

Handler::Exchange::Routes Handler::Exchange::assessor_routes() {
  // clang-format off
  return {
      {{"GET", "/api/document", Access::kLoggedIn, "?id=&sha256=", "", "Document", "of own items; organisers: of all. Never changes: 409 when the text has another SHA-256"}, &Exchange::document},
      {{"GET", "/api/assignments/N/items", Access::kSeenAssignment, "", "", "{topic: string, state: AssignmentState, mode: string, left_ms: number | null, items: Item[]}", "in the order of the track; `left_ms`: working time for the rest, at the pace so far"}, &Exchange::items},
      {{"GET", "/api/assignments/N/item", Access::kSeenAssignment, "?doc=", "", "{version: number, status: Status, spans: number[][], bep: number | null, grades: Record<string, number[]>, doc: string, sha256: string, length: number, history: PastEvent[], origins?: {run: string, group: string, rank: number}[], sides?: {part: string, account: string, status: Status, spans: number[][], bep: number | null, grades: Record<string, number[]>}[], suggestions: Suggestion[]}", "`history`: the events about it; `sides`: what main and second assessor said, for who decides; `origins` where the track is not blind"}, &Exchange::item},
      {{"GET", "/api/assignments/N/answers", Access::kSeenAssignment, "", "", "Form[]", "the forms that are asked"}, &Exchange::forms},
      {{"POST", "/api/assignments/N/events", Access::kOwnAssignment, "", "Act[]", "ActAnswer[]", "below"}, &Exchange::events},
      {{"PUT", "/api/assignments/N/answers", Access::kOwnAssignment, "", "{op?: string, form: string, question: string, value: string}", "{seq: number}", "several options are a JSON array in `value`; empty takes an answer back. An `op`, a UUID, that is known is answered again"}, &Exchange::answers},
      {{"POST", "/api/assignments/N/extra", Access::kOwnAssignment, "", "{doc: string}", "{seq: number}", "a document of the collection becomes an item of the topic"}, &Exchange::extra},
      {{"POST", "/api/assignments/N/finish", Access::kOwnAssignment, "", "", "{}", "422 with what is missing"}, &Exchange::finish},
      {{"POST", "/api/assignments/N/look", Access::kOwnAssignment, "", "{doc: string}", "{returned: {run: string, spans: number[][]}[]}", "where the track is not blind: what runs returned of it; in the log before it is answered"}, &Exchange::look},
  };
  // clang-format on
}

void Handler::Exchange::items(const Assignment& assignment) {
  Json out = Json::array();
  auto items = store_->items(assignment);
  put_in_shown_order(*store_, assignment.topic, rules().order, items);
  const auto judged = static_cast<std::size_t>(
      std::ranges::count_if(items, [](const ItemState& each) { return each.state.status != Status::kOpen; }));
  const auto left = time_left(active_time(*store_, assignment), items.size(), judged);
  for (const ItemState& each : items) {
    // The place among what is shown: that in the pool would tell who returned it, and where.
    out.push_back({{"doc", each.document.name},
                   {"sha256", each.document.sha256},
                   {"length", each.document.length},
                   {"batch", each.batch},
                   {"place", out.size() + 1},
                   {"extra", each.extra},
                   {"status", name_of(each.state.status)},
                   {"version", each.state.version},
                   {"title", each.document.title}});
  }
  send_json({{"topic", assignment.topic},
             {"state", name_of(assignment.state)},
             {"mode", name_of(rules().mode)},
             {"left_ms", left ? Json(*left) : Json(nullptr)},
             {"items", out}});
}

void Handler::Exchange::item(const Assignment& assignment) {
  const auto name = request_.query("doc");
  for (const ItemState& each : store_->items(assignment)) {
    if (!name || each.document.name != *name) continue;
    Json out = json_of(each.state);
    out["doc"] = each.document.name;
    out["sha256"] = each.document.sha256;
    out["length"] = each.document.length;
    out["history"] = history_json(*store_, assignment.id, each.document.id, each.state.version);
    if (!rules().blind) {
      out["origins"] = Json::array();
      for (const ItemOrigin& origin : origins_of(*store_, assignment.topic, each.document.id))
        out["origins"].push_back({{"run", origin.run}, {"group", origin.group}, {"rank", origin.rank}});
    }
    if (assignment.part == Part::kFinal) {
      out["sides"] = Json::array();
      for (const Part part : {Part::kMain, Part::kSecond}) {
        const auto of = store_->assignment_of(assignment.topic, part);
        if (!of) continue;
        Json side = json_of(store_->state(of->id, each.document.id));
        side.erase("version");
        side["part"] = name_of(part);
        side["account"] = store_->account_name(of->account);
        out["sides"].push_back(std::move(side));
      }
    }
    out["suggestions"] = Json::array();
    for (const Suggestion& suggestion : visible_suggestions(*store_, assignment, each.document)) {
      Json shown = json_of(suggestion.state);
      shown.erase("version");
      shown.erase("grades");
      shown["source"] = suggestion.source;
      out["suggestions"].push_back(std::move(shown));
    }
    return send_json(out);
  }
  say(404, "there is no such item");
}

/// Documents of an assessor's own assignments; organisers may read all that are pooled.
void Handler::Exchange::document() {
  const auto name = request_.query("id");
  const auto stored = name ? store_->document(*name) : std::nullopt;
  if (!stored || !may_read(*store_, *session_, stored->id)) return say(404, "there is no such document");
  if (request_.query("sha256") != stored->sha256)
    return say(409, "the document has another text now: load the list again");
  const auto document = rules().collection == nullptr ? std::nullopt : rules().collection->find(*name);
  if (!document || sha256(document->text()) != stored->sha256)
    return say(500, "the collection has changed since it was pooled");
  Response response = columns_response(*document, request_, handler_.documents_);
  response.headers.emplace_back("Cache-Control", "private, max-age=31536000, immutable");
  send(std::move(response));
}

void Handler::Exchange::events(const Assignment& assignment) {
  if (request_.header("content-type") != "application/json")
    return say(415, "the body is JSON: Content-Type application/json");
  Diagnostics said;
  auto acts = parse_acts(request_.body, said);
  if (!acts) return say(400, said.kept().empty() ? "bad acts" : said.kept().front().message);
  if (!may_save(acts->size())) return;
  write(
      [acts = std::move(*acts), id = assignment.id, &rules = rules(), actor = actor()](Store& store) {
        SavedActs saved;
        // A refusal stops its document only.
        std::set<std::string> stopped;
        for (const Act& act : acts) {
          if (stopped.contains(act.doc)) {
            saved.answers.push_back(
                {{"status", 424}, {"error", "stopped"}, {"message", "an act before it was refused"}});
            continue;
          }
          const auto outcome = store.act(id, act, rules, actor);
          if (std::holds_alternative<Refused>(outcome)) stopped.insert(act.doc);
          if (const auto* const accepted = std::get_if<Accepted>(&outcome))
            saved.rejudged |= accepted->rejudged;
          saved.answers.push_back(answer_to(store, id, act, outcome));
        }
        return saved;
      },
      [&track = handler_.track_, topic = assignment.topic](const SavedActs& saved) {
        if (saved.rejudged) track.mark(topic);
        return json_response(saved.answers);
      });
}

bool Handler::Exchange::is_author(const Assignment& assignment) {
  return assess::is_author(*store_, rules(), assignment);
}

/// The forms that the assessor is asked to fill in, with what was answered.
void Handler::Exchange::forms(const Assignment& assignment) {
  const auto answered = store_->answers(assignment.id);
  const bool author = is_author(assignment);
  Json out = Json::array();
  for (const Form& form : rules().forms) {
    if (form.for_authors && !author) continue;
    Json questions = Json::array();
    for (const FormQuestion& question : form.questions) {
      const auto found = answered.find({form.id, question.id});
      Json each{{"id", question.id},
                {"text", question.text},
                {"type", name_of(question.kind)},
                {"options", question.options},
                {"required", question.required},
                {"value", found == answered.end() ? Json(nullptr) : Json(found->second)}};
      if (question.from_authorship) each["prefill"] = author ? "yes" : "no";
      questions.push_back(std::move(each));
    }
    out.push_back({{"form", form.id},
                   {"title", form.title},
                   {"when", form.before ? "before" : "after"},
                   {"questions", questions}});
  }
  send_json(out);
}

void Handler::Exchange::answers(const Assignment& assignment) {
  const auto given = body();
  if (!given) return;
  const auto form = text(*given, "form");
  const auto question = form ? text(*given, "question") : std::nullopt;
  const auto value = question ? text(*given, "value") : std::nullopt;
  std::optional<std::string> uuid;
  if (!value || !may_have(*given, "op", uuid)) return;
  const auto op = uuid ? parse_op(*uuid) : std::optional(new_op());
  if (!op) return say(400, "'op' is a UUID in small letters");
  if (!may_save()) return;
  write([id = assignment.id, answer = FormAnswer{*form, *question, *value}, op = *op, &rules = rules(),
         actor = actor()](Store& store) { return store.answer(id, answer, op, rules, actor); },
        [](const Outcome<Accepted>& outcome) { return seq_response(outcome); });
}

void Handler::Exchange::extra(const Assignment& assignment) {
  const auto given = body();
  if (!given) return;
  const auto doc = text(*given, "doc");
  if (!doc) return;
  if (!may_save()) return;
  write([id = assignment.id, doc = *doc, &rules = rules(),
         actor = actor()](Store& store) { return store.add_extra(id, doc, rules, actor); },
        [&track = handler_.track_, topic = assignment.topic](const Outcome<Accepted>& outcome) {
          if (std::holds_alternative<Accepted>(outcome)) track.mark(topic);
          return seq_response(outcome);
        });
}

void Handler::Exchange::finish(const Assignment& assignment) {
  write([id = assignment.id, &rules = rules(),
         actor = actor()](Store& store) { return store.finish(id, rules, actor); },
        [&track = handler_.track_, topic = assignment.topic](const std::optional<Refused>& refused) {
          if (!refused) track.mark(topic);
          return answer(refused);
        });
}

/// What runs returned of a document, where the track lets assessors know; that they looked is on record before they see it.
void Handler::Exchange::look(const Assignment& assignment) {
  const auto given = body();
  if (!given) return;
  const auto doc = text(*given, "doc");
  if (!doc) return;
  const auto scores = handler_.track_.scores_now();
  if (rules().blind || scores == nullptr) return say(404, "this track does not say what runs returned");
  if (!may_save()) return;
  Json out{{"returned", Json::array()}};
  for (const ReturnedText& each : returned_text(*scores, assignment.topic, *doc))
    out["returned"].push_back({{"run", each.run}, {"spans", spans_json(each.spans)}});
  write(
      [id = assignment.id, doc = *doc, actor = actor()](Store& store) { return store.look(id, doc, actor); },
      [out](const std::optional<Refused>& refused) {
        return refused ? refusal(*refused) : json_response(out);
      });
}

}  // namespace fovea::assess
