// Organising: assignments, locks, progress, the log, exports.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "assess/archive.h"
#include "assess/exchange.h"
#include "assess/export.h"
#include "assess/progress.h"
#include "assess/rebuild.h"
#include "collection/document_texts.h"
#include "judgements/judgement_format.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// Which of store, backups, runs, pools and results a file is, by what follows the name of the store.
std::size_t storage_part(std::string_view rest) {
  if (rest.ends_with(".backup")) return 1;
  if (rest.starts_with(".runs")) return 2;
  if (rest.starts_with(".pool")) return 3;
  return rest.starts_with(".results") ? 4 : 0;
}

}  // namespace

Handler::Exchange::Routes Handler::Exchange::organiser_routes() {
  // clang-format off
  return {
      {{"GET", "/api/progress", Access::kFigures, "", "", "Progress[]", ""}, &Exchange::progress},
      {{"GET", "/api/log", Access::kOrganisers, "?since=", "", "{seq: number, account: string, assignment: number | null, doc: string, kind: string, data: any, server_ms: number}[]", "1,000 events from there on, fewer when they are large (1 MB)"}, &Exchange::log},
      {{"GET", "/api/verify", Access::kOrganisers, "", "", "{events: number, chain: string, faults: string[]}", "what `fovea serve verify` finds; 503 when a large store takes too long"}, &Exchange::verify_store},
      {{"GET", "/api/storage", Access::kOrganisers, "", "", "{parts: {name: string, files: number, bytes: number}[], free: number}", "what the store and the files beside it take of the disk"}, &Exchange::storage},
      {{"GET", "/api/export", Access::kOrganisers, "?format=&part=&finished=1&snapshot=", "", "file", "`part`: `final` unless given. `X-Chain` has the last value of the event chain, that of the `admin.export` event of this request. `format=everything`: the .tar.gz"}, &Exchange::export_judgements},
      {{"POST", "/api/admin/export", Access::kOrganisers, "", "{format: string, part?: string, finished?: string, snapshot?: string, suggestions?: string}", "{seq: number, chain: string}", "puts an export from the command line into the log"}, &Exchange::record_export},
      {{"POST", "/api/admin/assign", Access::kOrganisers, "", R"({topic: string, account: string, part: "main" | "second" | "final"})", "{id: number}", "`final`: who decides where main and second assessor disagree"}, &Exchange::assign},
      {{"POST", "/api/admin/unassign", Access::kOrganisers, "", "{assignment: number}", "{}", "what was judged stays on record, and is there again when the topic is assigned to the same account"}, &Exchange::unassign},
      {{"POST", "/api/admin/lock", Access::kOrganisers, "", "{assignment: number, locked: boolean}", "{}", ""}, &Exchange::lock},
      {{"POST", "/api/admin/snapshot", Access::kOrganisers, "", "{name: string}", "{}", ""}, &Exchange::snapshot},
  };
  // clang-format on
}

void Handler::Exchange::progress() {
  send_json(to_json(progress_of(*store_)));
}

void Handler::Exchange::log() {
  const auto since = request_.query("since").value_or("0");
  Json out = Json::array();
  const CandidatesById candidates = candidate_table(*store_);
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  std::size_t bytes = 0;
  store_->database().each(
      "SELECT e.seq, a.name, e.assignment, d.name, e.kind, e.data, e.server_ms FROM event e LEFT JOIN account a ON a.id = "
      "e.account LEFT JOIN document d ON d.id = e.document WHERE e.seq > CAST(?1 AS INTEGER) ORDER BY e.seq LIMIT 1000",
      [&](const Statement& row) {
        const auto kind = event_kind_named(row.text(4));
        const std::string data = kind ? public_data(*kind, row.copy(5), candidates) : "{}";
        bytes += row.text(5).size();
        out.push_back({{"seq", row.integer(0)},
                       {"account", row.copy(1)},
                       {"assignment", row.is_null(2) ? Json(nullptr) : Json(row.integer(2))},
                       {"doc", row.copy(3)},
                       {"kind", row.text(4)},
                       {"data", Json::parse(data, nullptr, false)},
                       {"server_ms", row.integer(6)}});
        return bytes < kMostBytes;
      },
      since);
  send_json(out);
}

void Handler::Exchange::verify_store() {
  const auto faults = verify(*store_, checks());
  const Head head = head_of(store_->database());
  send_json({{"events", head.seq}, {"chain", hex(head.chain)}, {"faults", faults}});
}

void Handler::Exchange::storage() {
  const fs::path place = fs::absolute(handler_.store_);
  const std::string name = place.filename().string();
  Json parts = Json::array();
  for (const char* const part : {"store", "backups", "runs", "pools", "results"})
    parts.push_back({{"name", part}, {"files", 0}, {"bytes", 0}});
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(place.parent_path(), error)) {
    const std::string file = entry.path().filename().string();
    if (!file.starts_with(name)) continue;
    Json& part = parts[storage_part(std::string_view(file).substr(name.size()))];
    const auto count = [&](const fs::directory_entry& each) {
      if (!each.is_regular_file(error)) return;
      part["files"] = part["files"].get<std::uint64_t>() + 1;
      part["bytes"] = part["bytes"].get<std::uint64_t>() + each.file_size(error);
    };
    count(entry);
    if (!entry.is_directory(error)) continue;
    for (const auto& inside : fs::recursive_directory_iterator(entry.path(), error)) {
      check_time();
      count(inside);
    }
  }
  send_json({{"parts", parts}, {"free", fs::space(place.parent_path(), error).available}});
}

