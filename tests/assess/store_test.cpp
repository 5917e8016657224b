// Judging, undoing, refusing, and what the events say about it.
#include "assess/store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bitset>
#include <fstream>
#include <iterator>
#include <vector>

#include "assess/candidates.h"
#include "assess/event_kinds.h"
#include "assess/export.h"
#include "assess/item_order.h"
#include "assess/phases.h"
#include "assess/publication.h"
#include "assess/rebuild.h"
#include "assess/submissions.h"
#include "places.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A state by one flag per character.
struct NaiveState {
  std::bitset<World::kLength> marked;
  std::optional<Offset> bep;
  Status status = Status::kOpen;

  friend bool operator==(const NaiveState&, const NaiveState&) = default;
};

NaiveState naive(const DocumentState& state) {
  NaiveState out;
  for (const Span span : state.spans) {
    for (Offset at = span.begin; at < span.end; ++at) out.marked.set(at);
  }
  out.bep = state.bep;
  out.status = state.status;
  return out;
}

/// Random acts, each checked against flags per character; the stack of states is what undo and redo walk on.
RC_GTEST_PROP(Store, DoesUndoesAndRedoesExactly, ()) {
  World world;
  Store store = world.open();
  const auto doc = store.document("a")->id;
  std::vector<NaiveState> past{{}};
  std::vector<NaiveState> future;
  const auto now = [&] { return store.state(world.first, doc); };
  const int acts = *rc::gen::inRange(1, 40);
  for (int i = 0; i < acts; ++i) {
    const std::int64_t version = now().version;
    NaiveState next = past.back();
    Act act;
    const int kind = *rc::gen::inRange(0, 7);
    const auto begin = static_cast<Offset>(*rc::gen::inRange(0, 39));
    const auto end = static_cast<Offset>(*rc::gen::inRange(static_cast<int>(begin) + 1, 41));
    bool allowed = true;
    if (kind <= 1) {
      act = world.mark(kind == 0 ? EventKind::kAdd : EventKind::kRemove, begin, end, version);
      for (Offset at = begin; at < end; ++at) next.marked.set(at, kind == 0);
    } else if (kind == 2) {
      act = world.entry(begin, version);
      next.bep = begin;
    } else if (kind == 3) {
      const Status status = *rc::gen::element(Status::kRelevant, Status::kNotRelevant, Status::kProblem);
      act = world.verdict(status, version);
      next.status = status;
      if (status == Status::kRelevant) allowed = next.marked.any() && next.bep;
      if (status == Status::kNotRelevant) allowed = next.marked.none() && !next.bep;
    } else if (kind == 4) {
      act = world.act(EventKind::kReopen, version);
      next.status = Status::kOpen;
    } else {
      act = world.act(kind == 5 ? EventKind::kUndo : EventKind::kRedo, version);
      allowed = kind == 5 ? past.size() > 1 : !future.empty();
    }
    if (kind <= 2 && !(next == past.back())) next.status = Status::kOpen;
    Transaction transaction(store.database());
    const auto outcome = store.act(world.first, act, world.rules, {world.ann, i});
    transaction.commit();
    RC_ASSERT((refused(outcome) == nullptr) == allowed);
    if (allowed && kind == 5) {
      future.push_back(past.back());
      past.pop_back();
    } else if (allowed && kind == 6) {
      past.push_back(future.back());
      future.pop_back();
    } else if (allowed && !(next == past.back())) {
      past.push_back(next);
      future.clear();
    }
    RC_ASSERT(naive(now()) == past.back());
  }
  RC_ASSERT(verify(store).empty());
  // Everything can be taken back, by a connection that was not there before too.
  Store later = world.open();
  while (past.size() > 1) {
    const std::int64_t version = later.state(world.first, doc).version;
    Transaction transaction(later.database());
    RC_ASSERT(refused(later.act(world.first, world.act(EventKind::kUndo, version), world.rules,
                                {world.ann, 0})) == nullptr);
    transaction.commit();
    past.pop_back();
    RC_ASSERT(naive(later.state(world.first, doc)) == past.back());
  }
  RC_ASSERT(verify(later).empty());
}

class StoreTest : public testing::Test {
 protected:
  /// In a transaction of its own.
  Outcome<Accepted> act(const Act& act, std::optional<std::int64_t> account = std::nullopt) {
    Transaction transaction(store.database());
    auto outcome = store.act(assignment, act, world.rules, {account.value_or(world.ann), 0});
    transaction.commit();
    return outcome;
  }
  std::string refusal(const Outcome<Accepted>& outcome) {
    return refused(outcome) == nullptr ? "accepted" : refused(outcome)->message;
  }
  /// Marks, enters and judges as relevant.
  void judge(const std::string& doc) {
    act(world.mark(EventKind::kAdd, 3, 9, 0, doc));
    act(world.entry(4, 1, doc));
    EXPECT_EQ(refusal(act(world.verdict(Status::kRelevant, 2, doc))), "accepted");
  }

