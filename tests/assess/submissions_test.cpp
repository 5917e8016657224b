// Runs that groups send in: who may, what is kept, what the check does, what happens to bombs, full disks and two of one name.
#include "assess/submissions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "assess/handler.h"
#include "assess/phases.h"
#include "assess/rebuild.h"
#include "assess/run_checks.h"
#include "assess/run_form.h"
#include "assess/secrets.h"
#include "evaluate/track/run_keys.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using SentJson = nlohmann::json;
namespace fs = std::filesystem;

/// Stands in for `fovea check`: what it finds depends on the first word of the file.
constexpr const char* kChecker = R"(#!/bin/sh
for word; do last=$word; done
echo "$last" >> "$0.log"
repair=
while [ $# -gt 0 ]; do [ "$1" = --repair ] && repair=$2; [ "$1" = --quiet ] && quiet=1; shift; done
read first rest < "$last"
case $first in
  good) echo '{"exit":0,"run":{"topics":2,"results":3,"kinds":{"elements":3}},"errors":0,"warnings":0,"faults":[],"breaches":[]}' ;;
  bad)
    [ -n "$quiet" ] && { echo "$last:2:1: a fault" >&2; exit 3; }
    if [ -n "$repair" ]; then
      echo good > "$repair"
      echo '{"exit":0,"run":{"topics":1,"results":1,"kinds":{"elements":1}},"errors":0,"changed":1}'
      exit 0
    fi
    echo '{"exit":3,"run":{"topics":1,"results":2,"kinds":{"elements":2}},"errors":1,"faults":[],"breaches":[{"line":2,"column":1,"message":"overlap","severity":"error","code":"overlap"}]}'
    exit 3 ;;
  large)
    [ -n "$quiet" ] && exit 3
    [ -n "$repair" ] && { { echo good; head -c 400000 /dev/zero; } > "$repair" || exit 2; }
    echo '{"exit":3,"run":{"topics":1,"results":2,"kinds":{"elements":2}},"errors":1,"faults":[],"breaches":[],"changed":1}'
    exit 3 ;;
  waits)
    while [ ! -e "$rest" ]; do sleep 0.01; done
    echo '{"exit":0,"run":{"topics":2,"results":3,"kinds":{"elements":3}},"errors":0,"warnings":0,"faults":[],"breaches":[]}' ;;
  bomb) head -c 3000000 /dev/zero > "$TMPDIR/unpacked" ;;
  hangs) while :; do :; done ;;
  crashes) kill -SEGV $$ ;;
  silent) exit 0 ;;
  *) echo '{"exit":2,"errors":1,"faults":[{"line":1,"column":1,"message":"found something else","severity":"error","code":"unknown-format"}]}'; exit 2 ;;
esac
)";

class SubmissionTest : public testing::Test {
 protected:
  void SetUp() override {
    script_ = world.folder.write("checker", kChecker);
    fs::permissions(script_, fs::perms::owner_all);
    writer_
        ->submit([this](Store& store) {
          qut_account = must(store.add_account("quinn", "participant", "", {}));
          otago_account = must(store.add_account("olga", "participant", "", {}));
          organiser = must(store.add_account("org", "organiser", "", {}));
          Roles takes_part(Role::kParticipant);
          EXPECT_FALSE(set_roles(store, qut_account, takes_part, "QUT", {}));
          EXPECT_FALSE(set_roles(store, otago_account, takes_part, "Otago", {}));
          must(change_phase(store, Phase::kRuns, {.state = PhaseState::kOpen}, {}));
          return true;
        })
        .get();
    start();
    quinn_ = log_in_as(qut_account);
    olga_ = log_in_as(otago_account);
    org_ = log_in_as(organiser);
    ann_ = log_in_as(world.ann);
  }
  void start() {
    CheckPlan plan;
    plan.words = [this](const CheckCommand& command) {
      if (script_.empty())
        throw std::system_error(EAGAIN, std::generic_category(), "cannot start another process");
      std::vector<std::string> words{script_};
      if (command.all_faults) words.emplace_back("--quiet");
      if (!command.repaired.empty()) words.insert(words.end(), {"--repair", command.repaired});
      words.push_back(command.file);
      return words;
    };
    plan.limits.file = 1'000'000;
    plan.granted = limits;
    plan.limits.processor = std::chrono::seconds(1);
    checks_ = std::make_unique<RunChecks>(world.path, *writer_, plan, [this] { return now; });
    handler_ = std::make_unique<Handler>(
        *writer_, world.path,
        ServedTrack{.rules = world.rules,
                    .checks = checks_.get(),
                    .submission_rules = inex_2010_rules(),
                    .limits = limits},
        HandlerOptions{.hosts = {"h"}, .origins = {"http://h"}, .now_ms = [this] { return now; }});
  }
  void TearDown() override {
    checks_.reset();
    Store store = Store::open(world.path, false);
    EXPECT_THAT(verify(store), IsEmpty());
  }

