// The stored file: what writers promise, and what readers do with a file that was damaged.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include "collection/collection.h"
#include "collection/verify.h"
#include "collection/writer.h"
#include "collection_fixture.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using Existing = CollectionWriter::Existing;

void add_xml(CollectionWriter& writer, const std::string& id, const std::string& xml,
             Diagnostics& diagnostics, Existing existing = Existing::kRefuse,
             const std::string& source = "new.xml") {
  writer.add({id, source, pack_xml(id, xml, source)}, existing, diagnostics);
}

std::string text_of(const std::string& path, std::string_view id) {
  Diagnostics diagnostics;
  const auto collection = Collection::open(path, diagnostics);
  if (!collection) return "no collection: " + to_string(diagnostics.kept().front());
  const auto document = collection->find(id);
  return document ? document->text() : "no document";
}

/// Everything that verify() finds, in one string.
std::string verified(const std::string& path) {
  Diagnostics diagnostics;
  if (const auto collection = Collection::open(path, diagnostics)) {
    verify(*collection, diagnostics, [](std::uint64_t) {});
  }
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics.kept()) all += to_string(diagnostic) + "\n";
  return all;
}

TEST(CollectionWriter, ShowsNothingBeforeItIsFinished) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  {
    Diagnostics diagnostics;
    const auto writer = CollectionWriter::create(path, Existing::kRefuse, diagnostics);
    ASSERT_TRUE(writer);
    add_xml(*writer, "1", "<a>x</a>", diagnostics);
    writer->flush(diagnostics);
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "an unfinished build leaves nothing";
}

TEST(CollectionWriter, DoesNotTouchAnExistingCollectionUnlessTold) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  make_collection(path, {{"1", "<a>old</a>"}});
  Diagnostics diagnostics;
  EXPECT_FALSE(CollectionWriter::create(path, Existing::kRefuse, diagnostics));
  EXPECT_EQ(diagnostics.count("exists"), 1U);
  const auto writer = CollectionWriter::create(path, Existing::kReplace, diagnostics);
  ASSERT_TRUE(writer);
  add_xml(*writer, "1", "<a>new</a>", diagnostics);
  writer->flush(diagnostics);
  EXPECT_EQ(text_of(path, "1"), "old");
  writer->finish();
  EXPECT_EQ(text_of(path, "1"), "new");
}

TEST(CollectionWriter, LeavesReadersOfTheReplacedFileAlone) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  make_collection(path, {{"1", "<a>old</a>"}});
  Diagnostics diagnostics;
  const auto reader = Collection::open(path, diagnostics);
  ASSERT_TRUE(reader);
  make_collection(path, {{"1", "<a>new</a>"}, {"2", "<a/>"}});
  EXPECT_EQ(reader->find("1")->text(), "old");
  EXPECT_EQ(text_of(path, "1"), "new");
}

TEST(CollectionWriter, AddsWhenFinishedAndNotBefore) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  make_collection(path, {{"1", "<a>one</a>"}});
  Diagnostics diagnostics;
  {
    const auto writer = CollectionWriter::open(path, diagnostics);
    ASSERT_TRUE(writer);
    add_xml(*writer, "2", "<a>two</a>", diagnostics);
    add_xml(*writer, "1", "<a>uno</a>", diagnostics, Existing::kReplace);
    writer->flush(diagnostics);
  }
  EXPECT_EQ(text_of(path, "2"), "no document");
  EXPECT_EQ(text_of(path, "1"), "one");
  EXPECT_EQ(verified(path), "");
  {
    const auto writer = CollectionWriter::open(path, diagnostics);
    ASSERT_TRUE(writer);
    add_xml(*writer, "3", "<a>three</a>", diagnostics);
    add_xml(*writer, "1", "<a>uno</a>", diagnostics, Existing::kReplace);
    writer->flush(diagnostics);
    writer->finish();
    EXPECT_EQ(writer->added(), 2U);
    EXPECT_EQ(writer->replaced(), 1U);
  }
  EXPECT_EQ(text_of(path, "1"), "uno");
  EXPECT_EQ(text_of(path, "2"), "no document");
  EXPECT_EQ(text_of(path, "3"), "three");
  EXPECT_EQ(verified(path), "");
  EXPECT_TRUE(diagnostics.ok());
}

