// Chunks as documents of an index: where they lie, what is counted in them, and how they are ranked.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <random>
#include <set>

#include "collection/document_texts.h"
#include "runs/chunking.h"
#include "search/chunks/chunker.h"
#include "search/index/verify.h"
#include "search/session/search.h"
#include "text/unicode.h"
#include "world.h"

namespace fovea::search {
namespace {

ChunkUnit unit_of(std::string_view text) {
  const auto unit = parse_chunk_unit(text);
  EXPECT_TRUE(unit) << text;
  return unit.value_or(ChunkUnit());
}

std::string text_of(const std::vector<Span>& spans) {
  std::string text;
  for (const Span span : spans)
    text += (text.empty() ? "" : " ") + std::to_string(span.begin) + "-" + std::to_string(span.end);
  return text;
}

/// The chunks of one document of XML.
std::vector<Span> cut(const std::string& xml, std::string_view unit) {
  const TemporaryFolder folder;
  store(folder / "c", {{"d", xml}});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  std::vector<Span> chunks;
  Chunker(unit_of(unit), {}).cut(*collection->find("d"), chunks);
  return chunks;
}

TEST(ChunkUnits, AreReadAndWritten) {
  for (const char* const text : {"article", "chars:1200", "chars:1200/600", "words:200", "words:200/50",
                                 "sentences:5/1", "role:paragraph", "packed:1500", "file:a/b.tsv"})
    EXPECT_EQ(to_text(unit_of(text)), text);
  for (const char* const text :
       {"", "chars", "chars:", "chars:0", "chars:-1", "chars:5/0", "chars:5/", "words:x",
        "role:", "role:joining", "role:nothing", "packed:5/2", "file:", "pages:3"})
    EXPECT_FALSE(parse_chunk_unit(text)) << text;
}

TEST(ChunkIds, HoldThePlaceAndDescendAsAnswersDo) {
  const std::string early = chunk_id("a", {0, 100});
  const std::string longer = chunk_id("a", {0, 200});
  const std::string late = chunk_id("a", {70000, 70001});
  EXPECT_GT(longer, early);
  EXPECT_GT(early, late);
  EXPECT_GT(chunk_id("ab", {5, 6}), longer);
  const auto place = place_of_chunk(late);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->document, "a");
  EXPECT_EQ(place->span, (Span{70000, 70001}));
  EXPECT_FALSE(place_of_chunk("a-long-id-of-an-article"));
  EXPECT_FALSE(place_of_chunk(""));
}

TEST(Chunker, CutsCharactersWordsAndSentencesInSteps) {
  const std::string xml = "<article><p>One two three. Four five six.</p><p>Seven eight.</p></article>";
  EXPECT_EQ(text_of(cut(xml, "chars:20")), "0-20 20-40 40-41");
  EXPECT_EQ(text_of(cut(xml, "chars:20/15")), "0-20 15-35 30-41");
  EXPECT_EQ(text_of(cut(xml, "words:3")), "0-13 15-28 29-40");
  EXPECT_EQ(text_of(cut(xml, "words:3/4")), "0-13 20-34");
  EXPECT_EQ(text_of(cut(xml, "sentences:1")), "0-15 15-29 29-41");
  EXPECT_EQ(text_of(cut(xml, "sentences:2/1")), "0-29 15-41 29-41");
  EXPECT_EQ(text_of(cut(xml, "role:paragraph")), "0-29 29-41");
  EXPECT_EQ(text_of(cut(xml, "role:section")), "");
}

TEST(Chunker, TakesElementsThatStandInNoOtherOfTheirRole) {
  EXPECT_EQ(text_of(cut("<article>x<sec>a<sec>b</sec></sec><sec>c</sec></article>", "role:section")),
            "1-3 3-4");
}

TEST(Chunker, PacksSectionsAndCutsThoseThatAreTooLong) {
  const std::string xml =
      "<article><title>Tides. </title>"                                       // 0-7
      "<sec>Short one. </sec><sec>Short two. </sec>"                          // 7-18-29
      "<sec><st>Long. </st><p>Aaaa bbbb. Cccc dddd. </p><p>Eeee. </p></sec>"  // 29: 6, 22, 6 → 63
      "<sec>Last. </sec></article>";                                          // 63-69
  // All fits.
  EXPECT_EQ(text_of(cut(xml, "packed:100")), "0-69");
  // What stands before a long section is packed; the long one fits alone and not with the next.
  EXPECT_EQ(text_of(cut(xml, "packed:36")), "0-29 29-63 63-69");
  // Now it is cut at its blocks.
  EXPECT_EQ(text_of(cut(xml, "packed:30")), "0-29 29-57 57-63 63-69");
  // A paragraph that is too long is cut between its sentences.
  EXPECT_EQ(text_of(cut(xml, "packed:20")), "0-18 18-29 29-35 35-46 46-57 57-63 63-69");
  // And no sentence is cut.
  EXPECT_EQ(text_of(cut(xml, "packed:1")), "0-7 7-18 18-29 29-35 35-46 46-57 57-63 63-69");
}

TEST(Chunker, PackedChunksTileTheTextAndEndWithSentences) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_nested_documents(random, 60, 40));
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  for (const std::size_t most : {1, 40, 120, 400, 5000}) {
    Chunker packer(unit_of("packed:" + std::to_string(most)), {});
    Chunker sentences(unit_of("sentences:1"), {});
    collection->each([&](const Document& document) {
      std::vector<Span> chunks;
      std::vector<Span> single;
      packer.cut(document, chunks);
      sentences.cut(document, single);
      std::set<Offset> ends;
      for (const Span sentence : single) ends.insert(sentence.end);
      Offset at = 0;
      for (const Span chunk : chunks) {
        EXPECT_EQ(chunk.begin, at);
        EXPECT_TRUE(ends.contains(chunk.end));
        const bool one_sentence = std::ranges::find(single, chunk) != single.end();
        EXPECT_TRUE(chunk.size() <= most || one_sentence) << document.id() << " " << chunk.begin;
        at = chunk.end;
      }
      EXPECT_EQ(at, document.length());
      return true;
    });
  }
}

