// The stored file: what writers promise, and what readers do with a file that was damaged.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <thread>

#include "collection/collection.h"
#include "collection/verify.h"
#include "collection/writer.h"
#include "collection_fixture.h"
#include "files/append_file.h"
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
  }
  EXPECT_EQ(text_of(path, "2"), "no document");
  EXPECT_EQ(text_of(path, "1"), "one");
  EXPECT_EQ(verified(path), "");
  {
    const auto writer = CollectionWriter::open(path, diagnostics);
    ASSERT_TRUE(writer);
    add_xml(*writer, "3", "<a>three</a>", diagnostics);
    add_xml(*writer, "1", "<a>uno</a>", diagnostics, Existing::kReplace);
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
    expect_duplicate();
    writer->finish();
  }
  EXPECT_EQ(text_of(path, "1"), "x");
  const auto writer = CollectionWriter::open(path, diagnostics);
  add_xml(*writer, "1", "<a>y</a>", diagnostics, Existing::kRefuse, "second.xml");
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

/// All that a reader sees: ids and texts.
std::map<std::string, std::string> documents_of(const std::string& path) {
  Diagnostics diagnostics;
  std::map<std::string, std::string> documents;
  const auto collection = Collection::open(path, diagnostics);
  if (!collection) return {{"!", to_string(diagnostics.kept().front())}};
  collection->each([&](const Document& document) {
    EXPECT_EQ(collection->find(document.id())->text(), document.text());
    return documents.emplace(document.id(), document.text()).second;
  });
  EXPECT_EQ(collection->documents(), documents.size());
  return documents;
}

TEST(CollectionWriter, KeepsWhatAMapWouldThroughManyChanges) {
  const TemporaryFolder folder;
  const std::string path = folder / "c.fovea";
  std::map<std::string, std::string> expected;
  for (int i = 0; i < 100; ++i) expected.emplace(fmt::format("d{}", i), "old");
  Diagnostics diagnostics;
  {
    const auto writer = CollectionWriter::create(path, Existing::kRefuse, diagnostics);
    for (const auto& [id, text] : expected) add_xml(*writer, id, "<a>" + text + "</a>", diagnostics);
    writer->finish();
  }
  std::mt19937 random(13);
  for (int round = 0; round < 60; ++round) {
    const std::string before = read_whole(path);
    const auto writer = CollectionWriter::open(path, diagnostics);
    ASSERT_TRUE(writer);
    for (auto changes = random() % 8; changes > 0; --changes) {
      const std::string id = fmt::format("d{}", random() % 130);
      if (random() % 3 == 0) {
        EXPECT_EQ(writer->remove(id), expected.erase(id) == 1) << id;
      } else {
        const std::string text = fmt::format("{}", random());
        add_xml(*writer, id, "<a>" + text + "</a>", diagnostics, Existing::kReplace);
        expected[id] = text;
      }
    }
    writer->finish();
    EXPECT_EQ(documents_of(path), expected) << "round " << round << ", seed 13";
    // Nothing that was there is written again, but for the header.
    const std::string after = read_whole(path);
    ASSERT_GT(after.size(), before.size());
    EXPECT_TRUE(std::equal(before.begin() + sizeof(SectionHeader), before.end(),
                           after.begin() + sizeof(SectionHeader)));
  }
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(verified(path), "");
  const std::uint64_t number = Collection::open(path, diagnostics)->next_number();
  const std::uint64_t wasteful = std::filesystem::file_size(path);
  EXPECT_TRUE(CollectionWriter::compact(path, diagnostics, [](std::uint64_t) {}));
  EXPECT_LT(std::filesystem::file_size(path), wasteful / 2);
  EXPECT_EQ(documents_of(path), expected);
  EXPECT_EQ(Collection::open(path, diagnostics)->next_number(), number);
  EXPECT_EQ(verified(path), "");
  const std::string whole = read_whole(path);
  EXPECT_TRUE(CollectionWriter::compact(path, diagnostics, [](std::uint64_t) {}));
  EXPECT_EQ(read_whole(path), whole) << "there was nothing left to reclaim";
}

TEST(CollectionWriter, DoesNotCompactADamagedCollection) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea", {{"1", "<a>some text</a>"}});
  std::string whole = read_whole(folder / "c.fovea");
  whole[whole.find("some text")] = 'S';
  folder.write("c.fovea", whole);
  Diagnostics diagnostics;
  EXPECT_FALSE(CollectionWriter::compact(folder / "c.fovea", diagnostics, [](std::uint64_t) {}));
  EXPECT_EQ(diagnostics.count("corrupt"), 1U);
  EXPECT_EQ(read_whole(folder / "c.fovea"), whole);
}

TEST(NewIds, HoldMoreThanFitsIntoMemory) {
  const TemporaryFolder folder;
  std::map<std::string, std::uint64_t> expected;
  NewIds ids(folder / "c", 2000);
  std::mt19937 random(5);
  for (std::uint64_t i = 1; i <= 3000; ++i) {
    const std::string id = std::to_string(random() % 1000);
    const RecordPlace* const known = ids.find(id);
    ASSERT_EQ(known == nullptr ? 0 : known->at, expected[id]) << "seed 5";
    ids.put(id, {i, 1});
    expected[id] = i;
  }
  auto next = expected.begin();
  for (IdMerge merge(ids.tables()); merge.next(); ++next) {
    ASSERT_NE(next, expected.end());
    EXPECT_EQ(merge.id(), next->first);
    EXPECT_EQ(merge.place().at, next->second);
  }
  EXPECT_EQ(next, expected.end());
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
    writer->finish();
  }
  const auto writer = CollectionWriter::open(path, diagnostics);
  for (int i = 12; i < 20; ++i) add_xml(*writer, std::to_string(i), xml, diagnostics);
  writer->finish();
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(verified(path), "");
  EXPECT_EQ(text_of(path, "19"), noise);
}

