// Pools that are made while the server runs: when they are, what is in them, what is never lost.
#include "assess/pooling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "asking.h"
#include "assess/handler.h"
#include "assess/phases.h"
#include "assess/rebuild.h"
#include "assess/standing_runs.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"
#include "pools/pool_file.h"
#include "pools/pooling.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using PooledJson = nlohmann::json;
namespace fs = std::filesystem;

/// The store of the small world, whose pool (a and b of both topics) nobody has judged, and two groups with a run each.
class PoolingTest : public testing::Test {
 protected:
  void SetUp() override {
    SubmissionFiles(world.path).make_folder();
    writer_
        ->submit([this](Store& store) {
          organiser = must(store.add_account("org", "organiser", "", {}));
          must(change_phase(store, Phase::kRuns, {.state = PhaseState::kOpen}, {}));
          return true;
        })
        .get();
    add_run("QUT", "one", "1 Q0 c 1 9 x\n1 Q0 a 2 8 x\n2 Q0 b 1 7 x\n");
    add_run("Otago", "two", "1 Q0 b 1 9 x\n2 Q0 c 1 7 x\n");
    start();
  }
  void TearDown() override {
    pooling_.reset();
    Store store = Store::open(world.path, false);
    EXPECT_THAT(verify(store), IsEmpty());
  }

  void start() {
    handler_.reset();
    pooling_.reset();
    Diagnostics said;
    Pooling::Known known;
    if (fs::exists(file_)) known.pool = pools::read_pool(*InputFile::open(file_, said), said);
    if (known.pool) {
      writer_
          ->submit([&](Store& store) {
            must(take_over_pool(store, *known.pool, {}, *world.collection, {}));
            return true;
          })
          .get();
      if (known.pool->settings.method->adaptive())
        known.pooled = pools::with_runs_of(*known.pool, file_, {}, said);
    }
    ASSERT_TRUE(said.ok());
    pooling_ = std::make_unique<Pooling>(world.path, *writer_,
                                         PoolingPlan{.file = file_,
                                                     .collection = &*world.collection,
                                                     .collection_file = world.folder / "c.fovea",
                                                     .measures = live_measures(AssessMode::kHighlight)},
                                         std::move(known), [this] { return now; });
    handler_ = std::make_unique<Handler>(
        *writer_, world.path, ServedTrack{.rules = world.rules, .pooling = pooling_.get()},
        HandlerOptions{.hosts = {"h"}, .origins = {"http://h"}, .now_ms = [this] { return now; }});
  }
  void add_run(const std::string& group, const std::string& name, const std::string& rows) {
    Submission run;
    run.group = group;
    run.name = name;
    run.form = R"({"task":"thorough"})";
    add_accepted_run(*writer_, world, run, rows);
  }
  void set_phase(Phase phase, PhaseState state) {
    writer_
        ->submit([&](Store& store) {
          must(change_phase(store, phase, {.state = state}, {}));
          return true;
        })
        .get();
  }
  void open_pooling() {
    set_phase(Phase::kRuns, PhaseState::kClosed);
    set_phase(Phase::kPooling, PhaseState::kOpen);
  }
  void judge(const std::string& doc) {
    writer_
        ->submit([&](Store& store) {
          must(store.act(world.first, world.verdict(Status::kNotRelevant, 0, doc), world.rules,
                         {world.ann, 1}));
          return true;
        })
        .get();
  }

  Response ask(const std::string& method, const std::string& target, std::int64_t account,
               const PooledJson& body = nullptr) {
    return answer_to(*handler_, request_of(*writer_, account, now, method, target, body));
  }
  Response make(const PooledJson& body = {{"size", 10}}) {
    Response response = ask("POST", "/api/admin/pool", organiser, body);
    pooling_->settle();
    EXPECT_EQ(pooling_->state().second, "");
    return response;
  }
  PooledJson shown() { return PooledJson::parse(ask("GET", "/api/pool", organiser).body); }
  /// The documents of a topic's items, in their order.
  std::vector<std::string> items() {
    std::vector<std::string> out;
    Store store = Store::open(world.path, false);
    for (const ItemState& item : store.items(*store.assignment(world.first)))
      out.push_back(item.document.name);
    return out;
  }