  struct Sender {
    std::string cookie, csrf;
  };
  Sender log_in_as(std::int64_t account) {
    const NewLogin login =
        writer_->submit([account, this](Store& store) { return log_in(store, account, now); }).get();
    return {"fovea=" + login.token, login.csrf};
  }
  Request request(const std::string& method, const std::string& target, const Sender* who) {
    Request out;
    out.method = method;
    out.target = target;
    out.headers["host"] = "h";
    if (method != "GET") out.headers["origin"] = "http://h";
    if (who != nullptr) {
      out.headers["cookie"] = who->cookie;
      out.headers["x-csrf"] = who->csrf;
    }
    return out;
  }
  Response ask(const Request& request) {
    std::promise<Response> promise;
    handler_->handle(request, [&](Response response) { promise.set_value(std::move(response)); });
    return promise.get_future().get();
  }
  Response ask(const std::string& method, const std::string& target, const Sender* who) {
    return ask(request(method, target, who));
  }
  /// As the server would: the header, then the body in two pieces.
  Response send(const Request& header, const std::string& body) {
    BegunBody begun = handler_->begin_body(header);
    if (auto* const refusal = std::get_if<Response>(&begun)) return std::move(*refusal);
    const auto sink = std::move(std::get<std::unique_ptr<BodySink>>(begun));
    const std::size_t half = body.size() / 2;
    for (const std::string& piece : {body.substr(0, half), body.substr(half)}) {
      if (auto refusal = sink->take(piece)) return std::move(*refusal);
    }
    std::promise<Response> promise;
    sink->finish([&](Response response) { promise.set_value(std::move(response)); });
    return promise.get_future().get();
  }
  Response send(const std::string& query, const std::string& body, const Sender* who) {
    return send(request("POST", "/api/submissions?" + query, who), body);
  }
  SentJson listed(const Sender* who) { return SentJson::parse(ask("GET", "/api/submissions", who).body); }
  std::size_t files() const {
    std::size_t count = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(world.path + ".runs", error))
      count += entry.is_regular_file();
    return count;
  }

  /// How often something was checked.
  std::size_t checks() const {
    const std::string log = read_whole(script_ + ".log");
    return static_cast<std::size_t>(std::ranges::count(log, '\n'));
  }

  Limits limits = {};
  static constexpr const char* kForm = "name=one&task=focused&result=element";
  World world;
  std::string script_;
  std::int64_t now = 1'000'000'000;
  std::int64_t qut_account = 0, otago_account = 0, organiser = 0;
  std::unique_ptr<StoreWriter> writer_ = std::make_unique<StoreWriter>(world.path);
  std::unique_ptr<Handler> handler_;
  std::unique_ptr<RunChecks> checks_;
  Sender quinn_, olga_, org_, ann_;
};

