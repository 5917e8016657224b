#include "evaluate/track/track.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "places.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A folder with judgements and runs, and what reading a track file in it gives.
class TrackFile : public testing::Test {
 protected:
  TrackFile() {
    folder_.write("j.qrels", "");
    folder_.write("runs/a-1.run", "");
    folder_.write("runs/a-2.run", "");
    folder_.write("runs/b-1.run", "");
    folder_.write("runs/later/c-1.run", "");
    folder_.write("runs/.hidden.run", "");
  }

  std::optional<Track> read(std::string_view content) {
    const std::string path = folder_.write("track.toml", content);
    diagnostics_ = Diagnostics();
    return read_track(path, diagnostics_);
  }

  /// The messages without the folder, one per line.
  std::string messages() const {
    std::string all;
    for (const Diagnostic& diagnostic : diagnostics_.kept()) {
      std::string line = to_string(diagnostic);
      const std::string folder = folder_.path().string() + "/";
      for (auto at = line.find(folder); at != std::string::npos; at = line.find(folder)) {
        line.erase(at, folder.size());
      }
      all += line + "\n";
    }
    return all;
  }

  /// The files of the runs without the folder.
  std::vector<std::string> files(const Track& track) const {
    std::vector<std::string> names;
    for (const TrackRun& run : track.runs) {
      names.push_back(std::filesystem::path(run.file).lexically_relative(folder_.path()).string());
    }
    return names;
  }

  TemporaryFolder folder_;
  Diagnostics diagnostics_;
};

TEST_F(TrackFile, SaysWhatBelongsToATrack) {
  folder_.write("t.xml", "");
  const auto track = read(
      "title = \"Seas\"\ntopics = [\"t.xml\"]\njudgements = \"j.qrels\"\n"
      "[[run]]\nfile = \"runs/a-1.run\"\nparticipant = \"P\"\ntask = \"Relevant in Context\"\n"
      "query = \"manual\"\nresult = \"element\"\ntime_ms = 12\n");
  ASSERT_TRUE(track) << messages();
  EXPECT_EQ(messages(), "");
  EXPECT_EQ(track->title, "Seas");
  EXPECT_EQ(track->topics.size(), 1U);
  EXPECT_EQ(track->collection, std::nullopt);
  ASSERT_EQ(track->runs.size(), 1U);
  const TrackRun& run = track->runs.front();
  EXPECT_EQ(run.participant, "P");
  EXPECT_EQ(run.task, task_named("relevant-in-context"));
  EXPECT_EQ(run.query, "manual");
  EXPECT_EQ(run.result, "element");
  EXPECT_EQ(run.time_ms, 12.0);
  EXPECT_EQ(run.place.line, 4U);
}

TEST_F(TrackFile, SaysHowPairsOfRunsAreTested) {
  const std::string rest = "[[run]]\nfile = \"runs/a-1.run\"\n";
  const auto usual = read("judgements = \"j.qrels\"\n" + rest);
  EXPECT_EQ(usual->significance.test, stats::PairTest::kT);
  EXPECT_EQ(usual->significance.tails, stats::Tails::kTwo);
  EXPECT_EQ(usual->significance.correction, stats::Correction::kHolm);
  const auto track = read(
      "judgements = \"j.qrels\"\n[significance]\ntest = \"bootstrap\"\ntails = 1\ncorrect = \"none\"\nalpha = 0.01\n" +
      rest);
  EXPECT_EQ(messages(), "");
  EXPECT_EQ(track->significance.test, stats::PairTest::kBootstrap);
  EXPECT_EQ(track->significance.interval, stats::IntervalKind::kBootstrap);
  EXPECT_EQ(track->significance.tails, stats::Tails::kOne);
  EXPECT_EQ(track->significance.correction, stats::Correction::kNone);
  EXPECT_EQ(track->significance.alpha, 0.01);
  read(
      "judgements = \"j.qrels\"\n[significance]\ntest = \"u\"\ntails = 3\ncorrect = \"all\"\nalpha = 1\nbeta = 2\n" +
      rest);
  EXPECT_EQ(
      messages(),
      "track.toml:7:1: found the key 'beta', expected one of runs, test, tails, correct, alpha\n"
      "track.toml:3:8: found another value for 'test', expected t, bootstrap, randomisation, wilcoxon or tukey\n"
      "track.toml:4:9: found another value for 'tails', expected 1 or 2\n"
      "track.toml:5:11: found another value for 'correct', expected none, holm or bonferroni\n"
      "track.toml:6:9: found another value for 'alpha', expected a number between 0 and 1\n");
}

