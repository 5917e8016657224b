// `kill -9` at any moment: the real binary makes and changes a collection, is killed after a random time, and what it
// leaves must be the state before or the one after, whole. Meanwhile other processes read.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "collection/collection.h"
#include "collection/verify.h"
#include "places.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

/// Starts `fovea` with these arguments and no output.
pid_t start(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), fovea_binary());
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  const int failed = ::posix_spawn(&pid, arguments.front().c_str(), &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  // Nobody may wait for process 0, or kill it: that is everyone here.
  if (failed != 0) throw std::system_error(failed, std::generic_category(), arguments.front());
  return pid;
}

/// The exit code, or -1 after a kill.
int wait_for(pid_t pid) {
  int status = 0;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int run(const std::vector<std::string>& arguments) {
  return wait_for(start(arguments));
}

/// How long the command takes when it is left alone; the collection is put back.
std::chrono::microseconds duration_of(const std::vector<std::string>& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(run(arguments), 0);
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
}

/// Starts the command and kills it after a part of `whole`. Returns whether it was too late.
bool kill_somewhere(const std::vector<std::string>& arguments, std::chrono::microseconds whole,
                    std::mt19937& random) {
  const pid_t pid = start(arguments);
  std::this_thread::sleep_for(whole * static_cast<int>(random() % 1100) / 1000);
  ::kill(pid, SIGKILL);
  return wait_for(pid) == 0;
}

/// "no collection", or how many documents a whole one has and how long they are, or what is wrong.
std::string state_of(const std::string& path) {
  if (!std::filesystem::exists(path)) return "no collection";
  Diagnostics diagnostics;
  VerifyCounts counts;
  const auto collection = Collection::open(path, diagnostics);
  if (collection) counts = verify(*collection, diagnostics, [](std::uint64_t) {});
  if (!diagnostics.ok()) return to_string(diagnostics.kept().front());
  return fmt::format("{} documents, {} characters", counts.documents, counts.characters);
}

void write_documents(const TemporaryFolder& folder, const std::string& name, int first, int count,
                     int words) {
  for (int i = first; i < first + count; ++i) {
    std::string text;
    for (int k = 0; k < words; ++k) text += fmt::format("<p>word {}</p>", i * k);
    folder.write(fmt::format("{}/{}.xml", name, i), "<a>" + text + "</a>");
  }
}

/// Kills a command again and again, each time with the collection as `before` says; an empty `before` is none.
class Killed : public ::testing::Test {
 protected:
  static constexpr int kTimes = 34;  // 204 for the six commands

  Killed() {
    write_documents(folder_, "old", 0, 40, 50);
    write_documents(folder_, "new", 30, 40, 60);  // ten of them replace others
    const std::string base = folder_ / "base.fovea";
    EXPECT_EQ(run({"catalog", "build", base, folder_ / "old"}), 0);
    EXPECT_EQ(run({"catalog", "add", base, folder_ / "old", "--replace"}), 0);
    before_ = read_whole(base);
  }

  void kill_often(const std::vector<std::string>& command, const std::string& before) {
    const auto reset = [&] {
      std::filesystem::remove(path_);
      if (!before.empty()) folder_.write("c.fovea", before);
    };
    reset();
    const std::string old = state_of(path_);
    const auto whole = duration_of(command);
    const std::string done = state_of(path_);
    std::mt19937 random(9);
    for (int i = 0; i < kTimes; ++i) {
      reset();
      const bool finished = kill_somewhere(command, whole, random);
      const std::string state = state_of(path_);
      EXPECT_TRUE(state == done || (state == old && !finished)) << state;
      if (state != old) continue;
      // What the killed process left must not be in the way.
      if (i % 8 == 0) {
        EXPECT_EQ(run(command), 0);
        EXPECT_EQ(state_of(path_), done);
      }
    }
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "c.fovea";
  /// A collection with forty documents, each of which was replaced once.
  std::string before_;
};

TEST_F(Killed, ABuildLeavesNothingOrTheWholeCollection) {
  kill_often({"catalog", "build", path_, folder_ / "new"}, "");
}

TEST_F(Killed, ARebuildLeavesTheOldOrTheNewCollection) {
  kill_often({"catalog", "build", path_, folder_ / "new", "--force"}, before_);
}

TEST_F(Killed, AnAdditionIsThereAsAWholeOrNotAtAll) {
  kill_often({"catalog", "add", path_, folder_ / "new", "--keep-going"}, before_);
}

TEST_F(Killed, AReplacementIsThereAsAWholeOrNotAtAll) {
  kill_often({"catalog", "add", path_, folder_ / "new", "--replace"}, before_);
}

TEST_F(Killed, ARemovalIsThereAsAWholeOrNotAtAll) {
  kill_often({"catalog", "remove", path_, "1", "2", "39"}, before_);
}

TEST_F(Killed, ACompactionLeavesTheSameDocuments) {
  kill_often({"catalog", "compact", path_}, before_);
}

TEST(WhileWriting, OtherProcessesReadTheStateTheyFound) {
  const TemporaryFolder folder;
  write_documents(folder, "old", 0, 20, 400);
  write_documents(folder, "new", 0, 300, 400);
  const std::string path = folder / "c.fovea";
  ASSERT_EQ(run({"catalog", "build", path, folder / "old"}), 0);
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(run({"catalog", "add", path, folder / "new", "--replace"}), 0);
      EXPECT_EQ(run({"catalog", "remove", path, "299", "298"}), 0);
      EXPECT_EQ(run({"catalog", "compact", path}), 0);
    }
    done = true;
  });
  int times = 0;
  for (; !done; ++times) {
    const pid_t one = start({"catalog", "verify", path});
    const pid_t other = start({"catalog", "verify", path});
    EXPECT_EQ(wait_for(one), 0);
    EXPECT_EQ(wait_for(other), 0);
  }
  writer.join();
  EXPECT_GT(times, 0);
  EXPECT_TRUE(state_of(path).starts_with("298 documents")) << state_of(path);
}

}  // namespace
}  // namespace fovea
