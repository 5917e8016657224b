// The writer: group commit, faults of jobs and of the disk, kill -9.
#include "assess/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include "assess/rebuild.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::IsEmpty;

/// Acts on document a, one character each, whatever its version.
Outcome<Accepted> mark_next(Store& store, const World& world, std::uint64_t number) {
  Act act;
  act.op = op_of(number);
  act.kind = number % 2 == 0 ? EventKind::kAdd : EventKind::kRemove;
  act.span = {static_cast<Offset>(number % 39), static_cast<Offset>(number % 39 + 1)};
  act.doc = "a";
  act.sha256 = world.sum;
  act.base_version = store.state(world.first, store.document("a")->id).version;
  return store.act(world.first, act, world.rules, {world.ann, 0});
}

TEST(Writer, DoesManyJobsInFewTransactionsAndLosesNone) {
  World world;
  constexpr std::uint64_t kThreads = 8;
  constexpr std::uint64_t kEach = 50;
  {
    StoreWriter writer(world.path);
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        std::vector<std::future<Outcome<Accepted>>> answers;
        for (std::uint64_t i = 0; i < kEach; ++i) {
          answers.push_back(writer.submit(
              [&world, n = t * kEach + i + 1](Store& store) { return mark_next(store, world, n); }));
        }
        for (auto& answer : answers) EXPECT_TRUE(std::holds_alternative<Accepted>(answer.get()));
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_LT(writer.transactions(), kThreads * kEach);
  }
  Store store = world.open();
  EXPECT_EQ(store.state(world.first, store.document("a")->id).version,
            static_cast<std::int64_t>(kThreads * kEach));
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST(Writer, UndoesAJobThatThrowsAndNoOther) {
  World world;
  StoreWriter writer(world.path);
  auto good = writer.submit([&](Store& store) { return mark_next(store, world, 2); });
  auto bad = writer.submit([&](Store& store) -> int {
    mark_next(store, world, 4);
    throw std::runtime_error("no");
  });
  auto also_good = writer.submit([&](Store& store) { return mark_next(store, world, 6); });
  EXPECT_TRUE(std::holds_alternative<Accepted>(good.get()));
  EXPECT_THROW(bad.get(), std::runtime_error);
  EXPECT_EQ(std::get<Accepted>(also_good.get()).version, 2);
  Store store = world.open();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST(Writer, SaysThatTheDiskIsFullAndGoesOnWhenItIsNot) {
  World world;
  StoreWriter writer(world.path);
  const std::int64_t pages =
      writer.submit([](Store& store) { return store.database().number("PRAGMA page_count"); }).get();
  writer
      .submit([&](Store& store) {
        return store.database().number("PRAGMA max_page_count = " + std::to_string(pages));
      })
      .get();
  std::uint64_t accepted = 0;
  bool full = false;
  for (std::uint64_t n = 1; n < 5000 && !full; ++n) {
    try {
      writer.submit([&](Store& store) { return mark_next(store, world, n); }).get();
      ++accepted;
    } catch (const StoreError& error) {
      full = error.full();
    }
  }
  EXPECT_TRUE(full);
  Store reader = Store::open(world.path, false);
  const std::int64_t doc = reader.document("a")->id;
  EXPECT_EQ(reader.state(world.first, doc).version, static_cast<std::int64_t>(accepted));
  writer.submit([](Store& store) { return store.database().number("PRAGMA max_page_count = 1000000"); })
      .get();
  EXPECT_TRUE(std::holds_alternative<Accepted>(
      writer.submit([&](Store& store) { return mark_next(store, world, 9999); }).get()));
  EXPECT_THAT(verify(reader), IsEmpty());
}

TEST(Writer, HasTheStoreToItself) {
  World world;
  const StoreLock lock(world.path);
  EXPECT_THROW(StoreLock second(world.path), StoreError);
}

TEST(Writer, HasTheStoreToItselfWhateverItIsCalled) {
  namespace fs = std::filesystem;
  World world;
  const std::string soft = world.folder / "soft";
  const std::string hard = world.folder / "hard";
  const std::string away = world.folder / "away/hard";
  fs::create_directory(world.folder / "away");
  fs::create_symlink("s.assess", soft);
  fs::create_hard_link(world.path, hard);
  fs::create_hard_link(world.path, away);
  EXPECT_EQ(fs::path(home_of(soft)).filename(), "s.assess");
  EXPECT_EQ(home_of(away), away);
  const StoreLock lock(world.path);
  for (const std::string& other : {soft, hard, away})
    EXPECT_THROW(StoreLock second(other), StoreError) << other;
  const StoreWriter writer(world.path);
  EXPECT_EQ(home_of(hard), world.path);
  EXPECT_EQ(home_of(world.path), world.path);
  EXPECT_THROW(home_of(away), StoreError);
}

TEST(Writer, TakesTheRightsOfOthersFromWhatIsBesideAStore) {
  namespace fs = std::filesystem;
  World world;
  fs::create_directories(world.path + ".runs");
  fs::create_directories(world.path + ".results/first");
  const std::vector<std::string> own = {world.path,
                                        world.path + ".20261115-17.backup",
                                        world.path + ".pool.jsonl",
                                        world.path + ".results",
                                        world.path + ".results/first",
                                        world.path + ".results/first/report.html",
                                        world.path + ".runs",
                                        world.path + ".runs/k.run",
                                        world.path + ".version-1"};
  const std::string anothers = world.folder / "s.assessment.txt";
  for (const std::string& path : own) {
    if (!fs::is_directory(path) && path != world.path) std::ofstream(path) << "x";
    fs::permissions(path, fs::perms::all);
  }
  std::ofstream(anothers) << "x";
  fs::permissions(anothers, fs::perms::all);
  fs::create_symlink(anothers, world.path + ".x.backup");
  EXPECT_EQ(tighten(world.path), own);
  for (const std::string& path : own) {
    EXPECT_EQ(fs::status(path).permissions(),
              fs::is_directory(path) ? fs::perms::owner_all : fs::perms::owner_read | fs::perms::owner_write)
        << path;
  }
  EXPECT_EQ(fs::status(anothers).permissions(), fs::perms::all);
  EXPECT_THAT(tighten(world.path), IsEmpty());
}

/// A process that saves as fast as it can and says of each save, after it was acknowledged, that it was.
[[noreturn]] void save_until_killed(const World& world, std::uint64_t from, int pipe) {
  StoreWriter writer(world.path);
  std::deque<std::pair<std::uint64_t, std::future<Outcome<Accepted>>>> open;
  for (std::uint64_t n = from;; ++n) {
    open.emplace_back(n, writer.submit([&world, n](Store& store) { return mark_next(store, world, n); }));
    if (open.size() < 8) continue;
    auto& [number, answer] = open.front();
    if (std::holds_alternative<Accepted>(answer.get())) {
      if (::write(pipe, &number, sizeof number) != sizeof number) ::_exit(1);
    }
    open.pop_front();
  }
}

TEST(Writer, LosesNothingThatItAcknowledgedWhenKilled) {
  World world;
  constexpr int kKills = 25;
  std::mt19937 random(20261115);
  std::set<std::uint64_t> acknowledged;
  for (int kill = 0; kill < kKills; ++kill) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const std::uint64_t from = 1 + static_cast<std::uint64_t>(kill) * 1'000'000;
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(ends[0]);
      save_until_killed(world, from, ends[1]);
    }
    ::close(ends[1]);
    // Some saves, then the end, at whatever moment the process is in.
    const auto wanted = static_cast<unsigned>(1 + random() % 40);
    std::uint64_t number = 0;
    for (unsigned got = 0; got < wanted && ::read(ends[0], &number, sizeof number) == sizeof number; ++got)
      acknowledged.insert(number);
    ::kill(child, SIGKILL);
    while (::read(ends[0], &number, sizeof number) == sizeof number) acknowledged.insert(number);
    ::close(ends[0]);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
  }
  EXPECT_GE(acknowledged.size(), static_cast<std::size_t>(kKills));
  Store store = world.open();
  EXPECT_THAT(verify(store), IsEmpty());
  std::map<std::string, int> found;
  each_event(store.database(), [&](const Event& event) {
    ++found[event.op];
    return true;
  });
  for (const std::uint64_t number : acknowledged) EXPECT_EQ(found[op_of(number)], 1) << number;
}

}  // namespace
}  // namespace fovea::assess