/// An index of chunks, and one of a collection in which each chunk is a document of plain text.
TEST(IndexOfChunks, RanksAsAnIndexOfTheirTextsDoes) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  for (int round = 0; round < 6; ++round) {
    // Sentences of words and blanks alone: no tag stands inside a word.
    Documents documents;
    for (int i = 0; i < 12; ++i) {
      std::string xml = "<article>";
      for (std::size_t p = 1 + random() % 4; p > 0; --p) {
        xml += "<p>";
        for (std::size_t words = 1 + random() % 15; words > 0; --words)
          xml += "w" + std::to_string(random() % 12) + (random() % 6 == 0 ? ". The " : " ");
        xml += "</p> ";
      }
      documents.emplace_back("d" + std::to_string(10 + i), xml + "</article>");
    }
    store(folder / "c", documents);
    for (const char* const unit :
         {"chars:30", "chars:25/10", "words:4/3", "sentences:2/1", "role:paragraph", "packed:60"}) {
      BuildOptions options;
      options.unit = unit_of(unit);
      options.threads = 1 + static_cast<unsigned>(round % 2);
      const Index index = build(folder, folder / "c", options, "chunks.index");
      Diagnostics diagnostics;
      const auto collection = Collection::open(folder / "c", diagnostics);
      EXPECT_TRUE(verify_index(index, &*collection, nullptr, diagnostics));
      Documents texts;
      Chunker chunker(options.unit, options.analysis);
      collection->each([&](const Document& document) {
        std::vector<Span> spans;
        chunker.cut(document, spans);
        for (const Span span : spans) {
          char id[40];
          std::snprintf(id, sizeof id, "%s.%08x.%08x", std::string(document.id()).c_str(), ~span.begin,
                        span.end);
          texts.emplace_back(id, "<p>" + document.text(span) + "</p>");
        }
        return true;
      });
      std::ranges::sort(texts);
      store(folder / "t", texts);
      const Index peer = build(folder, folder / "t", {}, "texts.index");
      ASSERT_EQ(index.documents(), peer.documents()) << unit;
      EXPECT_EQ(index.facts().words, peer.facts().words) << unit;
      Pipeline pipeline;
      pipeline.depth = 20;
      Analyser analyser(index.facts().analysis);
      for (int asked = 0; asked < 5; ++asked) {
        const std::string text = "w" + std::to_string(random() % 12) + " w" + std::to_string(random() % 12);
        const Query query = parse_query(text, analyser, pipeline.phrases, pipeline.signs);
        const auto found = finish(answer(index, query, count(index, query), pipeline), query, pipeline);
        const auto expected = finish(answer(peer, query, count(peer, query), pipeline), query, pipeline);
        ASSERT_EQ(found.size(), expected.size()) << unit;
        for (std::size_t i = 0; i < found.size(); ++i) {
          char id[40];
          std::snprintf(id, sizeof id, "%s.%08x.%08x", found[i].id.c_str(), ~found[i].span.begin,
                        found[i].span.end);
          EXPECT_EQ(id, expected[i].id) << unit << " " << text;
          EXPECT_EQ(found[i].score, expected[i].score) << unit << " " << text;
        }
      }
    }
  }
}