  World world;
  Store store = world.open();
  std::int64_t assignment = world.first;
};

TEST_F(StoreTest, AnswersWhatWasSentTwiceAsTheFirstTime) {
  const Act mark = world.mark(EventKind::kAdd, 0, 5, 0);
  const Accepted once = must(act(mark));
  const Accepted twice = must(act(mark));
  EXPECT_EQ(once.seq, twice.seq);
  EXPECT_EQ(once.version, twice.version);
  EXPECT_EQ(store.state(assignment, store.document("a")->id).version, 1);
}

TEST_F(StoreTest, RefusesTheNumberOfAnothersAct) {
  const Act mark = world.mark(EventKind::kAdd, 0, 5, 0);
  must(act(mark));
  assignment = world.second;
  const auto outcome = act(mark, world.bob);
  ASSERT_NE(refused(outcome), nullptr);
  EXPECT_EQ(refused(outcome)->reason, Refusal::kForeign);
}

TEST_F(StoreTest, RefusesActsAboutAnOlderVersion) {
  must(act(world.mark(EventKind::kAdd, 0, 5, 0)));
  const auto outcome = act(world.mark(EventKind::kAdd, 10, 15, 0));
  ASSERT_NE(refused(outcome), nullptr);
  EXPECT_EQ(refused(outcome)->reason, Refusal::kConflict);
  EXPECT_EQ(refusal(outcome), "the document has version 1, and the act is about version 0");
}

TEST_F(StoreTest, RefusesOtherPeoplesAssignments) {
  const auto outcome = act(world.mark(EventKind::kAdd, 0, 5, 0), world.bob);
  ASSERT_NE(refused(outcome), nullptr);
  EXPECT_EQ(refused(outcome)->reason, Refusal::kForeign);
  assignment = 99;
  EXPECT_EQ(refused(act(world.mark(EventKind::kAdd, 0, 5, 0)))->reason, Refusal::kNotFound);
}

TEST_F(StoreTest, RefusesAnotherText) {
  Act mark = world.mark(EventKind::kAdd, 0, 5, 0);
  mark.sha256 = sha256("another text");
  EXPECT_EQ(refused(act(mark))->reason, Refusal::kConflict);
}

TEST_F(StoreTest, RefusesDocumentsThatAreNotToBeJudged) {
  EXPECT_EQ(refused(act(world.mark(EventKind::kAdd, 0, 5, 0, "c")))->reason, Refusal::kNotFound);
  EXPECT_EQ(refused(act(world.mark(EventKind::kAdd, 0, 5, 0, "nothing")))->reason, Refusal::kNotFound);
}

TEST_F(StoreTest, ChecksWhatIsMarkedAndJudged) {
  EXPECT_EQ(refusal(act(world.mark(EventKind::kAdd, 5, 5, 0))),
            "characters 5 to 5 are no text of a document with 40 characters");
  EXPECT_THAT(refusal(act(world.mark(EventKind::kAdd, 5, 41, 0))), HasSubstr("no text"));
  EXPECT_THAT(refusal(act(world.entry(40, 0))), HasSubstr("behind the end"));
  EXPECT_THAT(refusal(act(world.verdict(Status::kRelevant, 0))), HasSubstr("needs marked text"));
  must(act(world.mark(EventKind::kAdd, 0, 5, 0)));
  EXPECT_THAT(refusal(act(world.verdict(Status::kRelevant, 1))), HasSubstr("needs a best entry point"));
  EXPECT_THAT(refusal(act(world.verdict(Status::kNotRelevant, 1))), HasSubstr("take them away"));
  Act grade = world.act(EventKind::kGrade, 1);
  grade.path = "/t[1]";
  grade.grade = Grade{2, 2};
  EXPECT_EQ(refusal(act(grade)), "in this track text is marked, and no element graded");
}

