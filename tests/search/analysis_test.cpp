#include "search/analysis/analyser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "collection/document_builder.h"
#include "search/analysis/characters.h"
#include "search/analysis/words.h"
#include "text/unicode.h"
#include "world.h"

namespace fovea::search {
namespace {

using testing::ElementsAre;

std::vector<std::string> words_of(std::string_view text, Tokens tokens,
                                  const std::vector<Offset>& breaks = {}) {
  std::vector<std::string> words;
  for (WordScanner scanner(text, breaks, tokens); scanner.next();) {
    words.emplace_back(scanner.surface());
    EXPECT_EQ(code_point_slice(text, scanner.span()), scanner.surface());
  }
  return words;
}

/// The same by the definition: which characters belong to words, and between which neighbours a word ends.
std::vector<std::string> naive_words(const std::vector<std::string>& characters,
                                     const std::vector<Offset>& breaks) {
  const auto kind = [&](std::size_t i) {
    std::size_t byte = 0;
    return word_class(next_code_point(characters[i], byte));
  };
  const auto broken = [&](std::size_t i) { return std::ranges::count(breaks, i) > 0; };
  const std::size_t count = characters.size();
  std::vector<bool> alone(count);  // or a mark behind one that is
  for (std::size_t i = 0; i < count; ++i) {
    alone[i] =
        kind(i) == WordClass::kAlone || (i > 0 && kind(i) == WordClass::kMark && alone[i - 1] && !broken(i));
  }
  const auto letter = [&](std::size_t i) {
    return !alone[i] && (kind(i) == WordClass::kLetter || kind(i) == WordClass::kMark);
  };
  std::vector<bool> inside(count);
  for (std::size_t i = 0; i < count; ++i) {
    inside[i] = kind(i) == WordClass::kApostrophe
                    ? i > 0 && i + 1 < count && letter(i - 1) && letter(i + 1) && !broken(i) && !broken(i + 1)
                    : kind(i) != WordClass::kOther;
  }
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) {
    if (!inside[i]) continue;
    const bool begins =
        i == 0 || !inside[i - 1] || broken(i) || kind(i) == WordClass::kAlone || alone[i - 1] != alone[i];
    if (begins) words.emplace_back();
    words.back() += characters[i];
  }
  return words;
}

TEST(Words, AreTheRunsOfTheDefinitionInEveryShortText) {
  const std::vector<std::string> alphabet = {"a", "7", "'", "’", "\u0301", "漢", ".", "é"};
  const std::vector<std::vector<Offset>> breaks = {{}, {1}, {2}, {1, 3}};
  std::vector<std::string> characters;
  std::uint64_t texts = 0;
  const std::function<void(std::size_t)> extend = [&](std::size_t left) {
    std::string text;
    for (const std::string& character : characters) text += character;
    for (const auto& places : breaks) {
      ++texts;
      ASSERT_EQ(words_of(text, Tokens::kWords, places), naive_words(characters, places)) << text;
    }
    if (left == 0) return;
    for (const std::string& character : alphabet) {
      characters.push_back(character);
      extend(left - 1);
      characters.pop_back();
    }
  };
  extend(5);
  EXPECT_EQ(texts, 4U * 37449);
}

TEST(Words, AreCutEvery64Characters) {
  const auto words = words_of(std::string(150, 'x'), Tokens::kWords);
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[0].size(), 64U);
  EXPECT_EQ(words[2].size(), 22U);
  EXPECT_EQ(words_of(std::string(150, 'x'), Tokens::kAscii).size(), 1U);
}

TEST(Words, AsciiAndSpaceAreTheirOwnRuns) {
  EXPECT_THAT(words_of("Don't café_7", Tokens::kAscii), ElementsAre("Don", "t", "caf", "7"));
  EXPECT_THAT(words_of("Don't  café_7\u3000x", Tokens::kSpace), ElementsAre("Don't", "café_7", "x"));
}

TEST(Folding, BringsFormsOfAWordTogether) {
  for (const char* const form : {"Ångström", "ÅNGSTRÖM", "A\u030Angstro\u0308m"})
    EXPECT_EQ(fold(form, Folding::kMarks), "angstrom");
  EXPECT_EQ(fold("ÅNGSTRÖM", Folding::kCase), "ångström");
  EXPECT_EQ(fold("Straße", Folding::kMarks), "strasse");
  EXPECT_EQ(fold("ﬁne Ⅳ", Folding::kMarks), "fine iv");
  EXPECT_EQ(fold("l’Été", Folding::kMarks), "l'ete");
}

