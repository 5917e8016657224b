// Runs that groups send in: uploading, what the check said, replacing, withdrawing, repairing.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "assess/exchange.h"
#include "assess/phases.h"
#include "assess/run_checks.h"
#include "assess/run_form.h"
#include "assess/secrets.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"
#include "assess/upload.h"
#include "assess/upload_token.h"
#include "evaluate/track/run_keys.h"

namespace fovea::assess {

namespace {

using RunJson = nlohmann::ordered_json;

RunJson parsed(const std::string& text) {
  RunJson out = RunJson::parse(text, nullptr, false);
  return out.is_discarded() ? RunJson::object() : out;
}

RunJson json_of(const Submission& each, const SubmissionFiles& files) {
  std::error_code error;
  RunJson out{{"id", each.id},
              {"group", each.group},
              {"name", each.name},
              {"version", each.version},
              {"file", each.file},
              {"bytes", each.bytes},
              {"sha256", each.sha256},
              {"state", name_of(each.state)},
              {"form", parsed(each.form)},
              {"publish", each.publish},
              {"sent_ms", each.sent_ms},
              {"verdict", parsed(each.verdict)}};
  out["kept"] = std::filesystem::exists(files.run(each.key), error);
  if (each.state == SubmissionState::kRefused) out["kept_until_ms"] = each.sent_ms + kDay;
  return out;
}

/// 200 accepted, 202 not checked yet, 422 refused.
Response answer_for(const Submission& each, const SubmissionFiles& files) {
  RunJson out = json_of(each, files);
  Response response;
  if (each.state == SubmissionState::kChecking) response.status = 202;
  if (each.state == SubmissionState::kRefused) {
    response.status = 422;
    const std::uint64_t errors = out["verdict"].value("errors", std::uint64_t{1});
    out["error"] = error_name(response.status);
    out["message"] = fmt::format("the run is refused: {} fault{}", errors, errors == 1 ? "" : "s");
  }
  response.body = out.dump(-1, ' ', false, RunJson::error_handler_t::replace) + "\n";
  return response;
}

Response file_response(const std::string& path, const std::string& name, std::string_view type) {
  Response response;
  response.type = type;
  response.file = path;
  response.headers.emplace_back("Content-Disposition", fmt::format("attachment; filename={}", name));
  return response;
}

std::optional<std::int64_t> id_in(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > 0 ? std::optional(value)
                                                                               : std::nullopt;
}

}  // namespace

Handler::Exchange::Routes Handler::Exchange::submission_routes() {
  // clang-format off
  return {
      {{"POST", "/api/submissions", Access::kUploads, "?name=&task=&result=&…", "file", "Run", "the body is the run, plain or packed; values are those of `[[run]]`, and `replace=1`, `publish=1`, `file=`; 200 accepted, 202 not checked yet, 422 refused"}, {}},
      {{"GET", "/api/submissions", Access::kRuns, "", "", "{group: string, open: boolean, most_bytes: number, form: RunQuestion[], runs: Run[]}", ""}, &Exchange::list_submissions},
      {{"GET", "/api/submissions/N", Access::kGroupRun, "", "", "Run", ""}, &Exchange::show_run},
      {{"GET", "/api/submissions/N/file", Access::kGroupRun, "", "", "file", ""}, &Exchange::run_file},
      {{"GET", "/api/submissions/N/faults", Access::kGroupRun, "", "", "file", "all its faults, as text"}, &Exchange::run_faults},
      {{"GET", "/api/submissions/N/repaired", Access::kGroupRun, "", "", "file", "the repaired run"}, &Exchange::repaired_run},
      {{"POST", "/api/submissions/N/repaired", Access::kGroupRun, "", "", "Run", "sends the repaired run, as its group"}, &Exchange::take_repaired},
      {{"POST", "/api/submissions/N/withdraw", Access::kGroupRun, "", "{reason?: string}", "{}", "takes a run back while the phase is open; the body may be left out"}, &Exchange::withdraw_run},
      {{"POST", "/api/submissions/N/restore", Access::kGroupRun, "", "", "{}", "undoes that; a group cannot undo what an organiser did"}, &Exchange::restore_run},
      {{"GET", "/api/submissions/allowance", Access::kRuns, "?task=&result=&reference=&topk=&name=", "", "{counts: {runs: string, rule: string, used: number, most: number}[]}", ""}, &Exchange::allowance},
      {{"POST", "/api/submissions/token", Access::kParticipants, "", "", "{token: string, until_ms: number}", "for thirty days; it ends the one before"}, &Exchange::make_token},
  };
  // clang-format on
}

/// Puts an upload on record and to the check, and answers when that is done, or takes long.
void Handler::record_upload(Submission submission, bool replace, const Actor& actor, const Respond& respond) {
  const std::string file = files_.run(submission.key);
  writer_.submit(
      [this, submission = std::move(submission), replace, actor](Store& store) {
        return add_submission(store, submission, track_.submission_rules, replace, actor);
      },
      [this, file, respond](std::optional<Outcome<Submission>> outcome, const std::exception_ptr& error) {
        const auto answer = [&respond](Response response) {
          add_safety(response);
          respond(std::move(response));
        };
        std::error_code ignored;
        const Refused* const refused = error ? nullptr : std::get_if<Refused>(&*outcome);
        if (error || refused != nullptr) {
          std::filesystem::remove(file, ignored);
          return answer(error ? fault_response(error) : refusal(*refused));
        }
        const std::int64_t id = std::get<Submission>(*outcome).id;
        track_.checks->enqueue(id, std::get<Submission>(*outcome).group, [this, id, respond] {
          Response response;
          try {
            auto store = readers_->take();
            response = answer_for(*assess::submission(*store, id), files_);
          } catch (...) {
            response = fault_response(std::current_exception());
          }
          add_safety(response);
          respond(std::move(response));
        });
      });
}

BegunBody Handler::begin_body(const Request& request) {
  std::optional<Response> refusal;
  const Respond refuse = [&refusal](Response response) { refusal = std::move(response); };
  try {
    std::unique_ptr<BodySink> sink = Exchange(*this, request, refuse).begin_upload();
    if (sink) return sink;
  } catch (...) {
    refusal = fault_response(std::current_exception());
    add_safety(*refusal);
  }
  return std::move(*refusal);
}

std::unique_ptr<BodySink> Handler::Exchange::begin_upload() {
  if (!has_known_origin() || !authenticate()) return nullptr;
  if (handler_.track_.checks == nullptr || !may(*session_, Action::kTakePart)) {
    say(404, "there is no such thing");
    return nullptr;
  }
  const ReadForm form = read_run_form(request_);
  if (!form.fault.empty()) {
    say(422, form.fault);
    return nullptr;
  }
  if (const auto closed = refuse_unless_open(*store_, Phase::kRuns)) {
    send(refusal(*closed));
    return nullptr;
  }
  Submission submission;
  submission.group = session_->group;
  submission.name = form.name;
  submission.key = hex(new_op());
  submission.file = form.file;
  submission.form = form.json;
  submission.publish = form.publish;
  const auto own = submissions(*store_, submission.group);
  // Said before 256 MB are on their way; it is decided when they are here.
  for (const Submission& each : own) {
    if (each.name != form.name || each.state != SubmissionState::kAccepted || form.replace) continue;
    say(409, fmt::format("there is a run {} already: say that this one replaces it, or choose another name",
                         quote(form.name)));
    return nullptr;
  }
  const auto counted = counted_submissions(*store_, submission.group);
  if (const auto fault = fault_of_set(handler_.track_.submission_rules, class_of(submission));
      !fault.empty()) {
    say(422, fault);
    return nullptr;
  }
  if (const auto full = refuse_beyond_rules(handler_.track_.submission_rules, counted, submission)) {
    send(refusal(*full));
    return nullptr;
  }
  auto claims = claim(submission.group, submission.name);
  if (!claims) return nullptr;
  try {
    handler_.files_.make_folder();
    return std::make_unique<Upload>(std::move(*claims), handler_.files_, submission, limits(),
                                    [&handler = handler_, replace = form.replace, actor = actor()](
                                        Submission made, const Respond& respond) {
                                      handler.record_upload(std::move(made), replace, actor, respond);
                                    });
  } catch (const std::system_error& fault) {
    send(answer_of(fault));
    return nullptr;
  }
}

std::optional<UploadClaims> Handler::Exchange::claim(const std::string& group, const std::string& name) {
  RunChecks& checks = *handler_.track_.checks;
  if (!checks.has_time(group)) {
    say(429,
        fmt::format(
            "checking the runs of your group took {} s of processor time within an hour: send more later",
            limits().check_seconds_per_hour));
    return std::nullopt;
  }
  const std::vector<Submission> own = submissions(*store_, group);
  if (own.size() >= limits().versions_per_group) {
    say(422, fmt::format("your group has sent {} versions of its runs, and no more are taken", own.size()));
    return std::nullopt;
  }
  std::set<std::string> waiting;
  for (const Submission& each : own) {
    if (each.state == SubmissionState::kChecking) waiting.insert(each.name);
  }
  auto slot = handler_.slots_->take(group, name, waiting);
  if (auto* const refused = std::get_if<Response>(&slot)) {
    send(std::move(*refused));
    return std::nullopt;
  }
  return UploadClaims{std::move(std::get<std::unique_ptr<UploadSlots::Slot>>(slot)),
                      checks.quota().hold(group, handler_.files_.kept_bytes(own))};
}

void Handler::Exchange::show_run(const Submission& known) {
  send(answer_for(known, handler_.files_));
}

void Handler::Exchange::run_file(const Submission& known) {
  send_kept(handler_.files_.run(known.key), known.name, "application/octet-stream");
}

void Handler::Exchange::run_faults(const Submission& known) {
  send_kept(handler_.files_.faults(known.key), known.name + ".faults.txt", "text/plain; charset=utf-8");
}

void Handler::Exchange::repaired_run(const Submission& known) {
  send_kept(handler_.files_.repaired(known.key), known.name + ".repaired", "application/octet-stream");
}

void Handler::Exchange::send_kept(const std::string& path, const std::string& name, std::string_view type) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return say(404, "this is not kept, or not any more");
  send(file_response(path, name, type));
}

