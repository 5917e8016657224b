// Qrels read topic by topic, against the same file read as a whole.
#include "judgements/qrels_topics.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "judgements/judgement_file.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

void expect_same(const TopicJudgements& one, const TopicJudgements& other) {
  RC_ASSERT(one.topic() == other.topic());
  RC_ASSERT(one.documents().size() == other.documents().size());
  RC_ASSERT(one.totals().articles == other.totals().articles);
  RC_ASSERT(one.totals().characters == other.totals().characters);
  for (const JudgedDocument& document : other.documents()) {
    const JudgedDocument* const same = one.find(document.id);
    RC_ASSERT(same != nullptr);
    RC_ASSERT(same->relevant_chars == document.relevant_chars);
    RC_ASSERT(same->length == document.length);
    RC_ASSERT(same->bep == document.bep);
    RC_ASSERT(same->first_listed == document.first_listed);
    RC_ASSERT(same->grade == document.grade);
    RC_ASSERT(same->line == document.line);
    const SpanView highlights = one.highlights(*same);
    const SpanView expected = other.highlights(document);
    RC_ASSERT(std::vector(highlights.begin(), highlights.end()) ==
              std::vector(expected.begin(), expected.end()));
  }
}

/// A row of a few topics and documents; seldom a bad one.
std::string any_row(bool inex) {
  const std::string head = "t" + std::to_string(*rc::gen::inRange(0, 4)) + " 0 d" +
                           std::to_string(*rc::gen::inRange(0, 200)) + " ";
  if (!inex) return head + std::to_string(*rc::gen::inRange(-1, 4)) + "\n";
  const int begin = *rc::gen::inRange(0, 80);
  const int length = *rc::gen::inRange(0, *rc::gen::weightedElement<int>({{9, 20}, {1, 40}}));
  if (length == 0) return head + "0 100\n";
  return head + std::to_string(length) + " 100 " + std::to_string(begin) + " " + std::to_string(begin) + ":" +
         std::to_string(length) + "\n";
}

RC_GTEST_PROP(QrelsTopics, HoldWhatTheWholeFileHoldsOrGiveUpWhereSomethingIsToBeSaid, ()) {
  const bool inex = *rc::gen::arbitrary<bool>();
  std::string text = inex ? "t0 0 first 0 100\n" : "t0 0 first 0\n";
  for (int rows = *rc::gen::inRange(0, 40); rows > 0; --rows) text += any_row(inex);
  const TemporaryFolder folder;
  const std::string path = folder.write("qrels", text);

  Diagnostics diagnostics;
  const auto whole = read_judgements(std::vector{path}, {}, diagnostics);
  const auto topics = QrelsTopics::open(path);
  RC_ASSERT(whole.has_value());
  RC_ASSERT(topics.has_value());
  RC_ASSERT(topics->names().kinds() == whole->kinds());
  TopicJudgements out{std::string_view()};
  bool plain = true;
  std::vector<std::string_view> names;
  for (std::size_t t = 0; t < topics->names().topics().size(); ++t) {
    names.push_back(topics->names().topics()[t].topic());
    if (!topics->read(t, out)) {
      plain = false;
    } else if (const TopicJudgements* const expected = whole->find(names.back()); diagnostics.ok()) {
      RC_ASSERT(expected != nullptr);
      expect_same(out, *expected);
    }
  }
  RC_ASSERT(plain == (diagnostics.errors() + diagnostics.warnings() == 0));
  if (!plain) return;
  std::vector<std::string_view> expected;
  for (const TopicJudgements& topic : whole->topics()) expected.push_back(topic.topic());
  RC_ASSERT(names == expected);
}

TEST(QrelsTopics, AreOfQrelsInFilesOnly) {
  const TemporaryFolder folder;
  EXPECT_FALSE(QrelsTopics::open("-"));
  EXPECT_FALSE(QrelsTopics::open(folder / "missing"));
  EXPECT_FALSE(QrelsTopics::open(folder.path().string()));
  EXPECT_FALSE(QrelsTopics::open(folder.write("empty", "")));
  EXPECT_FALSE(QrelsTopics::open(folder.write("lines", R"({"topic": "1", "doc": "d", "spans": [[0, 5]]})")));
  EXPECT_FALSE(QrelsTopics::open(folder.write("brat.ann", "T1\tYear 0 4\t1999\n")));
  EXPECT_TRUE(QrelsTopics::open(folder.write("qrels", "1 0 d 1\n")));
}

}  // namespace
}  // namespace fovea