TEST(CollectionWriter, NamesBothFilesOfAnIdThatComesTwice) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  Diagnostics diagnostics;
  const auto expect_duplicate = [&] {
    ASSERT_EQ(diagnostics.errors(), 1U);
    EXPECT_EQ(to_string(diagnostics.kept().front()),
              "second.xml: found the document id '1' again, expected it once: it is that of first.xml too");
    diagnostics = Diagnostics();
  };
  {
    const auto writer = CollectionWriter::create(path, Existing::kRefuse, diagnostics);
    add_xml(*writer, "1", "<a>x</a>", diagnostics, Existing::kRefuse, "first.xml");
    add_xml(*writer, "1", "<a>y</a>", diagnostics, Existing::kRefuse, "second.xml");
    writer->flush(diagnostics);
    expect_duplicate();
    writer->finish();
  }
  EXPECT_EQ(text_of(path, "1"), "x");
  const auto writer = CollectionWriter::open(path, diagnostics);
  add_xml(*writer, "1", "<a>y</a>", diagnostics, Existing::kRefuse, "second.xml");
  writer->flush(diagnostics);
  expect_duplicate();
}

TEST(CollectionWriter, ReplacesADocumentSeveralTimesInOneRun) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  make_collection(path, {{"1", "<a>0</a>"}, {"2", "<a>2</a>"}});
  Diagnostics diagnostics;
  const auto writer = CollectionWriter::open(path, diagnostics);
  for (int i = 1; i < 5; ++i) {
    add_xml(*writer, "1", fmt::format("<a>{}</a>", i), diagnostics, Existing::kReplace);
    writer->flush(diagnostics);
  }
  writer->finish();
  EXPECT_EQ(text_of(path, "1"), "4");
  EXPECT_EQ(verified(path), "");
}

TEST(CollectionWriter, RemovesDocuments) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  make_collection(path, {{"1", "<a>x</a>"}, {"2", "<a>y</a>"}});
  Diagnostics diagnostics;
  const auto writer = CollectionWriter::open(path, diagnostics);
  ASSERT_TRUE(writer);
  EXPECT_TRUE(writer->remove("1"));
  EXPECT_FALSE(writer->remove("3"));
  EXPECT_FALSE(writer->remove(""));
  EXPECT_EQ(text_of(path, "2"), "y");
  writer->finish();
  EXPECT_EQ(text_of(path, "1"), "no document");
  EXPECT_EQ(text_of(path, "2"), "y");
  EXPECT_EQ(verified(path), "");
}

TEST(CollectionWriter, IsAloneWithTheCollection) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  make_collection(path, {{"1", "<a>x</a>"}});
  Diagnostics diagnostics;
  const auto writer = CollectionWriter::open(path, diagnostics);
  ASSERT_TRUE(writer);
  EXPECT_FALSE(CollectionWriter::open(path, diagnostics));
  EXPECT_FALSE(CollectionWriter::create(path, Existing::kReplace, diagnostics));
  EXPECT_EQ(diagnostics.count("busy"), 2U);
}

TEST(CollectionWriter, OfTwoBuildsOfOneNameTheFirstToFinishStays) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  Diagnostics diagnostics;
  const auto slow = CollectionWriter::create(path, Existing::kRefuse, diagnostics);
  ASSERT_TRUE(slow);
  add_xml(*slow, "slow", "<a>x</a>", diagnostics);
  slow->flush(diagnostics);
  make_collection(path, {{"quick", "<a>x</a>"}});
  EXPECT_THROW(slow->finish(), std::exception);
  EXPECT_EQ(text_of(path, "quick"), "x");
}

