// Exports read back equal, in every format; snapshots and copies.
#include "assess/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "assess/accounts.h"
#include "assess/backup.h"
#include "assess/rebuild.h"
#include "collection/document_texts.h"
#include "judgements/judgement_file.h"
#include "judgements/judgement_format.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Document a has two passages, b is not relevant, c has a mark and no verdict.
class ExportTest : public testing::Test {
 protected:
  void SetUp() override {
    Transaction transaction(store.database());
    must(store.add_pool(pool_of({{"1", {"a", "b", "c"}}}, 2), {}, *world.collection, {}));
    const Actor ann{world.ann, 0};
    must(store.act(world.first, world.mark(EventKind::kAdd, 3, 9, 0), world.rules, ann));
    must(store.act(world.first, world.mark(EventKind::kAdd, 20, 30, 1), world.rules, ann));
    must(store.act(world.first, world.entry(2, 2), world.rules, ann));
    must(store.act(world.first, world.verdict(Status::kRelevant, 3), world.rules, ann));
    must(store.act(world.first, world.verdict(Status::kNotRelevant, 0, "b"), world.rules, ann));
    must(store.act(world.first, world.mark(EventKind::kAdd, 0, 9, 0, "c"), world.rules, ann));
    transaction.commit();
  }

  World world;
  Store store = world.open();
};

void expect_same(const Judgements& read, bool highlights) {
  ASSERT_EQ(read.topics().size(), 1U);
  const TopicJudgements& topic = read.topics()[0];
  const JudgedDocument* const a = topic.find("a");
  ASSERT_NE(a, nullptr);
  EXPECT_TRUE(a->relevant());
  EXPECT_EQ(topic.find("c"), nullptr);
  if (!highlights) return;
  EXPECT_THAT(topic.highlights(*a), ElementsAre(Span{3, 9}, Span{20, 30}));
}

TEST_F(ExportTest, ReadsBackEqualInEveryFormat) {
  const Judgements out = judgements_in(store, {});
  expect_same(out, true);
  ASSERT_NE(out.topics()[0].find("b"), nullptr);
  EXPECT_EQ(*out.topics()[0].find("a")->bep, 2U);
  for (const JudgementFormat* format :
       {&judgement_formats::kInexQrels, &judgement_formats::kTrecQrels, &judgement_formats::kJsonLines,
        &judgement_formats::kWebAnnotation, &judgement_formats::kLabelStudio, &judgement_formats::kDoccano}) {
    DocumentTexts texts(texts_in_collection(*world.collection));
    std::string bytes;
    format->write(out, &texts, [&](std::string_view piece) { bytes += piece; });
    Diagnostics said;
    JudgementOptions options;
    options.collection = &*world.collection;
    options.annotation.texts = &texts;
    const auto read = read_judgements(InputFile::from_memory("export", bytes), options, said);
    ASSERT_TRUE(read && said.ok()) << format->name << ": "
                                   << (said.kept().empty() ? bytes : to_string(said.kept()[0]));
    expect_same(*read, format != &judgement_formats::kTrecQrels);
  }
}

TEST_F(ExportTest, HoldsFinishedTopicsOrAll) {
  EXPECT_EQ(judgements_in(store, {.finished_only = true}).topics().size(), 0U);
  Transaction transaction(store.database());
  must(store.act(world.first, world.act(EventKind::kUndo, 1, "c"), world.rules, {world.ann, 0}));
  must(store.act(world.first, world.verdict(Status::kProblem, 2, "c"), world.rules, {world.ann, 0}));
  EXPECT_FALSE(store.finish(world.first, world.rules, {world.ann, 0}));
  transaction.commit();
  expect_same(judgements_in(store, {.finished_only = true}), true);
}