TEST(IndexOfChunks, TakesTheChunksOfAFile) {
  const TemporaryFolder folder;
  store(folder / "c", {{"a", "<article>olive oil and health</article>"}, {"b", "<article>oil</article>"}});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  const auto chunking = Chunking::read(
      InputFile::from_memory("k.tsv", "0\ta\t6\t20\n1\ta\t0\t9\n2\ta\t0\t9\n3\tb\t0\t3\n"), diagnostics);
  const GivenChunks chunks = chunks_of(chunking, *collection, diagnostics);
  EXPECT_EQ(text_of(chunks.at("a")), "0-9 6-20");
  ASSERT_EQ(diagnostics.kept().size(), 1U);
  EXPECT_EQ(to_string(diagnostics.kept()[0]),
            "k.tsv: warning: 1 chunks are empty or stand there twice, and are left out");
  BuildOptions options;
  options.unit = unit_of("file:some/k.tsv");
  options.chunks = &chunks;
  const Index index = build(folder, folder / "c", options);
  EXPECT_EQ(index.documents(), 3U);
  EXPECT_EQ(to_text(index.facts().unit), "file:k.tsv");
  Diagnostics said;
  EXPECT_TRUE(verify_index(index, &*collection, nullptr, said));
}

TEST(IndexOfChunks, SaysWhichChunksOfAFileCannotBe) {
  const TemporaryFolder folder;
  store(folder / "c", {{"a", "<article>oil</article>"}});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  const auto chunking =
      Chunking::read(InputFile::from_memory("k.tsv", "0\ta\t0\t4\n1\tx\t0\t1\n"), diagnostics);
  chunks_of(chunking, *collection, diagnostics);
  ASSERT_EQ(diagnostics.kept().size(), 2U);
  EXPECT_EQ(to_string(diagnostics.kept()[0]),
            "k.tsv:1: found characters 0-4, expected at most 3, the end of 'a'");
  EXPECT_EQ(to_string(diagnostics.kept()[1]),
            "k.tsv:2: found document 'x', expected one of " + (folder / "c"));
}

TEST(IndexOfChunks, ServesNoPartsOfArticles) {
  const TemporaryFolder folder;
  store(folder / "c", {{"a", "<article><p>olive oil</p></article>"}});
  BuildOptions options;
  options.unit = unit_of("chars:5");
  const Index index = build(folder, folder / "c", options);
  Pipeline pipeline;
  Diagnostics diagnostics;
  EXPECT_TRUE(can_serve({&index}, pipeline, diagnostics));
  for (const char* const change :
       {"candidates.kind=elements", "articles.model=bm25f", "articles.expand=rm3"}) {
    Pipeline changed;
    ASSERT_TRUE(change_preset(change, changed, diagnostics));
    changed.form = AnswerForm::kList;
    Diagnostics said;
    EXPECT_FALSE(can_serve({&index}, changed, said)) << change;
    EXPECT_EQ(said.kept()[0].code, "needs-articles");
  }
}

}  // namespace
}  // namespace fovea::search