  World world;
  std::string file_ = world.folder / "pool.jsonl";
  std::int64_t now = 1'000'000'000;
  std::int64_t organiser = 0;
  std::unique_ptr<StoreWriter> writer_ = std::make_unique<StoreWriter>(world.path);
  std::unique_ptr<Pooling> pooling_;
  std::unique_ptr<Handler> handler_;
};

TEST_F(PoolingTest, IsMadeWhenRunsAreClosedAndJudgedAtOnce) {
  EXPECT_THAT(shown()["refusal"], HasSubstr("the phase 'pooling' is not open yet"));
  EXPECT_EQ(make().status, 423);
  set_phase(Phase::kPooling, PhaseState::kOpen);
  EXPECT_EQ(make().status, 423);
  EXPECT_THAT(shown()["refusal"], HasSubstr("close the phase 'runs' first"));
  set_phase(Phase::kRuns, PhaseState::kClosed);
  EXPECT_EQ(shown()["refusal"], "");
  EXPECT_EQ(ask("POST", "/api/admin/pool", world.ann, PooledJson::object()).status, 404);
  EXPECT_EQ(ask("GET", "/api/pool", world.ann).status, 404);
  EXPECT_EQ(make().status, 200);
  EXPECT_EQ(shown()["pool"]["items"], 5);
  EXPECT_THAT(items(), UnorderedElementsAre("a", "b", "c"));
  judge("c");
  EXPECT_EQ(pooling_->pool()->items(), 5U);
  pooling_->scores()->settle();
  std::vector<std::string> scored;
  for (const ScoredTrackRun& run : pooling_->scores()->runs()) scored.push_back(run.name);
  EXPECT_THAT(scored, ElementsAre("QUT-one", "Otago-two"));
  const PooledJson log = PooledJson::parse(ask("GET", "/api/log?since=0", organiser).body);
  const auto event =
      std::ranges::find(log, "admin.pool", [](const PooledJson& each) { return each["kind"]; });
  ASSERT_NE(event, log.end());
  EXPECT_EQ((*event)["account"], "org");
  EXPECT_EQ((*event)["data"]["items"], 5);
  EXPECT_EQ((*event)["data"]["sha256"], sha256(read_whole(file_)));
}

TEST_F(PoolingTest, HasTheBytesOfAPoolOfTheExportedRuns) {
  open_pooling();
  make({{"method", "depth"}, {"depth", 1}});
  // Exported elsewhere, where they lie as they do beside the store.
  const fs::path elsewhere = world.folder.path() / "elsewhere";
  const fs::path runs = elsewhere / (fs::path(world.path).filename().string() + ".pooled");
  fs::create_directories(runs);
  fs::copy_file(world.folder / "c.fovea", elsewhere / "c.fovea");
  Store store = Store::open(world.path, false);
  std::vector<pools::GivenRun> given;
  for (const TrackRun& run :
       put_standing_runs(store, SubmissionFiles(world.path), runs.string(), runs.string(), RunFiles::kCopied))
    given.push_back({run.file, "", run.participant, run.task});
  Diagnostics said;
  const pools::OpenedRuns opened = pools::open_runs(given, {.collection = &*world.collection}, said);
  const auto pointers = opened.pointers();
  pools::PoolSettings settings;
  settings.method = &pools::methods::kDepth;
  settings.depth = 1;
  pools::Pool pool = pools::build_pool({pointers, opened.pooled, &*world.collection}, settings, {}, said);
  const std::string path = elsewhere / "pool.jsonl";
  for (pools::PooledRun& run : pool.runs) run.file = pools::named_from(path, run.file);
  pool.collection = pools::named_from(path, elsewhere / "c.fovea");
  EXPECT_TRUE(said.ok());
  EXPECT_EQ(read_whole(file_), pools::to_json_lines(pool));
  EXPECT_EQ(read_whole(ask("GET", "/api/pool?file=1", organiser).file), pools::to_json_lines(pool));
}

