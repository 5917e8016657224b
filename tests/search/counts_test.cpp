// What is counted per tag: lists of tags, elements that hold a term, with and without classes.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "search/query/occurrences.h"
#include "search/session/search.h"
#include "world.h"

namespace fovea::search {
namespace {

/// Whether words [first, end) hold the term, looking at every place.
bool naive_holds(const NaiveDocument& document, const QueryTerm& term, const NaiveElement& element) {
  for (std::uint32_t i = element.first; i + term.words.size() <= element.end; ++i) {
    bool here = true;
    for (std::size_t j = 0; j < term.words.size(); ++j)
      here = here && (term.words[j].empty() || document.terms[i + j] == term.words[j]);
    if (here) return true;
  }
  return false;
}

TEST(TagLists, HoldTheElementsOfEachDocument) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 300, 60));
  for (const std::uint64_t memory : {std::uint64_t{512} << 20, std::uint64_t{20'000}}) {
    BuildOptions options;
    options.memory = memory;
    const Index index = build(folder, folder / "c", options);
    const auto documents = analyse_all(folder / "c", options.analysis);
    const auto elements = elements_of(folder / "c", documents);
    std::map<std::string, std::map<DocumentNumber, std::uint32_t>> expected;
    std::map<std::string, std::uint64_t> words;
    for (DocumentNumber document = 0; document < documents.size(); ++document) {
      for (const NaiveElement& element : elements[document]) {
        ++expected[element.tag][document];
        words[element.tag] += element.end - element.first;
      }
    }
    EXPECT_EQ(index.tags().size(), expected.size());
    for (const auto& [name, list] : expected) {
      ASSERT_TRUE(index.find_tag(name)) << name;
      const TagEntry& tag = index.tags()[*index.find_tag(name)];
      EXPECT_EQ(tag.name, name);
      EXPECT_EQ(tag.words, words[name]);
      EXPECT_EQ(tag.df, list.size());
      PostingCursor cursor(tag.postings);
      std::uint64_t all = 0;
      for (const auto& [document, count] : list) {
        EXPECT_EQ(cursor.document(), document);
        EXPECT_EQ(cursor.tf(), count);
        EXPECT_LE(count, tag.largest_tf);
        EXPECT_GE(index.length(document), tag.smallest_length);
        all += count;
        cursor.next();
      }
      EXPECT_EQ(cursor.document(), kNoDocument);
      EXPECT_EQ(tag.elements, all);
    }
    EXPECT_FALSE(index.find_tag("no-such-tag"));
  }
}

TEST(TagLists, AreRankedAsTermsAndCountInNoLength) {
  const TemporaryFolder folder;
  store(folder / "c", {{"a", "<article><p>x</p><p>y</p><p>z</p></article>"},
                       {"b", "<article><p>x</p><sec><p>y</p></sec></article>"},
                       {"c", "<article>x</article>"}});
  const Index index = build(folder, folder / "c", {});
  EXPECT_EQ(index.facts().words, 6U);
  Query query;
  query.terms.push_back({{"p"}, 1, false, 0, true});
  EXPECT_EQ(query.terms.front().text(), "<p>");
  const QueryCounts counts = count(index, query);
  EXPECT_EQ(counts.terms.front().documents, 2U);
  EXPECT_EQ(counts.terms.front().occurrences, 5U);
  std::vector<std::string> found;
  for (const Answer& each : answer(index, query, counts, {}).articles) found.push_back(each.id);
  EXPECT_EQ(found, (std::vector<std::string>{"a", "b"}));
}

/// Counts per tag, by looking at every element for every term.
std::vector<TagCounts> naive_counts(const Query& query, const std::vector<NaiveDocument>& documents,
                                    const std::vector<std::vector<NaiveElement>>& elements) {
  std::vector<TagCounts> all;
  for (const std::string& name : query.tags) {
    TagCounts tag;
    tag.with_term.resize(query.terms.size());
    for (std::size_t i = 0; i < documents.size(); ++i) {
      for (const NaiveElement& element : elements[i]) {
        if (element.tag != name) continue;
        ++tag.elements;
        tag.words += element.end - element.first;
        add_naive_fields(documents[i], elements[i], element, tag.fields);
        for (std::size_t term = 0; term < query.terms.size(); ++term)
          tag.with_term[term] += naive_holds(documents[i], query.terms[term], element) ? 1 : 0;
      }
    }
    all.push_back(std::move(tag));
  }
  return all;
}

TEST(ElementCounts, AreThoseOfARecountWithAnyNumberOfClasses) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 150, 40));
  for (const unsigned classes : {0U, 1U, 3U, 32U}) {
    BuildOptions options;
    options.classes = classes;
    options.memory = classes == 3 ? 20'000 : options.memory;
    if (classes == 1) options.analysis.stop_words = {"the"};
    const Index index = build(folder, folder / "c", options);
    EXPECT_EQ(index.classes().tags().size(), std::min<std::size_t>(classes, index.tags().size()));
    const auto documents = analyse_all(folder / "c", options.analysis);
    const auto elements = elements_of(folder / "c", documents);
    Query query;
    for (const char* const word : {"w0", "w1", "w7", "w30", "w39", "nowhere"})
      query.terms.push_back({{word}});
    query.terms.push_back({{"w0", "w1"}});
    query.terms.push_back({{"w0", "", "w1"}});
    query.tags = {"p", "sec", "article", "title", "st", "b", "nothing"};
    EXPECT_EQ(count(index, query).tags, naive_counts(query, documents, elements)) << classes;
    // Every frequent term has the classes that a recount gives; no other has any.
    std::vector<std::uint64_t> counts;
    index.each_term("", [&](const std::string& term, const TermEntry& entry) {
      const bool found = index.classes().find(entry.number, counts);
      EXPECT_EQ(found, classes > 0 && entry.df > kClassDocuments) << term;
      if (!found) return true;
      Query one;
      one.terms.push_back({{term}});
      for (const std::uint32_t tag : index.classes().tags()) one.tags.push_back(index.tags()[tag].name);
      const auto expected = naive_counts(one, documents, elements);
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(counts[i], expected[i].with_term.front()) << term << " in " << one.tags[i];
      return true;
    });
  }
}