TEST(CollectionWriter, ClearsAwayWhatAKilledBuildLeft) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  const std::string left = folder.write(".fovea-tmp-2a3b4c5d6e7f", std::string(100000, 'x'));
  const std::string others = folder.write("c.fovea.building", "a file of the user's");
  make_collection(path, {{"1", "<a>x</a>"}});
  EXPECT_EQ(verified(path), "");
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_EQ(read_whole(others), "a file of the user's");
}

TEST(CollectionWriter, GrowsTheFileAsFarAsItMust) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  std::mt19937 random(1);
  std::string noise(3000000, ' ');
  for (char& c : noise) c = static_cast<char>('a' + random() % 26);
  const std::string xml = "<a>" + noise + "</a>";
  Diagnostics diagnostics;
  {
    const auto writer = CollectionWriter::create(path, Existing::kRefuse, diagnostics);
    for (int i = 0; i < 12; ++i) add_xml(*writer, std::to_string(i), xml, diagnostics);
    writer->flush(diagnostics);
    writer->finish();
  }
  const auto writer = CollectionWriter::open(path, diagnostics);
  for (int i = 12; i < 20; ++i) add_xml(*writer, std::to_string(i), xml, diagnostics);
  writer->flush(diagnostics);
  writer->finish();
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(verified(path), "");
  EXPECT_EQ(text_of(path, "19"), noise);
}

TEST(Collection, SaysWhatIsWrongWithAFileThatIsNoCollection) {
  const TemporaryFolder folder;
  const auto said = [](const std::string& path) {
    Diagnostics diagnostics;
    EXPECT_FALSE(Collection::open(path, diagnostics));
    EXPECT_EQ(diagnostics.errors(), 1U);
    return diagnostics.kept().front().message;
  };
  EXPECT_EQ(said(folder / "gone"), "cannot open: No such file or directory");
  EXPECT_EQ(said(folder.path()), "found a folder, expected a collection made by 'fovea catalog build'");
  EXPECT_EQ(said(folder.write("empty", "")),
            "found an empty file, expected a collection made by 'fovea catalog build'");
  EXPECT_EQ(said(folder.write("text", "topic 1")),
            "found a file of another kind, expected a collection made by 'fovea catalog build'");
  make_collection(folder / "c.fovea", {{"1", "<a>x</a>"}});
  const std::string whole = read_whole(folder / "c.fovea");
  EXPECT_NE(said(folder.write("cut", whole.substr(0, 5000))), "");
  EXPECT_NE(said(folder.write("short", whole.substr(0, 100))), "");
  std::string foreign = whole;
  const std::size_t magic = foreign.rfind("fovea collection");
  ASSERT_NE(magic, std::string::npos);
  foreign[magic] = 'F';
  EXPECT_EQ(
      said(folder.write("foreign", foreign)),
      "found an LMDB file without a valid fovea header, expected a collection made by 'fovea catalog build'");
  std::string later = whole;
  later[magic + 16] = 9;
  EXPECT_EQ(said(folder.write("later", later)),
            "found a collection of version 9, expected version 1: build it again");
}

/// Does all that readers can do with a file. Nothing of it may crash; damage is an error or an exception.
bool survive_reading(const std::string& path) {
  Diagnostics diagnostics;
  const auto collection = Collection::open(path, diagnostics);
  if (!collection) return false;
  verify(*collection, diagnostics, [](std::uint64_t) {});
  for (const char* id : {"1", "2", "long"}) {
    try {
      const auto document = collection->find(id);
      if (!document) continue;
      const ElementTreeView& tree = document->tree();
      for (ElementIndex element = 0; element < std::min(tree.size(), 50U); ++element) {
        (void)tree.find(tree.path(element));
        (void)tree.children(element);
        (void)tree.text_node(element, 2);
        (void)tree.largest_inside(tree.span(element));
        (void)tree.smallest_containing(tree.span(element));
      }
      (void)document->text({1, 20});
    } catch (const CorruptCollection&) {
      diagnostics.error({path}, "corrupt", "corrupt");
    }
  }
  return diagnostics.ok();
}

