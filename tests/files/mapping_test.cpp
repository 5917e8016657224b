// Files that are cut while they are read.
#include "files/mapping.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "files/input.h"
#include "files/output_file.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

/// Opens a file of one megabyte, cuts it, and reads it on several threads.
void read_what_was_cut(const std::string& path, const std::string& output) {
  end_when_a_file_is_cut(7);
  Diagnostics diagnostics;
  const auto input = InputFile::open(path, diagnostics);
  OutputFile out(output);
  out.write("half");
  std::filesystem::resize_file(path, 0);
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      const std::string_view bytes = input->bytes();
      if (std::count(bytes.begin(), bytes.end(), 'x') > 0) ::_exit(0);
    });
  }
  for (std::thread& reader : readers) reader.join();
}

TEST(MappedFile, ThatIsCutEndsTheProgramWithItsNameAndNothingLeftBehind) {
  const TemporaryFolder folder;
  const std::string path = folder.write("cut.run", std::string(kMegabyte, 'x'));
  EXPECT_EXIT(read_what_was_cut(path, folder / "out"), testing::ExitedWithCode(7),
              path + ": found its end while reading it");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(MappedFile, IsForgottenWhenItIsUnmapped) {
  const TemporaryFolder folder;
  const std::string first = folder.write("first", std::string(kMegabyte, 'x'));
  const std::string second = folder.write("second", std::string(kMegabyte, 'x'));
  Diagnostics diagnostics;
  { const auto gone = InputFile::open(first, diagnostics); }
  // The second is likely to get the place of the first.
  EXPECT_EXIT(read_what_was_cut(second, folder / "out"), testing::ExitedWithCode(7), second);
}

TEST(MappedFile, ThatCannotBeMappedIsEmpty) {
  EXPECT_TRUE(map_file(-1, 1, "nothing").empty());
  unmap_file({});
}

TEST(SmallFile, ThatIsShorterThanItSaidIsAnError) {
  // The kernel's own files say a page and hold a line.
  const std::string path = "/sys/kernel/mm/transparent_hugepage/enabled";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "there is no " << path << " here";
  Diagnostics diagnostics;
  EXPECT_FALSE(InputFile::open(path, diagnostics));
  EXPECT_EQ(diagnostics.count("cut"), 1U);
}

}  // namespace
}  // namespace fovea