TEST(Folding, IsStable) {
  for (char32_t c = 1; c < 0x3000; ++c) {
    std::string text;
    append_utf8(text, c);
    for (const Folding how : {Folding::kMarks, Folding::kCase}) {
      const std::string once = fold(text, how);
      ASSERT_EQ(fold(once, how), once) << static_cast<unsigned>(c);
    }
  }
}

std::string term_of(std::string_view word, AnalysisSettings settings) {
  const auto terms = Analyser(settings).analyse_query(word);
  return terms.size() == 1 ? terms[0] : "(" + std::to_string(terms.size()) + ")";
}

TEST(Apostrophes, FallOffOrGo) {
  AnalysisSettings settings;
  settings.stem = "none";
  EXPECT_EQ(term_of("Harman's", settings), "harman");
  EXPECT_EQ(term_of("Harman’s", settings), "harman");
  EXPECT_EQ(term_of("don't", settings), "dont");
  EXPECT_EQ(term_of("rock'n'roll", settings), "rocknroll");
}

TEST(Stemmers, FollowTheirRules) {
  AnalysisSettings settings;
  const auto stems = [&](std::string name, std::string_view word) {
    settings.stem = std::move(name);
    return term_of(word, settings);
  };
  EXPECT_EQ(stems("harman", "queries"), "query");
  EXPECT_EQ(stems("harman", "zombaies"), "zombaie");  // behind a: passes to the rule of es
  EXPECT_EQ(stems("harman", "retrieves"), "retrieve");
  EXPECT_EQ(stems("harman", "heroes"), "heroe");  // behind o: passes to the rule of s
  EXPECT_EQ(stems("harman", "corpus"), "corpus");
  EXPECT_EQ(stems("harman", "glass"), "glass");
  EXPECT_EQ(stems("harman", "was"), "was");
  EXPECT_EQ(stems("harman", "cats"), "cat");
  EXPECT_EQ(stems("s", "queries"), "query");
  EXPECT_EQ(stems("s", "retrieves"), "retriev");
  EXPECT_EQ(stems("s", "glass"), "glas");
  EXPECT_EQ(stems("s", "was"), "was");
  EXPECT_EQ(stems("english", "generously"), "generous");
  EXPECT_EQ(stems("none", "queries"), "queries");
  EXPECT_FALSE(is_stemmer("klingon"));
}

TEST(StopLists, HaveTheirPublishedSizesAndAreComparedWithApostrophes) {
  Diagnostics diagnostics;
  EXPECT_EQ(stop_list("lucene", diagnostics)->size(), 33U);
  EXPECT_EQ(stop_list("snowball", diagnostics)->size(), 174U);
  const TemporaryFolder folder;
  const auto listed = stop_list(folder.write("stop", "Étude two # three\n\nfour"), diagnostics);
  EXPECT_THAT(*listed, ElementsAre("Étude", "two", "four"));
  EXPECT_FALSE(stop_list("no such file", diagnostics));

  AnalysisSettings settings;
  settings.stop_words = {"don't", "Étude"};
  EXPECT_THAT(Analyser(settings).analyse_query("Don’t dont étude studies"),
              ElementsAre("", "dont", "", "study"));
}

struct Analysed {
  std::vector<std::string> terms;
  std::vector<std::string> sentences;
  std::vector<std::string> elements;
};

Analysed analyse(std::string_view xml, AnalysisSettings settings = {}) {
  DocumentBuilder builder;
  Diagnostics diagnostics;
  EXPECT_TRUE(builder.read_xml_document(InputFile::from_memory("t", xml), diagnostics)) << xml;
  const std::string record = builder.pack("id", "t");
  const Document document(record);
  settings.stem = "none";
  Analyser analyser(settings);
  AnalysedDocument out;
  const std::string text = document.text();
  analyser.analyse(text, document.tree(), out);
  Analysed result;
  for (const AnalysedWord& word : out.words)
    result.terms.emplace_back(word.term == kStopped ? "-" : analyser.term(word.term));
  for (std::size_t i = 0; i < out.sentences.size(); ++i) {
    const Offset end =
        i + 1 < out.sentences.size() ? out.sentences[i + 1].first_character : document.length();
    result.sentences.emplace_back(code_point_slice(text, {out.sentences[i].first_character, end}));
    EXPECT_GE(out.words[out.sentences[i].first_word].span.begin, out.sentences[i].first_character);
    EXPECT_LT(out.words[out.sentences[i].first_word].span.begin, end);
  }
  for (const ElementWords& element : out.elements)
    result.elements.push_back(document.tree().path(element.number) + " " +
                              std::to_string(element.first_word) + "+" + std::to_string(element.words));
  return result;
}

