#include "topics/nexi.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace fovea::nexi {
namespace {

Query parsed(std::string_view text) {
  Error error;
  auto query = parse(text, error);
  EXPECT_TRUE(query) << text << "\n"
                     << error.byte << ": found " << error.found << ", expected " << error.expected;
  return query.value_or(Query());
}

std::string printed(std::string_view text) {
  return print(parsed(text));
}

/// "column: found …, expected …".
std::string complaint(std::string_view text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(parse(text, Place{"t", 1, 1}, diagnostics)) << text;
  return diagnostics.ok() ? "" : to_string(diagnostics.kept().front());
}

TEST(Nexi, ReadsTheThreeShapesOfAQuery) {
  EXPECT_EQ(parsed("//article[about(., x)]").parts.size(), 1U);
  const Query without_filter = parsed("//article[about(., x)]//sec");
  ASSERT_EQ(without_filter.parts.size(), 2U);
  EXPECT_FALSE(without_filter.parts[1].filter);
  const Query both = parsed("//article[about(., x)]//sec//p[about(., y)]");
  ASSERT_EQ(both.parts.size(), 2U);
  EXPECT_EQ(both.parts[1].path.size(), 2U);
  EXPECT_TRUE(both.parts[1].filter);
}

TEST(Nexi, KeepsTheTermsOfAnAbout) {
  const Query query = parsed("//*[about(.//(actor|@role),+Monroe -\"marilyn  or not\" mother's 1,000 'tis)]");
  EXPECT_EQ(query.parts[0].path, (Path{{{"*"}}}));
  const Predicate& about = *query.parts[0].filter;
  EXPECT_EQ(about.kind, Predicate::Kind::kAbout);
  EXPECT_EQ(about.path, (Path{{{"actor", "@role"}}}));
  using Sign = Term::Sign;
  EXPECT_EQ(about.terms, (std::vector<Term>{{Sign::kPlus, false, {"Monroe"}},
                                            {Sign::kMinus, true, {"marilyn", "or", "not"}},
                                            {Sign::kNone, false, {"mother's"}},
                                            {Sign::kNone, false, {"1,000"}},
                                            {Sign::kNone, false, {"'tis"}}}));
}

TEST(Nexi, BindsAndTighterThanOr) {
  const Query query = parsed("//a[about(., x) or about(., y) AND .//yr >= 1990.5 oR (about(., z))]");
  const Predicate& top = *query.parts[0].filter;
  ASSERT_EQ(top.kind, Predicate::Kind::kOr);
  ASSERT_EQ(top.operands.size(), 3U);
  ASSERT_EQ(top.operands[1].kind, Predicate::Kind::kAnd);
  const Predicate& comparison = top.operands[1].operands[1];
  EXPECT_EQ(comparison.kind, Predicate::Kind::kComparison);
  EXPECT_EQ(comparison.comparator, Comparator::kGreaterOrEqual);
  EXPECT_EQ(comparison.number, 1990.5);
  EXPECT_EQ(top.operands[2].kind, Predicate::Kind::kAbout);
}

TEST(Nexi, PrintsAsItWasMeant) {
  EXPECT_EQ(printed(" //article [ about( . ,landslide\n malaysia ) ] "),
            "//article[about(., landslide malaysia)]");
  EXPECT_EQ(printed("//symphony//*[about(.,\" flute solo \")]"), "//symphony//*[about(., \"flute solo\")]");
  EXPECT_EQ(printed("//a[about(.,'free jazz' o'clock)]"), "//a[about(., \"free jazz\" o'clock)]");
  EXPECT_EQ(printed("//a[.//yr<2000 and .=-1 and . > 1e3 and .//@no<=7]"),
            "//a[.//yr < 2000 and . = -1 and . > 1000 and .//@no <= 7]");
  EXPECT_EQ(printed("//a[(about(.,x) or about(.,y)) and ((about(.,z) and about(.,w)))]"),
            "//a[(about(., x) or about(., y)) and (about(., z) and about(., w))]");
}

TEST(Nexi, OutlinesSupportAndTarget) {
  EXPECT_EQ(outline(parsed(
                "//article[about(., a) and (.//yr>1990 or about(.//(b|c), +\"d e\"))]//sec[about(., f)]")),
            "support //article\n"
            "  and\n"
            "    about .: a\n"
            "    or\n"
            "      .//yr > 1990\n"
            "      about .//(b|c): +\"d e\"\n"
            "target //sec\n"
            "  about .: f\n");
  EXPECT_EQ(outline(parsed("//a[about(., b)]//c")), "support //a\n  about .: b\ntarget //c\n");
}

TEST(Nexi, SaysWhereAndWhyATextIsNotNexi) {
  EXPECT_EQ(complaint(""), "t:1:1: found the end, expected '//'");
  EXPECT_EQ(complaint("landslide malaysia"), "t:1:1: found 'landslide', expected '//'");
  EXPECT_EQ(complaint("/article[about(., x)]"), "t:1:1: found '/article', expected '//'");
  EXPECT_EQ(complaint("//[about(., x)]"), "t:1:3: found '[', expected an element name or '*'");
  EXPECT_EQ(complaint("//article"), "t:1:10: found the end, expected '//' or '['");
  EXPECT_EQ(complaint("//(a|b[about(., x)]"), "t:1:7: found '[', expected '|' or ')'");
  EXPECT_EQ(complaint("//a[abut(., x)]"), "t:1:5: found 'abut', expected '.', 'about(' or '('");
  EXPECT_EQ(complaint("//a[about(x)]"), "t:1:11: found 'x', expected '.', 'about(' or '('");
  EXPECT_EQ(complaint("//a[about(. x)]"), "t:1:13: found 'x', expected ','");
  EXPECT_EQ(complaint("//a[about(., )]"), "t:1:14: found ')', expected a word or a phrase");
  EXPECT_EQ(complaint("//a[about(., x]"), "t:1:15: found ']', expected a word, a phrase or ')'");
  EXPECT_EQ(complaint("//a[about(., x) about(., y)]"), "t:1:17: found 'about', expected 'and', 'or' or ']'");
  EXPECT_EQ(complaint("//a[about(., - x)]"),
            "t:1:14: found '-', expected a word or a phrase right behind it");
  EXPECT_EQ(complaint("//a[about(., \"x y)]"), "t:1:14: found '\"', expected a closing '\"' behind it");
  EXPECT_EQ(complaint("//a[about(., \" \")]"), "t:1:14: found '\"', expected a phrase that is not empty");
  EXPECT_EQ(complaint("//a[about(., naïve) und about(., x)]"),
            "t:1:21: found 'und', expected 'and', 'or' or ']'");
  EXPECT_EQ(complaint("//a[.//yr ~ 5]"), "t:1:11: found '~', expected '//', '<', '<=', '>', '>=' or '='");
  EXPECT_EQ(complaint("//a[.//yr > nan]"), "t:1:13: found 'nan', expected a number");
  EXPECT_EQ(complaint("//a[(about(., x)]"), "t:1:17: found ']', expected 'and', 'or' or ')'");
  EXPECT_EQ(complaint("//a[about(., x)] b"), "t:1:18: found 'b', expected '//'");
  EXPECT_EQ(complaint("//a[about(., x)]//b[about(., y)]//c[about(., z)]"),
            "t:1:33: found '//c', expected the end: a query is A[B], A[B]C or A[B]C[D]");
}

TEST(Nexi, PlacesAFaultInTheFileTheTextComesFrom) {
  Diagnostics diagnostics;
  EXPECT_FALSE(parse("//a[x", Place{"topics.xml", 19, 13}, diagnostics));
  EXPECT_FALSE(parse("\n //a[x", Place{"topics.xml", 19, 13}, diagnostics));
  EXPECT_FALSE(parse("//a[x", Place{"topics.xml"}, diagnostics));
  EXPECT_EQ(diagnostics.kept()[0].place.line, 19U);
  EXPECT_EQ(diagnostics.kept()[0].place.column, 17U);
  EXPECT_EQ(diagnostics.kept()[1].place.line, 20U);
  EXPECT_EQ(diagnostics.kept()[1].place.column, 6U);
  EXPECT_EQ(diagnostics.kept()[2].place.line, 0U);
  EXPECT_EQ(diagnostics.kept()[2].place.column, 5U);
}

TEST(Nexi, RefusesParenthesesWithoutEnd) {
  const std::string deep = "//a[" + std::string(100'000, '(');
  EXPECT_NE(complaint(deep).find("fewer parentheses"), std::string::npos);
}

// Random trees. Everything a parser can yield is drawn: words with any character that does not end them,
// phrases of one word, the same connective inside itself.

template <class T>
std::vector<T> several(std::size_t least, std::size_t most, const rc::Gen<T>& gen) {
  return *rc::gen::container<std::vector<T>>(*rc::gen::inRange(least, most + 1), gen);
}

std::string random_word() {
  static const std::vector<std::string> kFirst = {"a", "Z", "0", "é", "𝄞", "*", ".", "<"};
  static const std::vector<std::string> kRest = {"b", "Q", "7", "ü", "-", "+", "'",
                                                 ",", ".", "/", "|", "<", "="};
  std::string word = *rc::gen::elementOf(kFirst);
  for (auto length = *rc::gen::inRange(0, 4); length > 0; --length) word += *rc::gen::elementOf(kRest);
  return word;
}

Term random_term() {
  Term term;
  term.sign = *rc::gen::element(Term::Sign::kNone, Term::Sign::kPlus, Term::Sign::kMinus);
  term.phrase = *rc::gen::arbitrary<bool>();
  const int words = term.phrase ? *rc::gen::inRange(1, 4) : 1;
  for (int i = 0; i < words; ++i) term.words.push_back(random_word());
  return term;
}

Path random_path(int least) {
  Path path;
  for (int steps = *rc::gen::inRange(least, 4); steps > 0; --steps) {
    path.push_back({several(1, 3,
                            rc::gen::elementOf(std::vector<std::string>{
                                "*", "sec", "p", "ss1", "wordnet_person-1", "@id", "ns:x", "été"}))});
  }
  return path;
}

Predicate random_predicate(int depth) {
  Predicate predicate;
  using Kind = Predicate::Kind;
  predicate.kind = depth == 0 ? *rc::gen::element(Kind::kAbout, Kind::kComparison)
                              : *rc::gen::element(Kind::kAbout, Kind::kComparison, Kind::kAnd, Kind::kOr);
  if (predicate.kind == Kind::kAnd || predicate.kind == Kind::kOr) {
    for (int i = *rc::gen::inRange(2, 4); i > 0; --i)
      predicate.operands.push_back(random_predicate(depth - 1));
    return predicate;
  }
  predicate.path = random_path(0);
  if (predicate.kind == Kind::kAbout) {
    for (int i = *rc::gen::inRange(1, 5); i > 0; --i) predicate.terms.push_back(random_term());
  } else {
    predicate.comparator = static_cast<Comparator>(*rc::gen::inRange(0, 5));
    predicate.number =
        static_cast<double>(*rc::gen::inRange(-100'000'000, 100'000'000)) / *rc::gen::inRange(1, 1000);
  }
  return predicate;
}

RC_GTEST_PROP(Nexi, WhatIsPrintedIsReadAsTheSameTree, ()) {
  Query query;
  query.parts.push_back({random_path(1), random_predicate(3)});
  if (*rc::gen::arbitrary<bool>()) {
    query.parts.push_back({random_path(1), std::nullopt});
    if (*rc::gen::arbitrary<bool>()) query.parts.back().filter = random_predicate(2);
  }
  const std::string text = print(query);
  RC_LOG() << text << "\n";
  Error error;
  const auto again = parse(text, error);
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == query);
}

}  // namespace
}  // namespace fovea::nexi