TEST_F(SubmissionTest, AcceptsARunWithItsCounts) {
  const Response answer = send(kForm, "good run\n", &quinn_);
  EXPECT_EQ(answer.status, 200) << answer.body;
  const SentJson run = SentJson::parse(answer.body);
  EXPECT_EQ(run["state"], "accepted");
  EXPECT_EQ(run["verdict"]["topics"], 2);
  EXPECT_EQ(run["verdict"]["kinds"]["elements"], 3);
  EXPECT_EQ(run["sha256"], sha256("good run\n"));
  EXPECT_EQ(ask("GET", "/api/submissions/1/file", &quinn_).file.empty(), false);
}

TEST_F(SubmissionTest, CutsALongFileNameBetweenCharacters) {
  const std::string name(199, 'n');
  const Response answer = send(std::string(kForm) + "&file=" + name + "%C3%A4.run", "good run\n", &quinn_);
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(SentJson::parse(answer.body)["file"], name);
  // TearDown() finds that rows and events say the same.
}

TEST_F(SubmissionTest, RefusesWhatCannotBeCheckedNow) {
  const std::string script = std::exchange(script_, "");
  const Response answer = send(kForm, "good run\n", &quinn_);
  EXPECT_EQ(answer.status, 422);
  EXPECT_THAT(answer.body, HasSubstr("the server cannot check it now: send it again later"));
  script_ = script;
  EXPECT_EQ(send(kForm, "good run\n", &quinn_).status, 200);
}

TEST_F(SubmissionTest, RefusesWithFaultsAndOffersTheRepairedRun) {
  const Response answer = send(kForm, "bad run\n", &quinn_);
  EXPECT_EQ(answer.status, 422);
  const SentJson run = SentJson::parse(answer.body);
  EXPECT_EQ(run["verdict"]["faults"][0]["line"], 2);
  EXPECT_EQ(run["verdict"]["repaired"], 1);
  EXPECT_THAT(read_whole(ask("GET", "/api/submissions/1/faults", &quinn_).file), "one:2:1: a fault\n");
  const Response taken = ask("POST", "/api/submissions/1/repaired", &quinn_);
  EXPECT_EQ(taken.status, 200) << taken.body;
  EXPECT_EQ(SentJson::parse(taken.body)["version"], 2);
  // What was refused stays for a day, on record for ever.
  now += kDay + 1;
  checks_.reset();
  start();
  quinn_ = log_in_as(qut_account);
  EXPECT_EQ(ask("GET", "/api/submissions/1/file", &quinn_).status, 404);
  EXPECT_EQ(ask("GET", "/api/submissions/2/file", &quinn_).status, 200);
  EXPECT_EQ(listed(&quinn_)["runs"].size(), 2U);
}

TEST_F(SubmissionTest, IsForItsGroupAlone) {
  send(kForm, "bad\n", &quinn_);
  for (const char* what : {"", "/file", "/faults", "/repaired"}) {
    const std::string target = std::string("/api/submissions/1") + what;
    EXPECT_NE(ask("GET", target, &quinn_).status, 404) << what;
    EXPECT_NE(ask("GET", target, &org_).status, 404) << what;
    EXPECT_EQ(ask("GET", target, &olga_).status, 404) << what;
    EXPECT_EQ(ask("GET", target, &ann_).status, 404) << what;
    EXPECT_EQ(ask("GET", target, nullptr).status, 401) << what;
  }
  EXPECT_EQ(ask("POST", "/api/submissions/1/withdraw", &olga_).status, 404);
  EXPECT_EQ(ask("POST", "/api/submissions/1/repaired", &olga_).status, 404);
  EXPECT_EQ(ask("POST", "/api/submissions/1/repaired", &org_).status, 404);
  EXPECT_THAT(listed(&olga_)["runs"], IsEmpty());
  EXPECT_EQ(listed(&org_)["runs"].size(), 1U);
  EXPECT_EQ(ask("GET", "/api/submissions", &ann_).status, 404);
  // Two groups may call a run the same.
  EXPECT_EQ(send(kForm, "good\n", &olga_).status, 200);
}

