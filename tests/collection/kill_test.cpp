// `kill -9` at any moment: the real binary builds, rebuilds and adds, is killed after a random time, and what
// it leaves must be no collection or the previous one, whole. Meanwhile other processes read.
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
  EXPECT_EQ(::posix_spawn(&pid, arguments.front().c_str(), &files, nullptr, argv.data(), environ), 0);
  posix_spawn_file_actions_destroy(&files);
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

/// "no collection", or how many documents a whole one has, or what is wrong.
std::string state_of(const std::string& path) {
  if (!std::filesystem::exists(path)) return "no collection";
  Diagnostics diagnostics;
  const auto collection = Collection::open(path, diagnostics);
  if (collection) verify(*collection, diagnostics, [](std::uint64_t) {});
  if (!diagnostics.ok()) return to_string(diagnostics.kept().front());
  return fmt::format("{} documents", collection->documents());
}

void write_documents(const TemporaryFolder& folder, const std::string& name, int first, int count) {
  for (int i = first; i < first + count; ++i) {
    std::string text;
    for (int k = 0; k < 400; ++k) text += fmt::format("<p>word {}</p>", i * k);
    folder.write(fmt::format("{}/{}.xml", name, i), "<a>" + text + "</a>");
  }
}

constexpr int kTimes = 25;

TEST(Killed, ABuildLeavesNothingOrTheWholeCollection) {
  const TemporaryFolder folder;
  write_documents(folder, "in", 0, 200);
  const std::string path = folder / "c.fovea";
  const std::vector<std::string> build = {"catalog", "build", path, folder / "in"};
  const auto whole = duration_of(build);
  std::mt19937 random(9);
  for (int i = 0; i < kTimes; ++i) {
    std::filesystem::remove(path);
    const bool finished = kill_somewhere(build, whole, random);
    const std::string state = state_of(path);
    EXPECT_TRUE(state == "200 documents" || (state == "no collection" && !finished)) << state;
  }
  std::filesystem::remove(path);
  EXPECT_EQ(run(build), 0) << "what the killed left must not be in the way";
  EXPECT_EQ(state_of(path), "200 documents");
}

TEST(Killed, ARebuildLeavesTheOldOrTheNewCollection) {
  const TemporaryFolder folder;
  write_documents(folder, "old", 0, 20);
  write_documents(folder, "new", 0, 200);
  const std::string path = folder / "c.fovea";
  const std::vector<std::string> old = {"catalog", "build", path, folder / "old", "--force"};
  const std::vector<std::string> rebuild = {"catalog", "build", path, folder / "new", "--force"};
  const auto whole = duration_of(rebuild);
  ASSERT_EQ(run(old), 0);
  std::mt19937 random(10);
  for (int i = 0; i < kTimes; ++i) {
    kill_somewhere(rebuild, whole, random);
    const std::string state = state_of(path);
    EXPECT_TRUE(state == "20 documents" || state == "200 documents") << state;
    if (state == "200 documents") {
      ASSERT_EQ(run(old), 0);
    }
  }
}

TEST(Killed, AnAdditionIsThereAsAWholeOrNotAtAll) {
  const TemporaryFolder folder;
  write_documents(folder, "old", 0, 20);
  write_documents(folder, "new", 10, 1500);  // more than one transaction; ten documents are replaced
  const std::string path = folder / "c.fovea";
  const std::vector<std::string> old = {"catalog", "build", path, folder / "old", "--force"};
  const std::vector<std::string> add = {"catalog", "add", path, folder / "new", "--replace"};
  ASSERT_EQ(run(old), 0);
  const auto whole = duration_of(add);
  ASSERT_EQ(run(old), 0);
  std::mt19937 random(11);
  for (int i = 0; i < kTimes; ++i) {
    kill_somewhere(add, whole, random);
    const std::string state = state_of(path);
    EXPECT_TRUE(state == "20 documents" || state == "1510 documents") << state;
    if (state == "1510 documents") {
      ASSERT_EQ(run(old), 0);
    }
  }
  EXPECT_EQ(run(add), 0);
  EXPECT_EQ(state_of(path), "1510 documents");
}

TEST(WhileWriting, OtherProcessesReadTheStateTheyFound) {
  const TemporaryFolder folder;
  write_documents(folder, "old", 0, 20);
  write_documents(folder, "new", 0, 300);
  const std::string path = folder / "c.fovea";
  ASSERT_EQ(run({"catalog", "build", path, folder / "old"}), 0);
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(run({"catalog", "add", path, folder / "new", "--replace"}), 0);
      EXPECT_EQ(run({"catalog", "remove", path, "299", "298"}), 0);
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
  EXPECT_EQ(state_of(path), "298 documents");
}

}  // namespace
}  // namespace fovea
