#include "runs/task.h"
#include "places.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <map>

#include "runs/reading.h"
#include "runs/task_check.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The single topic of a run given as text.
struct OneTopic {
  explicit OneTopic(std::string_view text) : read(read_run(text)) {
    EXPECT_EQ(read.said(), "");
    Diagnostics ignored;
    read.run->read(0, topic, ignored);
  }
  ReadRun read;
  TopicResults topic;
};

std::vector<std::string> breaches(std::string_view text, const TaskRules& rules) {
  const OneTopic one(text);
  TaskJudge judge(rules);
  Diagnostics diagnostics;
  for (const Breach& breach : judge.judge(one.topic)) report(breach, one.topic, rules, "run", diagnostics);
  std::vector<std::string> said;
  for (const Diagnostic& diagnostic : diagnostics.kept()) said.push_back(to_string(diagnostic));
  return said;
}

struct Repaired {
  std::vector<std::string> rows;
  std::vector<std::string> changes;
};

Repaired repaired(std::string_view text, const TaskRules& rules) {
  OneTopic one(text);
  TaskJudge judge(rules);
  Diagnostics diagnostics;
  judge.repair(one.topic, "run", diagnostics);
  Repaired done;
  for (const Result& r : one.topic.results) {
    done.rows.push_back(fmt::format("{} {}-{}", r.doc, r.span.begin, r.span.end));
  }
  for (const Diagnostic& diagnostic : diagnostics.kept()) done.changes.push_back(diagnostic.message);
  return done;
}

TEST(Tasks, AreKnownByTheNamesPeopleUse) {
  EXPECT_EQ(task_named("Relevant in Context")->name, "relevant-in-context");
  EXPECT_EQ(task_named("RelevantInContext")->name, "relevant-in-context");
  EXPECT_EQ(task_named("BiC")->name, "best-in-context");
  EXPECT_EQ(task_named("restricted_focused")->name, "restricted-focused");
  EXPECT_EQ(task_named("nothing"), nullptr);
  for (const Task& task : all_tasks()) {
    EXPECT_EQ(task_named(task.name), &task);
  }
}

TEST(Overlap, IsReportedWithTheEarlierResult) {
  EXPECT_THAT(breaches("7 Q0 d 1 9 t 100 200\n7 Q0 d 2 8 t 120 10\n", {.no_overlap = true}),
              ElementsAre("run:2: topic '7', document 'd': 120–130 overlaps 100–300 of line 1"));
  EXPECT_THAT(breaches("7 Q0 d 1 9 t /a[1]/b[1]\n7 Q0 d 2 8 t /a[1]\n", {.no_overlap = true}),
              ElementsAre("run:2: topic '7', document 'd': '/a[1]' overlaps '/a[1]/b[1]' of line 1"));
  EXPECT_THAT(
      breaches("7 Q0 d 1 9 t /a[1]/b[1]\n7 Q0 d 2 8 t /a[1]/b[1]/c[1]\n", {.no_overlap = true}),
      ElementsAre("run:2: topic '7', document 'd': '/a[1]/b[1]/c[1]' overlaps '/a[1]/b[1]' of line 1"));
  EXPECT_THAT(breaches("7 Q0 d 1 9 t 0 9\n7 Q0 d 2 8 t\n", {.no_overlap = true}),
              ElementsAre("run:2: topic '7', document 'd': the whole document overlaps 0–9 of line 1"));
}

TEST(Overlap, IsNotTouchingNorInAnotherDocumentNorAmongSiblings) {
  EXPECT_THAT(
      breaches("7 Q0 d 1 9 t 100 20\n7 Q0 d 2 8 t 120 20\n7 Q0 e 3 7 t 110 20\n", {.no_overlap = true}),
      IsEmpty());
  EXPECT_THAT(breaches("7 Q0 d 1 9 t /a[1]/b[1]\n7 Q0 d 2 8 t /a[1]/b[12]\n7 Q0 d 3 8 t /a[1]/b[2]/c[1]\n",
                       {.no_overlap = true}),
              IsEmpty());
}

