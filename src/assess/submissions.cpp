#include "assess/submissions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "assess/event_kinds.h"
#include "assess/phases.h"
#include "evaluate/track/run_keys.h"

namespace fovea::assess {

namespace {

using SubmissionJson = nlohmann::ordered_json;

constexpr std::size_t kLongestRunName = 64;
#define FOVEA_SUBMISSION_COLUMNS \
  "id, grp, name, version, account, key, file, bytes, sha256, form, publish, state, verdict, sent_ms"

Submission submission_in(const Statement& row) {
  Submission out;
  out.id = row.integer(0);
  out.group = row.copy(1);
  out.name = row.copy(2);
  out.version = row.integer(3);
  out.account = row.optional_integer(4);
  out.key = row.copy(5);
  out.file = row.copy(6);
  out.bytes = row.integer(7);
  out.sha256 = row.copy(8);
  out.form = row.copy(9);
  out.publish = row.integer(10) != 0;
  out.state = named<SubmissionState>(row.text(11)).value_or(SubmissionState::kRefused);
  out.verdict = row.copy(12);
  out.sent_ms = row.integer(13);
  return out;
}

std::string submission_text(const SubmissionJson& json) {
  return json.dump(-1, ' ', false, SubmissionJson::error_handler_t::replace);
}

}  // namespace

std::string full_name(const Submission& submission) {
  return submission.group + "-" + submission.name;
}

std::string fault_of_run_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  const bool fine =
      !name.empty() && name.size() <= kLongestRunName && plain(name.front()) &&
      std::ranges::all_of(name, [&](char c) { return plain(c) || c == '.' || c == '-' || c == '_'; });
  if (fine) return {};
  return fmt::format(
      "found {} as the name of a run, expected 1 to {} letters, digits, dots, dashes and underscores, a letter or digit first",
      quote(name), kLongestRunName);
}

Outcome<Submission> add_submission(Store& store, Submission submission, const TrackRules& rules, bool replace,
                                   const Actor& actor) {
  if (auto closed = refuse_unless_open(store, Phase::kRuns)) return std::move(*closed);
  // Verdicts are long, and the writer does not read those of all groups for one run.
  submission.id = store.database().number("SELECT coalesce(max(id), 0) + 1 FROM submission");
  submission.version = 1;
  bool taken = false;
  bool stands = false;
  store.database().each(
      "SELECT grp, version, state FROM submission WHERE grp || '-' || name = ?1 ORDER BY id",
      [&](const Statement& row) {
        if (row.text(0) != submission.group) {
          taken = true;
          return;
        }
        stands = stands || row.text(2) == name_of(SubmissionState::kAccepted);
        submission.version = std::max(submission.version, row.integer(1) + 1);
      },
      full_name(submission));
  if (taken)
    return Refused{Refusal::kConflict,
                   fmt::format("{} is taken: choose another name", quote(submission.name))};
  if (stands && !replace) {
    return Refused{
        Refusal::kConflict,
        fmt::format("there is a run {} already: say that this one replaces it, or choose another name",
                    quote(submission.name))};
  }
  if (auto full = refuse_beyond_rules(rules, counted_submissions(store, submission.group), submission))
    return *std::move(full);
  store.record(EventKind::kRunUpload,
               {{"id", submission.id},
                {"group", submission.group},
                {"name", submission.name},
                {"version", submission.version},
                {"key", submission.key},
                {"file", submission.file},
                {"bytes", submission.bytes},
                {"sha256", submission.sha256},
                {"form", submission.form},
                {"publish", submission.publish}},
               actor);
  return *assess::submission(store, submission.id);
}

std::optional<Refused> set_verdict(Store& store, std::int64_t id, bool accepted, const std::string& verdict,
                                   const Actor& actor) {
  const auto known = submission(store, id);
  if (!known) return Refused{Refusal::kNotFound, "there is no such run"};
  if (known->state != SubmissionState::kChecking)
    return Refused{Refusal::kConflict, "the run has been checked already"};
  const SubmissionState state = accepted ? SubmissionState::kAccepted : SubmissionState::kRefused;
  store.record(EventKind::kRunCheck, {{"id", id}, {"state", name_of(state)}, {"verdict", verdict}}, actor);
  return std::nullopt;
}

namespace {

/// A run in a state that it must be in to be changed by its group, or by an organiser (empty), now.
Outcome<Submission> changeable(Store& store, std::int64_t id, const std::string& group, SubmissionState state,
                               std::string_view change) {
  auto known = submission(store, id);
  if (!known || (!group.empty() && known->group != group))
    return Refused{Refusal::kNotFound, "there is no such run"};
  if (auto closed = refuse_unless_open(store, Phase::kRuns)) return *std::move(closed);
  if (known->state != state)
    return Refused{Refusal::kRule, fmt::format("the run is {}, and only {} runs can be {}",
                                               name_of(known->state), name_of(state), change)};
  return *std::move(known);
}

}  // namespace