void Handler::Exchange::list_submissions() {
  const bool organises = may(*session_, Action::kOrganise);
  const std::string group = organises ? std::string() : session_->group;
  RunJson out{{"group", session_->group},
              {"open", !refuse_unless_open(*store_, Phase::kRuns).has_value()},
              {"most_bytes", megabytes(limits().upload_mb)},
              {"form", run_form_json()}};
  out["runs"] = RunJson::array();
  for (const Submission& each : submissions(*store_, group))
    out["runs"].push_back(json_of(each, handler_.files_));
  send_json(out);
}

void Handler::Exchange::allowance() {
  const std::string result = request_.query("result").value_or("");
  RunClass run{session_->group, task_named(request_.query("task").value_or("")),
               std::string(offered(*run_key_named("result"), result).value_or("")),
               request_.query("reference") == "1", std::nullopt};
  if (const auto topk = id_in(request_.query("topk").value_or("")))
    run.topk = static_cast<std::uint64_t>(*topk);
  RunJson out = RunJson::array();
  const auto counted = counted_submissions(*store_, session_->group);
  for (const Allowance& each :
       allowances(handler_.track_.submission_rules, counted, run, request_.query("name").value_or(""))) {
    out.push_back({{"runs", each.count.runs},
                   {"rule", each.count.rule},
                   {"used", each.used},
                   {"most", each.count.most}});
  }
  send_json({{"counts", out}});
}

