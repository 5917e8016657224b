// An index that was damaged, and builds that were killed.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <thread>

#include "places.h"
#include "queries.h"
#include "search/session/search.h"
#include "world.h"

namespace fovea::search {
namespace {

/// What an index answers to a few queries; nothing, where it is found to be damaged.
std::optional<std::vector<Answer>> answers_of(std::string_view bytes) {
  Diagnostics diagnostics;
  try {
    const auto index = Index::from_memory("damaged", bytes, diagnostics);
    if (!index) {
      EXPECT_EQ(diagnostics.errors(), 1U);
      return std::nullopt;
    }
    std::vector<Answer> all;
    Analyser analyser(index->facts().analysis);
    for (const char* const text : {"w0 w1 w2", "\"w0 w1\" w3", "w7"}) {
      Pipeline pipeline;
      pipeline.phrases = Phrases::kBoost;
      const Query query = parse_query(text, analyser, pipeline.phrases, pipeline.signs);
      const auto found = answer(*index, query, count(*index, query), pipeline).articles;
      all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  } catch (const CorruptFile&) {
    return std::nullopt;
  }
}

TEST(DamagedIndex, AnyFlippedByteLeavesTheAnswerOrIsFound) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 12, 9));
  BuildOptions options;
  options.impact_bits = 8;
  build(folder, folder / "c", options);
  std::string bytes = read_whole(folder / "test.index");
  const auto expected = answers_of(bytes);
  ASSERT_TRUE(expected);
  std::size_t found = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char before = bytes[i];
    bytes[i] = static_cast<char>(before ^ (1 << (i % 8)));
    const auto now = answers_of(bytes);
    if (now) {
      ASSERT_EQ(*now, *expected) << "byte " << i;
    }
    found += now ? 0 : 1;
    bytes[i] = before;
  }
  EXPECT_GT(found, bytes.size() / 2);
}

/// What parts of articles an index gives, by presets of every kind and by castitles: nothing, where it is found to be
/// damaged or not to belong to the collection.
std::optional<std::vector<Answer>> parts_of(std::string_view bytes, const Collection& collection,
                                            const std::vector<Pipeline>& pipelines) {
  Diagnostics diagnostics;
  try {
    const auto index = Index::from_memory("damaged", bytes, diagnostics);
    if (!index) return std::nullopt;
    std::vector<Answer> all;
    Topic topic;
    topic.title = "w1 w3";
    topic.castitle = "//sec[about(.//p, w0 -w2)]//p[about(., w1 w3)]";
    for (const Pipeline& pipeline : pipelines) {
      if (!can_serve({&*index}, pipeline, diagnostics)) return std::nullopt;
      Searcher searcher({&*index}, &collection, pipeline, diagnostics);
      const auto query = searcher.read(topic, diagnostics);
      if (!query) return std::nullopt;
      const auto found = searcher.search(searcher.count(*query));
      all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  } catch (const CorruptFile&) {
    return std::nullopt;
  }
}

TEST(DamagedIndex, AnyFlippedByteLeavesPartsOfArticlesOrIsFound) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_nested_documents(random, 5, 6));
  build(folder, folder / "c", {});
  std::string bytes = read_whole(folder / "test.index");
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  std::vector<Pipeline> pipelines;
  for (const char* const name : {"default", "doshisha", "emse", "lip6", "peking", "passages", "lia", "qut"})
    pipelines.push_back(preset_of(name, "relevant-in-context"));
  for (const char* const cas : {"strict", "vague"})
    pipelines.push_back(
        preset_of("default", "thorough", {"articles.query=castitle", std::string("articles.cas=") + cas}));
  const auto expected = parts_of(bytes, *collection, pipelines);
  ASSERT_TRUE(expected);
  ASSERT_FALSE(expected->empty());
  std::size_t found = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char before = bytes[i];
    bytes[i] = static_cast<char>(before ^ (1 << (i % 8)));
    const auto now = parts_of(bytes, *collection, pipelines);
    if (now) {
      ASSERT_EQ(*now, *expected) << "byte " << i;
    }
    found += now ? 0 : 1;
    bytes[i] = before;
  }
  EXPECT_GT(found, bytes.size() / 2);
}

TEST(DamagedIndex, CutAnywhereIsAMessage) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 12, 9));
  build(folder, folder / "c", {});
  const std::string bytes = read_whole(folder / "test.index");
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_FALSE(answers_of(std::string_view(bytes).substr(0, size))) << size;
}

/// Starts `fovea index` with these arguments and no output.
pid_t start_index(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {fovea_binary(), "index"});
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  EXPECT_EQ(::posix_spawn(&pid, arguments.front().c_str(), nullptr, nullptr, argv.data(), environ), 0);
  return pid;
}

/// The exit code, or -1 after a kill.
int exit_of(pid_t pid) {
  int status = 0;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(KilledBuilds, LeaveTheOldIndexOrTheNewOne) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 150, 60));
  const std::vector<std::string> first = {folder / "c", "-o", folder / "i", "--force", "--quiet",
                                          "-j",         "2",  "--memory",   "1",       "--no-positions"};
  const std::vector<std::string> second(first.begin(), first.end() - 1);
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(exit_of(start_index(second)), 0);
  const auto whole = std::chrono::steady_clock::now() - begin;
  const std::string fresh = read_whole(folder / "i");
  ASSERT_EQ(exit_of(start_index(first)), 0);
  const std::string old = read_whole(folder / "i");
  ASSERT_NE(old, fresh);
  std::size_t killed = 0;
  for (int round = 0; round < 200; ++round) {
    const pid_t pid = start_index(second);
    std::this_thread::sleep_for(whole * (random() % 1100) / 1000);
    ::kill(pid, SIGKILL);
    killed += exit_of(pid) == 0 ? 0 : 1;
    const std::string now = read_whole(folder / "i");
    ASSERT_TRUE(now == old || now == fresh) << "round " << round;
  }
  EXPECT_GT(killed, 0U);
  // What they left behind goes with the next build.
  ASSERT_EQ(exit_of(start_index(second)), 0);
  EXPECT_EQ(read_whole(folder / "i"), fresh);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    files.push_back(entry.path().filename().string());
  std::ranges::sort(files);
  EXPECT_EQ(files, (std::vector<std::string>{"c", "i"}));
}

}  // namespace
}  // namespace fovea::search