TEST(Overlap, ThatCannotBeToldWithoutACollectionIsCounted) {
  const OneTopic one("7 Q0 d 1 9 t /a[1]/b[1]\n7 Q0 d 2 8 t 0 10\n7 Q0 e 3 7 t /a[1] /a[1]\n");
  TaskJudge judge({.no_overlap = true});
  EXPECT_TRUE(judge.judge(one.topic).empty());
  EXPECT_EQ(judge.unjudged(), 2U);
}

TEST(Duplicates, AreFoundInEveryTaskAndInNone) {
  EXPECT_THAT(breaches("7 Q0 d 1 9 t 1 2\n7 Q0 d 2 8 t 1 3\n7 Q0 d 3 7 t 1 2\n", {}),
              ElementsAre("run:3: topic '7', document 'd': 1–3 was returned before, on line 1"));
  EXPECT_THAT(
      breaches("7 Q0 d 1 9 t\n7 Q0 d 2 8 t\n", {.one_per_article = true}),
      ElementsAre("run:2: topic '7', document 'd': the whole document was returned before, on line 1"));
  EXPECT_THAT(breaches("7 Q0 d 1 9 t /a[1]\n7 Q0 d 2 8 t /a[1]\n", {.no_overlap = true}),
              ElementsAre(HasSubstr("'/a[1]' was returned before")));
  EXPECT_THAT(breaches("7 Q0 d 1 9 t X\n7 Q0 d 2 8 t X\n", {.no_overlap = true}), IsEmpty());
}

TEST(Grouping, IsReportedWhereADocumentComesBack) {
  EXPECT_THAT(
      breaches("7 Q0 d 1 9 t 0 2\n7 Q0 e 2 8 t 1 3\n7 Q0 d 3 7 t 5 2\n7 Q0 d 4 6 t 9 2\n", {.grouped = true}),
      ElementsAre(
          "run:3: topic '7', document 'd': comes back after other documents; its results began on line 1"));
}

TEST(OnePerArticle, IsReportedAtTheSecondResult) {
  EXPECT_THAT(
      breaches("7 Q0 d 1 9 t 0 1\n7 Q0 d 2 8 t 5 1\n", {.one_per_article = true}),
      ElementsAre("run:2: topic '7', document 'd': is answered again; its first result is on line 1"));
}

TEST(Limits, AreReportedOncePerTopicOrArticle) {
  EXPECT_THAT(
      breaches("7 Q0 a 1 9 t 0 1\n7 Q0 b 2 8 t 5 1\n7 Q0 c 3 8 t 5 1\n", {.max_results = 1}),
      ElementsAre("run:2: topic '7', document 'b': found 3 results of the topic, expected at most 1"));
  EXPECT_THAT(
      breaches("7 Q0 a 1 9 t 0 60\n7 Q0 b 2 8 t 5 60\n7 Q0 c 3 8 t 5 1\n", {.max_chars_per_topic = 100}),
      ElementsAre("run:2: topic '7', document 'b': found 121 characters in the topic, expected at most "
                  "100; the limit is passed here"));
  EXPECT_THAT(
      breaches("7 Q0 a 1 9 t 0 60\n7 Q0 a 2 8 t 60 41\n7 Q0 b 3 8 t 5 100\n", {.max_chars_per_article = 100}),
      ElementsAre("run:2: topic '7', document 'a': found 101 characters of the document, expected at "
                  "most 100; the limit is passed here"));
}

TEST(Repair, DropsLaterOverlap) {
  const auto done =
      repaired("7 Q0 d 1 9 t 0 10\n7 Q0 d 2 8 t 5 10\n7 Q0 d 3 7 t 10 10\n", {.no_overlap = true});
  EXPECT_THAT(done.rows, ElementsAre("d 0-10", "d 10-20"));
  EXPECT_THAT(done.changes, ElementsAre("dropped (overlap with line 1)"));
}

TEST(Repair, GroupsArticlesAtTheirFirstAppearance) {
  const auto done =
      repaired("7 Q0 d 1 9 t 0 1\n7 Q0 e 2 8 t 0 1\n7 Q0 d 3 7 t 5 1\n7 Q0 e 4 7 t 5 1\n", {.grouped = true});
  EXPECT_THAT(done.rows, ElementsAre("d 0-1", "d 5-6", "e 0-1", "e 5-6"));
  EXPECT_THAT(done.changes, ElementsAre("moved to the other results of document 'd', behind line 1",
                                        "moved to the other results of document 'e', behind line 2"));
}

