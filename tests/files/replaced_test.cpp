#include "files/replaced.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "files/input.h"
#include "files/output_file.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using ::testing::HasSubstr;

/// What is said of writing text to `path`; empty when it was written.
std::string refusal_of(const std::string& path) {
  try {
    OutputFile out(path);
    out.write("new\n");
    out.commit();
    return {};
  } catch (const std::system_error& refused) {
    return refused.what();
  }
}

TEST(Replaced, InputsAreProtectedByEveryNameUntilTheyAreForgotten) {
  const TemporaryFolder folder;
  const std::string input = folder.write("input", "old\n");
  std::filesystem::create_hard_link(input, folder / "hard");
  std::filesystem::create_symlink(input, folder / "soft");
  Diagnostics said;
  ASSERT_TRUE(InputFile::open(input, said));
  EXPECT_EQ(refusal_of(folder / "hard"), "") << "a library remembers nothing unless it is asked to";
  std::filesystem::remove(folder / "hard");
  std::filesystem::create_hard_link(input, folder / "hard");
  protect_inputs();
  ASSERT_TRUE(InputFile::open(input, said));
  for (const char* const name : {"input", "hard", "soft"})
    EXPECT_THAT(refusal_of(folder / name), HasSubstr("it is an input of this command")) << name;
  EXPECT_EQ(read_whole(input), "old\n");
  EXPECT_EQ(refusal_of(folder / "another"), "");
  forget_inputs();
  EXPECT_EQ(refusal_of(input), "");
}

TEST(Replaced, AnInputThatIsReadAfterTheOutputWasOpenedIsProtectedToo) {
  const TemporaryFolder folder;
  const std::string input = folder.write("input", "old\n");
  protect_inputs();
  OutputFile out(input);
  out.write("new\n");
  Diagnostics said;
  ASSERT_TRUE(InputFile::open(input, said));
  EXPECT_THROW(out.commit(), OutputRefused);
  EXPECT_EQ(read_whole(input), "old\n");
  forget_inputs();
}

TEST(Replaced, TextReplacesTextAndNothingElse) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal_of(folder.write("text", "old\n")), "");
  EXPECT_EQ(refusal_of(folder.write("empty", "")), "");
  EXPECT_THAT(refusal_of(folder.write("packed", "\x1F\x8B\x08")), HasSubstr("it holds gzip data"));
  EXPECT_THAT(refusal_of(folder.write("store", std::string("SQLite format 3\0", 16))),
              HasSubstr("it holds an SQLite database"));
  EXPECT_THAT(refusal_of(folder.write("collection", "fovea collection\1")),
              HasSubstr("it holds a collection"));
  std::filesystem::create_directory(folder / "folder");
  EXPECT_THAT(refusal_of(folder / "folder"), HasSubstr("it is a folder"));
  EXPECT_EQ(refusal_of("/dev/null"), "");
  EXPECT_NO_THROW(OutputFile(folder / "packed", "gzip data"));
  EXPECT_THROW(OutputFile(folder / "text", "gzip data"), OutputRefused);
}

}  // namespace
}  // namespace fovea