/// What tells a collection of version 1 from other files: LMDB's magic, and the header under its key.
std::string lmdb_collection() {
  std::string file(3 * 4096, '\0');
  file.replace(16, 5, "\xDE\xC0\xEF\xBE\x01");
  return file.replace(9000, 17, "cfovea collection");
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
  EXPECT_EQ(said(folder.write("cut", whole.substr(0, 200))), "the file is corrupt: its end is missing");
  EXPECT_EQ(said(folder.write("short", whole.substr(0, 40))), "the file is corrupt: its header is damaged");
  EXPECT_EQ(said(folder.write("old", lmdb_collection())),
            "found a collection of an earlier fovea, expected version 3: build it again with 'fovea catalog "
            "build'");
  std::string stranger = lmdb_collection();
  stranger.replace(stranger.find("fovea collection"), 16, "somebody's names");
  EXPECT_EQ(said(folder.write("lmdb", stranger)),
            "found a file of another kind, expected a collection made by 'fovea catalog build'");
}

TEST(CollectionWriter, ReplacesCollectionsOfOldAndNothingElse) {
  const TemporaryFolder folder;
  folder.write("old", lmdb_collection());
  make_collection(folder / "old", {{"1", "<a>x</a>"}});
  EXPECT_EQ(text_of(folder / "old", "1"), "x");
  Diagnostics diagnostics;
  EXPECT_FALSE(CollectionWriter::create(folder.write("diary", "dear"), Existing::kReplace, diagnostics));
  EXPECT_EQ(diagnostics.count("exists-other-kind"), 1U);
  EXPECT_EQ(read_whole(folder / "diary"), "dear");
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
        (void)tree.text_nodes(element);
        (void)tree.largest_inside(tree.span(element));
        (void)tree.smallest_containing(tree.span(element));
      }
      (void)document->text({1, 20});
    } catch (const CorruptFile&) {
      diagnostics.error({path}, "corrupt", "corrupt");
    }
  }
  return diagnostics.ok();
}

TEST(Collection, FindsEveryChangedByteOfAFile) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea", {{"1", "<a>one<b>two</b></a>"}, {"2", "<a><b/><c>x</c></a>"}});
  const std::string whole = read_whole(folder / "c.fovea");
  ASSERT_TRUE(survive_reading(folder / "c.fovea"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    EXPECT_FALSE(survive_reading(folder.write("damaged.fovea", changed))) << at;
  }
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    EXPECT_FALSE(survive_reading(folder.write("damaged.fovea", whole.substr(0, size)))) << size;
  }
}

TEST(Collection, NeverCrashesOnADamagedFile) {
  const TemporaryFolder folder;
  std::string body;
  for (int i = 0; i < 300; ++i) body += fmt::format("<p>word{}<b>bold</b></p>", i);
  const std::string path = folder / "c.fovea";
  make_collection(path, {{"1", "<a>one<b>two</b></a>"}, {"3", "<a/>"}, {"long", "<a>" + body + "</a>"}});
  {
    Diagnostics diagnostics;
    const auto writer = CollectionWriter::open(path, diagnostics);
    add_xml(*writer, "2", "<a><b/><c>x</c></a>", diagnostics);
    writer->remove("3");
    writer->finish();
  }
  const std::string whole = read_whole(path);
  ASSERT_TRUE(survive_reading(path));
  std::mt19937 random(2010);
  int found = 0;
  constexpr int kTimes = 600;
  for (int i = 0; i < kTimes; ++i) {
    std::string damaged = whole;
    for (auto times = 1 + random() % 3; times > 0; --times) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    if (i % 10 == 0) damaged.resize(random() % damaged.size());
    found += survive_reading(folder.write("damaged.fovea", damaged)) ? 0 : 1;
  }
  EXPECT_GT(found, kTimes * 9 / 10) << "only bytes that are no longer used may change unseen";
}

TEST(Collection, FindsEveryChangedByteOfARecord) {
  const std::string record = pack_xml("d", "<a>one<b>two</b><!-- c -->three</a>");
  EXPECT_NO_THROW(Document(record).check());
  for (std::size_t at = 0; at < record.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string changed = record;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      EXPECT_THROW(Document(changed).check(), CorruptFile) << at;
    }
  }
  for (std::size_t size = 0; size < record.size(); ++size) {
    EXPECT_THROW(Document(record.substr(0, size)).check(), CorruptFile) << size;
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
  const std::uint32_t sum = checksum(std::string_view(record).substr(frame));
  std::memcpy(record.data() + frame - 8, &end, sizeof end);
  std::memcpy(record.data() + frame - 4, &sum, sizeof sum);
  ASSERT_EQ(ZSTD_getFrameContentSize(record.data() + frame, end), kLength);

  // Refused by its size alone: an attempt to unpack it would say that it cannot be unpacked.
  try {
    (void)Document(record).text({0, 3});
    ADD_FAILURE() << "read";
  } catch (const CorruptFile& damage) {
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