TEST_F(TrackFile, GivesItsNameToATrackWithoutTitle) {
  const auto track = read("judgements = \"j.qrels\"\n[[run]]\nfile = \"runs/a-1.run\"\n");
  ASSERT_TRUE(track);
  EXPECT_EQ(track->title, "track");
  EXPECT_EQ(track->runs.front().task, nullptr);
}

TEST_F(TrackFile, MayNameGroupsOfRunsByPatterns) {
  const auto of = [this](const std::string& pattern) {
    const auto track = read("judgements = \"j.qrels\"\n[[run]]\nfile = \"" + pattern + "\"\n");
    return files(*track);
  };
  EXPECT_THAT(of("runs/a-*.run"), ElementsAre("runs/a-1.run", "runs/a-2.run"));
  EXPECT_THAT(of("runs/?-1.run"), ElementsAre("runs/a-1.run", "runs/b-1.run"));
  EXPECT_THAT(of("runs/[bc]-1.run"), ElementsAre("runs/b-1.run"));
  EXPECT_THAT(of("runs/*/*.run"), ElementsAre("runs/later/c-1.run"));
  EXPECT_THAT(of("runs/*.run"), ElementsAre("runs/a-1.run", "runs/a-2.run", "runs/b-1.run"))
      << "hidden files have to be named";
  EXPECT_THAT(of("runs/.hidden.run"), ElementsAre("runs/.hidden.run"));
}

TEST_F(TrackFile, TakesAFileByItsNameEvenWhenTheNameLooksLikeAPattern) {
  folder_.write("runs/[ab]*.run", "");
  const auto track = read("judgements = \"j.qrels\"\n[[run]]\nfile = \"runs/[ab]*.run\"\n");
  ASSERT_TRUE(track);
  EXPECT_THAT(files(*track), ElementsAre("runs/[ab]*.run"));
}

TEST_F(TrackFile, IsReadInAFolderWhoseNameLooksLikeAPattern) {
  folder_.write("odd[1]*/x.run", "");
  const std::string path =
      folder_.write("odd[1]*/track.toml", "judgements = \"x.run\"\n[[run]]\nfile = \"*.run\"\n");
  const auto track = read_track(path, diagnostics_);
  ASSERT_TRUE(track);
  EXPECT_THAT(files(*track), ElementsAre("odd[1]*/x.run"));
}

TEST(TrackMarks, SayHowRunsCameAboutAndWhatMayBeSubmitted) {
  const TemporaryFolder folder;
  for (const std::string name : {"q.qrels", "a.run", "c.tsv", "answers.csv"}) folder.write(name, "");
  Diagnostics diagnostics;
  const auto track = read_track(
      folder.write("track.toml",
                   "judgements = \"q.qrels\"\nquestionnaires = \"answers.csv\"\n[rules]\nruns_per_task = 2\n"
                   "results_per_topic = 1500\n[[run]]\nfile = \"a.run\"\nphrases = true\nmanual = false\n"
                   "chunking = \"c.tsv\"\n"),
      diagnostics);
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(track->runs[0].phrases, true);
  EXPECT_EQ(track->runs[0].manual, false);
  EXPECT_EQ(track->runs[0].reference, std::nullopt);
  EXPECT_EQ(track->runs[0].chunking, folder / "c.tsv");
  EXPECT_EQ(track->questionnaires, std::vector<std::string>{folder / "answers.csv"});
  EXPECT_EQ(track->rules.runs_per_task, 2U);
  EXPECT_EQ(track->rules.results_per_topic, 1500U);
  EXPECT_EQ(track->rules.runs_per_participant, std::nullopt);
}

TEST(TrackMarks, OfAnotherKindAreNamed) {
  const TemporaryFolder folder;
  for (const std::string name : {"q.qrels", "a.run"}) folder.write(name, "");
  Diagnostics diagnostics;
  (void)read_track(
      folder.write("track.toml",
                   "judgements = \"q.qrels\"\n[rules]\nruns_per_task = -1\nruns = 2\n[[run]]\nfile = "
                   "\"a.run\"\nphrases = \"yes\"\n"),
      diagnostics);
  std::string said;
  for (const Diagnostic& one : diagnostics.kept()) said += to_string(one) + "\n";
  EXPECT_THAT(said, HasSubstr("track.toml:4:1: found the key 'runs', expected one of runs_per_participant"));
  EXPECT_THAT(
      said,
      HasSubstr(
          "track.toml:3:17: found another value for 'runs_per_task', expected a whole number, 0 or more"));
  EXPECT_THAT(
      said, HasSubstr("track.toml:7:11: found another kind of value for 'phrases', expected true or false"));
}

