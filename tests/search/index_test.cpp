#include "search/index/index.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "search/index/positions.h"
#include "world.h"

namespace fovea::search {
namespace {

/// Compares all that an index says with a recount of the texts.
void expect_recount(const Index& index, const std::vector<NaiveDocument>& documents) {
  ASSERT_EQ(index.documents(), documents.size());
  std::map<std::string, std::map<DocumentNumber, std::vector<std::uint32_t>>> postings;
  std::map<std::string, std::uint64_t> sentences;
  std::uint64_t words = 0;
  for (DocumentNumber number = 0; number < documents.size(); ++number) {
    const NaiveDocument& document = documents[number];
    EXPECT_EQ(index.id(number), document.id);
    EXPECT_EQ(index.find(document.id), number);
    EXPECT_EQ(index.length(number), document.analysed.length);
    words += document.analysed.length;
    for (std::uint32_t i = 0; i < document.terms.size(); ++i) {
      if (!document.terms[i].empty()) postings[document.terms[i]][number].push_back(i);
    }
    const auto& starts = document.analysed.sentences;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const std::size_t end = i + 1 < starts.size() ? starts[i + 1].first_word : document.terms.size();
      const std::set<std::string> terms(document.terms.begin() + starts[i].first_word,
                                        document.terms.begin() + static_cast<std::ptrdiff_t>(end));
      for (const std::string& term : terms) ++sentences[term];
    }
    std::vector<SentenceStart> read;
    index.read_sentences(number, read);
    EXPECT_EQ(read, starts);
    std::vector<ElementWords> elements;
    index.read_elements(number, elements);
    ASSERT_EQ(elements.size(), document.analysed.elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
      EXPECT_EQ(elements[i].number, document.analysed.elements[i].number);
      EXPECT_EQ(elements[i].first_word, document.analysed.elements[i].first_word);
      EXPECT_EQ(elements[i].words, document.analysed.elements[i].words);
    }
  }
  EXPECT_EQ(index.facts().words, words);
  auto expected = postings.begin();
  index.each_term("", [&](const std::string& term, const TermEntry& entry) {
    EXPECT_EQ(term, expected->first);
    EXPECT_EQ(entry.df, expected->second.size());
    EXPECT_EQ(entry.sf, sentences[term]);
    PostingCursor cursor(entry.postings);
    std::vector<std::uint32_t> positions;
    std::uint64_t cf = 0;
    std::uint32_t largest = 0;
    for (const auto& [document, places] : expected->second) {
      EXPECT_EQ(cursor.document(), document);
      EXPECT_EQ(cursor.tf(), places.size());
      if (index.facts().positions) {
        PositionReader(entry.positions).read(cursor.occurrences_before(), cursor.tf(), positions);
        EXPECT_EQ(positions, places);
      }
      cf += places.size();
      largest = std::max(largest, static_cast<std::uint32_t>(places.size()));
      cursor.next();
    }
    EXPECT_EQ(entry.cf, cf);
    EXPECT_EQ(entry.largest_tf, largest);
    EXPECT_EQ(index.find_term(term)->number, entry.number);
    ++expected;
    return true;
  });
  EXPECT_EQ(expected, postings.end());
  EXPECT_FALSE(index.find_term("no such term"));
}

TEST(Index, HoldsWhatARecountOfTheTextsGives) {
  std::mt19937_64 random(test_seed());
  for (int round = 0; round < 12; ++round) {
    const TemporaryFolder folder;
    store(folder / "c", random_documents(random, 1 + random() % 300, 1 + random() % 200));
    BuildOptions options;
    if (round % 3 == 1) options.analysis.stop_words = {"the", "w0"};
    options.positions = round % 4 != 3;
    options.threads = 1 + static_cast<unsigned>(round) % 3;
    expect_recount(build(folder, folder / "c", options), analyse_all(folder / "c", options.analysis));
  }
}

TEST(Index, HasTheSameBytesForAnyThreadsAndMemory) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 700, 500));
  BuildOptions options;
  options.impact_bits = 8;
  options.threads = 1;
  build(folder, folder / "c", options, "one");
  const std::string expected = read_whole(folder / "one");
  for (const auto& [threads, memory] : std::vector<std::pair<unsigned, std::uint64_t>>{
           {2, 512U << 20}, {3, 1U << 20}, {1, 100'000}, {2, 20'000}}) {
    options.threads = threads;
    options.memory = memory;
    build(folder, folder / "c", options, "other");
    EXPECT_EQ(read_whole(folder / "other"), expected) << threads << " threads, " << memory << " bytes";
  }
}

TEST(Index, ShardsShareTheDocuments) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 100, 50));
  std::set<std::string> ids;
  for (std::uint64_t shard = 1; shard <= 3; ++shard) {
    BuildOptions options;
    options.shard = {shard, 3};
    const Index index = build(folder, folder / "c", options);
    for (DocumentNumber i = 0; i < index.documents(); ++i) EXPECT_TRUE(ids.insert(index.id(i)).second);
  }
  EXPECT_EQ(ids.size(), 100U);
  EXPECT_FALSE(parse_shard("0/3"));
  EXPECT_FALSE(parse_shard("4/3"));
  EXPECT_FALSE(parse_shard("x"));
  EXPECT_EQ(parse_shard("2/3")->number, 2U);
}

TEST(Index, LeavesNothingBesideItsFile) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 50, 50));
  BuildOptions options;
  options.memory = 10'000;
  build(folder, folder / "c", options);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    files += entry.path().filename().string().starts_with("c") ? 0 : 1;
  EXPECT_EQ(files, 1U);
}

}  // namespace
}  // namespace fovea::search