TEST_F(StoreTest, LocksAndOpensAgain) {
  Transaction transaction(store.database());
  EXPECT_FALSE(store.set_locked(assignment, true, {}));
  transaction.commit();
  EXPECT_EQ(refused(act(world.mark(EventKind::kAdd, 0, 5, 0)))->reason, Refusal::kLocked);
  Transaction again(store.database());
  EXPECT_FALSE(store.set_locked(assignment, false, {}));
  again.commit();
  must(act(world.mark(EventKind::kAdd, 0, 5, 0)));
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(StoreTest, IsDoneWhenAllIsJudgedAndOpenAgainAfterAnEdit) {
  const auto finish = [&] {
    Transaction transaction(store.database());
    const auto outcome = store.finish(assignment, world.rules, {world.ann, 0});
    transaction.commit();
    return outcome ? outcome->message : "done";
  };
  EXPECT_EQ(finish(), "2 of its documents are not judged yet, 'a' the first");
  judge("a");
  must(act(world.verdict(Status::kNotRelevant, 0, "b")));
  EXPECT_EQ(finish(), "done");
  EXPECT_EQ(store.assignment(assignment)->state, AssignmentState::kDone);
  must(act(world.mark(EventKind::kAdd, 20, 25, 3)));
  EXPECT_EQ(store.assignment(assignment)->state, AssignmentState::kOpen);
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(StoreTest, OpensFinishedTopicsForANewBatchAlone) {
  judge("a");
  must(act(world.verdict(Status::kNotRelevant, 0, "b")));
  Transaction transaction(store.database());
  EXPECT_FALSE(store.finish(assignment, world.rules, {world.ann, 0}));
  // The same pool again changes nothing.
  EXPECT_EQ(must(store.add_pool(pool_of({{"1", {"a", "b"}}, {"2", {"a", "b"}}}), {}, *world.collection, {})),
            0);
  EXPECT_EQ(store.assignment(assignment)->state, AssignmentState::kDone);
  EXPECT_EQ(must(store.add_pool(pool_of({{"1", {"a", "b", "c"}}}, 2), {}, *world.collection, {})), 1);
  EXPECT_EQ(store.assignment(assignment)->state, AssignmentState::kOpen);
  transaction.commit();
  const auto items = store.items(*store.assignment(assignment));
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[2].batch, 2);
  EXPECT_TRUE(items[0].state.judged());
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(StoreTest, ExtraDocumentsReopenTheWorkOfWhoAddsThemAlone) {
  const auto judge_all = [&](std::int64_t id, std::int64_t account) {
    for (const ItemState& item : store.items(*store.assignment(id))) {
      if (!item.state.judged())
        must(store.act(id, world.verdict(Status::kNotRelevant, item.state.version, item.document.name),
                       world.rules, {account, 0}));
    }
    EXPECT_FALSE(store.finish(id, world.rules, {account, 0}));
  };
  const auto states = [&] {
    return std::pair(store.assignment(world.first)->state, store.assignment(world.second)->state);
  };
  using enum AssignmentState;
  Transaction transaction(store.database());
  judge_all(world.first, world.ann);
  must(store.add_extra(world.second, "c", world.rules, {world.bob, 0}));
  EXPECT_EQ(states(), std::pair(kDone, kOpen));
  judge_all(world.second, world.bob);
  EXPECT_EQ(states(), std::pair(kDone, kDone));
  // The document is among the first one's items all the same, for whoever wants to judge it.
  must(store.act(world.first, world.verdict(Status::kNotRelevant, 0, "c"), world.rules, {world.ann, 0}));
  EXPECT_EQ(states(), std::pair(kDone, kDone));
  transaction.commit();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(StoreTest, ReplaysExtraDocumentsOfEarlierVersionsAsTheyWere) {
  judge("a");
  must(act(world.verdict(Status::kNotRelevant, 0, "b")));
  Transaction transaction(store.database());
  EXPECT_FALSE(store.finish(assignment, world.rules, {world.ann, 0}));
  store.record(EventKind::kExtra, {{"topic", "1"}, {"doc", "c"}}, {world.bob, 0}, world.second);
  transaction.commit();
  EXPECT_EQ(store.assignment(assignment)->state, AssignmentState::kOpen);
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(StoreTest, ShowsItemsInTheOrderOfTheTrack) {
  pools::Pool pool = pool_of({{"1", {"a", "b", "c"}}});
  pool.runs = {{"r", "R", "r.run", "00"}, {"s", "S", "s.run", "01"}, {"t", "S", "t.run", "02"}};
  pool.topics[0].reach = {9, 9, 9};
  pool.topics[0].items[0].origins = {{0, 1}};          // a: one group, first rank
  pool.topics[0].items[1].origins = {{0, 2}, {1, 7}};  // b: two groups, second rank at best
  pool.topics[0].items[2].origins = {{0, 5}, {2, 1}};  // c: two groups, first rank at best
  for (pools::PoolItem& item : pool.topics[0].items) item.batch = 1;
  Transaction transaction(store.database());
  must(store.add_pool(pool, {}, *world.collection, {}));
  transaction.commit();
  const auto shown = [&](ItemOrder order) {
    auto items = store.items(*store.assignment(assignment));
    put_in_shown_order(store, "1", order, items);
    std::string out;
    for (const ItemState& item : items) out += item.document.name;
    return out;
  };
  EXPECT_EQ(shown(ItemOrder::kPrioritised), "cba");
  EXPECT_EQ(shown(ItemOrder::kId), "abc");
  EXPECT_EQ(shown(ItemOrder::kRandom), shown(ItemOrder::kRandom));
}

TEST_F(StoreTest, RefusesPoolsOfDocumentsThatAreNotThere) {
  Transaction transaction(store.database());
  const auto outcome = store.add_pool(pool_of({{"1", {"zzz"}}}), {}, *world.collection, {});
  EXPECT_EQ(std::get<Refused>(outcome).message, "document 'zzz' of the pool is not in the collection");
}

TEST_F(StoreTest, GivesATopicToOneMainAssessor) {
  Transaction transaction(store.database());
  EXPECT_EQ(std::get<Refused>(store.assign("1", world.bob, Part::kMain, {})).message,
            "topic '1' is given to 'ann' already");
  EXPECT_EQ(std::get<Refused>(store.assign("9", world.bob, Part::kMain, {})).message,
            "there is no topic '9'");
}

TEST_F(StoreTest, TakesATopicFromAnAssessorAndGivesItBackWithTheWork) {
  judge("a");
  const auto change = [&](const auto& job) {
    Transaction transaction(store.database());
    auto outcome = job();
    transaction.commit();
    return outcome;
  };
  const auto given_to = [&](std::int64_t account) {
    return must(change([&] { return store.assign("1", account, Part::kMain, {}); })).id;
  };
  const std::int64_t cy = change([&] { return must(store.add_account("cy", "assessor", "", {})); });
  const std::int64_t before = head_of(store.database()).seq;
  EXPECT_FALSE(change([&] { return store.unassign(assignment, {}); }));
  EXPECT_TRUE(change([&] { return store.unassign(assignment, {}); })) << "it is nobody's any more";
  EXPECT_FALSE(store.assignment(assignment));
  EXPECT_EQ(refused(act(world.mark(EventKind::kAdd, 0, 5, 3)))->reason, Refusal::kNotFound);
  const auto exported = [&](std::optional<std::int64_t> last) {
    return judgements_in(store, {.last = last}).topics().size();
  };
  EXPECT_EQ(exported(std::nullopt), 0U);
  EXPECT_EQ(exported(before), 1U);
  // Another gets the topic under a number of its own, and begins with nothing.
  const std::int64_t other = given_to(cy);
  EXPECT_GT(other, std::max(world.first, world.second));
  EXPECT_EQ(store.state(other, store.document("a")->id).version, 0);
  EXPECT_FALSE(change([&] { return store.unassign(other, {}); }));
  EXPECT_EQ(given_to(world.ann), assignment);
  EXPECT_EQ(store.state(assignment, store.document("a")->id).status, Status::kRelevant);
  must(act(world.mark(EventKind::kAdd, 20, 25, 3)));
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(StoreTest, KeepsAnswersAndTheirHistory) {
  const auto say = [&](const std::string& value, std::uint64_t op) {
    Transaction transaction(store.database());
    must(store.answer(assignment, {"b", "B1", value}, op_of(op), world.rules, {world.ann, 0}));
    transaction.commit();
  };
  say("3", 1000);
  say("4", 1001);
  say("3", 1000);  // sent again, and late
  EXPECT_EQ(store.answers(assignment).at({"b", "B1"}), "4");
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(StoreTest, NeverChangesEvents) {
  EXPECT_THROW(store.database().run("UPDATE event SET kind = 'x' WHERE seq = 1"), StoreError);
  EXPECT_THROW(store.database().run("DELETE FROM event"), StoreError);
}

TEST_F(StoreTest, FindsWhatWasChangedBehindItsBack) {
  judge("a");
  EXPECT_THAT(verify(store), IsEmpty());
  Database raw(world.path, Database::Mode::kWrite);
  raw.run("UPDATE state SET bep = 7");
  EXPECT_THAT(verify(store), ElementsAre("1 states of documents are not what the events say"));
  raw.run("UPDATE state SET bep = 4");
  EXPECT_THAT(verify(store), IsEmpty());
  raw.run("DROP TRIGGER event_stays");
  raw.run("UPDATE event SET server_ms = 5 WHERE seq = 3");
  EXPECT_THAT(verify(store),
              ElementsAre("event 3 is not chained to the one before: it, or one before it, was changed"));
}

TEST_F(StoreTest, FindsRowsOfEveryDerivedTableThatTheEventsDoNotSay) {
  judge("a");
  {
    Transaction transaction(store.database());
    must(store.answer(assignment, {"b", "B1", "3"}, op_of(1000), world.rules, {world.ann, 0}));
    EXPECT_TRUE(store.add_snapshot("final", {}));
    must(change_phase(store, Phase::kTopics, {PhaseState::kOpen}, {}));
    const std::int64_t cy = must(admit(store, "cy", {}, "Harbour", {}));
    must(add_candidate(store, "Harbour", op_of(1001), {}, {cy, 0}));
    must(change_phase(store, Phase::kRuns, {PhaseState::kOpen}, {}));
    Submission sent;
    sent.group = "Harbour";
    sent.name = "one";
    must(add_submission(store, sent, {}, false, {cy, 0}));
    must(begin_publication(store, "official", {}));
    transaction.commit();
  }
  EXPECT_THAT(verify(store), IsEmpty());
  for (const DerivedTable& table : kDerivedTables) {
    Database raw(world.path, Database::Mode::kWrite);
    Transaction transaction(raw);
    raw.run(fmt::format("DELETE FROM {}", table.name));
    const auto rows = raw.changes();
    EXPECT_GT(rows, 0) << table.name;
    transaction.commit();
    EXPECT_THAT(verify(store), Contains(fmt::format("{} {} are not what the events say", rows, table.rows)));
    // As the events say it again.
    std::vector<std::string> faults;
    Store rebuilt = rebuild(store, std::nullopt, faults);
    EXPECT_EQ(rebuilt.database().number(fmt::format("SELECT count(*) FROM {}", table.name)), rows);
  }
}

TEST_F(StoreTest, IsRebuiltAsItWasAtAnyEvent) {
  const std::int64_t before = head_of(store.database()).seq;
  judge("a");
  std::vector<std::string> faults;
  Store then = rebuild(store, before, faults);
  const std::int64_t doc = store.document("a")->id;
  EXPECT_TRUE(store.state(assignment, doc).judged());
  EXPECT_FALSE(then.state(assignment, doc).judged());
  EXPECT_EQ(then.items(*then.assignment(assignment)).size(), 2U) << "what is judged is in the store itself";
  EXPECT_THAT(faults, IsEmpty());
}

TEST(EventKinds, StandInTheDocsAsTheirRecordsHaveThem) {
  std::ifstream file(source_folder() + "/docs/specs/store.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(page, testing::HasSubstr(events_as_markdown()));
  const std::size_t list = page.find("These tables follow from events:");
  ASSERT_NE(list, std::string::npos);
  const std::string derived = page.substr(list, page.find(". ", list) - list);
  for (const DerivedTable& table : kDerivedTables)
    EXPECT_THAT(derived, testing::HasSubstr(fmt::format("`{}`", table.name)));
  for (const EventRecord& each : event_records()) {
    EXPECT_EQ(event_kind_named(each.name), each.kind);
    EXPECT_EQ(each.apply == nullptr, each.changes.starts_with("nothing")) << each.name;
  }
  EXPECT_FALSE(event_kind_named("lunch"));
}

TEST_F(StoreTest, FindsEventsThatWereCutOff) {
  judge("a");
  Transaction transaction(store.database());
  EXPECT_TRUE(store.add_snapshot("final", {}));
  EXPECT_FALSE(store.add_snapshot("final", {}));
  transaction.commit();
  EXPECT_THAT(verify(store), IsEmpty());
  Database raw(world.path, Database::Mode::kWrite);
  raw.run("DROP TRIGGER event_remains");
  raw.run("DELETE FROM event WHERE seq >= (SELECT seq FROM snapshot)");
  EXPECT_THAT(verify(store), testing::Contains("snapshot 'final' was taken of other events"));
}

TEST(Stores, RefuseOtherFiles) {
  const TemporaryFolder folder;
  EXPECT_THROW(Store::open(folder / "nothing", false), StoreError);
  EXPECT_THROW(
      Store::open(folder.write("text", "this is a text, and a rather long one, of more than 16 bytes"), true),
      StoreError);
  Store::create(folder / "s");
  EXPECT_THROW(Store::create(folder / "s"), StoreError);
  Database(folder / "s", Database::Mode::kWrite).run("PRAGMA user_version = 9");
  EXPECT_THROW(Store::open(folder / "s", true), StoreError);
}

}  // namespace
}  // namespace fovea::assess
