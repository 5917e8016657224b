// Results: made from a snapshot, frozen under a name, seen when they may be, packed so that the same comes out again.
#include "assess/publication.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "asking.h"
#include "assess/handler.h"
#include "assess/phases.h"
#include "assess/rebuild.h"
#include "assess/run_checks.h"
#include "assess/secrets.h"
#include "assess/submission_files.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using PublishedJson = nlohmann::json;

/// Stands in for `fovea report` and `fovea eval`: it copies what it is given into what it makes.
constexpr const char* kReporter = R"(#!/bin/sh
case $1 in
  report)
    grep -q 'title = "Fails"' track.toml && { echo 'no report: it fails' >&2; exit 2; }
    mkdir -p report/tables report/figures
    { echo "$SOURCE_DATE_EPOCH"; cat track.toml judgements.jsonl; } > report/report.html
    printf 'run,participant,AiP\nOtago-two,Otago,0.5\n' > report/tables/focused-results.csv ;;
  eval) echo "$*" ;;
esac
)";

class PublicationTest : public testing::Test {
 protected:
  void SetUp() override {
    script_ = world.folder.write("reporter", kReporter);
    std::filesystem::permissions(script_, std::filesystem::perms::owner_all);
    SubmissionFiles files(world.path);
    files.make_folder();
    writer_
        ->submit([&](Store& store) {
          quinn = must(store.add_account("quinn", "participant", "", {}));
          olga = must(store.add_account("olga", "participant", "", {}));
          organiser = must(store.add_account("org", "organiser", "", {}));
          EXPECT_FALSE(set_roles(store, quinn, Roles(Role::kParticipant), "QUT", {}));
          EXPECT_FALSE(set_roles(store, olga, Roles(Role::kParticipant), "Otago", {}));
          must(change_phase(store, Phase::kRuns, {.state = PhaseState::kOpen}, {}));
          return true;
        })
        .get();
    add_run("QUT", "one", true);
    add_run("Otago", "two", false);
    judge("a");
    start("A track");
  }
  void TearDown() override {
    publisher_.reset();
    Store store = Store::open(world.path, false);
    EXPECT_THAT(verify(store), IsEmpty());
  }
  void start(const std::string& title) {
    publisher_.reset();
    PublicationPlan plan;
    plan.report = {script_, "report"};
    plan.scores = [this](const Task& task, const Track&, const std::vector<std::string>& runs) {
      std::vector<std::string> words{script_, "eval", std::string(task.name)};
      words.insert(words.end(), runs.begin(), runs.end());
      return words;
    };
    plan.track.title = title;
    plan.track.collection = world.folder / "c.fovea";
    plan.topics.emplace_back().id = "1";
    plan.collection = &*world.collection;
    publisher_ = std::make_unique<Publisher>(world.path, *writer_, plan, [this] { return now; });
    handler_ = std::make_unique<Handler>(
        *writer_, world.path, ServedTrack{.rules = world.rules, .publisher = publisher_.get()},
        HandlerOptions{.hosts = {"h"}, .origins = {"http://h"}, .now_ms = [this] { return now; }});
  }
  void add_run(const std::string& group, const std::string& name, bool publish) {
    Submission run;
    run.group = group;
    run.name = name;
    run.form = R"({"task":"focused","result":"element"})";
    run.publish = publish;
    add_accepted_run(*writer_, world, run,
                     "1 Q0 " + std::string(name == "one" ? "a" : "b") + " 1 1 t /t[1]\n");
  }
  void judge(const std::string& doc) {
    writer_
        ->submit([&](Store& store) {
          must(store.act(world.first, world.mark(EventKind::kAdd, 0, 10, 0, doc), world.rules,
                         {world.ann, 1}));
          must(store.act(world.first, world.entry(0, 1, doc), world.rules, {world.ann, 1}));
          must(store.act(world.first, world.verdict(Status::kRelevant, 2, doc), world.rules, {world.ann, 1}));
          return true;
        })
        .get();
  }
  Response ask(const std::string& method, const std::string& target, std::int64_t account,
               const PublishedJson& body = nullptr) {
    return answer_to(*handler_, request_of(*writer_, account, now, method, target, body));
  }
  PublishedJson results(std::int64_t account) {
    return PublishedJson::parse(ask("GET", "/api/results", account).body)["results"];
  }
  void publish(const std::string& name, int status = 200) {
    EXPECT_EQ(ask("POST", "/api/admin/publish", organiser, {{"name", name}}).status, status);
    publisher_->settle();
  }
  void show_results() {
    writer_
        ->submit([](Store& store) {
          must(change_phase(store, Phase::kResults, {.state = PhaseState::kOpen}, {}));
          return true;
        })
        .get();
  }

  World world;
  std::string script_;
  std::int64_t now = 1'000'000'000;
  std::int64_t quinn = 0, olga = 0, organiser = 0;
  std::unique_ptr<StoreWriter> writer_ = std::make_unique<StoreWriter>(world.path);
  std::unique_ptr<Publisher> publisher_;
  std::unique_ptr<Handler> handler_;
};

