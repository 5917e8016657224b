#include "judgements/annotations/anchor.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fovea {
namespace {

struct Anchored {
  std::optional<Span> span;
  std::string message;
};

Anchored anchored(const Claim& claim, const char* own, const char* reference = nullptr) {
  const auto text = [](const char* content) {
    return content == nullptr ? nullptr : std::make_unique<DocumentText>(content);
  };
  Diagnostics diagnostics;
  Anchored result;
  result.span = anchor(claim, text(own).get(), text(reference).get(), diagnostics);
  if (!diagnostics.kept().empty()) result.message = to_string(diagnostics.kept().front());
  EXPECT_EQ(result.span.has_value(), diagnostics.ok());
  return result;
}

Claim claim(std::optional<Span> position, std::optional<std::string> quote = std::nullopt) {
  Claim made;
  made.position = position;
  made.quote = std::move(quote);
  made.place = {"f", 3, 7};
  return made;
}

TEST(Anchor, HoldsWhereTheOffsetsSelectTheQuote) {
  EXPECT_EQ(anchored(claim(Span{2, 5}, "b𝄞c"), "aab𝄞caa").span, (Span{2, 5}));
  EXPECT_EQ(anchored(claim(Span{2, 5}), "abcde").span, (Span{2, 5}));
  EXPECT_EQ(anchored(claim(Span{2, 5}), nullptr).span, (Span{2, 5}));
}

TEST(Anchor, MovesTheSpanToAQuoteThatOccursOnce) {
  const Anchored moved = anchored(claim(Span{0, 3}, "cat"), "é the cat sat");
  EXPECT_EQ(moved.span, (Span{6, 9}));
  EXPECT_EQ(moved.message,
            "f:3:7: warning: the quote 'cat' stands at 6-9 of the document, not at 0-3: moved there");
  EXPECT_EQ(anchored(claim(Span{90, 93}, "cat"), "the cat sat").span, (Span{4, 7}));
}

TEST(Anchor, ShowsBothTextsWhereTheQuoteIsNotOrOftenThere) {
  EXPECT_EQ(anchored(claim(Span{0, 3}, "dog"), "the cat sat").message,
            "f:3:7: found 'the' at 0-3, expected the quoted 'dog', which does not occur in the document");
  EXPECT_EQ(anchored(claim(Span{0, 3}, "at"), "the cat sat").message,
            "f:3:7: found 'the' at 0-3, expected the quoted 'at', which occurs 2 times in the document");
  EXPECT_EQ(anchored(claim(Span{90, 93}, "at"), "the cat sat").message,
            "f:3:7: found 90-93 in a text of 11 characters, expected the quoted 'at', which occurs 2 times "
            "in the document");
}

TEST(Anchor, TellsRepeatedQuotesApartByWhatStandsAround) {
  Claim around = claim(std::nullopt, "at");
  around.prefix = "s";
  EXPECT_EQ(anchored(around, "the cat sat").span, (Span{9, 11}));
  around.prefix = "";
  around.suffix = " s";
  EXPECT_EQ(anchored(around, nullptr, "the cat sat").span, (Span{5, 7}));
}

TEST(Anchor, CountsUtf16WhereTheToolDoes) {
  Claim units = claim(Span{3, 5});
  units.unit = OffsetUnit::kUtf16;
  EXPECT_EQ(anchored(units, "a𝄞bc").span, (Span{2, 4}));
  units.position = Span{2, 4};
  EXPECT_EQ(anchored(units, "a𝄞bc").message,
            "f:3:7: found 2-4, expected a span between characters of the text, which has 4");
  units.quote = "bc";
  EXPECT_EQ(anchored(units, nullptr, "a𝄞bc").span, (Span{2, 4}));
  EXPECT_EQ(anchored(units, nullptr).message,
            "f:3:7: found offsets in UTF-16 units, expected the document's text, to find the place in it");
}

TEST(Anchor, FollowsTheTextFromTheFileToTheDocument) {
  EXPECT_EQ(anchored(claim(Span{4, 7}), "the cat sat", "Title. the cat sat").span, (Span{11, 14}));
  EXPECT_EQ(anchored(claim(Span{4, 7}), "the cat sat", "the dog sat").message,
            "f:3:7: found 'dog' at 4-7, expected the quoted 'cat', which does not occur in the document");
}

TEST(Anchor, RefusesSpansThatAreNone) {
  EXPECT_EQ(anchored(claim(Span{5, 5}), "abcdefg").message,
            "f:3:7: found 5-5, expected a span that begins before it ends");
  EXPECT_EQ(anchored(claim(Span{5, 3}, "x"), nullptr).message,
            "f:3:7: found 5-3, expected a span that begins before it ends");
  EXPECT_EQ(anchored(claim(Span{5, 9}), "abcdefg").message,
            "f:3:7: found 5-9, expected a span between characters of the text, which has 7");
  EXPECT_EQ(anchored(claim(std::nullopt, "x"), nullptr).message,
            "f:3:7: found a quote without offsets, expected the document's text, to find the place in it");
}

RC_GTEST_PROP(Anchor, FindsEveryQuoteAgainWhateverTheOffsetsSay, ()) {
  std::vector<std::string> characters = *rc::gen::container<std::vector<std::string>>(
      rc::gen::elementOf(std::vector<std::string>{"a", "b", "é", "𝄞"}));
  RC_PRE(!characters.empty());
  const auto size = static_cast<Offset>(characters.size());
  const Offset begin = *rc::gen::inRange<Offset>(0, size);
  const Offset end = *rc::gen::inRange<Offset>(begin + 1, size + 1);
  std::string text, quote;
  for (Offset i = 0; i < size; ++i) {
    text += characters[i];
    if (i >= begin && i < end) quote += characters[i];
  }
  // The naive count of occurrences.
  std::vector<Offset> starts;
  for (Offset i = 0; i + (end - begin) <= size; ++i) {
    if (std::equal(characters.begin() + begin, characters.begin() + end, characters.begin() + i))
      starts.push_back(i);
  }
  const DocumentText document(text);
  Diagnostics diagnostics;
  const Offset claimed = *rc::gen::inRange<Offset>(0, size + 2);
  const auto span =
      anchor(claim(Span{claimed, claimed + (end - begin)}, quote), &document, nullptr, diagnostics);
  const bool right = std::find(starts.begin(), starts.end(), claimed) != starts.end();
  if (right) {
    RC_ASSERT(span == Span(claimed, claimed + (end - begin)));
  } else if (starts.size() == 1) {
    RC_ASSERT(span == Span(begin, end));
    RC_ASSERT(diagnostics.warnings() == 1U);
  } else {
    RC_ASSERT(!span.has_value());
    RC_ASSERT(diagnostics.errors() == 1U);
  }
}

}  // namespace
}  // namespace fovea