TEST_F(ExportTest, HoldsTheSecondAssessorApart) {
  EXPECT_EQ(judgements_in(store, {.part = Part::kSecond}).size(), 0U);
  Transaction transaction(store.database());
  must(store.act(world.second, world.verdict(Status::kNotRelevant, 0), world.rules, {world.bob, 0}));
  transaction.commit();
  const Judgements second = judgements_in(store, {.part = Part::kSecond});
  ASSERT_EQ(second.size(), 1U);
  EXPECT_FALSE(second.topics()[0].find("a")->relevant());
  expect_same(judgements_in(store, {}), true);
}

TEST(Adjudication, IsWhatExportsHaveWhereTwoAssessorsDisagree) {
  World world;
  Store store = world.open();
  const auto change = [&](const auto& job) {
    Transaction transaction(store.database());
    auto outcome = job();
    transaction.commit();
    return outcome;
  };
  const auto judge = [&](std::int64_t assignment, std::int64_t account, const std::string& doc,
                         Offset begin) {
    change([&] {
      const Actor actor{account, 0};
      must(store.act(assignment, world.mark(EventKind::kAdd, begin, begin + 5, 0, doc), world.rules, actor));
      must(store.act(assignment, world.entry(begin, 1, doc), world.rules, actor));
      must(store.act(assignment, world.verdict(Status::kRelevant, 2, doc), world.rules, actor));
      return true;
    });
  };
  const auto marked = [&](Part part, const std::string& doc) {
    const Judgements all = judgements_in(store, {.part = part});
    const TopicJudgements* const topic = all.find("1");
    const JudgedDocument* const found = topic == nullptr ? nullptr : topic->find(doc);
    std::vector<Span> out;
    if (found != nullptr) {
      const auto spans = topic->highlights(*found);
      out.assign(spans.begin(), spans.end());
    }
    return out;
  };
  const std::int64_t cy = change([&] { return must(store.add_account("cy", "assessor", "", {})); });
  EXPECT_EQ(std::get<Refused>(change([&] { return store.assign("2", cy, Part::kFinal, {}); })).message,
            "topic '2' has no two assessors who could disagree");
  EXPECT_EQ(std::get<Refused>(change([&] { return store.assign("1", world.bob, Part::kFinal, {}); })).reason,
            Refusal::kConflict);
  const std::int64_t decides = change([&] { return must(store.assign("1", cy, Part::kFinal, {})); }).id;
  const auto to_decide = [&] {
    std::vector<std::string> docs;
    for (const ItemState& each : store.items(*store.assignment(decides))) docs.push_back(each.document.name);
    return docs;
  };
  judge(world.first, world.ann, "a", 0);
  judge(world.first, world.ann, "b", 10);
  EXPECT_THAT(to_decide(), IsEmpty()) << "nobody has disagreed yet";
  judge(world.second, world.bob, "a", 20);
  judge(world.second, world.bob, "b", 10);
  EXPECT_THAT(to_decide(), ElementsAre("a"));
  EXPECT_THAT(marked(Part::kFinal, "a"), ElementsAre(Span{0, 5}))
      << "the main assessor's until it is decided";
  judge(decides, cy, "a", 30);
  EXPECT_THAT(marked(Part::kFinal, "a"), ElementsAre(Span{30, 35}));
  EXPECT_THAT(marked(Part::kFinal, "b"), ElementsAre(Span{10, 15}));
  EXPECT_THAT(marked(Part::kMain, "a"), ElementsAre(Span{0, 5}));
  EXPECT_THAT(marked(Part::kSecond, "a"), ElementsAre(Span{20, 25}));
  // A topic is finished when what is to be decided is, too.
  EXPECT_FALSE(change([&] { return store.finish(world.first, world.rules, {world.ann, 0}); }));
  EXPECT_FALSE(is_finished(store, "1"));
  EXPECT_EQ(judgements_in(store, {.finished_only = true}).size(), 0U);
  EXPECT_FALSE(change([&] { return store.finish(decides, world.rules, {cy, 0}); }));
  EXPECT_TRUE(is_finished(store, "1"));
  // Without whoever decides, the main assessor's again.
  EXPECT_FALSE(change([&] { return store.unassign(decides, {}); }));
  EXPECT_THAT(marked(Part::kFinal, "a"), ElementsAre(Span{0, 5}));
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(ExportTest, GivesASnapshotAsItWas) {
  Transaction transaction(store.database());
  EXPECT_TRUE(store.add_snapshot("before", {}));
  must(store.act(world.first, world.mark(EventKind::kRemove, 0, 40, 4), world.rules, {world.ann, 0}));
  transaction.commit();
  EXPECT_EQ(judgements_in(store, {}).size(), 1U);
  expect_same(judgements_in(store, {.last = store.snapshot("before")}), true);
}

TEST_F(ExportTest, CopiesAStoreThatIsWrittenTo) {
  StoreWriter writer(world.path);
  Store reader = Store::open(world.path, false);
  back_up(reader, world.folder / "copy", Temporary::Existing::kRefuse);
  writer
      .submit([&](Store& each) {
        return each.act(world.first, world.act(EventKind::kUndo, 1, "c"), world.rules, {world.ann, 0});
      })
      .get();
  Store copy = Store::open(world.folder / "copy", false);
  EXPECT_THAT(verify(copy), IsEmpty());
  expect_same(judgements_in(copy, {}), true);
  EXPECT_EQ(head_of(copy.database()).seq + 1, head_of(reader.database()).seq);
}

TEST(Backups, KeepADayOfHoursAndAFortnightOfDays) {
  EXPECT_EQ(backup_name("s", 1794762000000), "s.20261115-17.backup");
  std::vector<std::string> names{"s.note", "other.20261115-17.backup"};
  for (int day = 1; day <= 20; ++day) {
    for (int hour = 0; hour < 24; ++hour)
      names.push_back(backup_name("s", 1793491200000LL + (day * 24LL + hour) * 3600000));
  }
  const auto gone = superseded("s", names);
  // 24 hours of the last day, which is a day too, and the last hour of 13 days before it.
  EXPECT_EQ(gone.size(), 20U * 24 - 24 - 13);
  EXPECT_THAT(gone, testing::Not(testing::Contains(names.back())));
}

TEST(Backups, AreMadeEveryHourUnlessItWouldTakeDiskThatIsKeptForSaves) {
  const World world;
  const auto copies = [&] {
    std::size_t out = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(world.path).parent_path()))
      out += entry.path().extension() == ".backup" ? 1 : 0;
    return out;
  };
  Limits limits;
  HourlyCopies hourly(world.path, limits, 0);
  EXPECT_EQ(hourly.make_if_due(kHour - 1), "");
  EXPECT_EQ(copies(), 0U) << "it is due in the next hour";
  // All of the disk is reserved.
  limits.reserve_mb = std::uint64_t{1} << 40U;
  limits.reserve_percent = 100;
  EXPECT_THAT(hourly.make_if_due(kHour), testing::HasSubstr("kept for saves"));
  EXPECT_EQ(hourly.make_if_due(kHour + kMinute), "") << "logged once an hour";
  EXPECT_EQ(copies(), 0U);
  EXPECT_THAT(hourly.make_if_due(2 * kHour), testing::HasSubstr("kept for saves"));
  limits = {};
  limits.reserve_mb = 0;
  EXPECT_EQ(hourly.make_if_due(2 * kHour + kMinute), "");
  EXPECT_EQ(copies(), 1U) << "tried again when there is room";
  EXPECT_EQ(hourly.make_if_due(2 * kHour + 2 * kMinute), "");
  EXPECT_EQ(copies(), 1U);
  EXPECT_TRUE(std::filesystem::exists(backup_name(world.path, 2 * kHour)));
  std::filesystem::remove(world.path);
  EXPECT_THAT(hourly.make_if_due(3 * kHour), testing::HasSubstr("no copy of the store was made"));
}

}  // namespace
}  // namespace fovea::assess
