#include "files/sha256.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "temporary_folder.h"

namespace fovea {
namespace {

// The first three are the standard's own; the sums of the 'a's are those of sha256sum.
TEST(Sha256, EqualsThePublishedSums) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

RC_GTEST_PROP(Sha256, DoesNotDependOnHowTheBytesAreCut, (const std::string& bytes)) {
  const auto cut = *rc::gen::inRange<std::size_t>(0, bytes.size() + 1);
  Sha256 sum;
  sum.add(std::string_view(bytes).substr(0, cut));
  sum.add(std::string_view(bytes).substr(cut));
  RC_ASSERT(sum.finish() == sha256(bytes));
}

RC_GTEST_PROP(Sha256, IsTheSameByInstructionsAndByPlainRounds, (const std::string& bytes)) {
  std::string longer;
  for (int i = 0; i < 9; ++i) longer += bytes;  // several blocks at once
  Sha256 plain(Sha256::By::kPlainRounds);
  plain.add(longer);
  RC_ASSERT(plain.finish() == sha256(longer));
}

TEST(Sha256, ReadsFilesAndNothingElse) {
  const TemporaryFolder folder;
  const std::string bytes(200'000, 'x');
  EXPECT_EQ(sha256_of_file(folder.write("file", bytes)), sha256(bytes));
  EXPECT_EQ(sha256_of_file(folder.path().string()), std::nullopt);
  EXPECT_EQ(sha256_of_file(folder / "missing"), std::nullopt);
}

}  // namespace
}  // namespace fovea