TEST_F(SubmissionTest, WantsCredentialsOfAPageOrAToken) {
  EXPECT_EQ(send(kForm, "good", nullptr).status, 401);
  EXPECT_EQ(send(kForm, "good", &ann_).status, 404);
  EXPECT_EQ(send(kForm, "good", &org_).status, 404);
  Sender forged = quinn_;
  forged.csrf = "x";
  EXPECT_EQ(send(kForm, "good", &forged).status, 403);
  Request foreign = request("POST", std::string("/api/submissions?") + kForm, &quinn_);
  foreign.headers["origin"] = "http://other";
  EXPECT_EQ(send(foreign, "good").status, 403);
  foreign.headers["host"] = "other";
  EXPECT_EQ(send(foreign, "good").status, 403);

  const Response made = ask("POST", "/api/submissions/token", &quinn_);
  const std::string token = SentJson::parse(made.body)["token"];
  Request with_token = request("POST", std::string("/api/submissions?") + kForm, nullptr);
  with_token.headers.erase("origin");
  with_token.headers["authorization"] = "Bearer " + token;
  EXPECT_EQ(send(with_token, "good\n").status, 200);
  Request other = with_token;
  other.method = "GET";
  other.target = "/api/submissions/1";
  EXPECT_EQ(ask(other).status, 200);
  for (const char* target : {"/api/me", "/api/results", "/api/admin/snapshot", "/results/x/report.html"}) {
    other.target = target;
    EXPECT_EQ(ask(other).status, 404) << target;
  }
  // Another page cannot use it either, an old or another token is none, and a new one ends the one before.
  with_token.headers["origin"] = "http://other";
  EXPECT_EQ(send(with_token, "good").status, 403);
  with_token.headers.erase("origin");
  with_token.headers["authorization"] = "Bearer wrong";
  EXPECT_EQ(send(with_token, "good").status, 401);
  with_token.headers["authorization"] = "Bearer " + token;
  ask("POST", "/api/submissions/token", &quinn_);
  EXPECT_EQ(send(with_token, "good").status, 401);
  EXPECT_EQ(ask("POST", "/api/submissions/token", &org_).status, 404);
  EXPECT_EQ(files(), 1U);
}

TEST_F(SubmissionTest, WantsTheFormFilledIn) {
  for (const auto& [query, word] : std::vector<std::pair<std::string, std::string>>{
           {"task=focused&result=element", "name"},
           {"name=a&result=element", "task"},
           {"name=a&task=nonsense&result=element", "expected one of"},
           {"name=a&task=focused", "result"},
           {"name=a&task=focused&result=element&colour=red", "found the key 'colour'"},
           {"name=a&task=focused&result=element&reslt=x", "did you mean 'result'"},
           {"name=a&task=focused&result=element&topk=-3", "topk"},
           {"name=a&task=focused&result=element&time_ms=soon", "time_ms"},
           {"name=a&task=focused&result=element&phrases=perhaps", "yes or no"},
           {"name=a&task=focused&result=element&description=" + std::string(2001, 'x'), "at most"},
           {"name=..%2F..%2Fetc&task=focused&result=element", "letters, digits"},
           {"name=.hidden&task=focused&result=element", "letters, digits"},
           {"name=a%0Ab&task=focused&result=element", "letters, digits"},
           {"name=%00&task=focused&result=element", "name"},
           {"name=" + std::string(65, 'n') + "&task=focused&result=element", "letters, digits"},
           {"name=%C3%A4&task=focused&result=element", "letters, digits"}}) {
    const Response answer = send(query, "good", &quinn_);
    EXPECT_EQ(answer.status, 422) << query;
    EXPECT_THAT(answer.body, HasSubstr(word)) << query;
  }
  EXPECT_EQ(send(kForm, "", &quinn_).status, 400);
  EXPECT_EQ(files(), 0U);
  const SentJson form = run_form_json();
  EXPECT_EQ(form[0]["key"], "name");
  EXPECT_THAT(form.dump(), testing::Not(HasSubstr("\"chunking\"")));
}

