#include "evaluate/track/track.h"

#include <gtest/gtest.h>

#include "evaluate/track/run_keys.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

/// Written, read again and written again: the same text, since nothing was lost.
TEST(TrackWriter, WritesWhatIsReadAgain) {
  const TemporaryFolder folder;
  for (const char* name :
       {"c.fovea", "t.xml", "j.qrels", "second.jsonl", "answers.csv", "a.run", "b.run", "chunks.tsv"})
    folder.write(name, "x");
  Track track;
  track.title = "A \"track\"\twith\n odd \\ text \x01 and ä";
  track.collection = "c.fovea";
  track.topics = {"t.xml"};
  track.judgements = {"j.qrels"};
  track.second_assessor = {"second.jsonl"};
  track.questionnaires = {"answers.csv"};
  track.groups = {"topic:query_type", "answer:B7"};
  track.rules.runs_per_result_type = 2;
  track.rules.efficiency_sets = {15, 150};
  track.significance.test = stats::PairTest::kWilcoxon;
  track.significance.tails = stats::Tails::kOne;
  track.significance.runs = TestedRuns::kBestOfGroups;
  track.significance.correction = stats::Correction::kBonferroni;
  track.significance.alpha = 0.01;
  TrackRun run;
  run.file = "a.run";
  run.name = "QUT-a";
  run.participant = "QUT";
  run.task = task_named("efficiency");
  run.query = "CO";
  run.result = "element";
  run.topk = 150;
  run.phrases = true;
  run.reference = false;
  run.manual = false;
  run.time_ms = 12.5;
  run.description = "what\nit does";
  run.environment = "a machine";
  run.chunking = "chunks.tsv";
  run.pool = false;
  track.runs.push_back(run);
  TrackRun bare;
  bare.file = "b.run";
  track.runs.push_back(bare);

  Diagnostics faults;
  auto read = read_track(folder.write("track.toml", to_toml(track)), faults);
  ASSERT_TRUE(read && faults.ok()) << to_string(faults.kept().front());
  EXPECT_EQ(read->title, track.title);
  EXPECT_EQ(read->rules, track.rules);
  EXPECT_EQ(read->groups, track.groups);
  ASSERT_EQ(read->runs.size(), 2U);
  EXPECT_EQ(read->runs[0].description, run.description);
  EXPECT_EQ(read->runs[0].topk, run.topk);
  EXPECT_FALSE(read->runs[1].phrases.has_value());
  // Paths are now seen from here; with that undone all is as it was.
  const auto as_written = [&](std::string& path) {
    if (!path.empty()) path = std::filesystem::path(path).filename().string();
  };
  as_written(*read->collection);
  for (auto* const files :
       {&read->topics, &read->judgements, &read->second_assessor, &read->questionnaires}) {
    for (std::string& file : *files) as_written(file);
  }
  for (TrackRun& each : read->runs) {
    as_written(each.file);
    as_written(each.chunking);
  }
  EXPECT_EQ(to_toml(*read), to_toml(track));
}

TEST(RunKeys, AreThoseOfTheTrackFile) {
  const TemporaryFolder folder;
  folder.write("a.run", "1 Q0 d 1 9 t\n");
  for (const RunKey& key : run_keys()) {
    if (key.name == "file") continue;
    const bool file = key.kind == RunKeyKind::kFile;
    const std::string value = key.kind == RunKeyKind::kFlag     ? "true"
                              : key.kind == RunKeyKind::kNumber ? "7"
                              : key.kind == RunKeyKind::kTask   ? "\"focused\""
                              : file                            ? "\"a.run\""
                                                                : "\"text\"";
    Diagnostics faults;
    read_track(folder.write("track.toml",
                            "[[run]]\nfile = \"a.run\"\n" + std::string(key.name) + " = " + value + "\n"),
               faults);
    EXPECT_TRUE(faults.ok()) << key.name;
    EXPECT_EQ(run_key_named(key.name), &key);
  }
  EXPECT_EQ(run_key_named("colour"), nullptr);
}

}  // namespace
}  // namespace fovea
