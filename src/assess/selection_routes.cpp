// Choosing topics: the organiser's table, decisions, order and numbers; and the topics as files.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assess/exchange.h"
#include "assess/phases.h"
#include "assess/selection.h"
#include "text/numbers.h"
#include "topics/topic_file.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestReason = 2'000;

Json json_of(const SelectionRow& row) {
  const Candidate& candidate = row.candidate;
  Json out{{"id", parse_integer(candidate.id).value_or(0)},
           {"author", candidate.author},
           {"group", candidate.group},
           {"state", name_of(candidate.state)},
           {"fields", Json::object()},
           {"judged", candidate.judged.size()},
           {"relevant", candidate.relevant()},
           {"cas", candidate.is_cas()},
           {"words", row.words},
           {"warnings", Json::array()},
           {"nearest", row.nearest},
           {"overlap", row.overlap},
           {"number", candidate.number},
           {"reason", candidate.reason}};
  for (const std::string_view name : kCandidateFields)
    out["fields"][std::string(name)] = candidate.field(name);
  for (const CandidateWarning& each : row.warnings)
    out["warnings"].push_back({{"code", each.code}, {"message", each.message}});
  return out;
}

std::optional<std::int64_t> whole_number(const JsonValue* value) {
  return value != nullptr && value->is(JsonValue::Kind::kNumber) ? parse_integer(value->text) : std::nullopt;
}

}  // namespace

Handler::Exchange::Routes Handler::Exchange::selection_routes() {
  // clang-format off
  return {
      {{"GET", "/api/selection", Access::kOrganisers, "", "", "{candidates: SelectionRow[]}", "all that were handed in"}, &Exchange::selection},
      {{"POST", "/api/admin/candidate", Access::kOrganisers, "", R"({candidate: number, decision: "chosen" | "rejected" | "handed_in", reason?: string})", "{}", "this and the next two while selection is open"}, &Exchange::decide},
      {{"POST", "/api/admin/order", Access::kOrganisers, "", "{candidates: number[]}", "{}", "all that are chosen"}, &Exchange::put_in_order},
      {{"POST", "/api/admin/number", Access::kOrganisers, "", "{first: string}", "{}", "`first`: `2010001`"}, &Exchange::number_topics},
      {{"GET", "/api/topics", Access::kLoggedIn, "?format=inex|tsv|jsonl&rejected=1", "", "file", "for organisers; for others when the selection is closed. The chosen topics; `rejected=1`, for organisers, the others. That an organiser had it is in the log"}, &Exchange::export_topics},
  };
  // clang-format on
}

void Handler::Exchange::selection() {
  const CandidateRules asked = candidate_rules();
  Json out{{"candidates", Json::array()}};
  for (const SelectionRow& row :
       selection_of(all_candidates(*store_), handler_.track_.search, asked.forms, [this] { check_time(); }))
    out["candidates"].push_back(json_of(row));
  send_json(out);
}

void Handler::Exchange::decide() {
  const auto given = body();
  if (!given) return;
  const auto id = whole_number(given->find("candidate"));
  if (!id) return say(400, "'candidate' is a number");
  const auto decision = text(*given, "decision");
  std::optional<std::string> reason;
  if (!decision || !may_have(*given, "reason", reason)) return;
  const auto state = named<CandidateState>(*decision);
  if (!state || *state == CandidateState::kDraft || *state == CandidateState::kWithdrawn)
    return say(422, "a decision is chosen, rejected or handed_in");
  if (reason && reason->size() > kLongestReason)
    return say(422, fmt::format("a reason has {} bytes at most", kLongestReason));
  write([id = *id, state = *state, reason = reason.value_or(""),
         actor = actor()](Store& store) { return assess::decide(store, id, state, reason, actor); },
        [](const Outcome<Candidate>& outcome) {
          return answer(outcome, [](const Candidate&) { return Json::object(); });
        });
}

void Handler::Exchange::put_in_order() {
  const auto given = body();
  if (!given) return;
  const JsonValue* const list = given->find("candidates");
  std::vector<std::int64_t> ids;
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const auto id = whole_number(&list->items[i]);
    if (!id) return say(400, "'candidates' are numbers");
    ids.push_back(*id);
  }
  if (list == nullptr || !list->is(JsonValue::Kind::kArray)) return say(400, "'candidates' is a list");
  write([ids, actor = actor()](Store& store) { return assess::put_in_order(store, ids, actor); },
        [](const std::optional<Refused>& refused) { return answer(refused); });
}

void Handler::Exchange::number_topics() {
  const auto given = body();
  if (!given) return;
  const auto first = text(*given, "first");
  if (!first) return;
  write(
      [first = *first, actor = actor()](Store& store) { return assess::number_topics(store, first, actor); },
      [](const std::optional<Refused>& refused) { return answer(refused); });
}

/// The chosen topics, or the rejected ones. Organisers get them at any time; who takes part gets the chosen ones when the
/// selection is closed.
void Handler::Exchange::export_topics() {
  const bool organises = may(*session_, Action::kOrganise);
  const bool rejected = request_.query("rejected") == "1";
  const bool told = phase_record(*store_, Phase::kSelection).state == PhaseState::kClosed;
  if (!organises && (rejected || !told)) return say(404, "there are no topics yet");
  const std::string name = request_.query("format").value_or("inex");
  const TopicFormat* const format = topic_format_named(name);
  if (format == nullptr || format->write == nullptr)
    return say(400, fmt::format("{} is no format of topics that can be written", quote(name)));
  if (organises) {
    log_export({{"topics", rejected ? "rejected" : "chosen"}, {"format", format->name}});
  }
  const auto topics =
      topics_in(all_candidates(*store_), rejected ? CandidateState::kRejected : CandidateState::kChosen);
  Response response;
  response.type = "text/plain; charset=utf-8";
  add_unsaid(response,
             write_topics(topics, *format, [&](std::string_view piece) { response.body += piece; }));
  response.headers.emplace_back("Content-Disposition",
                                fmt::format("attachment; filename={}.{}", rejected ? "rejected" : "topics",
                                            name == "inex" || name == "trec" ? "xml" : name));
  send(std::move(response));
}

}  // namespace fovea::assess