TEST_F(TrackFile, NamesLineKeyAndNearestKeyOfWhatItDoesNotKnow) {
  EXPECT_TRUE(
      read("titel = \"x\"\njudgements = \"j.qrels\"\n[[run]]\nfile = \"runs/a-1.run\"\nqery = \"x\"\n"));
  EXPECT_EQ(
      messages(),
      "track.toml:1:1: found the key 'titel', expected one of title, collection, texts, topics, "
      "judgements, second_assessor, grades, questionnaires, groups, curve, environment, rules, significance, pool, pooling, index, "
      "assess, limits, suggestion, topic, run; did you mean 'title'?\n"
      "track.toml:5:1: found the key 'qery', expected one of file, name, participant, task, query, result, "
      "topk, phrases, reference, manual, time_ms, description, environment, chunking, pool; did you mean 'query'?\n");
}

TEST_F(TrackFile, NamesEveryFileThatIsNotThereAndKeepsTheOthers) {
  const auto track = read(
      "collection = \"c.fovea\"\njudgements = [\"j.qrels\",\n  \"k.qrels\"]\n"
      "[[run]]\nfile = \"runs/z-*.run\"\n[[run]]\nfile = \"runs/b-1.run\"\n");
  ASSERT_TRUE(track);
  EXPECT_EQ(messages(),
            "track.toml:1:14: found collection = 'c.fovea', which does not exist, expected a file or folder "
            "beside track.toml\n"
            "track.toml:3:3: found judgements = 'k.qrels', which does not exist, expected a file or folder "
            "beside track.toml\n"
            "track.toml:5:8: found file = 'runs/z-*.run', which no file matches, expected a run file beside "
            "track.toml\n");
  EXPECT_EQ(track->judgements.size(), 1U);
  EXPECT_THAT(files(*track), ElementsAre("runs/b-1.run"));
}

TEST_F(TrackFile, LeavesOutRunsOfUnknownTasksAndWithoutFile) {
  const auto track = read(
      "judgements = \"j.qrels\"\n[[run]]\nfile = \"runs/a-1.run\"\ntask = \"focussing\"\n[[run]]\n"
      "task = \"focused\"\n");
  ASSERT_TRUE(track);
  EXPECT_TRUE(track->runs.empty());
  EXPECT_THAT(messages(), HasSubstr("track.toml:4:8: found task = 'focussing', expected one of thorough"));
  EXPECT_THAT(messages(), HasSubstr("track.toml:5:1: found a run without 'file'"));
}

TEST_F(TrackFile, ReportsValuesOfTheWrongKind) {
  const auto track = read(
      "title = 3\ntopics = 4\njudgements = [\"j.qrels\", 5]\nrun = [1, {file = \"runs/a-1.run\", time_ms = "
      "\"long\"}, {file = \"runs/a-2.run\", time_ms = inf}, {file = [\"x\"]}]\n");
  ASSERT_TRUE(track);
  EXPECT_EQ(diagnostics_.count("bad-value"), 7U) << messages();
  EXPECT_THAT(files(*track), ElementsAre("runs/a-1.run", "runs/a-2.run"));
  EXPECT_EQ(track->runs[0].time_ms, std::nullopt);
  EXPECT_EQ(track->runs[1].time_ms, std::nullopt);
}

TEST_F(TrackFile, MissesRuns) {
  EXPECT_TRUE(read("title = \"x\"\n"));
  EXPECT_EQ(messages(), "track.toml:1:1: found no [[run]], expected at least one run\n");
}

TEST_F(TrackFile, MissesRunsInAnEmptyList) {
  EXPECT_TRUE(read("title = \"x\"\nrun = []\n"));
  EXPECT_EQ(messages(), "track.toml:2:7: found no [[run]], expected at least one run\n");
}

TEST_F(TrackFile, NeedsNoJudgementsAndNamesRunsThatAreNotPooled) {
  const auto track = read(
      "[[run]]\nfile = \"runs/a-1.run\"\n[[run]]\nfile = \"runs/a-2.run\"\npool = false\n"
      "[[run]]\nfile = \"runs/b-1.run\"\npool = \"no\"\n");
  ASSERT_TRUE(track);
  EXPECT_TRUE(track->judgements.empty());
  ASSERT_EQ(track->runs.size(), 3U);
  EXPECT_TRUE(track->runs[0].pool);
  EXPECT_FALSE(track->runs[1].pool);
  EXPECT_EQ(messages(), "track.toml:8:8: found another kind of value for 'pool', expected true or false\n");
}

