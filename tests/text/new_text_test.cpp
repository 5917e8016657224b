#include "text/new_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "text/character_counts.h"

namespace fovea {
namespace {

std::vector<AddedText> added(const std::vector<Span>& spans, SpanView marked = {}) {
  NewText new_text;
  const auto answer = new_text.of(spans, marked);
  return {answer.begin(), answer.end()};
}

/// Character by character.
std::vector<AddedText> naive(const std::vector<Span>& spans, const SpanSet& marked) {
  std::vector<AddedText> out;
  std::set<Offset> seen;
  for (const Span span : spans) {
    AddedText& own = out.emplace_back();
    for (Offset at = span.begin; at < span.end; ++at) {
      if (!seen.insert(at).second) continue;
      ++own.characters;
      const auto holds = [at](Span one) { return one.begin <= at && at < one.end; };
      own.marked += std::ranges::any_of(marked, holds) ? 1 : 0;
    }
  }
  return out;
}

TEST(NewText, GoesToTheFirstSpanThatHasIt) {
  const std::vector<Span> spans = {{10, 20}, {0, 15}, {12, 18}, {5, 5}, {0, 30}};
  EXPECT_EQ(added(spans, SpanSet{{8, 12}, {25, 40}}),
            (std::vector<AddedText>{{10, 2}, {10, 2}, {0, 0}, {0, 0}, {10, 5}}));
  EXPECT_TRUE(added({}).empty());
  EXPECT_EQ(added({{3, 3}}, SpanSet{{0, 9}}), (std::vector<AddedText>{{0, 0}}));
  EXPECT_EQ(added({{0, kMaxOffset}}, SpanSet{{0, kMaxOffset}}),
            (std::vector<AddedText>{{kMaxOffset, kMaxOffset}}));
}

rc::Gen<std::vector<Span>> some_spans(Offset longest) {
  return rc::gen::container<std::vector<Span>>(rc::gen::apply(
      [](Offset begin, Offset length) {
        return Span{begin, begin + length};
      },
      rc::gen::inRange<Offset>(0, 60), rc::gen::inRange<Offset>(0, longest)));
}

RC_GTEST_PROP(NewText, AgreesWithCountingCharacters, ()) {
  const SpanSet marked(*some_spans(8));
  NewText new_text;
  for (const Offset longest : {5U, 40U}) {  // the same memory twice
    const auto spans = *some_spans(longest);
    const auto answer = new_text.of(spans, marked);
    RC_ASSERT(std::vector<AddedText>(answer.begin(), answer.end()) == naive(spans, marked));
  }
}

// In time n · m, or with a list that is shifted at every step, these would take minutes.
TEST(NewText, CostsLittleMoreThanTheSpansHoweverTheyLie) {
  constexpr Offset kCount = 400'000;
  std::vector<Span> marked;
  std::vector<Span> flat;
  std::vector<Span> growing;
  std::vector<Span> shrinking;
  std::vector<Span> interleaved;
  for (Offset i = 0; i < kCount; ++i) {
    marked.push_back({4 * i, 4 * i + 2});
    flat.push_back({4 * i + 1, 4 * i + 3});
    growing.push_back({2 * kCount - i, 2 * kCount + i + 1});
    const auto begin = static_cast<Offset>(4 * (i * 7919ULL % kCount));
    interleaved.push_back({begin, begin + 41});
  }
  shrinking.assign(growing.rbegin(), growing.rend());
  const auto total = [&](const std::vector<Span>& spans) {
    AddedText sum;
    for (const AddedText& one : added(spans, marked)) {
      sum.characters += one.characters;
      sum.marked += one.marked;
    }
    return sum;
  };
  EXPECT_EQ(total(flat), (AddedText{2 * kCount, kCount}));
  std::reverse(flat.begin(), flat.end());
  EXPECT_EQ(total(flat), (AddedText{2 * kCount, kCount}));
  EXPECT_EQ(total(growing), (AddedText{2 * kCount - 1, kCount - 1}));
  EXPECT_EQ(total(shrinking), (AddedText{2 * kCount - 1, kCount - 1}));
  EXPECT_EQ(total(interleaved), (AddedText{4 * (kCount - 1) + 41, 2 * kCount}));
  EXPECT_EQ(total(std::vector<Span>(kCount, Span{0, 4 * kCount})), (AddedText{4 * kCount, 2 * kCount}));
  const CharacterCounts counts(marked);
  std::uint64_t sum = 0;
  for (const Span span : growing) sum += counts.in(span);
  EXPECT_GT(sum, std::uint64_t{kCount} * kCount / 3);
}

}  // namespace
}  // namespace fovea