TEST_F(SubmissionTest, TakesAnswersOfTheListsAloneHoweverTheyAreCased) {
  int number = 0;
  for (const RunKey& key : run_keys()) {
    if (key.question.empty() || offers_of(key).empty()) continue;
    const std::string name(key.name);
    const auto form = [&](const std::string& value) {
      const std::string rest = key.name == "result" ? "" : "&result=element";
      return "name=n" + std::to_string(++number) + "&task=thorough" + rest + "&" + name + "=" + value;
    };
    for (const char* const wrong : {"zzz", "elements", "CO%20zzz", "a%0Bb", "%27%3B--"}) {
      const Response answer = send(form(wrong), "good\n", &quinn_);
      EXPECT_EQ(answer.status, 422) << name << " = " << wrong;
      EXPECT_THAT(answer.body, HasSubstr("expected ")) << name;
    }
    for (const std::string_view offer : offers_of(key)) {
      std::string shouted(offer);
      for (char& c : shouted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      Request request;
      request.target = "/api/submissions?" + form(shouted);
      const ReadForm read = read_run_form(request);
      EXPECT_EQ(read.fault, "");
      EXPECT_EQ(SentJson::parse(read.json)[name], offer);
    }
  }
  EXPECT_GT(number, 10);
  Request several;
  several.target = "/api/submissions?name=a&task=Thorough&result=ELEMENT&query=title%20%2B%20Narrative";
  EXPECT_EQ(SentJson::parse(read_run_form(several).json)["task"], "thorough");
  EXPECT_EQ(SentJson::parse(read_run_form(several).json)["query"], "title, narrative");
}

TEST_F(SubmissionTest, NoWayOfWritingAResultTypeEscapesTheRules) {
  std::vector<int> answers;
  int number = 0;
  for (const char* const type : {"element", "Element", "ELEMENT", "%20element", "eLement"}) {
    const std::string name = "n" + std::to_string(++number);
    answers.push_back(
        send("name=" + name + "&task=focused&result=" + type, "good " + name + "\n", &quinn_).status);
  }
  EXPECT_THAT(answers, testing::ElementsAre(200, 200, 422, 422, 422));
  // A set that the rules do not have is no way round them either.
  for (const char* const topk : {"", "&topk=1501"}) {
    const Response answer =
        send(std::string("name=e&task=efficiency&result=element") + topk, "good\n", &quinn_);
    EXPECT_EQ(answer.status, 422);
    EXPECT_THAT(answer.body, HasSubstr("the sets of this task are 15, 150, 1500"));
  }
  EXPECT_EQ(send("name=e&task=efficiency&result=element&topk=1500", "good\n", &quinn_).status, 200);
}

TEST_F(SubmissionTest, CountsRunsThatAreStillBeingChecked) {
  writer_
      ->submit([this](Store& store) {
        Submission run;
        run.group = "QUT";
        run.form = R"({"task":"focused","result":"element"})";
        const auto sent = [&](const std::string& name, const std::string& key) {
          run.name = name;
          run.key = key;
          return add_submission(store, run, inex_2010_rules(), true, {});
        };
        must(sent("a", "1"));
        must(sent("a", "2"));
        must(sent("b", "3"));
        const auto third = sent("c", "4");
        EXPECT_THAT(std::get<Refused>(third).message, HasSubstr("found 2 element runs"));
        // What earlier versions stored in another case counts alike.
        run.form = R"({"task":"focused","result":"Element"})";
        EXPECT_EQ(class_of(run).result, "element");
        for (std::int64_t id = 1; id <= 3; ++id) EXPECT_FALSE(set_verdict(store, id, false, "{}", {}));
        must(sent("c", "5"));
        EXPECT_FALSE(set_verdict(store, 4, false, "{}", {}));
        return true;
      })
      .get();
}

TEST_F(SubmissionTest, CountsByTheRulesAndLetsReplaceAndWithdraw) {
  EXPECT_EQ(send("name=a&task=focused&result=element", "good a\n", &quinn_).status, 200);
  EXPECT_EQ(send("name=b&task=focused&result=element", "good b\n", &quinn_).status, 200);
  const Response third = send("name=c&task=focused&result=element", "good c\n", &quinn_);
  EXPECT_EQ(third.status, 422);
  EXPECT_THAT(third.body, HasSubstr("found 2 element runs of 'QUT' for focused already, expected at most 2"));
  const auto counts =
      SentJson::parse(ask("GET", "/api/submissions/allowance?task=focused&result=element", &quinn_).body);
  EXPECT_EQ(counts["counts"][0]["used"], 2);
  EXPECT_EQ(counts["counts"][0]["most"], 2);
  // One more from the reference run, and another type.
  EXPECT_EQ(send("name=r&task=focused&result=element&reference=1", "good r\n", &quinn_).status, 200);
  EXPECT_EQ(send("name=a&task=focused&result=element", "good a2\n", &quinn_).status, 409);
  const Response replaced = send("name=a&task=focused&result=element&replace=1", "good a2\n", &quinn_);
  EXPECT_EQ(replaced.status, 200) << replaced.body;
  EXPECT_EQ(SentJson::parse(replaced.body)["version"], 2);
  // A refused version replaces nothing.
  EXPECT_EQ(send("name=a&task=focused&result=element&replace=1", "nonsense\n", &quinn_).status, 422);
  Store store = Store::open(world.path, false);
  std::vector<std::string> standing;
  for (const Submission& each : standing_submissions(store))
    standing.push_back(full_name(each) + each.sha256.substr(0, 4));
  EXPECT_THAT(standing, testing::UnorderedElementsAre("QUT-b" + sha256("good b\n").substr(0, 4),
                                                      "QUT-r" + sha256("good r\n").substr(0, 4),
                                                      "QUT-a" + sha256("good a2\n").substr(0, 4)));
  EXPECT_EQ(ask("POST", "/api/submissions/2/withdraw", &quinn_).status, 200);
  EXPECT_EQ(ask("POST", "/api/submissions/2/withdraw", &quinn_).status, 422);
  EXPECT_EQ(send("name=c&task=focused&result=element", "good c\n", &quinn_).status, 200);
  // Every version is there with its sum.
  EXPECT_EQ(submissions(store, "QUT").size(), 6U);
}

TEST_F(SubmissionTest, AWithdrawnRunIsRestoredWhereTheRulesLeaveRoom) {
  const auto state = [&](std::size_t at) { return listed(&quinn_)["runs"][at]; };
  for (const char* const name : {"a", "b"}) {
    EXPECT_EQ(send(fmt::format("name={}&task=focused&result=element", name), "good\n", &quinn_).status, 200);
  }
  const SentJson verdict = state(0)["verdict"];
  EXPECT_EQ(ask("POST", "/api/submissions/1/restore", &quinn_).status, 422) << "it stands";
  EXPECT_EQ(ask("POST", "/api/submissions/1/withdraw", &quinn_).status, 200);
  EXPECT_EQ(state(0)["verdict"]["withdrawn"]["by"], "group");
  EXPECT_EQ(ask("POST", "/api/submissions/1/restore", &olga_).status, 404) << "of another group";
  EXPECT_EQ(ask("POST", "/api/submissions/1/restore", &quinn_).status, 200);
  EXPECT_EQ(state(0)["state"], "accepted");
  EXPECT_EQ(state(0)["verdict"], verdict);
  // Another took its place.
  EXPECT_EQ(ask("POST", "/api/submissions/1/withdraw", &quinn_).status, 200);
  EXPECT_EQ(send("name=c&task=focused&result=element", "good\n", &quinn_).status, 200);
  const Response full = ask("POST", "/api/submissions/1/restore", &quinn_);
  EXPECT_EQ(full.status, 422);
  EXPECT_THAT(full.body, HasSubstr("found 2 element runs of 'QUT' for focused already, expected at most 2"));
  // Or a version of its own name.
  EXPECT_EQ(ask("POST", "/api/submissions/3/withdraw", &quinn_).status, 200);
  EXPECT_EQ(send("name=a&task=focused&result=element", "good a2\n", &quinn_).status, 200);
  EXPECT_EQ(ask("POST", "/api/submissions/1/restore", &quinn_).status, 409);
  // What an organiser withdrew, with a reason, an organiser restores.
  Request reasoned = request("POST", "/api/submissions/2/withdraw", &org_);
  reasoned.headers["content-type"] = "application/json";
  reasoned.body = R"({"reason":"made of the qrels"})";
  EXPECT_EQ(ask(reasoned).status, 200);
  EXPECT_EQ(state(1)["verdict"]["withdrawn"]["reason"], "made of the qrels");
  EXPECT_EQ(ask("POST", "/api/submissions/2/restore", &quinn_).status, 422);
  EXPECT_EQ(ask("POST", "/api/submissions/2/restore", &org_).status, 200);
}

TEST_F(SubmissionTest, TakesNothingWhenThePhaseIsNotOpen) {
  send(kForm, "good\n", &quinn_);
  writer_
      ->submit([](Store& store) {
        must(change_phase(store, Phase::kRuns, {.state = PhaseState::kClosed}, {}));
        return true;
      })
      .get();
  EXPECT_EQ(send("name=two&task=focused&result=element", "good\n", &quinn_).status, 423);
  EXPECT_EQ(ask("POST", "/api/submissions/1/withdraw", &quinn_).status, 423);
  EXPECT_EQ(listed(&quinn_)["open"], false);
}

TEST_F(SubmissionTest, EndsBombsAndWhatNeverEnds) {
  for (const auto& [word, said] :
       std::vector<std::pair<std::string, std::string>>{{"bomb", "unpacked it has more than"},
                                                        {"hangs", "too long"},
                                                        {"crashes", "more than a check"},
                                                        {"silent", "more than a check"}}) {
    const Response answer = send("name=" + word + "&task=focused&result=element", word + "\n", &quinn_);
    EXPECT_EQ(answer.status, 422) << word;
    EXPECT_THAT(answer.body, HasSubstr(said)) << word;
  }
  // Others' work goes on.
  EXPECT_EQ(send(kForm, "good\n", &olga_).status, 200);
}

TEST_F(SubmissionTest, StopsAtAFatalFault) {
  send(kForm, "what is no run\n", &quinn_);
  EXPECT_EQ(checks(), 1U) << "neither all faults nor a repaired run are looked for";
  send(kForm, "bad run\n", &quinn_);
  EXPECT_EQ(checks(), 5U);
}

TEST_F(SubmissionTest, CountsARepairedRunBeforeItIsWritten) {
  limits.group_mb = 1;
  checks_.reset();
  start();
  EXPECT_EQ(send(kForm, "large run\n", &quinn_).status, 422);
  // The run, the repaired one, and as many copies of it as there is room for.
  EXPECT_EQ(ask("POST", "/api/submissions/1/repaired", &quinn_).status, 200);
  const Response refused = ask("POST", "/api/submissions/1/repaired", &quinn_);
  EXPECT_EQ(refused.status, 413);
  EXPECT_THAT(refused.body, HasSubstr("more than 1 MB"));
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(world.path + ".runs"))
    bytes += entry.is_regular_file() ? entry.file_size() : 0;
  EXPECT_LE(bytes, megabytes(1));
  EXPECT_EQ(send(kForm, "good\n", &olga_).status, 200) << "another group has its own";
}

