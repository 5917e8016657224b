// A track whose server grants what a test says, with a participant and a checker that does what the run asks for.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "asking.h"
#include "assess/candidates.h"
#include "assess/phases.h"
#include "assess/run_checks.h"

namespace fovea::assess {

using LimitJson = nlohmann::json;

/// Stands in for `fovea check`: the first word of the run says what to do.
inline constexpr const char* kObedient = R"(#!/bin/sh
for word; do last=$word; done
read first rest < "$last"
case $first in
  bytes) head -c $rest /dev/zero > "$TMPDIR/unpacked" || exit 2 ;;
  spins) while :; do :; done ;;
  waits) while [ ! -e "$rest" ]; do sleep 0.01; done ;;
  memory) head -c $rest /dev/zero | tail -c $rest > /dev/null || exit 5 ;;
esac
echo '{"exit":0,"run":{"topics":1,"results":1,"kinds":{"elements":1}},"errors":0,"warnings":0,"faults":[],"breaches":[]}'
)";

/// A track with a participant, whose server grants what a test says.
class Granted {
 public:
  explicit Granted(const Limits& limits) : limits_(limits) {
    script_ = world.folder.write("checker", kObedient);
    std::filesystem::permissions(script_, std::filesystem::perms::owner_all);
    writer_
        ->submit([this](Store& store) {
          author_ = must(store.add_account("quinn", "participant", "", {}));
          EXPECT_FALSE(set_roles(store, author_, Roles(Role::kParticipant), "QUT", {}));
          must(change_phase(store, Phase::kTopics, {.state = PhaseState::kOpen}, {}));
          must(change_phase(store, Phase::kRuns, {.state = PhaseState::kOpen}, {}));
          login_ = log_in(store, author_, now);
          return true;
        })
        .get();
    CheckPlan plan;
    plan.words = [this](const CheckCommand& command) {
      return std::vector<std::string>{script_, command.file};
    };
    plan.limits = check_limits(limits);
    plan.granted = limits;
    checks_ = std::make_unique<RunChecks>(world.path, *writer_, plan, [this] { return now; });
    handler = std::make_unique<Handler>(
        *writer_, world.path, ServedTrack{.rules = world.rules, .checks = checks_.get(), .limits = limits},
        HandlerOptions{.hosts = {"h"}, .origins = {"http://h"}, .now_ms = [this] { return now; }});
  }
  ~Granted() { checks_.reset(); }

  Request request(const std::string& method, const std::string& target, const LimitJson& body = nullptr) {
    Request out = request_of(*writer_, 0, now, method, target, body);
    out.headers["cookie"] = "fovea=" + login_.token;
    out.headers["x-csrf"] = login_.csrf;
    return out;
  }
  int ask(const std::string& method, const std::string& target, const LimitJson& body = nullptr) {
    return answer_to(*handler, request(method, target, body)).status;
  }
  std::string op() {
    std::string out = std::to_string(1'000'000 + ++ops_);
    return std::string(32 - out.size(), '0') + out;
  }
  int add_proposal() { return ask("POST", "/api/candidates", {{"op", op()}}); }
  /// To the first proposal.
  int act(LimitJson what) {
    what["op"] = op();
    return ask("POST", "/api/candidates/1", what);
  }
  /// The fields are about the present version.
  int save(const std::string& field, const std::string& text) {
    Store store = Store::open(world.path, false);
    const std::int64_t version = find_candidate(store, 1)->version;
    return act({{"act", "save"}, {"base_version", version}, {"fields", {{field, text}}}});
  }
  std::string line() {
    Store store = Store::open(world.path, false);
    return to_json_line(*find_candidate(store, 1));
  }

  BegunBody begin(const std::string& name) {
    return handler->begin_body(request("POST", "/api/submissions?task=focused&result=element&name=" + name));
  }
  static int status_of(const BegunBody& begun) {
    const auto* const refusal = std::get_if<Response>(&begun);
    return refusal == nullptr ? 0 : refusal->status;
  }
  /// What is said of a run; its status is that of the answer.
  std::future<Response> send(const std::string& name, const std::string& rows) {
    auto promise = std::make_shared<std::promise<Response>>();
    auto out = promise->get_future();
    BegunBody begun = begin(name);
    if (auto* const refusal = std::get_if<Response>(&begun)) {
      promise->set_value(std::move(*refusal));
      return out;
    }
    const auto sink = std::move(std::get<std::unique_ptr<BodySink>>(begun));
    if (auto refusal = sink->take(rows)) {
      promise->set_value(std::move(*refusal));
    } else {
      sink->finish([promise](Response response) { promise->set_value(std::move(response)); });
    }
    return out;
  }
  int sent(const std::string& name, const std::string& rows) { return send(name, rows).get().status; }

  World world;
  std::int64_t now = 1'000'000'000;
  std::unique_ptr<Handler> handler;

 private:
  Limits limits_;
  std::string script_;
  std::unique_ptr<StoreWriter> writer_ = std::make_unique<StoreWriter>(world.path);
  std::unique_ptr<RunChecks> checks_;
  std::int64_t author_ = 0;
  NewLogin login_;
  int ops_ = 0;
};

}  // namespace fovea::assess
