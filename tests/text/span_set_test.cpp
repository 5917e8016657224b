// SpanSet against the plainest model there is: a set of characters.
#include "text/span_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <vector>

#include "text/character_counts.h"

namespace fovea {
namespace {

using Characters = std::set<Offset>;

Characters characters(SpanView spans) {
  Characters all;
  for (const Span span : spans) {
    for (Offset at = span.begin; at < span.end; ++at) all.insert(at);
  }
  return all;
}

bool keeps_invariant(SpanView spans) {
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].empty()) return false;
    if (i > 0 && spans[i].begin <= spans[i - 1].end) return false;
  }
  return true;
}

Characters both(const Characters& a, const Characters& b) {
  Characters out;
  for (const Offset at : a) {
    if (b.contains(at)) out.insert(at);
  }
  return out;
}

Characters either(Characters a, const Characters& b) {
  a.insert(b.begin(), b.end());
  return a;
}

Characters without(const Characters& a, const Characters& b) {
  Characters out;
  for (const Offset at : a) {
    if (!b.contains(at)) out.insert(at);
  }
  return out;
}

SpanSet from_mask(unsigned mask) {
  std::vector<Span> spans;
  for (Offset at = 0; at < 32; ++at) {
    if ((mask >> at & 1U) != 0) spans.push_back({at, at + 1});
  }
  return SpanSet(spans);
}

void expect_agreement(const SpanSet& a, const SpanSet& b) {
  const Characters in_a = characters(a);
  const Characters in_b = characters(b);
  ASSERT_EQ(character_count(a), in_a.size());
  ASSERT_EQ(intersection_size(a, b), both(in_a, in_b).size());
  for (const auto& [result, model] :
       {std::pair{unite(a, b), either(in_a, in_b)}, std::pair{intersect(a, b), both(in_a, in_b)},
        std::pair{subtract(a, b), without(in_a, in_b)}}) {
    ASSERT_EQ(characters(result), model);
    ASSERT_TRUE(keeps_invariant(result));
  }
}

TEST(SpanSet, AllPairsOverASixCharacterWorldAgreeWithTheModel) {
  for (unsigned a = 0; a < 64; ++a) {
    for (unsigned b = 0; b < 64; ++b) expect_agreement(from_mask(a), from_mask(b));
  }
}

TEST(SpanSet, AllSpansAgainstAllSetsOverASixCharacterWorld) {
  for (unsigned mask = 0; mask < 64; ++mask) {
    for (Offset begin = 0; begin <= 6; ++begin) {
      for (Offset end = begin; end <= 6; ++end) {
        const SpanSet set = from_mask(mask);
        const Characters before = characters(set);
        const Characters span = characters(std::vector{Span{begin, end}});
        ASSERT_EQ(intersection_size(set, Span{begin, end}), both(before, span).size());
        ASSERT_EQ(CharacterCounts(set).in({begin, end}), both(before, span).size());
        ASSERT_EQ(overlap(set, Span{begin, end}), !both(before, span).empty());
      }
    }
  }
}

rc::Gen<std::vector<Span>> some_spans() {
  return rc::gen::container<std::vector<Span>>(rc::gen::apply(
      [](Offset begin, Offset length) {
        return Span{begin, begin + length};
      },
      rc::gen::inRange<Offset>(0, 200), rc::gen::inRange<Offset>(0, 30)));
}

RC_GTEST_PROP(SpanSet, AnyTwoSetsAgreeWithTheModel, ()) {
  const auto a = *some_spans();
  const auto b = *some_spans();
  RC_ASSERT(keeps_invariant(SpanSet(a)));
  RC_ASSERT(characters(SpanSet(a)) == characters(a));
  expect_agreement(SpanSet(a), SpanSet(b));
}

TEST(Span, TouchingSpansDoNotOverlap) {
  EXPECT_FALSE((Span{0, 5}.overlaps({5, 9})));
  EXPECT_TRUE((Span{0, 6}.overlaps({5, 9})));
  EXPECT_FALSE((Span{3, 3}.overlaps({0, 9})));
}

TEST(Span, WorksAtTheFarEndOfTheOffsetRange) {
  const SpanSet set{{kMaxOffset - 10, kMaxOffset}, {kMaxOffset - 20, kMaxOffset - 5}};
  EXPECT_EQ(character_count(set), 20U);
  EXPECT_EQ(intersection_size(set, Span{kMaxOffset - 1, kMaxOffset}), 1U);
}

}  // namespace
}  // namespace fovea
