// Suggestions of machines: who sees them when, what is written down about it, and the figures.
#include "assess/suggestions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "assess/export.h"
#include "assess/rebuild.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SuggestionsTest : public testing::Test {
 protected:
  void put(const std::string& name, SuggestionTime show, const std::string& rows) {
    std::ofstream(world.folder / "said") << rows;
    Diagnostics said;
    const auto read = read_suggestions(world.folder / "said", *world.collection, said);
    ASSERT_TRUE(read && said.ok()) << to_string(said.kept().front());
    Transaction transaction(store.database());
    put_suggestions(store, name, show, *read, {});
    transaction.commit();
  }
  std::vector<std::string> visible(const std::string& doc) {
    std::vector<std::string> out;
    for (const Suggestion& each :
         visible_suggestions(store, *store.assignment(world.first), *store.document(doc)))
      out.push_back(each.source);
    return out;
  }
  void act(const Act& act) {
    Transaction transaction(store.database());
    must(store.act(world.first, act, world.rules, {world.ann, 0}));
    transaction.commit();
  }
  std::string last_data() {
    std::string data;
    each_event(store.database(), [&](const Event& event) {
      data = event.data;
      return true;
    });
    return data;
  }

  World world;
  Store store = world.open();
};

TEST(HeldOut, IsATenthOfTheItems) {
  int held = 0;
  for (int i = 0; i < 10000; ++i) held += is_held_out("7", std::to_string(i)) ? 1 : 0;
  EXPECT_NEAR(held, 1000, 150);
  EXPECT_EQ(is_held_out("7", "1"), is_held_out("7", "1"));
}

TEST_F(SuggestionsTest, AreShownNeverAfterOrBefore) {
  ASSERT_FALSE(is_held_out("1", "a")) << "the test needs another name";
  put("never", SuggestionTime::kNever, "1 Q0 a 10 40 0 0:10\n");
  put("after", SuggestionTime::kAfter, "1 Q0 a 10 40 0 0:10\n");
  put("before", SuggestionTime::kBefore, "1 Q0 a 10 40 0 0:10\n");
  EXPECT_THAT(visible("a"), ElementsAre("before"));
  act(world.verdict(Status::kNotRelevant, 0));
  EXPECT_THAT(last_data(), HasSubstr(R"("seen":["before"])"));
  EXPECT_THAT(visible("a"), ElementsAre("after", "before"));
  act(world.mark(EventKind::kAdd, 0, 5, 1));
  EXPECT_THAT(last_data(), HasSubstr(R"("seen":["after","before"])"));
  EXPECT_THAT(visible("b"), IsEmpty());
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(SuggestionsTest, ComeFromRunsAsWell) {
  put("run", SuggestionTime::kBefore, "1 Q0 a 1 3 tag 5 10\n1 Q0 a 2 2 tag 12 8\n");
  const auto shown = visible_suggestions(store, *store.assignment(world.first), *store.document("a"));
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].state.status, Status::kRelevant);
  EXPECT_EQ(shown[0].state.spans, SpanSet({{5, 20}}));
}

TEST_F(SuggestionsTest, FiguresTellBlindVerdictsFromOthers) {
  put("model", SuggestionTime::kAfter, "1 Q0 a 10 40 0 0:10\n1 Q0 b 0 40\n");
  // First 20 characters, blind; then ten, as suggested.
  act(world.mark(EventKind::kAdd, 0, 20, 0));
  act(world.entry(4, 1));
  act(world.verdict(Status::kRelevant, 2));
  act(world.verdict(Status::kNotRelevant, 0, "b"));
  auto figures = suggestion_figures(store);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].blind.documents, 2U);
  EXPECT_DOUBLE_EQ(*figures[0].blind.kappa, 1);
  EXPECT_DOUBLE_EQ(*figures[0].blind.text_f1, 2.0 * 10 / 30);
  EXPECT_DOUBLE_EQ(*figures[0].blind.median_bep_distance, 4);
  EXPECT_EQ(figures[0].seen.documents, 0U);
  act(world.mark(EventKind::kRemove, 10, 20, 3));
  act(world.entry(0, 4));
  act(world.verdict(Status::kRelevant, 5));
  figures = suggestion_figures(store);
  EXPECT_DOUBLE_EQ(*figures[0].blind.text_f1, 2.0 * 10 / 30) << "the first verdict stays blind";
  EXPECT_EQ(figures[0].seen.documents, 1U);
  EXPECT_DOUBLE_EQ(*figures[0].seen.text_f1, 1);
  EXPECT_EQ(figures[0].seen.unchanged, 1U);
}

TEST_F(SuggestionsTest, StayApartFromWhatPeopleSay) {
  put("model", SuggestionTime::kAfter, "1 Q0 a 10 40 0 0:10\n");
  EXPECT_EQ(judgements_in(store, {}).size(), 0U);
  const auto suggested = suggested_judgements(store, "model");
  ASSERT_TRUE(suggested);
  EXPECT_THAT(suggested->topics()[0].highlights(suggested->topics()[0].documents()[0]),
              ElementsAre(Span{0, 10}));
  EXPECT_FALSE(suggested_judgements(store, "another"));
}

}  // namespace
}  // namespace fovea::assess