std::optional<Refused> withdraw(Store& store, std::int64_t id, const std::string& group,
                                const std::string& reason, const Actor& actor) {
  const auto known = changeable(store, id, group, SubmissionState::kAccepted, "withdrawn");
  if (const auto* const refused = std::get_if<Refused>(&known)) return *refused;
  EventData data{{"id", id}, {"by", group.empty() ? "organiser" : "group"}};
  if (!reason.empty()) data["reason"] = reason;
  store.record(EventKind::kRunWithdraw, data, actor);
  return std::nullopt;
}

std::optional<Refused> restore(Store& store, std::int64_t id, const std::string& group,
                               const TrackRules& rules, const Actor& actor) {
  const auto outcome = changeable(store, id, group, SubmissionState::kWithdrawn, "restored");
  if (const auto* const refused = std::get_if<Refused>(&outcome)) return *refused;
  const Submission& known = std::get<Submission>(outcome);
  const auto verdict = SubmissionJson::parse(known.verdict, nullptr, false);
  const bool by_organiser = verdict.is_object() && verdict.contains("withdrawn") &&
                            verdict["withdrawn"].value("by", "") == "organiser";
  if (!group.empty() && by_organiser)
    return Refused{Refusal::kRule, "an organiser withdrew this run: ask them to restore it"};
  const auto counted = counted_submissions(store, known.group);
  if (std::ranges::find(counted, known.name, &Submission::name) != counted.end())
    return Refused{Refusal::kConflict,
                   fmt::format("another version of {} was sent meanwhile", quote(known.name))};
  if (auto full = refuse_beyond_rules(rules, counted, known)) return full;
  store.record(EventKind::kRunRestore, {{"id", id}}, actor);
  return std::nullopt;
}

std::vector<Submission> submissions(Store& store, std::string_view group) {
  return store.database().all("SELECT " FOVEA_SUBMISSION_COLUMNS
                              " FROM submission WHERE ?1 = '' OR grp = ?1 ORDER BY id",
                              submission_in, group);
}

std::optional<Submission> submission(Store& store, std::int64_t id) {
  return store.database().one("SELECT " FOVEA_SUBMISSION_COLUMNS " FROM submission WHERE id = ?1",
                              submission_in, id);
}

std::vector<Submission> standing_submissions(Store& store, std::string_view group) {
  std::vector<Submission> out = submissions(store, group);
  std::erase_if(out, [](const Submission& each) { return each.state != SubmissionState::kAccepted; });
  return out;
}

std::vector<Submission> counted_submissions(Store& store, std::string_view group) {
  std::vector<Submission> out = standing_submissions(store, group);
  for (Submission& each : submissions(store, group)) {
    // Several versions of one run are one run.
    if (each.state == SubmissionState::kChecking &&
        std::ranges::find(out, each.name, &Submission::name) == out.end())
      out.push_back(std::move(each));
  }
  return out;
}

std::string submission_lines(Store& store) {
  std::string out;
  for (const Submission& each : submissions(store)) {
    out += submission_text({{"id", each.id},
                            {"group", each.group},
                            {"run", each.name},
                            {"version", each.version},
                            {"state", name_of(each.state)},
                            {"file", each.file},
                            {"bytes", each.bytes},
                            {"sha256", each.sha256},
                            {"publish", each.publish},
                            {"sent_ms", each.sent_ms},
                            {"form", SubmissionJson::parse(each.form, nullptr, false)},
                            {"verdict", SubmissionJson::parse(each.verdict, nullptr, false)}}) +
           "\n";
  }
  return out;
}

TrackRun track_run_of(const Submission& submission) {
  const auto form = nlohmann::json::parse(submission.form, nullptr, false);
  const auto text = [&form](const char* key) {
    return form.is_object() && form.contains(key) && form[key].is_string() ? form[key].get<std::string>()
                                                                           : std::string();
  };
  const auto flag = [&form](const char* key) {
    return form.is_object() && form.contains(key) && form[key].is_boolean()
               ? std::optional(form[key].get<bool>())
               : std::nullopt;
  };
  const auto number = [&form](const char* key) {
    return form.is_object() && form.contains(key) && form[key].is_number()
               ? std::optional(form[key].get<double>())
               : std::nullopt;
  };
  TrackRun run;
  run.name = full_name(submission);
  run.participant = submission.group;
  run.task = task_named(text("task"));
  run.query = text("query");
  run.result = text("result");
  if (const auto topk = number("topk")) run.topk = static_cast<std::uint64_t>(*topk);
  run.phrases = flag("phrases");
  run.reference = flag("reference");
  run.manual = flag("manual");
  run.time_ms = number("time_ms");
  run.description = text("description");
  run.environment = text("environment");
  return run;
}