void Handler::Exchange::log_export(EventData data) const {
  try {
    handler_.writer_
        .submit([data = std::move(data), actor = actor()](Store& store) {
          store.record(EventKind::kExport, data, actor);
          return true;
        })
        .get();
  } catch (const StoreError&) {
    // A full disk is when people want their judgements out of it.
  }
}

void Handler::Exchange::export_judgements() {
  const std::string name = request_.query("format").value_or("qrels");
  Json what{{"format", name}};
  for (const char* each : {"part", "finished", "snapshot"}) {
    if (const auto value = request_.query(each)) what[each] = *value;
  }
  const auto record = [&] { log_export(what); };
  if (name == "everything") {
    record();
    const auto pool = handler_.track_.pool_now();
    Response response;
    response.type = "application/gzip";
    response.body = everything(*store_, {rules().collection, pool.get()});
    response.headers.emplace_back("Content-Disposition", "attachment; filename=everything.tar.gz");
    return send(std::move(response));
  }
  const JudgementFormat* const format = judgement_format_named(name);
  if (format == nullptr || format->write == nullptr)
    return say(400, fmt::format("{} is no format of judgements that can be written", quote(name)));
  ExportOptions options;
  const auto part = named<Part>(request_.query("part").value_or("final"));
  if (!part) return say(400, "a part is main, second or final");
  options.part = *part;
  options.finished_only = request_.query("finished") == "1";
  if (const auto snapshot = request_.query("snapshot")) {
    options.last = store_->snapshot(*snapshot);
    if (!options.last) return say(404, "there is no such snapshot");
  }
  std::optional<DocumentTexts> texts;
  options.collection = rules().collection;
  options.check = checks();
  if (rules().collection != nullptr) texts.emplace(texts_in_collection(*rules().collection));
  record();
  const Reading moment(store_->database());
  Response response;
  response.type = "text/plain; charset=utf-8";
  add_unsaid(response, format->write(judgements_in(*store_, options), texts ? &*texts : nullptr,
                                     [&](std::string_view piece) { response.body += piece; }));
  response.headers.emplace_back("Content-Disposition", "attachment");
  response.headers.emplace_back("X-Chain", hex(head_of(store_->database()).chain));
  send(std::move(response));
}

/// An export by the command line, which reads the store itself: it is on record, and answered with the chain.
void Handler::Exchange::record_export() {
  const auto given = body();
  if (!given) return;
  const auto format = text(*given, "format");
  if (!format) return;
  Json what{{"format", *format}};
  for (const char* each : {"part", "finished", "snapshot", "suggestions"}) {
    const JsonValue* const value = given->find(each);
    if (value != nullptr && value->is(JsonValue::Kind::kString)) what[each] = value->text;
  }
  write(
      [data = what, actor = actor()](Store& store) {
        store.record(EventKind::kExport, data, actor);
        return head_of(store.database());
      },
      [](const Head& head) {
        return json_response({{"seq", head.seq}, {"chain", hex(head.chain)}});
      });
}

void Handler::Exchange::assign() {
  const auto given = body();
  if (!given) return;
  const auto topic = text(*given, "topic");
  const auto name = topic ? text(*given, "account") : std::nullopt;
  const auto part = name ? text(*given, "part") : std::nullopt;
  if (!part) return;
  if (!named<Part>(*part)) return say(422, "a part is main, second or final");
  write(
      [topic = *topic, name = *name, part = *named<Part>(*part),
       actor = actor()](Store& store) -> Outcome<Assignment> {
        const auto account = store.account(name);
        if (!account) return Refused{Refusal::kNotFound, fmt::format("there is no account {}", quote(name))};
        return store.assign(topic, *account, part, actor);
      },
      [&track = handler_.track_](const Outcome<Assignment>& outcome) {
        return answer(outcome, [&track](const Assignment& made) {
          track.mark(made.topic);  // a former assessor brings judgements
          return Json{{"id", made.id}};
        });
      });
}

void Handler::Exchange::unassign() {
  const auto given = body();
  if (!given) return;
  const JsonValue* const id = given->find("assignment");
  const auto number = id == nullptr ? std::nullopt : id->offset();
  if (!number) return say(400, "'assignment' is a number");
  change_assignment(*number, [](Store& store, std::int64_t assignment, const Actor& actor) {
    return store.unassign(assignment, actor);
  });
}

void Handler::Exchange::change_assignment(std::int64_t id, StoreChange change) {
  const auto known = store_->assignment(id);
  write([id, change = std::move(change), actor = actor()](Store& store) { return change(store, id, actor); },
        [&track = handler_.track_,
         topic = known ? known->topic : std::string()](const std::optional<Refused>& refused) {
          if (!refused) track.mark(topic);
          return answer(refused);
        });
}

void Handler::Exchange::lock() {
  const auto given = body();
  if (!given) return;
  const JsonValue* const id = given->find("assignment");
  const JsonValue* const locked = given->find("locked");
  const auto number = id == nullptr ? std::nullopt : id->offset();
  if (!number || locked == nullptr || !locked->is(JsonValue::Kind::kBoolean))
    return say(400, "'assignment' is a number and 'locked' true or false");
  change_assignment(*number,
                    [locked = locked->boolean](Store& store, std::int64_t assignment, const Actor& actor) {
                      return store.set_locked(assignment, locked, actor);
                    });
}

void Handler::Exchange::snapshot() {
  const auto given = body();
  if (!given) return;
  const auto name = text(*given, "name");
  if (!name) return;
  write([name = *name, actor = actor()](Store& store) { return store.add_snapshot(name, actor); },
        [](bool made) {
          return made ? json_response(Json::object())
                      : error_response(409, "there is a snapshot of this name already");
        });
}

}  // namespace fovea::assess