TEST(Repair, CutsInTheMiddleOfAResult) {
  const auto done =
      repaired("7 Q0 d 1 9 t 0 60\n7 Q0 e 2 8 t 10 60\n7 Q0 f 3 7 t 5 1\n", {.max_chars_per_topic = 100});
  EXPECT_THAT(done.rows, ElementsAre("d 0-60", "e 10-50"));
  EXPECT_THAT(done.changes, ElementsAre("cut from 60 to 40 characters (max-chars-per-topic)",
                                        "dropped (behind the limit: max-chars-per-topic)"));
}

TEST(Repair, LeavesAValidRunAlone) {
  const auto done = repaired("7 Q0 d 1 9 t 0 10\n7 Q0 d 2 8 t 10 10\n",
                             {.no_overlap = true, .grouped = true, .max_chars_per_article = 20});
  EXPECT_THAT(done.rows, ElementsAre("d 0-10", "d 10-20"));
  EXPECT_THAT(done.changes, IsEmpty());
}

// ---- Against a naive judge --------------------------------------------------------------------------------

std::string random_rows() {
  std::string text;
  const int rows = *rc::gen::inRange(1, 14);
  for (int i = 0; i < rows; ++i) {
    const auto doc = *rc::gen::element('a', 'b', 'c');
    switch (*rc::gen::inRange(0, 8)) {
      case 0:
        text += fmt::format("7 Q0 {} {} 1 t\n", doc, i);
        break;
      case 1:
        text += fmt::format("7 Q0 {} {} 1 t X\n", doc, i);
        break;
      default:
        text +=
            fmt::format("7 Q0 {} {} 1 t {} {}\n", doc, i, *rc::gen::inRange(0, 20), *rc::gen::inRange(0, 8));
    }
  }
  return text;
}

TaskRules random_rules() {
  TaskRules rules;
  rules.no_overlap = *rc::gen::arbitrary<bool>();
  rules.grouped = *rc::gen::arbitrary<bool>();
  rules.one_per_article = *rc::gen::inRange(0, 4) == 0;
  if (*rc::gen::inRange(0, 3) == 0) rules.max_results = *rc::gen::inRange(0, 10);
  if (*rc::gen::inRange(0, 3) == 0) rules.max_chars_per_topic = *rc::gen::inRange(0, 40);
  if (*rc::gen::inRange(0, 3) == 0) rules.max_chars_per_article = *rc::gen::inRange(0, 20);
  return rules;
}

/// Whether a topic keeps the rules, read off their definitions.
bool keeps(const TopicResults& topic, const TaskRules& rules) {
  std::map<std::string_view, std::uint64_t> article_chars;
  std::uint64_t topic_chars = 0;
  const auto& results = topic.results;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& r = results[i];
    const bool sized = r.kind != ResultKind::kUnresolved && r.span.end != kMaxOffset;
    if (sized) {
      topic_chars += r.span.size();
      article_chars[r.doc] += r.span.size();
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (results[j].doc != r.doc) continue;
      if (rules.one_per_article) return false;
      if (rules.grouped && results[i - 1].doc != r.doc) return false;
      if (r.kind == ResultKind::kUnresolved || results[j].kind == ResultKind::kUnresolved) continue;
      if (rules.no_overlap && r.span.overlaps(results[j].span)) return false;
      if (r.kind == results[j].kind && r.span == results[j].span) return false;
    }
  }
  if (rules.max_results && results.size() > *rules.max_results) return false;
  if (rules.max_chars_per_topic && topic_chars > *rules.max_chars_per_topic) return false;
  return !rules.max_chars_per_article ||
         std::all_of(article_chars.begin(), article_chars.end(),
                     [&](const auto& entry) { return entry.second <= *rules.max_chars_per_article; });
}

