// Files of sections: what is written comes back, a file changes as a whole or not at all, and damage is a message.
#include "files/section_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "files/section_writer.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

constexpr SectionKind kKind{.name = "fovea test",
                            .version = 3,
                            .noun = "a test",
                            .maker = "fovea test",
                            .outdated = [](std::string_view bytes) { return bytes.starts_with("old test"); }};
using Existing = SectionWriter::Existing;
using Content = std::vector<std::pair<std::string, std::string>>;

void make(const std::string& path, const Content& content) {
  Diagnostics diagnostics;
  const auto writer = SectionWriter::create(path, kKind, Existing::kReplace, diagnostics);
  ASSERT_TRUE(writer);
  for (const auto& [name, bytes] : content) {
    writer->begin(name);
    writer->write(bytes);
  }
  writer->finish();
}

std::string first_message(const Diagnostics& diagnostics) {
  return diagnostics.kept().empty() ? "nothing" : to_string(diagnostics.kept().front());
}

/// All sections of a file after checking each; what is wrong as a section "!".
Content content_of(const std::optional<SectionFile>& file, const Diagnostics& diagnostics) {
  if (!file) return {{"!", first_message(diagnostics)}};
  Content content;
  for (const StoredSection& section : file->sections()) {
    try {
      file->check(section);
      content.emplace_back(section.name, section.bytes);
    } catch (const CorruptFile& corrupt) {
      content.emplace_back("!", corrupt.what());
    }
  }
  return content;
}

Content read(const std::string& path) {
  Diagnostics diagnostics;
  const auto file = SectionFile::open(path, kKind, diagnostics);
  return content_of(file, diagnostics);
}

bool damaged(const Content& content) {
  return std::any_of(content.begin(), content.end(), [](const auto& entry) { return entry.first == "!"; });
}

std::string said(const std::string& path) {
  Diagnostics diagnostics;
  EXPECT_FALSE(SectionFile::open(path, kKind, diagnostics));
  EXPECT_EQ(diagnostics.errors(), 1U);
  return diagnostics.kept().front().message;
}

TEST(SectionFile, GivesBackWhatWasWritten) {
  const TemporaryFolder folder;
  const Content content = {
      {"a", "alpha"}, {"empty", ""}, {"sixteen-letters!", std::string(300000, 'x')}, {"a", "again"}};
  make(folder / "f", content);
  EXPECT_EQ(read(folder / "f"), content);
  Diagnostics diagnostics;
  auto opened = SectionFile::open(folder / "f", kKind, diagnostics);
  ASSERT_TRUE(opened);
  const SectionFile file = std::move(*opened);
  EXPECT_EQ(file.find("a").bytes, "again");
  EXPECT_EQ(file.find("empty").bytes, "");
  EXPECT_THROW(file.find("b"), CorruptFile);
  for (const StoredSection& section : file.sections()) EXPECT_EQ(section.at % kSectionAlignment, 0U);
  make(folder / "none", {});
  EXPECT_EQ(read(folder / "none"), Content());
}

TEST(SectionFile, ReadsArraysWhereTheyLie) {
  const TemporaryFolder folder;
  const std::vector<std::uint64_t> numbers = {1, 2, std::uint64_t{1} << 63};
  Diagnostics diagnostics;
  const auto writer = SectionWriter::create(folder / "f", kKind, Existing::kRefuse, diagnostics);
  ASSERT_TRUE(writer);
  writer->begin("odd");
  writer->write("odd");
  writer->begin("numbers");
  writer->write(std::span(numbers));
  writer->write(std::span(numbers));
  writer->finish();
  const auto file = SectionFile::open(folder / "f", kKind, diagnostics);
  ASSERT_TRUE(file);
  const auto found = file->numbers<std::uint64_t>("numbers");
  EXPECT_EQ(std::vector(found.begin(), found.end()),
            (std::vector<std::uint64_t>{1, 2, numbers[2], 1, 2, numbers[2]}));
  EXPECT_THROW(file->numbers<std::uint32_t>("odd"), CorruptFile);
}

