#include "files/output_file.h"

#include <gtest/gtest.h>

#include <iterator>
#include <system_error>

#include "temporary_folder.h"

namespace fovea {
namespace {

auto files_in(const TemporaryFolder& folder) {
  return std::distance(std::filesystem::directory_iterator(folder.path()), {});
}

TEST(OutputFile, AppearsOnlyWhenCommitted) {
  const TemporaryFolder folder;
  const std::string target = folder.write("out.txt", "old");
  {
    OutputFile out(target);
    out.write("half of the ne");
  }
  EXPECT_EQ(read_whole(target), "old");
  EXPECT_EQ(files_in(folder), 1);
  OutputFile out(target);
  out.write("new");
  EXPECT_EQ(read_whole(target), "old");
  out.commit();
  EXPECT_EQ(read_whole(target), "new");
  EXPECT_EQ(files_in(folder), 1);
}

TEST(OutputFile, ThatCannotBeMadeIsAnException) {
  EXPECT_THROW(OutputFile("/no/such/folder/out.txt"), std::system_error);
}

TEST(OutputFile, WritesToADeviceInsteadOfReplacingIt) {
  OutputFile out("/dev/null");
  out.write("gone");
  out.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace fovea
