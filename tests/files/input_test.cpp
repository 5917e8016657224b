#include "files/input.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <string>

#include "temporary_folder.h"

namespace fovea {
namespace {

std::string gzip(const std::string& plain) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, plain.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(const std::string& plain) {
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 1));
  return packed;
}

std::string large_text() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919) + "\n";
  return text;
}

std::string content(const std::string& path) {
  Diagnostics diagnostics;
  const auto file = InputFile::open(path, diagnostics);
  EXPECT_TRUE(file) << (diagnostics.ok() ? "" : to_string(diagnostics.kept()[0]));
  return file ? std::string(file->bytes()) : std::string();
}

std::string complaint(const std::string& path) {
  Diagnostics diagnostics;
  EXPECT_FALSE(InputFile::open(path, diagnostics));
  return diagnostics.ok() ? "" : to_string(diagnostics.kept()[0]);
}

TEST(Input, GivesTheSameBytesPlainAndPacked) {
  const TemporaryFolder folder;
  const std::string text = large_text();
  EXPECT_EQ(content(folder.write("plain", text)), text);
  EXPECT_EQ(content(folder.write("x.gz", gzip(text))), text);
  EXPECT_EQ(content(folder.write("x.zst", zstd(text))), text);
  EXPECT_EQ(content(folder.write("two-members.gz", gzip("one\n") + gzip("two\n"))), "one\ntwo\n");
  EXPECT_EQ(content(folder.write("two-frames.zst", zstd("one\n") + zstd("two\n"))), "one\ntwo\n");
  EXPECT_EQ(content(folder.write("empty", "")), "");
  EXPECT_EQ(content(folder.write("empty.gz", gzip(""))), "");
}

TEST(Input, LeavesTheByteOrderMarkOut) {
  const TemporaryFolder folder;
  EXPECT_EQ(content(folder.write("bom", "\xEF\xBB\xBFtext")), "text");
  EXPECT_EQ(content(folder.write("bom.gz", gzip("\xEF\xBB\xBFtext"))), "text");
}

TEST(Input, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  EXPECT_EQ(complaint(folder / "absent"), (folder / "absent") + ": cannot open: No such file or directory");
  EXPECT_EQ(complaint(folder.path().string()), folder.path().string() + ": found a folder, expected a file");
  const std::string packed = gzip(large_text());
  EXPECT_NE(complaint(folder.write("cut.gz", packed.substr(0, packed.size() / 2))).find("stop in the middle"),
            std::string::npos);
  std::string damaged = packed;
  damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 0x55);
  EXPECT_NE(complaint(folder.write("damaged.gz", damaged)).find("broken gzip"), std::string::npos);
  const std::string frames = zstd(large_text());
  EXPECT_NE(complaint(folder.write("cut.zst", frames.substr(0, frames.size() / 2))).find("broken zstd"),
            std::string::npos);
}

TEST(Input, StaysReadableWhenMovedAndReleased) {
  const TemporaryFolder folder;
  const std::string text = large_text();
  Diagnostics diagnostics;
  auto file = InputFile::open(folder.write("plain", text), diagnostics);
  ASSERT_TRUE(file);
  const std::string_view bytes = file->bytes();
  const InputFile moved = std::move(*file);
  moved.release(bytes.substr(5, bytes.size() - 10));
  EXPECT_EQ(bytes, text);
}

TEST(Input, NamesAFileThatMayHaveBeenMeant) {
  const TemporaryFolder folder;
  folder.write("bm25.run", "1 Q0 a 1 1 t\n");
  EXPECT_EQ(complaint(folder / "bm52.run"),
            (folder / "bm52.run") + ": cannot open: No such file or directory; did you mean 'bm25.run'?");
}

TEST(Input, SaysWhenBytesAreNotPackedAsTheNameSays) {
  const TemporaryFolder folder;
  const std::string bytes("\x01\x02\x00\x03\xff\xfe\x00\x08", 8);
  EXPECT_EQ(complaint(folder.write("a.gz", bytes)),
            (folder / "a.gz") + ": found bytes that are no gzip data, though the name ends in .gz");
  EXPECT_EQ(complaint(folder.write("a.zst", bytes)),
            (folder / "a.zst") + ": found bytes that are no zstd data, though the name ends in .zst");
  EXPECT_EQ(content(folder.write("text.gz", "plain")), "plain");
}

}  // namespace
}  // namespace fovea