RC_GTEST_PROP(TaskJudge, FindsABreachExactlyWhereTheDefinitionsDo, ()) {
  const std::string text = random_rows();
  const OneTopic one(text);
  const TaskRules rules = random_rules();
  TaskJudge judge(rules);
  RC_LOG() << text;
  RC_ASSERT(judge.judge(one.topic).empty() == keeps(one.topic, rules));
}

RC_GTEST_PROP(TaskJudge, PassesWhatItRepaired, ()) {
  const std::string text = random_rows();
  OneTopic one(text);
  const TaskRules rules = random_rules();
  TaskJudge judge(rules);
  Diagnostics changes;
  const bool valid = judge.judge(one.topic).empty();
  judge.repair(one.topic, "run", changes);
  RC_LOG() << text;
  RC_ASSERT(keeps(one.topic, rules));
  RC_ASSERT(judge.judge(one.topic).empty());
  RC_ASSERT(valid == (changes.warnings() == 0U));
}

TEST(TaskJudge, IsNotSlowedByAMillionOverlappingResults) {
  TopicResults topic{"1", {}, {}};
  for (std::uint32_t i = 0; i < 1'000'000; ++i) {
    Result result;
    result.doc = "d";
    result.kind = ResultKind::kPassage;
    result.span = {i % 1000, i % 1000 + 10 + i % 7};
    result.line = i + 1;
    topic.results.push_back(result);
  }
  TaskJudge judge({.no_overlap = true});
  EXPECT_GT(judge.judge(topic).size(), 999'000U);
}

// ---- Guessing ---------------------------------------------------------------------------------------------

std::string_view guessed(std::string_view text) {
  const auto read = read_run(text);
  const TaskGuess guess = guess_task(*read.run);
  EXPECT_FALSE(guess.reason.empty());
  return guess.task->name;
}

TEST(GuessedTask, ComesFromTheSubmissionOrTheShape) {
  EXPECT_EQ(guessed("7 Q0 d 1 9 t\n7 Q0 e 2 8 t\n"), "document");
  EXPECT_EQ(guessed("7 Q0 d 1 9 t 5 1\n7 Q0 e 2 8 t 9 1\n"), "best-in-context");
  EXPECT_EQ(guessed("7 Q0 d 1 9 t 5 10\n7 Q0 d 2 8 t 20 9\n7 Q0 e 3 8 t 0 9\n"), "relevant-in-context");
  EXPECT_EQ(guessed("7 Q0 d 1 9 t 5 10\n7 Q0 e 2 8 t 20 9\n7 Q0 d 3 8 t 20 9\n"), "focused");
  EXPECT_EQ(guessed("7 Q0 d 1 9 t 5 10\n7 Q0 d 2 8 t 6 2\n"), "thorough");
  EXPECT_EQ(guessed("<inex-submission task='Focused'><topic topic-id='1'/></inex-submission>"), "focused");
}

TEST(RealRuns, KeepTheRulesTheOfficialToolKnewThemToKeep) {
  const std::string folder = extended_data() + "/inex2010/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  const auto breaches_of = [&](const std::string& name, std::string_view task) {
    Diagnostics diagnostics;
    const auto run = Run::open(folder + name, nullptr, diagnostics);
    TaskJudge judge(task_named(task)->rules);
    TopicResults topic;
    std::size_t count = 0;
    for (std::size_t i = 0; i < run->topics(); ++i) {
      run->read(i, topic, diagnostics);
      count += judge.judge(topic).size();
    }
    return count;
  };
  EXPECT_EQ(breaches_of("runs/S_R.run", "relevant-in-context"), 0U);
  EXPECT_EQ(breaches_of("runs/INDRI_first500.run", "restricted-relevant-in-context"), 0U);
  EXPECT_EQ(breaches_of("runs/BEP_plus100.run", "best-in-context"), 0U);
  EXPECT_EQ(breaches_of("edge/contained.run", "focused"), 1U);
  EXPECT_EQ(breaches_of("edge/touch.run", "focused"), 0U);
  EXPECT_EQ(breaches_of("edge/interleaved.run", "focused"), 0U);
  EXPECT_EQ(breaches_of("edge/interleaved.run", "relevant-in-context"), 1U);
}

}  // namespace
}  // namespace fovea
