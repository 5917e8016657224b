// What readers see of an answer, against a naive look at the words.
#include "search/reading/found_article.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "queries.h"
#include "world.h"

namespace fovea::search {
namespace {

TEST(FoundArticles, ShowTheWordsSectionsAndPassagesThatAreThere) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_nested_documents(random, 60, 25));
  const Index index = build(folder, folder / "c", {});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  const auto texts = analyse_all(folder / "c", index.facts().analysis);
  const auto elements = elements_of(folder / "c", texts);
  for (const std::string preset : {"default", "reference", "passages"}) {
    const Pipeline pipeline = preset_of(preset, "relevant-in-context");
    Searcher searcher({&index}, &*collection, pipeline, diagnostics);
    Topic topic;
    topic.title = "w2 w11 w19 nowhere";
    const SearchFindings findings =
        searcher.find_first(searcher.count(*searcher.read(topic, diagnostics)), 12);
    const auto found = read_answer(index, *collection, findings, 12);
    ASSERT_EQ(found.size(), 12U);
    for (std::size_t place = 0; place < found.size(); ++place) {
      const FoundArticle& article = found[place];
      EXPECT_EQ(article.id, findings.articles[place].id);
      EXPECT_EQ(article.score, findings.articles[place].score);
      const auto at =
          static_cast<std::size_t>(std::ranges::find(texts, article.id, &NaiveDocument::id) - texts.begin());
      const auto document = collection->find(article.id);
      // Words: those of the query, wherever they stand.
      std::vector<Span> words;
      std::vector<double> cells(FoundArticle::kCells, 0);
      double all = 0;
      for (std::size_t i = 0; i < texts[at].terms.size(); ++i) {
        if (!std::set<std::string>{"w2", "w11", "w19"}.contains(texts[at].terms[i])) continue;
        const double n = static_cast<double>(std::ranges::count_if(
            texts, [&](const NaiveDocument& each) { return each.tf(texts[at].terms[i]) > 0; }));
        const Span span = texts[at].analysed.words[i].span;
        words.push_back(span);
        const double idf = std::log(static_cast<double>(texts.size()) / n);
        cells[span.begin * FoundArticle::kCells / document->length()] += idf;
        all += idf;
      }
      EXPECT_EQ(article.words, words);
      for (std::size_t cell = 0; cell < cells.size(); ++cell)
        EXPECT_NEAR(article.heat[cell], cells[cell] / all, 1e-12);
      // Sections: all, in order, with their titles and what they have of the words.
      std::size_t sections = 0;
      for (const NaiveElement& element : elements[at]) {
        if (element.tag != "sec") continue;
        ASSERT_LT(sections, article.sections.size());
        const FoundSection& section = article.sections[sections++];
        EXPECT_EQ(section.span, document->tree().span(element.number));
        EXPECT_EQ(section.path, document->tree().path(element.number));
        std::size_t level = 0;
        for (std::uint32_t up = element.parent; up != UINT32_MAX; up = elements[at][up].parent)
          level += elements[at][up].tag == "sec" ? 1 : 0;
        EXPECT_EQ(section.level, level);
        const bool hit = std::ranges::any_of(words, [&](Span word) {
          return section.span.begin <= word.begin && word.end <= section.span.end;
        });
        EXPECT_EQ(section.heat > 0, hit);
        const auto title = document->tree().find(section.path + "/st[1]");
        EXPECT_EQ(section.title.empty(), !title);
      }
      EXPECT_EQ(sections, article.sections.size());
      EXPECT_FALSE(article.title.empty());
      // Passages: short, apart, in order, each with a word, in a part that was found.
      ASSERT_FALSE(article.passages.empty()) << preset;
      EXPECT_LE(article.passages.size(), AnswerReader::kPassages);
      Offset end = 0;
      for (const FoundPassage& passage : article.passages) {
        EXPECT_GE(passage.span.begin, end);
        EXPECT_LE(passage.span.size(), AnswerReader::kLongestPassage);
        EXPECT_FALSE(passage.words.empty());
        EXPECT_EQ(passage.text, document->text(passage.span));
        const auto around = document->tree().find(passage.path);
        ASSERT_TRUE(around);
        EXPECT_LE(document->tree().span(*around).begin, passage.span.begin);
        EXPECT_GE(document->tree().span(*around).end, passage.span.end);
        EXPECT_TRUE(std::ranges::any_of(findings.answers, [&](const Answer& answer) {
          return answer.id == article.id && answer.span.begin < passage.span.end &&
                 passage.span.begin < answer.span.end;
        }));
        end = passage.span.end;
      }
    }
  }
}

TEST(FoundArticles, CutALongSentenceAroundItsFirstWord) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 200; ++i) text += "filler" + std::to_string(i) + " ";
  store(folder / "c", {{"a", "<article><p>" + text + "needle " + text + "</p></article>"},
                       {"b", "<article><p>other</p></article>"}});
  const Index index = build(folder, folder / "c", {});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  const Pipeline pipeline = preset_of("default", "relevant-in-context");
  Searcher searcher({&index}, &*collection, pipeline, diagnostics);
  Topic topic;
  topic.title = "needle";
  const auto found = read_answer(
      index, *collection, searcher.find_first(searcher.count(*searcher.read(topic, diagnostics)), 10), 10);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].passages.size(), 1U);
  EXPECT_LE(found[0].passages[0].span.size(), 300U);
  EXPECT_GT(found[0].passages[0].span.size(), 250U);
  EXPECT_NE(found[0].passages[0].text.find("needle"), std::string::npos);
  EXPECT_EQ(found[0].passages[0].words.size(), 1U);
  EXPECT_TRUE(found[0].title.empty());
}

}  // namespace
}  // namespace fovea::search
