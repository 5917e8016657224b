// Phases that organisers open and close, roles and groups; and stores of before there were any.
#include "assess/phases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "assess/accounts.h"
#include "assess/rebuild.h"
#include "assess/schema.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The acts of the log on phases, in their order.
std::vector<std::string> logged(Store& store, EventKind kind) {
  std::vector<std::string> out;
  each_event(store.database(), [&](const Event& event) {
    if (event.kind == kind) out.push_back(event.data);
    return true;
  });
  return out;
}

TEST(Phases, AreOpenedClosedAndOpenedAgainAndAllOfItIsLogged) {
  World world;
  Store store = world.open();
  EXPECT_EQ(phases(store).size(), 6U);
  EXPECT_EQ(phase_record(store, Phase::kTopics).state, PhaseState::kPlanned);
  EXPECT_THAT(refuse_unless_open(store, Phase::kTopics)->message, HasSubstr("not open yet"));
  must(change_phase(store, Phase::kTopics, {PhaseState::kOpen, "2026-11-01", "2026-11-30"}, {{}, 5}));
  EXPECT_FALSE(refuse_unless_open(store, Phase::kTopics));
  EXPECT_TRUE(std::holds_alternative<Refused>(change_phase(store, Phase::kTopics, {PhaseState::kOpen}, {})));
  must(change_phase(store, Phase::kTopics, {PhaseState::kClosed}, {{}, 6}));
  EXPECT_THAT(refuse_unless_open(store, Phase::kTopics)->message, HasSubstr("is closed"));
  must(change_phase(store, Phase::kTopics, {PhaseState::kOpen}, {{}, 7}));
  must(change_phase(store, Phase::kTopics, {.until = "2026-12-24"}, {{}, 8}));
  EXPECT_EQ(phase_record(store, Phase::kTopics),
            (PhaseRecord{Phase::kTopics, PhaseState::kOpen, "2026-11-01", "2026-12-24", 8}));
  EXPECT_THAT(logged(store, EventKind::kPhase),
              ElementsAre(R"({"phase":"topics","act":"open","from":"2026-11-01","until":"2026-11-30"})",
                          R"({"phase":"topics","act":"close"})", R"({"phase":"topics","act":"reopen"})",
                          R"({"phase":"topics","act":"dates","until":"2026-12-24"})"));
  EXPECT_THAT(verify(store), IsEmpty());
  store.database().run("UPDATE phase SET state = 'closed'");
  EXPECT_THAT(verify(store), ElementsAre("1 phases are not what the events say"));
}

TEST(Phases, TakeDaysOfTheCalendarAlone) {
  for (const char* day : {"2026-11-30", "2024-02-29", "0001-01-01"}) EXPECT_TRUE(is_date(day)) << day;
  for (const char* none : {"2026-11-31", "2026-02-29", "2026-13-01", "2026-1-01", "26-11-30", "2026/11/30",
                           "", "2026-11-3a", "2026-11-301", "-026-11-30"})
    EXPECT_FALSE(is_date(none)) << none;
  World world;
  Store store = world.open();
  const auto refused = [&](const PhaseChange& change) {
    return std::holds_alternative<Refused>(change_phase(store, Phase::kRuns, change, {}));
  };
  EXPECT_TRUE(refused({.from = "soon"}));
  EXPECT_TRUE(refused({.from = "2026-12-02", .until = "2026-12-01"}));
  EXPECT_FALSE(refused({.from = "2026-12-01", .until = "2026-12-01"}));
  EXPECT_TRUE(refused({.until = "2026-11-30"})) << "before its first day";
  EXPECT_FALSE(refused({.from = "", .until = "2026-11-30"})) << "a day can be taken back";
}

TEST(Phases, JudgingEndsWithAssessmentAndBeginsWithoutIt) {
  World world;
  Store store = world.open();
  must(store.act(world.first, world.mark(EventKind::kAdd, 1, 2, 0), world.rules, {world.ann}));
  must(change_phase(store, Phase::kAssessment, {PhaseState::kOpen}, {}));
  must(store.act(world.first, world.mark(EventKind::kAdd, 3, 4, 1), world.rules, {world.ann}));
  must(change_phase(store, Phase::kAssessment, {PhaseState::kClosed}, {}));
  const auto outcome = store.act(world.first, world.mark(EventKind::kAdd, 5, 6, 2), world.rules, {world.ann});
  ASSERT_NE(refused(outcome), nullptr);
  EXPECT_EQ(refused(outcome)->reason, Refusal::kLocked);
  EXPECT_THAT(refused(outcome)->message, HasSubstr("'assessment' is closed"));
}