TEST_F(PublicationTest, ShowsEachGroupItsPlaceWhenResultsAreOpen) {
  publish("first");
  EXPECT_THAT(results(quinn), IsEmpty());
  EXPECT_EQ(ask("GET", "/results/first/report.html", quinn).status, 404);
  ASSERT_EQ(results(organiser).size(), 1U);
  EXPECT_EQ(results(organiser)[0]["state"], "ready") << results(organiser).dump();
  show_results();
  const PublishedJson seen = results(quinn)[0];
  // By the scores, whatever the tables of the report say.
  EXPECT_EQ(seen["places"], PublishedJson::parse(R"([{"task":"focused","measure":"AiP","runs":[
      {"run":"QUT-one","group":"QUT","score":"0.2500"},{"run":"Otago-two","group":"Otago","score":"0.0000"}]}])"));
  const Response page = ask("GET", "/results/first/report.html", quinn);
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.headers, Contains(testing::Pair("Content-Security-Policy", HasSubstr("sandbox"))));
  EXPECT_EQ(sha256(read_whole(page.file)), seen["sha256"]);
  EXPECT_EQ(ask("GET", "/results/first/report.html", 0).status, 401);
  EXPECT_EQ(ask("GET", "/results/first/tables/focused-results.csv", quinn).status, 200);
  EXPECT_EQ(ask("GET", "/results/first/scores/focused.csv", quinn).status, 200);
  // Runs that their groups give away, and no others; everything where all agreed, or for organisers.
  EXPECT_EQ(ask("GET", "/results/first/runs/QUT-one", olga).status, 200);
  EXPECT_EQ(ask("GET", "/results/first/runs/Otago-two", quinn).status, 404);
  EXPECT_EQ(ask("GET", "/results/first/runs/Otago-two", organiser).status, 200);
  EXPECT_EQ(ask("GET", "/results/first/everything.tar.gz", quinn).status, 404);
  EXPECT_EQ(ask("GET", "/results/first/everything.tar.gz", organiser).status, 200);
  for (const char* odd :
       {"/results/first/", "/results/first", "/results/", "/results/first/tables/..",
        "/results/first/track.toml", "/results/first/runs/..%2F..%2Fs.assess",
        "/results/first/tables/.hidden", "/results/../s.assess", "/results/other/report.html"}) {
    EXPECT_EQ(ask("GET", odd, organiser).status, 404) << odd;
  }
}

TEST_F(PublicationTest, StaysAsItWasAndACorrectionIsAnother) {
  publish("first");
  const std::string folder = publication_folder(world.path, "first");
  const std::string before = read_whole(folder + "/report/report.html");
  EXPECT_THAT(before, HasSubstr("\"a\""));
  EXPECT_THAT(before, HasSubstr("name = \"QUT-one\""));
  writer_->submit([](Store& store) { return store.add_snapshot("then", {}); }).get();
  judge("b");
  publish("first", 409);
  publish("corrected");
  EXPECT_EQ(read_whole(folder + "/report/report.html"), before);
  EXPECT_THAT(read_whole(publication_folder(world.path, "corrected") + "/report/report.html"),
              HasSubstr("\"b\""));
  EXPECT_EQ(results(organiser).size(), 2U);
  // A snapshot that was taken before is published as it was then.
  publish("then");
  EXPECT_THAT(read_whole(publication_folder(world.path, "then") + "/judgements.jsonl"),
              testing::Not(HasSubstr("\"b\"")));
}

TEST_F(PublicationTest, SaysWhyItFailedAndCanBeTriedAgain) {
  start("Fails");
  publish("first");
  EXPECT_EQ(results(organiser)[0]["state"], "failed");
  EXPECT_EQ(results(organiser)[0]["fault"], "no report: it fails");
  show_results();
  EXPECT_THAT(results(quinn), IsEmpty());
  start("A track");
  publish("first");
  EXPECT_EQ(results(organiser)[0]["state"], "ready");
  for (const char* name : {"", "../x", "a b", ".x"}) publish(name, 422);
  EXPECT_EQ(ask("POST", "/api/admin/publish", quinn, {{"name", "x"}}).status, 404);
}

TEST_F(PublicationTest, IsMadeByTheNextServerWhenThisOneWasKilled) {
  publisher_.reset();
  writer_
      ->submit([this](Store& store) {
        return must(begin_publication(store, "first", {std::nullopt, now})).seq;
      })
      .get();
  start("A track");
  publisher_->settle();
  EXPECT_EQ(results(organiser)[0]["state"], "ready");
}

TEST_F(PublicationTest, PacksWhatTheReportIsMadeFrom) {
  publish("first");
  const std::string folder = publication_folder(world.path, "first");
  const TemporaryFolder other;
  ASSERT_EQ(std::system(("tar -xzf " + folder + "/everything.tar.gz -C " + other.path().string()).c_str()),
            0);
  for (const char* file : {"track.toml", "topics.jsonl", "judgements.jsonl", "c.fovea", "runs/QUT-one",
                           "runs/Otago-two", "report/report.html"})
    EXPECT_EQ(read_whole(other / ("first/" + std::string(file))), read_whole(folder + "/" + file)) << file;
  const PublishedJson manifest = PublishedJson::parse(read_whole(other / "first/manifest.json"));
  EXPECT_EQ(manifest["SOURCE_DATE_EPOCH"], 1'000'000);
  EXPECT_GE(manifest["files"].size(), 8U);
}

}  // namespace
}  // namespace fovea::assess
