// A pool of an adaptive method that goes on while people judge.
#include "assess/live_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "assess/export.h"
#include "assess/rebuild.h"
#include "pools/pool_file.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::IsEmpty;

constexpr int kDocuments = 30;

/// Thirty documents, of which those with an even number are relevant; two runs, one of which returns these first.
class LivePoolTest : public testing::Test {
 protected:
  void SetUp() override {
    Diagnostics said;
    {
      const auto into =
          CollectionWriter::create(folder / "c.fovea", CollectionWriter::Existing::kReplace, said);
      for (int i = 0; i < kDocuments; ++i) {
        const std::string id = doc(i);
        into->add({id, "test.xml", pack_xml(id, "<t>text</t>")}, CollectionWriter::Existing::kRefuse, said);
      }
      into->finish();
    }
    collection = Collection::open(folder / "c.fovea", said);
    ASSERT_TRUE(collection && said.ok());
    std::ofstream good(folder / "good.run");
    std::ofstream bad(folder / "bad.run");
    for (int i = 0; i < kDocuments / 2; ++i) {
      good << "1 Q0 " << doc(2 * i) << " " << i + 1 << " " << 100 - i << " good\n";
      bad << "1 Q0 " << doc(2 * i + 1) << " " << i + 1 << " " << 100 - i << " bad\n";
    }
    good.close();
    bad.close();
    const std::vector<pools::GivenRun> given{{folder / "good.run", {}, {}}, {folder / "bad.run", {}, {}}};
    pools::OpenedRuns opened = pools::open_runs(given, {}, said);
    for (pools::PooledRun& run : opened.pooled) run.file = pools::named_from(pool_file, run.file);
    const auto runs = opened.pointers();
    pools::PoolSettings settings;
    settings.method = &pools::methods::kMoveToFront;
    settings.base = 2;
    settings.size = 20;
    const pools::Pool pool = build_pool({runs, opened.pooled, &*collection}, settings, {}, said);
    ASSERT_TRUE(said.ok());
    std::ofstream(pool_file) << to_json_lines(pool);
    Store made = Store::create(path);
    Transaction transaction(made.database());
    must(made.add_pool(pool, {}, *collection, {}));
    ann = must(made.add_account("ann", "assessor", "", {}));
    assignment = must(made.assign("1", ann, Part::kMain, {}));
    transaction.commit();
  }

  static std::string doc(int i) { return "d" + std::to_string(i); }

  void start() {
    live.reset();
    writer.reset();
    writer = std::make_unique<StoreWriter>(path);
    Diagnostics said;
    const auto pool = pools::read_pool(*InputFile::open(pool_file, said), said);
    ASSERT_TRUE(pool && said.ok());
    live = std::make_unique<LivePool>(
        *pool, LivePool::Place{pool_file, path}, with_runs_of(*pool, pool_file, {}, said), *collection,
        *writer, [] { return std::int64_t{1}; },
        [this](const std::string& why) { complaints.push_back(why); }, said);
    ASSERT_TRUE(said.ok());
    live->settle();
  }
  void TearDown() override {
    if (live) live->stop();
  }

  std::vector<ItemState> items() { return Store::open(path, false).items(assignment); }

  /// The first document that is not judged, by its number; false when there is none.
  bool judge_next() {
    for (const ItemState& item : items()) {
      if (item.state.status != Status::kOpen) continue;
      const bool relevant = (item.document.name.back() - '0') % 2 == 0;
      Act act;
      act.doc = item.document.name;
      act.sha256 = item.document.sha256;
      const auto save = [&](EventKind kind) {
        act.op = op_of(++acts);
        act.kind = kind;
        must(writer
                 ->submit([&](Store& store) {
                   return store.act(assignment.id, act, {.collection = &*collection}, {ann, 1});
                 })
                 .get());
        ++act.base_version;
      };
      if (relevant) {
        act.span = {0, 4};
        save(EventKind::kAdd);
        act.bep = 0;
        save(EventKind::kBep);
      }
      act.verdict = relevant ? Status::kRelevant : Status::kNotRelevant;
      save(EventKind::kJudge);
      live->mark("1");
      live->settle();
      return true;
    }
    return false;
  }