TEST(Roles, AddUpAndParticipantsHaveAGroupThatStays) {
  World world;
  Store store = world.open();
  EXPECT_EQ(to_string(*roles_named("participant,organiser")), "organiser,participant");
  for (const char* none : {"", "assessor,", "judge", "assessor participant"})
    EXPECT_FALSE(roles_named(none)) << none;
  EXPECT_TRUE(std::holds_alternative<Refused>(admit(store, "cy", Roles(Role::kParticipant), "", {})));
  EXPECT_FALSE(store.account("cy")) << "nothing is made of what is refused";
  EXPECT_TRUE(std::holds_alternative<Refused>(admit(store, "cy", Roles(Role::kReader), "Harbour", {})));
  const std::int64_t cy = must(admit(store, "cy", {}, "Harbour", {}));
  EXPECT_EQ(to_string(roles_of(store, cy)), "participant");
  EXPECT_EQ(group_of(store, cy), "Harbour");
  // Ann judges already, and takes part from now on.
  EXPECT_EQ(must(admit(store, "ann", Roles(Role::kParticipant), "Harbour", {})), world.ann);
  EXPECT_EQ(to_string(roles_of(store, world.ann)), "assessor,participant");
  EXPECT_TRUE(std::holds_alternative<Refused>(admit(store, "ann", {}, "Lighthouse", {})));
  EXPECT_THAT(groups(store), ElementsAre("Harbour"));
  EXPECT_TRUE(set_roles(store, cy, {}, "", {}));
  EXPECT_FALSE(set_roles(store, cy, Roles(Role::kReader), "", {}));
  EXPECT_THAT(verify(store), IsEmpty());
  store.database().run("UPDATE account SET role = 'organiser' WHERE name = 'cy'");
  EXPECT_THAT(verify(store), ElementsAre("1 accounts are not what the events say"));
}

TEST(Roles, DecideRightsTogether) {
  const auto somebody = [](std::string_view roles, const std::string& group = "") {
    return Session{1, "x", *roles_named(roles), group, "", "", 0};
  };
  EXPECT_TRUE(may(somebody("organiser,assessor"), Action::kSeeFigures));
  EXPECT_TRUE(may(somebody("reader"), Action::kSeeFigures));
  EXPECT_FALSE(may(somebody("assessor,reader"), Action::kSeeFigures)) << "who judges does so alone";
  EXPECT_FALSE(may(somebody("reader,participant", "H"), Action::kSeeFigures)) << "nor who takes part";
  EXPECT_TRUE(may(somebody("participant", "H"), Action::kTakePart));
  EXPECT_FALSE(may(somebody("organiser"), Action::kTakePart));
  EXPECT_FALSE(may(somebody("participant", "H"), Action::kOrganise));
}

/// A store as version 1 had it.
void make_old(const std::string& path) {
  Database database(path, Database::Mode::kWrite);
  for (const char* table : {"publication", "upload_token", "submission", "candidate", "phase", "member"})
    database.run(std::string("DROP TABLE ") + table);
  database.run("PRAGMA user_version = 1");
}

TEST(OldStores, AreReadAsTheyAreAndBroughtUpToDateWhenWritten) {
  World world;
  { const Store store = world.open(); }
  make_old(world.path);
  {
    Store reader = Store::open(world.path, false);
    EXPECT_EQ(phase_record(reader, Phase::kRuns).state, PhaseState::kPlanned);
    EXPECT_THAT(verify(reader), IsEmpty());
    EXPECT_EQ(reader.database().number("PRAGMA user_version"), 1);
  }
  {
    Store writer = Store::open(world.path, true);
    EXPECT_EQ(writer.database().number("PRAGMA user_version"), kStoreVersion);
    must(change_phase(writer, Phase::kRuns, {PhaseState::kOpen}, {}));
    must(admit(writer, "cy", {}, "Harbour", {}));
    EXPECT_THAT(verify(writer), IsEmpty());
  }
  // As it was, beside it.
  Store before = Store::open(world.path + ".version-1", false);
  EXPECT_EQ(before.database().number("PRAGMA user_version"), 1);
  EXPECT_THAT(verify(before), IsEmpty());
  EXPECT_FALSE(before.account("cy"));
  Store store = Store::open(world.path, true);
  store.database().run("PRAGMA user_version = 99");
  EXPECT_THROW(Store::open(world.path, false), StoreError);
}

}  // namespace
}  // namespace fovea::assess