TEST_F(PoolingTest, IsMadeAgainUntilSomebodyJudges) {
  open_pooling();
  make({{"budget", 2}});
  EXPECT_THAT(items(), SizeIs(1));
  make({{"size", 2}});
  // Each group has had its turn.
  EXPECT_THAT(items(), UnorderedElementsAre("b", "c"));
  const std::string before = read_whole(file_);
  judge("b");
  const Response refused = make({{"size", 1}});
  EXPECT_EQ(refused.status, 409);
  EXPECT_THAT(refused.body, HasSubstr("people have begun to judge"));
  EXPECT_EQ(read_whole(file_), before);
  EXPECT_THAT(items(), UnorderedElementsAre("b", "c"));
  start();
  EXPECT_THAT(items(), UnorderedElementsAre("b", "c"));
  EXPECT_EQ(make({{"size", 1}}).status, 409);
}

TEST_F(PoolingTest, ReplacesNoFileThatWasNotMadeHere) {
  open_pooling();
  std::ofstream(file_) << "by hand\n";
  EXPECT_EQ(make().status, 409);
  EXPECT_THAT(shown()["refusal"], HasSubstr("pool.jsonl is there and was not made on this page"));
  EXPECT_EQ(read_whole(file_), "by hand\n");
  EXPECT_THAT(items(), ElementsAre("a", "b"));
}

TEST_F(PoolingTest, IsTakenOverByTheNextServerWhenTheFileIsThereAndTheStoreDoesNotKnow) {
  open_pooling();
  make();
  // As if killed between the two: the file of the new pool, the store of before.
  writer_
      ->submit([this](Store& store) {
        store.database().run("DELETE FROM item");
        must(store.add_pool(pool_of({{"1", {"a", "b"}}, {"2", {"a", "b"}}}), {}, *world.collection, {}));
        return true;
      })
      .get();
  start();
  EXPECT_THAT(items(), UnorderedElementsAre("a", "b", "c"));
}

TEST_F(PoolingTest, WaitsForRunsThatAreBeingChecked) {
  Submission late;
  late.group = "QUT";
  late.name = "late";
  late.key = "key-late";
  late.form = R"({"task":"thorough"})";
  writer_
      ->submit([&](Store& store) {
        must(add_submission(store, late, {}, false, {}));
        return true;
      })
      .get();
  open_pooling();
  const Response refused = make();
  EXPECT_EQ(refused.status, 409);
  EXPECT_THAT(refused.body, HasSubstr("1 of the runs are still being checked"));
}

TEST_F(PoolingTest, GoesOnWhereItsMethodLearns) {
  open_pooling();
  ASSERT_EQ(make({{"method", "mtf"}, {"size", 3}}).status, 200);
  ASSERT_TRUE(pooling_->pool()->settings.method->adaptive());
  const std::size_t first = pooling_->pool()->items();
  EXPECT_GE(first, 4U);
  start();
  EXPECT_EQ(pooling_->pool()->items(), first);
}

TEST_F(PoolingTest, SaysWhatIsWrongWithAnOrder) {
  open_pooling();
  for (const char* const body : {R"({"method":"best"})", R"({"size":0})", R"({"size":"8"})",
                                 R"({"budget":1.5})", R"({"budget":3,"size":2})"}) {
    EXPECT_EQ(make(PooledJson::parse(body)).status, 422) << body;
  }
  EXPECT_EQ(make(PooledJson::parse(R"({"method":3})")).status, 400);
  EXPECT_FALSE(fs::exists(file_));
}

}  // namespace
}  // namespace fovea::assess