TEST(Collection, NeverCrashesOnADamagedFileAndVerifyFindsTheDamageInRecords) {
  const TemporaryFolder folder;
  std::string body;
  for (int i = 0; i < 300; ++i) body += fmt::format("<p>word{}<b>bold</b></p>", i);
  make_collection(
      folder / "c.fovea",
      {{"1", "<a>one<b>two</b></a>"}, {"2", "<a><b/><c>x</c></a>"}, {"long", "<a>" + body + "</a>"}});
  const std::string whole = read_whole(folder / "c.fovea");
  ASSERT_TRUE(survive_reading(folder / "c.fovea"));
  const std::string path = folder / "damaged.fovea";
  std::mt19937 random(2010);
  int found = 0;
  constexpr int kTimes = 600;
  for (int i = 0; i < kTimes; ++i) {
    std::string damaged = whole;
    for (auto times = 1 + random() % 3; times > 0; --times) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    if (i % 10 == 0) damaged.resize(random() % damaged.size());
    folder.write("damaged.fovea", damaged);
    found += survive_reading(path) ? 0 : 1;
  }
  EXPECT_GT(found, kTimes / 4);
  EXPECT_LT(found, kTimes) << "some damage is in bytes that nobody uses";
}

TEST(Collection, FindsEveryChangedByteOfARecord) {
  const std::string record = pack_xml("d", "<a>one<b>two</b><!-- c -->three</a>");
  EXPECT_NO_THROW(RecordView(record).check());
  for (std::size_t at = 0; at < record.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string changed = record;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      EXPECT_THROW(RecordView(changed).check(), CorruptCollection) << at;
    }
  }
  for (std::size_t size = 0; size < record.size(); ++size) {
    EXPECT_THROW(RecordView(record.substr(0, size)).check(), CorruptCollection) << size;
  }
}

TEST(Collection, ADamagedRecordDoesNotTellHowMuchToAllocate) {
  // The record claims two billion characters in its only block, and the frame inside claims as many bytes.
  std::string record = pack_xml("d", "<a>one</a>");
  constexpr std::uint32_t kLength = 2'000'000'000;
  std::memcpy(record.data() + 8, &kLength, sizeof kLength);  // the length in the header
  const std::size_t frame = record.find("\x28\xB5\x2F\xFD");
  ASSERT_NE(frame, std::string::npos);
  std::string claim = "\x28\xB5\x2F\xFD\xA0";  // magic; one segment, content size in four bytes
  claim.append(reinterpret_cast<const char*>(&kLength), sizeof kLength);
  record.replace(frame, 6, claim);
  const auto end = static_cast<std::uint32_t>(record.size() - frame);
  std::memcpy(record.data() + frame - 4, &end, sizeof end);
  ASSERT_EQ(ZSTD_getFrameContentSize(record.data() + frame, end), kLength);

  // Refused by its size alone: an attempt to unpack it would say that it cannot be unpacked.
  try {
    (void)RecordView(record).text({0, 3});
    ADD_FAILURE() << "read";
  } catch (const CorruptCollection& damage) {
    EXPECT_STREQ(damage.what(), "the record is corrupt: its text does not have its length");
  }
}

TEST(Collection, CanBeReadFromManyThreads) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea", {{"1", "<a>one<b>two</b></a>"}, {"2", "<a>x</a>"}});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c.fovea", diagnostics);
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; ++k) {
        right += collection->find("1")->span_of("/a[1]/b[1]") == Span{3, 6} ? 1 : 0;
        right += collection->find("2")->text() == "x" ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 8000);
}

}  // namespace
}  // namespace fovea