TEST_F(SubmissionTest, ChecksGroupsInTurn) {
  const std::string go = world.folder / "go";
  std::vector<std::promise<Response>> answers(2);
  std::vector<std::unique_ptr<BodySink>> sinks;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    BegunBody begun = handler_->begin_body(
        request("POST", "/api/submissions?task=thorough&result=element&name=w" + std::to_string(i), &quinn_));
    sinks.push_back(std::move(std::get<std::unique_ptr<BodySink>>(begun)));
    sinks.back()->take("waits " + go + "\n");
    sinks.back()->finish([&answers, i](Response response) { answers[i].set_value(std::move(response)); });
  }
  // One of them is checked, and the other waits; the other group's run passes it.
  EXPECT_EQ(send(kForm, "good\n", &olga_).status, 200);
  std::ofstream(go).put('x');
  for (auto& each : answers) EXPECT_EQ(each.get_future().get().status, 200);
}

TEST_F(SubmissionTest, TakesANameOnceAndTwoRunsOfAGroupAtOnce) {
  const auto begin = [this](const std::string& name, const Sender& who) {
    return handler_->begin_body(
        request("POST", "/api/submissions?task=focused&result=element&name=" + name, &who));
  };
  const auto status = [](const BegunBody& begun) {
    const auto* const refusal = std::get_if<Response>(&begun);
    return refusal == nullptr ? 0 : refusal->status;
  };
  {
    const BegunBody one = begin("one", quinn_);
    EXPECT_EQ(status(one), 0);
    EXPECT_EQ(status(begin("one", quinn_)), 409);
    const BegunBody two = begin("two", quinn_);
    EXPECT_EQ(status(two), 0);
    EXPECT_EQ(status(begin("three", quinn_)), 429);
    EXPECT_EQ(status(begin("one", olga_)), 0);
  }
  // Who breaks off leaves nothing, and gives the name free.
  EXPECT_EQ(files(), 0U);
  EXPECT_EQ(status(begin("one", quinn_)), 0);
}