TEST(Tags, EndAWordUnlessAllAtThePlaceJoin) {
  EXPECT_THAT(analyse("<p>crop<link>s</link> now</p>").terms, ElementsAre("crops", "now"));
  EXPECT_THAT(analyse("<p>crop<cell>s</cell> now</p>").terms, ElementsAre("crop", "s", "now"));
  EXPECT_THAT(analyse("<p>crop<link><cell>s</cell></link></p>").terms, ElementsAre("crop", "s"));
  EXPECT_THAT(analyse("<p>one<br/>two</p>").terms, ElementsAre("one", "two"));
  AnalysisSettings ascii;
  ascii.tokens = Tokens::kAscii;
  EXPECT_THAT(analyse("<p>crop<link>s</link></p>", ascii).terms, ElementsAre("crop", "s"));
}

TEST(Elements, HoldTheWordsThatBeginInThem) {
  EXPECT_THAT(analyse("<a><b>one tw<i>o three</i></b><c/><d> four</d><e> . </e></a>").elements,
              ElementsAre("/a[1] 0+4", "/a[1]/b[1] 0+3", "/a[1]/b[1]/i[1] 2+1", "/a[1]/d[1] 3+1"));
}

TEST(StoppedWords, KeepTheirPosition) {
  AnalysisSettings settings;
  settings.stop_words = {"the"};
  EXPECT_THAT(analyse("<p>find the needle</p>", settings).terms, ElementsAre("find", "-", "needle"));
}

TEST(Sentences, EndWhereTheRulesSay) {
  EXPECT_THAT(analyse("<p>One two. Three (four.) Five?! Six… 7 eight.</p>").sentences,
              ElementsAre("One two. ", "Three (four.) ", "Five?! ", "Six… ", "7 eight."));
  EXPECT_THAT(analyse("<p>Mr. Smith et al. Found J. R. Doe e.g. Here. no capital.</p>").sentences,
              ElementsAre("Mr. Smith et al. Found J. R. Doe e.g. Here. no capital."));
  EXPECT_THAT(analyse("<p>all small. really small.</p>").sentences,
              ElementsAre("all small. ", "really small."));
  EXPECT_THAT(analyse("<p>one\n \ntwo\nthree</p>").sentences, ElementsAre("one\n \n", "two\nthree"));
  EXPECT_THAT(analyse("<a><title>One</title><p> two <b>three</b></p> <p> - </p></a>").sentences,
              ElementsAre("One ", "two three  - "));
  EXPECT_THAT(analyse("<p>“Yes.” “No.”</p>").sentences, ElementsAre("“Yes.” ", "“No.”"));
  EXPECT_THAT(analyse("<p> . </p>").sentences, ElementsAre());
}

TEST(Roles, AreReadFromAFileOrRefusedWithTheirPlace) {
  Diagnostics diagnostics;
  const auto roles =
      Roles::read(InputFile::from_memory("r.toml", "section = ['x']\njoining = ['y']\n"), diagnostics);
  ASSERT_TRUE(roles);
  EXPECT_EQ(roles->role("x"), Role::kSection);
  EXPECT_EQ(roles->role("sec"), Role::kNone);
  EXPECT_FALSE(Roles::read(InputFile::from_memory("r.toml", "sections = ['x']\n"), diagnostics));
  EXPECT_FALSE(Roles::read(InputFile::from_memory("r.toml", "section = 7\n"), diagnostics));
  EXPECT_FALSE(Roles::read(InputFile::from_memory("r.toml", "section = ['a']\nlist = ['a']\n"), diagnostics));
  EXPECT_FALSE(Roles::read(InputFile::from_memory("r.toml", "section = \n"), diagnostics));
  ASSERT_EQ(diagnostics.kept().size(), 4U);
  EXPECT_EQ(to_string(diagnostics.kept()[0]),
            "r.toml:1:1: found 'sections', expected section, paragraph, title, list, block or joining; did "
            "you mean "
            "'section'?");
}

TEST(Settings, SurviveTheirText) {
  AnalysisSettings settings;
  settings.tokens = Tokens::kAscii;
  settings.folding = Folding::kCase;
  settings.stem = "german";
  settings.stop = "lucene";
  settings.stop_words = {"a", "the"};
  AnalysisSettings read;
  std::string text = to_text(settings);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    EXPECT_TRUE(read_setting(line.substr(0, line.find('\t')), line.substr(line.find('\t') + 1), read))
        << line;
    rest.remove_prefix(line.size() + 1);
  }
  EXPECT_EQ(read, settings);
  EXPECT_FALSE(read_setting("unicode", "1.0", read));
}

}  // namespace
}  // namespace fovea::search