void Handler::Exchange::make_token() {
  if (handler_.track_.checks == nullptr || by_token_) return say(404, "there is no such thing");
  write([account = session_->account,
         actor = actor()](Store& store) { return new_upload_token(store, account, actor); },
        [until = now_ms_ + kUploadTokenTime](const std::string& token) {
          return json_response({{"token", token}, {"until_ms", until}});
        });
}

void Handler::Exchange::take_repaired(const Submission& known) {
  if (known.group != session_->group) return say(404, "there is no such run");
  std::error_code error;
  const std::string offered = handler_.files_.repaired(known.key);
  if (known.state != SubmissionState::kRefused || !std::filesystem::exists(offered, error))
    return say(404, "there is no repaired run, or not any more");
  auto claims = claim(known.group, known.name);
  if (!claims) return;
  Submission made = known;
  made.key = hex(new_op());
  made.file = known.name + ".repaired";
  const std::uint64_t size = std::filesystem::file_size(offered, error);
  if (auto refusal = refuse_bytes(*claims->hold, handler_.files_.folder(), error ? 0 : size, limits()))
    return send(std::move(*refusal));
  try {
    ArrivingFile file(handler_.files_.run(made.key));
    std::ifstream in(offered, std::ios::binary);
    std::string piece(std::size_t{1} << 16, '\0');
    while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
      check_time();
      file.write(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount())));
    }
    made.bytes = static_cast<std::int64_t>(file.size());
    made.sha256 = file.put_in_place();
  } catch (const std::system_error& fault) {
    return send(answer_of(fault));
  }
  // Held until the run is on record, and its file counts.
  const auto held = std::make_shared<std::optional<UploadClaims>>(std::move(claims));
  handler_.record_upload(std::move(made), true, actor(), [respond = respond_, held](Response response) {
    held->reset();
    respond(std::move(response));
  });
}

void Handler::Exchange::withdraw_run(const Submission& known) {
  std::optional<std::string> reason;
  if (!request_.body.empty()) {
    const auto given = body();
    if (!given || !may_have(*given, "reason", reason)) return;
  }
  const std::string group = may(*session_, Action::kOrganise) ? std::string() : session_->group;
  write([id = known.id, group, reason = reason.value_or(""),
         actor = actor()](Store& store) { return withdraw(store, id, group, reason, actor); },
        [](const std::optional<Refused>& refused) { return answer(refused); });
}

void Handler::Exchange::restore_run(const Submission& known) {
  const std::string group = may(*session_, Action::kOrganise) ? std::string() : session_->group;
  write([id = known.id, group, &rules = handler_.track_.submission_rules,
         actor = actor()](Store& store) { return restore(store, id, group, rules, actor); },
        [](const std::optional<Refused>& refused) { return answer(refused); });
}

}  // namespace fovea::assess