  TemporaryFolder folder;
  std::string path = folder / "s.assess";
  std::string pool_file = folder / "pool.jsonl";
  std::optional<Collection> collection;
  std::int64_t ann = 0;
  Assignment assignment;
  std::uint64_t acts = 0;
  std::vector<std::string> complaints;
  std::unique_ptr<StoreWriter> writer;
  std::unique_ptr<LivePool> live;
};

TEST_F(LivePoolTest, GivesTheNextArticlesByWhatIsJudgedUntilThePoolHasItsSize) {
  start();
  std::vector<std::string> before;
  std::size_t judged = 0;
  for (; judge_next(); ++judged) {
    const auto now = items();
    // Items never leave or move, and there is always something to judge until the size is reached.
    ASSERT_GE(now.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) ASSERT_EQ(now[i].document.name, before[i]);
    before.clear();
    for (const ItemState& item : now) before.push_back(item.document.name);
    EXPECT_TRUE(now.size() == 20 || now.size() - judged - 1 >= LivePool::kLeast)
        << now.size() << " " << judged;
  }
  EXPECT_EQ(judged, 20U);
  // It stays with the run whose documents are relevant: turns would have given ten of them.
  const auto relevant = std::ranges::count_if(
      items(), [](const ItemState& item) { return item.state.status == Status::kRelevant; });
  EXPECT_GT(relevant, 10);
  EXPECT_THAT(complaints, IsEmpty());
  Store store = Store::open(path, false);
  EXPECT_THAT(verify(store), IsEmpty());
  // The pool file has what the assessors have.
  Diagnostics said;
  const auto pool = pools::read_pool(*InputFile::open(pool_file, said), said);
  ASSERT_TRUE(pool && said.ok());
  EXPECT_EQ(pool->topics, live->pool()->topics);
  ASSERT_EQ(pool->find("1")->items.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(pool->find("1")->items[i].doc, before[i]);
    EXPECT_EQ(std::int64_t{pool->find("1")->items[i].batch}, items()[i].batch);
  }
}

TEST_F(LivePoolTest, GoesOnAfterARestartAsIfThereHadBeenNone) {
  start();
  while (judge_next()) {
  }
  std::vector<std::string> expected;
  for (const ItemState& item : items()) expected.push_back(item.document.name);
  live->stop();
  live.reset();
  writer.reset();
  for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end);
  SetUp();
  acts = 1000;
  for (bool more = true; more;) {
    start();
    more = judge_next();
  }
  std::vector<std::string> found;
  for (const ItemState& item : items()) found.push_back(item.document.name);
  EXPECT_EQ(found, expected);
}

TEST_F(LivePoolTest, TakesOverWhatAKilledServerHadWrittenToThePoolFileOnly) {
  Diagnostics said;
  const auto pool = pools::read_pool(*InputFile::open(pool_file, said), said);
  const pools::OpenedRuns opened = with_runs_of(*pool, pool_file, {}, said);
  const auto runs = opened.pointers();
  pools::GrowingPool growing(*pool, {runs, opened.pooled, &*collection}, said);
  EXPECT_EQ(growing.grow("1", Judgements(), 5), 5U);
  std::ofstream(pool_file) << to_json_lines(growing.pool());
  {
    Store store = Store::open(path, true);
    Transaction transaction(store.database());
    EXPECT_EQ(must(store.add_pool(growing.pool(), {}, *collection, {})), 5);
    transaction.commit();
  }
  start();
  EXPECT_EQ(items().size(), growing.pool().find("1")->items.size());
}

}  // namespace
}  // namespace fovea::assess