TEST(ElementCounts, AddUpOverShards) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 120, 30));
  Query query;
  for (const char* const word : {"w0", "w3", "w9"}) query.terms.push_back({{word}});
  query.tags = {"p", "b", "sec"};
  const QueryCounts whole = count(build(folder, folder / "c", {}), query);
  QueryCounts sum;
  for (std::uint64_t shard = 1; shard <= 3; ++shard) {
    BuildOptions options;
    options.shard = {shard, 3};
    const QueryCounts part = counts_from_bytes(to_bytes(count(build(folder, folder / "c", options), query)));
    sum = shard == 1 ? part : merge(part, sum);
  }
  EXPECT_EQ(sum, whole);
}

TEST(Occurrences, MayHaveInsertionsInEachGap) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 60, 8));
  const Index index = build(folder, folder / "c", {});
  const auto documents = analyse_all(folder / "c", {});
  for (int round = 0; round < 60; ++round) {
    QueryTerm term;
    for (std::size_t i = 0; i < 2U + static_cast<std::size_t>(round) % 2; ++i)
      term.words.push_back("w" + std::to_string(random() % 8));
    term.insertions = static_cast<std::uint32_t>(random() % 3);
    Occurrences found(index, term);
    for (DocumentNumber number = 0; number < documents.size(); ++number) {
      const auto& terms = documents[number].terms;
      std::vector<WordInterval> expected;
      // All ways to place the words, by trying every place for each.
      const auto end_from = [&](auto&& self, std::size_t word, std::uint32_t at) -> std::uint32_t {
        if (at >= terms.size() || terms[at] != term.words[word]) return UINT32_MAX;
        if (word + 1 == term.words.size()) return at + 1;
        std::uint32_t best = UINT32_MAX;
        for (std::uint32_t gap = 0; gap <= term.insertions; ++gap)
          best = std::min(best, self(self, word + 1, at + 1 + gap));
        return best;
      };
      for (std::uint32_t at = 0; at < terms.size(); ++at) {
        if (const std::uint32_t end = end_from(end_from, 0, at); end != UINT32_MAX)
          expected.push_back({at, end});
      }
      if (expected.empty()) {
        EXPECT_NE(found.document(), number);
        continue;
      }
      ASSERT_EQ(found.document(), number) << term.text();
      EXPECT_EQ(found.where(), expected) << term.text();
      if (round % 4 == 0) {
        found.seek(number + 1);
      } else {
        found.next();
      }
    }
    EXPECT_EQ(found.document(), kNoDocument);
  }
}

}  // namespace
}  // namespace fovea::search