TEST_F(TrackFile, SaysHowPeopleJudge) {
  const auto track = read(
      "pool = \"later.jsonl\"\n[[run]]\nfile = \"runs/a-1.run\"\n"
      "[assess]\nstore = \"s.assess\"\nmode = \"grades-2003\"\norder = \"random\"\nblind = false\n"
      "forms = [\"inex-2010-b\", \"j.qrels\"]\n"
      "[[suggestion]]\nfile = \"j.qrels\"\nname = \"model\"\nshow = \"before\"\n"
      "[[topic]]\nid = \"7\"\nauthor = \"ann\"\n");
  ASSERT_TRUE(track);
  EXPECT_EQ(messages(), "");
  EXPECT_EQ(track->assess.mode, AssessMode::kGrades2003);
  EXPECT_EQ(track->assess.order, ItemOrder::kRandom);
  EXPECT_FALSE(track->assess.blind);
  ASSERT_EQ(track->assess.forms.size(), 2U);
  EXPECT_EQ(track->assess.forms[0], "inex-2010-b");
  EXPECT_THAT(track->assess.forms[1], testing::EndsWith("j.qrels"));
  ASSERT_EQ(track->suggestions.size(), 1U);
  EXPECT_EQ(track->suggestions[0].show, SuggestionTime::kBefore);
  ASSERT_EQ(track->authored.size(), 1U);
  EXPECT_EQ(track->authored[0].author, "ann");
}

TEST_F(TrackFile, NamesWhatNobodyCanJudgeBy) {
  EXPECT_TRUE(
      read("[[run]]\nfile = \"runs/a-1.run\"\n[assess]\nmode = \"stars\"\nforms = 3\n[[suggestion]]\nname = "
           "\"x\"\n[[topic]]\nauthor = \"ann\"\n"));
  EXPECT_EQ(messages(),
            "track.toml:4:8: found mode = 'stars', expected one of highlight, grades-2003, grades-2002\n"
            "track.toml:5:9: found 'forms' as one value, expected a list of forms\n"
            "track.toml:6:1: found a suggestion without 'file' or 'name', expected both\n"
            "track.toml:8:1: found a topic without 'id', expected the id of a topic\n");
}

TEST_F(TrackFile, IsNothingWhenItIsNoToml) {
  EXPECT_FALSE(read("title = \"x\"\njudgements = \n"));
  EXPECT_THAT(messages(), HasSubstr("track.toml:2:"));
  EXPECT_THAT(messages(), HasSubstr("found broken TOML"));
  EXPECT_FALSE(read("title = \"x\"\ntitle = \"y\"\n"));
  EXPECT_FALSE(read_track(folder_ / "nowhere.toml", diagnostics_));
}

/// Keys in documentation and templates: "key = " at the start of a line or of a comment, below the [table] they are in.
std::set<std::string> keys_written_in(const std::string& path) {
  std::ifstream file(path);
  std::set<std::string> keys;
  std::string table;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_match(line, match, std::regex(R"((# )?\[\[?([a-z]+)\]\]?.*)"))) {
      table = match[2].str() + ".";
    } else if (std::regex_match(line, match, std::regex(R"((# )?([a-z_]+) = .*)"))) {
      keys.insert(match[2]);
      keys.insert(table + match[2].str());
    }
  }
  return keys;
}

TEST(TrackKeys, AreAllDocumented) {
  std::set<std::string> documented;
  std::string prose;
  for (const char* const page : {"report", "serve", "pool", "organising"}) {
    const std::string path = source_folder() + "/docs/" + page + ".md";
    documented.merge(keys_written_in(path));
    std::ifstream file(path);
    prose += std::string(std::istreambuf_iterator<char>(file), {});
  }
  for (const std::string& key : track_keys()) {
    const std::string name = key.substr(key.rfind('.') + 1);
    const bool named =
        prose.find("`" + name) != std::string::npos || prose.find("[" + name + "]") != std::string::npos;
    EXPECT_TRUE(documented.contains(key) || named) << key;
  }
}

TEST(TrackKeys, AreAllThatTheTemplateUses) {
  const std::vector<std::string> known = track_keys();
  for (const std::string& key : keys_written_in(source_folder() + "/src/cli/track_template.toml")) {
    const bool own = std::ranges::any_of(
        known, [&](const std::string& each) { return each == key || each.ends_with("." + key); });
    EXPECT_TRUE(own) << key;
  }
}

}  // namespace
}  // namespace fovea