TEST(SectionWriter, TakesSectionsThatGrewOnOtherThreadsInTheOrderOfTheCaller) {
  const TemporaryFolder folder;
  const auto bytes_of = [](std::size_t part) {
    std::mt19937 random(static_cast<unsigned>(part));
    std::string bytes(100000 + 300000 * part, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    return bytes;
  };
  std::vector<AppendFile> parts;
  for (int i = 0; i < 4; ++i) parts.push_back(AppendFile::unnamed(folder / "f"));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    threads.emplace_back([&, i] {
      const std::string bytes = bytes_of(i);
      std::mt19937 random(7);
      for (std::size_t at = 0; at < bytes.size();) {
        const std::string_view piece = std::string_view(bytes).substr(at, random() % 5000);
        parts[i].write(piece);
        at += piece.size();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  Diagnostics diagnostics;
  const auto writer = SectionWriter::create(folder / "f", kKind, Existing::kRefuse, diagnostics);
  ASSERT_TRUE(writer);
  writer->begin("all");
  std::string expected = "head";
  writer->write("head");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    writer->write(parts[i]);
    expected += bytes_of(i);
  }
  writer->write("tail");
  writer->finish();
  EXPECT_EQ(read(folder / "f"), (Content{{"all", expected + "tail"}}));
  make(folder / "g", {{"all", expected + "tail"}});
  EXPECT_EQ(read_whole(folder / "f"), read_whole(folder / "g")) << "how it was written cannot be seen";
}

TEST(SectionWriter, ShowsNothingBeforeItIsFinished) {
  const TemporaryFolder folder;
  Diagnostics diagnostics;
  {
    const auto writer = SectionWriter::create(folder / "f", kKind, Existing::kRefuse, diagnostics);
    ASSERT_TRUE(writer);
    writer->begin("a");
    writer->write(std::string(1000000, 'x'));
    EXPECT_FALSE(std::filesystem::exists(folder / "f"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "an unfinished file leaves nothing";
  make(folder / "f", {{"a", "old"}});
  const std::string whole = read_whole(folder / "f");
  {
    const auto writer = SectionWriter::open(folder / "f", kKind, diagnostics);
    ASSERT_TRUE(writer);
    writer->drop(0);
    writer->begin("b");
    writer->write(std::string(1000000, 'x'));
    EXPECT_EQ(read(folder / "f"), (Content{{"a", "old"}}));
  }
  EXPECT_EQ(read_whole(folder / "f"), whole);
}

TEST(SectionWriter, AppendsAndReadersKeepTheStateTheyOpened) {
  const TemporaryFolder folder;
  make(folder / "f", {{"ids", "1"}, {"records", "one"}});
  Diagnostics diagnostics;
  const auto reader = SectionFile::open(folder / "f", kKind, diagnostics);
  {
    const auto writer = SectionWriter::open(folder / "f", kKind, diagnostics);
    ASSERT_TRUE(writer);
    EXPECT_EQ(writer->before().find("ids").bytes, "1");
    writer->drop(0);
    writer->begin("records");
    const std::uint64_t at = writer->at();
    writer->write("two");
    writer->begin("ids");
    writer->write("12");
    writer->finish();
    EXPECT_EQ(read_whole(folder / "f").substr(at, 3), "two");
  }
  EXPECT_EQ(content_of(reader, diagnostics), (Content{{"ids", "1"}, {"records", "one"}}));
  EXPECT_EQ(read(folder / "f"), (Content{{"records", "one"}, {"records", "two"}, {"ids", "12"}}));
  make(folder / "f", {{"ids", "0"}});
  EXPECT_EQ(content_of(reader, diagnostics), (Content{{"ids", "1"}, {"records", "one"}}));
}

TEST(SectionWriter, OverwritesWhatAKilledWriterLeft) {
  const TemporaryFolder folder;
  make(folder / "f", {{"a", "x"}});
  const std::string whole = read_whole(folder / "f");
  folder.write("f", whole + std::string(100000, '?'));
  EXPECT_EQ(read(folder / "f"), (Content{{"a", "x"}}));
  Diagnostics diagnostics;
  {
    const auto writer = SectionWriter::open(folder / "f", kKind, diagnostics);
    ASSERT_TRUE(writer);
    writer->begin("b");
    writer->write("y");
    writer->finish();
  }
  EXPECT_EQ(read(folder / "f"), (Content{{"a", "x"}, {"b", "y"}}));
  EXPECT_LT(std::filesystem::file_size(folder / "f"), 1000U);
}

TEST(SectionWriter, IsAloneWithTheFile) {
  const TemporaryFolder folder;
  make(folder / "f", {{"a", "x"}});
  Diagnostics diagnostics;
  {
    const auto writer = SectionWriter::open(folder / "f", kKind, diagnostics);
    ASSERT_TRUE(writer);
    EXPECT_FALSE(SectionWriter::open(folder / "f", kKind, diagnostics));
    EXPECT_FALSE(SectionWriter::create(folder / "f", kKind, Existing::kReplace, diagnostics));
    EXPECT_EQ(diagnostics.count("busy"), 2U);
    EXPECT_EQ(read(folder / "f"), (Content{{"a", "x"}}));
  }
  EXPECT_TRUE(SectionWriter::open(folder / "f", kKind, diagnostics));
}

TEST(SectionWriter, ReplacesOnlyFilesOfItsKindAndOnlyWhenTold) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& path, Existing existing) {
    Diagnostics diagnostics;
    EXPECT_FALSE(SectionWriter::create(path, kKind, existing, diagnostics));
    return diagnostics.kept().front().code;
  };
  make(folder / "f", {{"a", "x"}});
  EXPECT_EQ(refused(folder / "f", Existing::kRefuse), "exists");
  EXPECT_EQ(refused(folder.write("text", "dear diary"), Existing::kReplace), "exists-other-kind");
  EXPECT_EQ(refused(folder.write("empty", ""), Existing::kReplace), "exists-other-kind");
  std::filesystem::create_directory(folder / "folder");
  EXPECT_EQ(refused(folder / "folder", Existing::kReplace), "exists-no-file");
  EXPECT_EQ(read_whole(folder / "text"), "dear diary");
  folder.write("old", "old test 1");
  make(folder / "old", {{"a", "new"}});
  EXPECT_EQ(read(folder / "old"), (Content{{"a", "new"}}));
  folder.write("cut", read_whole(folder / "f").substr(0, 64));
  make(folder / "cut", {{"a", "new"}});
  EXPECT_EQ(read(folder / "cut"), (Content{{"a", "new"}}));
}

TEST(SectionWriter, DoesNotReplaceAFileThatCameMeanwhile) {
  const TemporaryFolder folder;
  Diagnostics diagnostics;
  const auto writer = SectionWriter::create(folder / "f", kKind, Existing::kRefuse, diagnostics);
  ASSERT_TRUE(writer);
  folder.write("f", "somebody else's");
  EXPECT_THROW(writer->finish(), std::system_error);
  EXPECT_EQ(read_whole(folder / "f"), "somebody else's");
}

TEST(SectionFile, SaysWhatIsWrongWithAFileOfAnotherKind) {
  const TemporaryFolder folder;
  EXPECT_EQ(said(folder / "gone"), "cannot open: No such file or directory");
  EXPECT_EQ(said(folder.path()), "found a folder, expected a test made by 'fovea test'");
  EXPECT_EQ(said(folder.write("empty", "")), "found an empty file, expected a test made by 'fovea test'");
  EXPECT_EQ(said(folder.write("text", "topic 1")),
            "found a file of another kind, expected a test made by 'fovea test'");
  EXPECT_EQ(said(folder.write("zeros", std::string(1000, '\0'))),
            "found a file of another kind, expected a test made by 'fovea test'");
  EXPECT_EQ(said(folder.write("old", "old test of long ago")),
            "found a test of an earlier fovea, expected version 3: build it again with 'fovea test'");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(said(folder / "pipe"), "found no regular file, expected a test made by 'fovea test'");

  Diagnostics diagnostics;
  SectionKind kind = kKind;
  kind.version = 9;
  SectionWriter::create(folder / "later", kind, Existing::kRefuse, diagnostics)->finish();
  EXPECT_EQ(said(folder / "later"),
            "found a test of version 9, expected version 3: build it again with 'fovea test'");
  kind.name = "fovea index";
  SectionWriter::create(folder / "index", kind, Existing::kRefuse, diagnostics)->finish();
  EXPECT_EQ(said(folder / "index"),
            "found a file of the kind 'fovea index', expected a test made by 'fovea test'");
}

TEST(SectionFile, FindsEveryChangedByteAndEveryCut) {
  const TemporaryFolder folder;
  make(folder / "f", {{"a", "alpha"}, {"b", std::string(64, 'b')}, {"c", ""}});
  const std::string whole = read_whole(folder / "f");
  const auto damaged_in_memory = [](const std::string& bytes) {
    Diagnostics diagnostics;
    const auto file = SectionFile::from_memory("f", bytes, kKind, diagnostics);
    return damaged(content_of(file, diagnostics));
  };
  EXPECT_FALSE(damaged_in_memory(whole));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      EXPECT_TRUE(damaged_in_memory(changed)) << at;
    }
    EXPECT_TRUE(damaged_in_memory(whole.substr(0, at))) << at;
    if (at % 16 == 0) {
      EXPECT_TRUE(damaged(read(folder.write("g", whole.substr(0, at))))) << at;
    }
  }
}

/// Header and table whose checksums agree, whatever they say.
std::string forge(SectionHeader header, const std::vector<SectionEntry>& entries, std::string middle) {
  kKind.name.copy(header.kind, sizeof header.kind);
  header.version = kKind.version;
  const std::string_view table(reinterpret_cast<const char*>(entries.data()),
                               entries.size() * sizeof(SectionEntry));
  header.table_sum = checksum(table);
  header.sum = header.own_sum();
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + middle + std::string(table);
}

TEST(SectionFile, ChecksNumbersThatAChecksumAgreesWith) {
  const auto fault = [](const SectionHeader& header, const std::vector<SectionEntry>& entries) {
    const std::string bytes = forge(header, entries, std::string(128, 'x'));
    Diagnostics diagnostics;
    const auto file = SectionFile::from_memory("f", bytes, kKind, diagnostics);
    return file ? "none" : first_message(diagnostics);
  };
  SectionHeader header;
  header.table_at = 192;
  header.sections = 1;
  const SectionEntry good{.name = "a", .at = 64, .size = 128, .sum = 0, .unused = 0};
  EXPECT_EQ(fault(header, {good}), "none");
  const auto bad_entry = [&](auto change) {
    SectionEntry entry = good;
    change(entry);
    EXPECT_EQ(fault(header, {entry}), "f: the file is corrupt: its table of sections is damaged");
  };
  bad_entry([](SectionEntry& e) { e.at = 0; });
  bad_entry([](SectionEntry& e) { e.at = 65; });
  bad_entry([](SectionEntry& e) { e.at = 128; });
  bad_entry([](SectionEntry& e) { e.at = ~std::uint64_t{63}; });
  bad_entry([](SectionEntry& e) { e.size = 129; });
  bad_entry([](SectionEntry& e) { e.size = ~std::uint64_t{0}; });
  bad_entry([](SectionEntry& e) { e.name[0] = '\0'; });
  bad_entry([](SectionEntry& e) { e.name[0] = '\n'; });
  bad_entry([](SectionEntry& e) { e.name[9] = 'x'; });
  header.sections = 2;
  EXPECT_EQ(fault(header, {good, good}), "f: the file is corrupt: its table of sections is damaged")
      << "overlap";
  const auto bad_header = [&](std::uint64_t at, std::uint64_t sections) {
    SectionHeader changed;
    changed.table_at = at;
    changed.sections = sections;
    EXPECT_EQ(fault(changed, {good}), "f: the file is corrupt: its end is missing") << at << ' ' << sections;
  };
  bad_header(192, 3);
  bad_header(192, ~std::uint64_t{0});
  bad_header(192, std::uint64_t{1} << 62);
  bad_header(~std::uint64_t{0}, 1);
  bad_header(0, 1);
  bad_header(std::uint64_t{1} << 40, 0);
}

TEST(SectionFile, IsReadWhileAnotherThreadAppends) {
  const TemporaryFolder folder;
  make(folder / "f", {{"count", "0"}});
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int i = 1; i <= 100; ++i) {
      Diagnostics diagnostics;
      const auto out = SectionWriter::open(folder / "f", kKind, diagnostics);
      ASSERT_TRUE(out);
      out->drop(0);
      out->begin("count");
      out->write(std::to_string(i));
      out->finish();
    }
    done = true;
  });
  int last = 0;
  while (!done) {
    const Content content = read(folder / "f");
    ASSERT_FALSE(damaged(content)) << content.front().second;
    const int count = std::stoi(content.front().second);
    EXPECT_GE(count, last);
    last = count;
  }
  writer.join();
  EXPECT_EQ(read(folder / "f"), (Content{{"count", "100"}}));
}

TEST(SectionWriter, NeverWritesThroughAStandardStream) {
  const TemporaryFolder folder;
  make(folder / "old", {{"a", "x"}});
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int stream : {0, 1, 2}) ::close(stream);
    int exit = 1;
    try {
      Diagnostics diagnostics;
      const auto fresh = SectionWriter::create(folder / "new", kKind, Existing::kRefuse, diagnostics);
      const auto old = SectionWriter::open(folder / "old", kKind, diagnostics);
      AppendFile spooled = AppendFile::unnamed(folder / "new");
      const std::string_view message = "a message for a person";
      bool reached = false;
      for (const int stream : {0, 1, 2}) reached |= ::write(stream, message.data(), message.size()) >= 0;
      fresh->begin("a");
      fresh->write(spooled);
      fresh->finish();
      old->finish();
      exit = reached ? 2 : 0;
    } catch (...) {
      exit = 3;
    }
    ::_exit(exit);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read(folder / "new"), (Content{{"a", ""}}));
  EXPECT_EQ(read(folder / "old"), (Content{{"a", "x"}}));
}

}  // namespace
}  // namespace fovea
