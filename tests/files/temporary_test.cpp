#include "files/temporary.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>

#include "files/output_file.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

namespace fs = std::filesystem;
auto entries_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

void write_to(const Temporary& file, std::string_view text) {
  ASSERT_EQ(::write(file.descriptor(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(Temporary, IsNewUnpredictableAndBesideItsTarget) {
  const TemporaryFolder folder;
  const Temporary one(Temporary::Kind::kFile, folder / "out");
  const Temporary other(Temporary::Kind::kFile, folder / "out");
  EXPECT_NE(one.path(), other.path());
  EXPECT_EQ(fs::path(one.path()).parent_path(), folder.path());
  EXPECT_TRUE(is_temporary_name(fs::path(one.path()).filename().string()));
  EXPECT_GT(one.descriptor(), STDERR_FILENO);
}

TEST(Temporary, IsGoneUnlessPutInPlace) {
  const TemporaryFolder folder;
  { const Temporary file(Temporary::Kind::kFile, folder / "out"); }
  {
    const Temporary tree(Temporary::Kind::kFolder, folder / "out");
    fs::create_directories(fs::path(tree.path()) / "a/b");
    OutputFile inner((fs::path(tree.path()) / "a/b/c").string());
    inner.commit();
  }
  EXPECT_EQ(entries_in(folder.path()), 0);
  Temporary file(Temporary::Kind::kFile, folder / "out");
  write_to(file, "whole");
  file.put_in_place();
  EXPECT_EQ(read_whole(folder / "out"), "whole");
  EXPECT_EQ(entries_in(folder.path()), 1);
}

TEST(Temporary, ReplacesAFolderAsAWhole) {
  const TemporaryFolder folder;
  folder.write("out/old", "x");
  Temporary tree(Temporary::Kind::kFolder, folder / "out/");
  fs::create_directory(fs::path(tree.path()) / "new");
  tree.put_in_place();
  EXPECT_TRUE(fs::exists(folder / "out/new"));
  EXPECT_FALSE(fs::exists(folder / "out/old"));
  EXPECT_EQ(entries_in(folder.path()), 1);
}

TEST(Temporary, DoesNotReplaceWhereItMayNot) {
  const TemporaryFolder folder;
  Temporary file(Temporary::Kind::kFile, folder / "out");
  folder.write("out", "came meanwhile");
  EXPECT_THROW(file.put_in_place(Temporary::Existing::kRefuse), std::system_error);
  EXPECT_EQ(read_whole(folder / "out"), "came meanwhile");
}

/// In a child that is killed: makes a file and a folder and dies.
void make_and_die_of(const TemporaryFolder& folder, int signal) {
  clean_up_on_signals();
  const Temporary file(Temporary::Kind::kFile, folder / "a");
  const Temporary tree(Temporary::Kind::kFolder, folder / "b");
  fs::create_directories(fs::path(tree.path()) / "tables");
  OutputFile inner((fs::path(tree.path()) / "tables/t.csv").string());
  inner.commit();
  OutputFile half((fs::path(tree.path()) / "tables/half").string());
  ::raise(signal);
}

TEST(Temporary, IsRemovedByASignalThatThenEndsTheProcess) {
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    EXPECT_EXIT(make_and_die_of(folder, signal), testing::KilledBySignal(signal), "");
    EXPECT_EQ(entries_in(folder.path()), 0) << signal;
  }
}

TEST(Temporary, ASignalThatWasIgnoredStaysIgnored) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        clean_up_on_signals();
        ::raise(SIGHUP);
        ::_exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST(Temporary, OfAKilledProcessIsRemovedByTheNext) {
  const TemporaryFolder folder;
  EXPECT_EXIT(make_and_die_of(folder, SIGKILL), testing::KilledBySignal(SIGKILL), "");
  EXPECT_EQ(entries_in(folder.path()), 2);
  const Temporary next(Temporary::Kind::kFile, folder / "out");
  EXPECT_EQ(entries_in(folder.path()), 1);
}

TEST(Temporary, OnlyLeftoversAreRemoved) {
  const TemporaryFolder folder;
  folder.write("mine", "x");
  folder.write("fovea-tmp-abc", "x");
  fs::create_symlink(folder / "mine", folder.path() / ".fovea-tmp-link");
  // Alive in another process: locked until this one says so.
  int told[2];
  int go[2];
  ASSERT_EQ(::pipe(told), 0);
  ASSERT_EQ(::pipe(go), 0);
  const pid_t other = ::fork();
  if (other == 0) {
    char byte = 'x';
    {
      const Temporary alive(Temporary::Kind::kFile, folder / "theirs");
      if (::write(told[1], &byte, 1) != 1 || ::read(go[0], &byte, 1) != 1) ::_exit(1);
    }
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(told[0], &byte, 1), 1);
  {
    const Temporary next(Temporary::Kind::kFile, folder / "out");
    EXPECT_EQ(entries_in(folder.path()), 5);
  }
  ASSERT_EQ(::write(go[1], &byte, 1), 1);
  int status = 1;
  ASSERT_EQ(::waitpid(other, &status, 0), other);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(entries_in(folder.path()), 3);
}

TEST(Temporary, NeverTakesTheNumberOfAClosedStandardStream) {
  const TemporaryFolder folder;
  EXPECT_EXIT(
      {
        ::close(STDERR_FILENO);
        const Temporary file(Temporary::Kind::kFile, folder / "out");
        const ssize_t written = ::write(STDERR_FILENO, "message", 7);
        ::_exit(file.descriptor() > STDERR_FILENO && written < 0 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(OutputFile, WritesThroughALinkAndLeavesTheLink) {
  const TemporaryFolder folder;
  const std::string real = folder.write("far/real.txt", "old");
  fs::create_symlink("far/real.txt", folder.path() / "link");
  OutputFile out(folder / "link");
  out.write("new");
  EXPECT_EQ(read_whole(real), "old");
  out.commit();
  EXPECT_EQ(read_whole(real), "new");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(entries_in(folder.path()), 2);
}

TEST(OutputFile, RefusesALinkThatLeadsNowhere) {
  const TemporaryFolder folder;
  fs::create_symlink("nowhere", folder.path() / "link");
  EXPECT_THROW(OutputFile(folder / "link"), std::system_error);
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(entries_in(folder.path()), 1);
}

}  // namespace
}  // namespace fovea
