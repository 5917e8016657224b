#include "collection/locate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// All places by trying every pair of ends: the text between them is `wanted`, or is it with white space made equal.
std::vector<Span> naive_places(const std::u32string& wanted, const std::u32string& text) {
  const auto is_white = [](char32_t c) { return c == U' ' || c == U'\n' || c == U'\u00a0'; };
  const auto equalled = [&](const std::u32string& from) {
    std::u32string out;
    for (const char32_t c : from) {
      if (!is_white(c)) {
        out += c;
      } else if (!out.empty() && out.back() != U' ') {
        out += U' ';
      }
    }
    while (!out.empty() && out.back() == U' ') out.pop_back();
    return out;
  };
  std::vector<Span> exact, equal;
  if (equalled(wanted).empty()) return {};
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    for (std::size_t end = begin + 1; end <= text.size(); ++end) {
      const std::u32string part = text.substr(begin, end - begin);
      const Span span{static_cast<Offset>(begin), static_cast<Offset>(end)};
      if (part == wanted) exact.push_back(span);
      if (!is_white(part.front()) && !is_white(part.back()) && equalled(part) == equalled(wanted))
        equal.push_back(span);
    }
  }
  return exact.empty() ? equal : exact;
}

std::string in_utf8(const std::u32string& text) {
  std::string out;
  for (const char32_t c : text) append_utf8(out, c);
  return out;
}

TEST(Locate, FindsWhatANaiveSearchFinds) {
  std::mt19937 random(7);
  const std::u32string letters = U"ab \n\u00a0é";
  const auto make = [&](std::size_t most) {
    std::u32string text;
    const std::size_t length = random() % (most + 1);
    for (std::size_t i = 0; i < length; ++i) text += letters[random() % letters.size()];
    return text;
  };
  std::size_t found = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::u32string text = make(24);
    const std::u32string wanted = make(4);
    const auto places = places_of(in_utf8(wanted), DocumentText(in_utf8(text)), 1000);
    EXPECT_EQ(places, naive_places(wanted, text)) << in_utf8(wanted) << " in " << in_utf8(text);
    found += places.size();
  }
  EXPECT_GT(found, 1000U);
}

TEST(Locate, PrefersTheExactText) {
  const DocumentText text("one  two, one two");
  EXPECT_THAT(places_of("one two", text, 9), ElementsAre(Span{10, 17}));
  EXPECT_THAT(places_of("one\ntwo", text, 9), ElementsAre(Span{0, 8}, Span{10, 17}));
  EXPECT_THAT(places_of(" \n", text, 9), IsEmpty());
}

TEST(Locate, TellsWhatComesNearest) {
  const DocumentText text("A ship is safe in harbour, but that is not what ships are built for.");
  const auto near = nearest_passage("but this is not what ships were built for.", text);
  ASSERT_TRUE(near);
  EXPECT_EQ(text.slice(*near), "but that is not what ships are built for.");
  EXPECT_FALSE(nearest_passage("nothing of the kind", text));
  EXPECT_FALSE(nearest_passage("", text));
}

struct Located {
  std::optional<Span> span;
  std::string said;
};

class Locator {
 public:
  explicit Locator(Locate choice) : locator_(&texts_, choice) {}
  Located operator()(std::string_view wanted, std::string_view doc = "a", std::string_view topic = "1") {
    Diagnostics said;
    const auto span = locator_.locate(wanted, topic, doc, {"f", 1, 2}, said);
    return {span, said.kept().empty() ? "" : to_string(said.kept().front())};
  }
  std::string remarks() {
    Diagnostics said;
    locator_.finish("f", said);
    return said.kept().empty() ? "" : to_string(said.kept().front());
  }

 private:
  DocumentTexts texts_{[](std::string_view doc) {
    return doc == "a" ? std::optional<std::string>("x y x y x y") : std::nullopt;
  }};
  TextLocator locator_;
};

TEST(Locate, ListsThePlacesOfATextThatHasSeveral) {
  Locator locate(Locate::kOnly);
  EXPECT_EQ(locate("x y x y x").span, (Span{0, 9}));
  EXPECT_EQ(
      locate("x").said,
      "f:1:2: found 'x', which stands at 3 places of 'a' (0-1, 4-5, 8-9), expected a text that stands at "
      "one");
  EXPECT_EQ(locate("z").said, "f:1:2: found 'z', expected a text of 'a', which has nothing like it");
  EXPECT_THAT(locate("x y z y").said, HasSubstr("nearest is 'x y x y' at 0-7"));
  EXPECT_EQ(locate("x", "b").said,
            "f:1:2: found document 'b', expected one that there is a text of, in UTF-8");
}

TEST(Locate, TakesTheNextPlaceWhenAsked) {
  Locator locate(Locate::kNext);
  EXPECT_EQ(locate("x").span, (Span{0, 1}));
  EXPECT_EQ(locate("x").span, (Span{4, 5}));
  EXPECT_EQ(locate("y").span, (Span{6, 7}));
  EXPECT_EQ(locate("x").span, (Span{8, 9}));
  EXPECT_EQ(locate("x").span, (Span{0, 1})) << "behind the last the first comes again";
  EXPECT_EQ(locate("x", "a", "2").span, (Span{0, 1})) << "another topic begins anew";
  EXPECT_EQ(locate.remarks(),
            "f: warning: 6 texts stand at several places of their document: the next place was taken");
}

TEST(Locate, SaysOnceThatThereAreNoTexts) {
  TextLocator locator(nullptr, Locate::kOnly);
  Diagnostics said;
  EXPECT_FALSE(locator.locate("x", "1", "a", {"f"}, said));
  EXPECT_FALSE(locator.locate("y", "1", "a", {"f"}, said));
  EXPECT_EQ(said.count("no-text"), 1U);
}

TEST(Locate, FindsTextsInAnotherNormalisation) {
  const std::string composed = "un caf\u00e9 noir";
  const std::string decomposed = "un cafe\u0301 noir";
  EXPECT_THAT(places_of(composed, DocumentText("Voici " + decomposed + "."), 9), ElementsAre(Span{6, 19}));
  EXPECT_THAT(places_of(decomposed, DocumentText("Voici " + composed + "."), 9), ElementsAre(Span{6, 18}));
  EXPECT_THAT(places_of("caf\u00e9\nnoir", DocumentText("Voici " + decomposed), 9), ElementsAre(Span{9, 19}));
  // A letter is not found in the same letter with an accent, nor an accent alone.
  EXPECT_THAT(places_of("cafe", DocumentText("caf\u00e9"), 9), IsEmpty());
  EXPECT_THAT(places_of("f\u00e8", DocumentText(decomposed), 9), IsEmpty());
  EXPECT_THAT(places_of("\u0301 noir", DocumentText(composed), 9), IsEmpty());
  // Accents in another order, and syllables of Korean.
  EXPECT_THAT(places_of("q\u0323\u0307", DocumentText("a q\u0307\u0323 b"), 9), ElementsAre(Span{2, 5}));
  EXPECT_THAT(places_of("\uac01", DocumentText("x\u1100\u1161\u11a8y"), 9), ElementsAre(Span{1, 4}));
  EXPECT_THAT(places_of("\u1100\u1161\u11a8", DocumentText("x\uac01y"), 9), ElementsAre(Span{1, 2}));
  EXPECT_TRUE(same_but_for_form(composed, decomposed));
  EXPECT_FALSE(same_but_for_form(composed, composed));
  EXPECT_FALSE(same_but_for_form(composed, "un cafe noir"));
}

}  // namespace
}  // namespace fovea
