#include "search/index/packing.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "files/section_file.h"
#include "search/index/dictionary.h"
#include "search/index/postings.h"
#include "world.h"

namespace fovea::search {
namespace {

std::vector<std::uint32_t> random_numbers(std::mt19937_64& random, std::size_t count) {
  std::vector<std::uint32_t> values(count);
  const unsigned usual = static_cast<unsigned>(random() % 33);
  for (std::uint32_t& value : values) {
    const unsigned width = random() % 16 == 0 ? static_cast<unsigned>(random() % 33) : usual;
    value = width == 0 ? 0 : static_cast<std::uint32_t>(random() >> (64 - width));
  }
  return values;
}

TEST(Packing, GivesBackWhatWasPackedForEverySizeAndWidth) {
  std::mt19937_64 random(test_seed());
  for (std::size_t count = 1; count <= kBlockSize; ++count) {
    for (int round = 0; round < 20; ++round) {
      const auto values = random_numbers(random, count);
      std::string bytes = "x";
      pack(values, bytes);
      std::vector<std::uint32_t> read(count);
      EXPECT_EQ(unpack(std::string_view(bytes).substr(1), read) + 1, bytes.size());
      ASSERT_EQ(read, values);
    }
  }
}

TEST(Packing, TakesNoMoreThanTheWidestNumberNeedsForAll) {
  std::mt19937_64 random(test_seed());
  for (int round = 0; round < 500; ++round) {
    const auto values = random_numbers(random, kBlockSize);
    std::string bytes;
    pack(values, bytes);
    const auto widest = static_cast<std::size_t>(std::bit_width(*std::ranges::max_element(values)));
    EXPECT_LE(bytes.size(), 1 + widest * 16);
  }
}

TEST(Packing, OneLargeNumberAmongSmallOnesIsAnException) {
  std::vector<std::uint32_t> values(kBlockSize, 1);
  values[77] = UINT32_MAX;
  std::string bytes;
  pack(values, bytes);
  // width, 128 bits, the number of exceptions, its place, 31 bits in five bytes
  EXPECT_EQ(bytes.size(), 1U + 16 + 1 + 1 + 5);
}

TEST(Packing, BytesThatEndTooEarlyAreDamage) {
  std::mt19937_64 random(test_seed());
  for (const std::size_t count : {1U, 5U, 127U, 128U}) {
    auto values = random_numbers(random, count);
    values[0] = 1U << 31;
    std::string bytes;
    pack(values, bytes);
    std::vector<std::uint32_t> read(count);
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_THROW(unpack(std::string_view(bytes).substr(0, size), read), CorruptFile) << size;
  }
}

TEST(Rounding, CodesAscendAndBoundFromBothSides) {
  std::uint32_t before = 0;
  for (std::uint32_t value = 0; value < 5000; ++value) {
    EXPECT_LE(decode_rounded(round_down_code(value)), value);
    EXPECT_GE(decode_rounded(round_up_code(value)), value);
    EXPECT_GE(round_down_code(value), before);
    before = round_down_code(value);
    if (value < 16) {
      EXPECT_EQ(decode_rounded(round_up_code(value)), value);
    }
  }
  EXPECT_EQ(decode_rounded(round_up_code(UINT32_MAX)), UINT32_MAX);
}

TEST(Dictionary, FindsEveryTextAndNoOther) {
  std::mt19937_64 random(test_seed());
  for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 300U}) {
    std::set<std::string> texts;
    while (texts.size() < count) {
      // Some are so long that what they share, and what they add, is counted beyond a byte's half.
      const std::string text = std::to_string(random() % 1000);
      texts.insert(random() % 4 == 0 ? text + std::string(1 + random() % 300, '5') : text);
    }
    DictionaryWriter writer;
    std::string bytes;
    std::vector<std::uint64_t> places;
    for (const std::string& text : texts) {
      const std::uint64_t at = bytes.size();
      if (writer.add(text, text.back() == '7' ? "\x80\x01" : "!", bytes)) places.push_back(at);
    }
    const Dictionary dictionary(bytes, places, 1, texts.size(), [](ByteReader& reader) { reader.number(); });
    for (int i = 0; i < 1000; ++i) {
      const std::string text = std::to_string(i);
      const auto expected = texts.lower_bound(text);
      const auto found = dictionary.lower_bound(text);
      ASSERT_EQ(found.has_value(), expected != texts.end()) << text;
      if (!found) continue;
      EXPECT_EQ(found->text(), *expected);
      EXPECT_EQ(found->beside(), expected->back() == '7' ? "\x80\x01" : "!");
      EXPECT_EQ(dictionary.find(text).has_value(), texts.contains(text));
      EXPECT_EQ(dictionary.text(found->number()), *expected);
    }
  }
}

TEST(Postings, CursorsFindWhatAWalkFindsAndFrontiersBoundEveryPosting) {
  std::mt19937_64 random(test_seed());
  for (const std::size_t count : {1U, 2U, 127U, 128U, 129U, 256U, 1000U}) {
    std::vector<DocumentNumber> documents;
    std::vector<std::uint32_t> tfs;
    std::vector<std::uint32_t> lengths;
    PostingWriter writer;
    std::string bytes;
    const auto sink = [&](std::string_view piece) { bytes += piece; };
    DocumentNumber next = 0;
    for (std::size_t i = 0; i < count; ++i) {
      documents.push_back(next += static_cast<DocumentNumber>(random() % 20));
      ++next;
      tfs.push_back(1 + static_cast<std::uint32_t>(random() % (random() % 10 == 0 ? 500 : 3)));
      lengths.push_back(tfs.back() + static_cast<std::uint32_t>(random() % 3000));
      writer.add(documents.back(), tfs.back(), lengths.back(), sink);
    }
    writer.finish(sink);
    const PostingList list(bytes, static_cast<std::uint32_t>(count), next);
    std::uint64_t occurrences = 0;
    std::size_t at = 0;
    for (PostingCursor cursor(list); cursor.document() != kNoDocument; cursor.next(), ++at) {
      ASSERT_EQ(cursor.document(), documents[at]);
      ASSERT_EQ(cursor.occurrences_before(), occurrences);
      ASSERT_EQ(cursor.tf(), tfs[at]);
      occurrences += tfs[at];
      if (!list.has_table()) continue;
      bool bounded = false;
      for (const FrontierPair pair : list.entry(at / kBlockSize).frontier)
        bounded = bounded || (pair.tf != 0 && decode_rounded(pair.tf) >= tfs[at] &&
                              decode_rounded(pair.length) <= lengths[at]);
      ASSERT_TRUE(bounded);
    }
    ASSERT_EQ(at, count);
    for (int round = 0; round < 50; ++round) {
      PostingCursor cursor(list);
      for (DocumentNumber target = 0; target < next + 5;
           target += 1 + static_cast<DocumentNumber>(random() % 200)) {
        cursor.seek(target);
        const auto expected = std::ranges::lower_bound(documents, target);
        ASSERT_EQ(cursor.document(), expected == documents.end() ? kNoDocument : *expected);
        if (expected != documents.end()) {
          ASSERT_EQ(cursor.tf(), tfs[static_cast<std::size_t>(expected - documents.begin())]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace fovea::search