TEST_F(SubmissionTest, SaysWhenTheDiskIsFullAndGoesOn) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  BegunBody begun = handler_->begin_body(request("POST", std::string("/api/submissions?") + kForm, &quinn_));
  const auto sink = std::move(std::get<std::unique_ptr<BodySink>>(begun));
  rlimit small{1000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto refusal = sink->take(std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->status, 507);
  EXPECT_EQ(send("name=two&task=focused&result=element", "good\n", &quinn_).status, 200);
}

TEST_F(SubmissionTest, ChecksWhatAServerThatWasKilledHadNotChecked) {
  SubmissionFiles files(world.path);
  files.make_folder();
  Submission lost;
  lost.group = "QUT";
  lost.name = "one";
  lost.form = R"({"task":"focused","result":"element"})";
  Submission kept = lost;
  kept.name = "two";
  lost.key = "lost";
  kept.key = "kept";
  ArrivingFile file(files.run("kept"));
  file.write("good\n");
  kept.sha256 = file.put_in_place();
  world.folder.write("s.assess.runs/nobody.run", "left over");
  writer_
      ->submit([&](Store& store) {
        must(add_submission(store, lost, {}, false, {std::nullopt, now}));
        must(add_submission(store, kept, {}, false, {std::nullopt, now}));
        return true;
      })
      .get();
  checks_.reset();
  start();
  checks_->settle();
  Store store = Store::open(world.path, false);
  EXPECT_EQ(submission(store, 1)->state, SubmissionState::kRefused);
  EXPECT_THAT(submission(store, 1)->verdict, HasSubstr("lost the file"));
  EXPECT_EQ(submission(store, 2)->state, SubmissionState::kAccepted);
  EXPECT_FALSE(fs::exists(files.run("nobody")));
}

}  // namespace
}  // namespace fovea::assess
