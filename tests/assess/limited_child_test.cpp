#include "assess/limited_child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "temporary_folder.h"

namespace fovea::assess {
namespace {

using testing::HasSubstr;

ChildOutcome shell(const std::string& script, ChildWork work = {}) {
  work.words = {"/bin/sh", "-c", script};
  return run_limited(work);
}

TEST(LimitedChild, SaysWhatAProcessSaidAndHowItEnded) {
  const TemporaryFolder folder;
  ChildWork work;
  work.folder = folder.path().string();
  work.environment = {"WORD=hello"};
  const ChildOutcome outcome = shell("echo $WORD; pwd; echo no >&2; exit 3", work);
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_EQ(outcome.output, "hello\n" + folder.path().string() + "\n");
  EXPECT_EQ(outcome.errors, "no\n");
  EXPECT_EQ(shell("kill -KILL $$").signal, SIGKILL);
  work.output_to = folder / "out";
  work.errors_to = folder / "errors";
  shell("echo there; echo lost >&2", work);
  EXPECT_EQ(read_whole(folder / "out"), "there\n");
  EXPECT_EQ(read_whole(folder / "errors"), "lost\n");
}

TEST(LimitedChild, KeepsToItsLimits) {
  const TemporaryFolder folder;
  ChildWork work;
  work.folder = folder.path().string();
  work.limits.file = 1000;
  EXPECT_NE(shell("head -c 5000 /dev/zero > large", work).exit, 0);
  EXPECT_LE(std::filesystem::file_size(folder / "large"), 1000U);
  work.limits.processor = std::chrono::seconds(1);
  const ChildOutcome busy = shell("while :; do :; done", work);
  EXPECT_TRUE(busy.signal == SIGXCPU || busy.signal == SIGKILL);
  work.most_output = 10;
  EXPECT_EQ(shell("echo 0123456789abcdef", work).output, "0123456789");
  // No socket of ours, no file: standard streams, and what `ls` opens itself.
  EXPECT_EQ(shell("ls /proc/self/fd | wc -l", work).output, "4\n");
}

TEST(LimitedChild, IsStoppedWhenItIsLateOrNotWantedAnyMore) {
  ChildWork work;
  work.limits.time = std::chrono::seconds(0);
  EXPECT_TRUE(shell("exec sleep 1000", work).late);
  const std::atomic<bool> stop = true;
  ChildWork unwanted;
  unwanted.limits.stop = &stop;
  EXPECT_TRUE(shell("exec sleep 1000", unwanted).late);
}

TEST(LimitedChild, IsAnErrorWhenThereIsNoSuchProgram) {
  ChildWork work;
  work.words = {"/nowhere/to/be/found"};
  EXPECT_EQ(run_limited(work).exit, 127);
}

}  // namespace
}  // namespace fovea::assess