RunClass class_of(const Submission& submission) {
  const TrackRun run = track_run_of(submission);
  // Earlier versions of fovea took any text for a result type.
  const auto result = offered(*run_key_named("result"), run.result);
  return {submission.group, run.task, result ? std::string(*result) : run.result,
          run.reference.value_or(false), run.topk};
}

std::string fault_of_set(const TrackRules& rules, const RunClass& run) {
  if (rules.efficiency_sets.empty() || run.task == nullptr || run.task->name != "efficiency") return {};
  const std::uint64_t most = std::ranges::max(rules.efficiency_sets);
  if (run.topk && *run.topk <= most) return {};
  return fmt::format("found {}, expected topk of at most {}: the sets of this task are {}",
                     run.topk ? fmt::format("topk = {}", *run.topk) : "no topk", most,
                     fmt::join(rules.efficiency_sets, ", "));
}

std::optional<Refused> refuse_beyond_rules(const TrackRules& rules, const std::vector<Submission>& counted,
                                           const Submission& submission) {
  for (const Allowance& allowance : allowances(rules, counted, class_of(submission), submission.name)) {
    if (allowance.left()) continue;
    return Refused{Refusal::kRule,
                   fmt::format("found {} {} already, expected at most {} ({})", allowance.used,
                               allowance.count.runs, allowance.count.most, allowance.count.rule)};
  }
  return std::nullopt;
}

std::vector<Allowance> allowances(const TrackRules& rules, const std::vector<Submission>& counted,
                                  const RunClass& run, std::string_view replaced) {
  std::vector<Allowance> out;
  if (run.task == nullptr) return out;
  for (RuleCount& count : counts_of(rules, run)) {
    Allowance& allowance = out.emplace_back(Allowance{std::move(count)});
    for (const Submission& each : counted) {
      if (each.name == replaced) continue;
      for (const RuleCount& other : counts_of(rules, class_of(each)))
        allowance.used += other.runs == allowance.count.runs && other.rule == allowance.count.rule ? 1 : 0;
    }
  }
  return out;
}

void apply_upload(Store& store, const Event& event, const EventData& data) {
  store.database()
      .prepare("INSERT INTO submission (" FOVEA_SUBMISSION_COLUMNS
               ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'checking', '{}', ?12)")
      .bind(data.at("id").get<std::int64_t>(), text_of(data, "group"), text_of(data, "name"),
            data.at("version").get<std::int64_t>(), event.account, text_of(data, "key"),
            text_of(data, "file"), data.at("bytes").get<std::int64_t>(), text_of(data, "sha256"),
            text_of(data, "form"), std::int64_t{data.at("publish").get<bool>() ? 1 : 0}, event.server_ms)
      .run();
}

void apply_check(Store& store, const Event& /*event*/, const EventData& data) {
  const std::int64_t id = data.at("id");
  const SubmissionState state = named<SubmissionState>(text_of(data, "state")).value();
  Database& database = store.database();
  if (state == SubmissionState::kAccepted) {
    database
        .prepare(
            "UPDATE submission SET state = 'replaced' WHERE state = 'accepted' AND id <> ?1 AND (grp, name) = (SELECT grp, "
            "name FROM submission WHERE id = ?1)")
        .bind(id)
        .run();
  }
  database.prepare("UPDATE submission SET state = ?2, verdict = ?3 WHERE id = ?1")
      .bind(id, name_of(state), text_of(data, "verdict"))
      .run();
  if (database.changes() != 1) throw EventFault("is about an unknown run");
}

void apply_withdrawal(Store& store, const Event& /*event*/, const EventData& data) {
  const bool told = data.contains("by");  // earlier versions did not say who
  const SubmissionJson who{{"by", data.value("by", "")}, {"reason", data.value("reason", "")}};
  store.database()
      .prepare(
          "UPDATE submission SET state = 'withdrawn', verdict = iif(?2, json_set(verdict, '$.withdrawn', json(?3)), verdict) "
          "WHERE id = ?1")
      .bind(data.at("id").get<std::int64_t>(), std::int64_t{told ? 1 : 0}, submission_text(who))
      .run();
  if (store.database().changes() != 1) throw EventFault("is about an unknown run");
}

void apply_restoration(Store& store, const Event& /*event*/, const EventData& data) {
  store.database()
      .prepare(
          "UPDATE submission SET state = 'accepted', verdict = json_remove(verdict, '$.withdrawn') WHERE id = ?1")
      .bind(data.at("id").get<std::int64_t>())
      .run();
  if (store.database().changes() != 1) throw EventFault("is about an unknown run");
}

}  // namespace fovea::assess
