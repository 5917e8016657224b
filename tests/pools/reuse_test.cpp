// Leave-out-uniques against deleting rows by hand, with the real binary; coverage and figures against counting.
#include "pools/reuse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "fovea.h"
#include "measures/measure_name.h"
#include "places.h"
#include "pools/pool_file.h"
#include "pools/pool_runs.h"
#include "pools/pool_statistics.h"
#include "pools/pooling.h"
#include "temporary_folder.h"

namespace fovea::pools {
namespace {

std::string output_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  std::string out;
  std::array<char, 4096> buffer{};
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    out.append(buffer.data(), got);
  EXPECT_EQ(::pclose(pipe), 0) << command;
  return out;
}

/// Four runs of three groups over three topics, passages in 40 documents, and judgements of the pool.
class ReuseTest : public testing::Test {
 protected:
  void SetUp() override {
    std::mt19937 random(7);
    const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
    for (const auto& [name, group] : std::vector<std::pair<std::string, std::string>>{
             {"a1", "A"}, {"a2", "A"}, {"b1", "B"}, {"c1", "C"}}) {
      std::string rows;
      for (int topic = 1; topic <= 3; ++topic) {
        std::vector<int> documents(40);
        for (int i = 0; i < 40; ++i) documents[static_cast<std::size_t>(i)] = i;
        std::ranges::shuffle(documents, random);
        for (int rank = 1; rank <= 25; ++rank) {
          rows += std::to_string(topic) + " Q0 " +
                  std::to_string(documents[static_cast<std::size_t>(rank - 1)]) + " " + std::to_string(rank) +
                  " " + std::to_string(100 - rank) + " " + name + " " + std::to_string(below(50)) + " " +
                  std::to_string(20 + below(30)) + "\n";
        }
      }
      given_.push_back({folder_.write(name + ".run", rows), name, group, nullptr});
    }
    Diagnostics said;
    opened_ = open_runs(given_, {}, said);
    PoolSettings settings;
    settings.method = &methods::kRoundRobin;
    settings.size = 18;
    const auto pointers = opened_.pointers();
    pool_ = build_pool({pointers, opened_.pooled, nullptr}, settings, {}, said);
    EXPECT_TRUE(said.ok());
    for (const PoolTopic& topic : pool_.topics) {
      for (const PoolItem& item : topic.items) {
        const bool relevant = below(2) == 0;
        rows_.push_back({topic.id, item.doc,
                         topic.id + " Q0 " + item.doc + (relevant ? " 20 100 10 10:20" : " 0 100") + "\n"});
        relevant_[{topic.id, item.doc}] = relevant;
      }
    }
    qrels_ = write_qrels("all.qrels", {});
    auto judgements = read_judgements(qrels_, said);
    ASSERT_NE(judgements, nullptr) << (said.kept().empty() ? "" : to_string(said.kept()[0]));
    judgements_ = judgements;
  }

  using Item = std::pair<std::string, std::string>;

  std::string write_qrels(const std::string& name, const std::set<Item>& without) {
    std::string text;
    for (const auto& [topic, doc, row] : rows_) {
      if (!without.contains({topic, doc})) text += row;
    }
    return folder_.write(name, text);
  }

  /// Items that no run outside of `runs` has within its reach, found by reading the runs' files again.
  std::set<Item> only_of(const std::set<std::uint32_t>& runs) {
    std::map<Item, std::set<std::uint32_t>> givers;
    for (std::uint32_t r = 0; r < given_.size(); ++r) {
      std::istringstream lines(read_whole(given_[r].file));
      std::map<std::string, std::uint32_t> rank;
      for (std::string line; std::getline(lines, line);) {
        std::istringstream columns(line);
        std::string topic, q0, doc;
        columns >> topic >> q0 >> doc;
        if (++rank[topic] <= pool_.find(topic)->reach[r]) givers[{topic, doc}].insert(r);
      }
    }
    std::set<Item> out;
    for (const auto& [item, from] : givers) {
      if (std::ranges::includes(runs, from)) out.insert(item);
    }
    return out;
  }

  double eval(const std::string& qrels, const std::string& run, const std::string& measure) const {
    const std::string text =
        output_of(fovea_binary() + " eval -p 12 -m '" + measure + "' " + qrels + " " + run + " 2>/dev/null");
    std::istringstream words(text);
    double value = -1;
    for (std::string word; words >> word;) value = std::strtod(word.c_str(), nullptr);
    return value;
  }

  PoolReuse examine(const std::string& measures, const std::function<bool()>& cancelled = {}) {
    Diagnostics said;
    std::vector<fovea::Run> runs;
    std::vector<std::optional<std::uint32_t>> pooled;
    for (std::uint32_t r = 0; r < given_.size(); ++r) {
      runs.push_back(*fovea::Run::open(given_[r].file, said));
      pooled.emplace_back(r);
    }
    const auto reuse = examine_reuse(pool_, *judgements_, runs, pooled, *parse_measures(measures, said),
                                     nullptr, said, cancelled);
    EXPECT_TRUE(said.ok());
    return *reuse;
  }

  TemporaryFolder folder_;
  std::vector<GivenRun> given_;
  OpenedRuns opened_;
  Pool pool_;
  struct Row {
    std::string topic, doc, text;
  };
  std::vector<Row> rows_;
  std::map<Item, bool> relevant_;
  std::string qrels_;
  std::shared_ptr<const Judgements> judgements_;
};

TEST_F(ReuseTest, LeavingOutIsDeletingRowsAndEvaluating) {
  const std::vector<std::string> measures{"AgP(t2i=300)", "AP"};
  const PoolReuse reuse = examine("AgP(t2i=300),AP");
  const std::map<std::string, std::set<std::uint32_t>> parts{{"A", {0, 1}}, {"B", {2}}, {"C", {3}}};
  ASSERT_EQ(reuse.groups.size(), parts.size());
  for (const LeftOut& group : reuse.groups) {
    const std::set<Item> unique = only_of(parts.at(group.name));
    EXPECT_GT(unique.size(), 0U);
    EXPECT_EQ(group.unique, unique.size());
    EXPECT_EQ(group.relevant, static_cast<std::uint64_t>(std::ranges::count_if(
                                  unique, [&](const Item& item) { return relevant_.at(item); })));
    const std::string fewer = write_qrels(group.name + ".qrels", unique);
    for (std::size_t m = 0; m < measures.size(); ++m) {
      double sum = 0;
      double largest = 0;
      for (const std::uint32_t run : parts.at(group.name)) {
        const double before = eval(qrels_, given_[run].file, measures[m]);
        const double after = eval(fewer, given_[run].file, measures[m]);
        const double change = (after - before) / before;
        sum += change;
        if (std::abs(change) > std::abs(largest)) largest = change;
      }
      EXPECT_NEAR(group.changes[m].mean, sum / static_cast<double>(group.runs), 1e-9)
          << group.name << measures[m];
      EXPECT_NEAR(group.changes[m].largest, largest, 1e-9);
    }
  }
  ASSERT_EQ(reuse.runs.size(), 4U);
  EXPECT_EQ(reuse.runs[0].unique, only_of({0}).size());
}

TEST_F(ReuseTest, CoverageIsWhatCountingGives) {
  const PoolReuse reuse = examine("AP");
  ASSERT_EQ(reuse.coverage.size(), 4U);
  for (std::size_t r = 0; r < given_.size(); ++r) {
    std::istringstream lines(read_whole(given_[r].file));
    std::map<std::string, std::vector<bool>> judged;
    std::uint64_t all_characters = 0;
    std::uint64_t judged_characters = 0;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream columns(line);
      std::string topic, q0, doc, rank, score, tag;
      std::uint64_t offset = 0;
      std::uint64_t length = 0;
      columns >> topic >> q0 >> doc >> rank >> score >> tag >> offset >> length;
      judged[topic].push_back(relevant_.contains({topic, doc}));
      all_characters += length;
      if (judged[topic].back()) judged_characters += length;
    }
    double at10 = 0;
    std::vector<double> first;
    for (const auto& [topic, flags] : judged) {
      at10 += static_cast<double>(std::count(flags.begin(), flags.begin() + 10, true)) / 10 / 3;
      first.push_back(static_cast<double>(std::ranges::find(flags, false) - flags.begin() + 1));
    }
    std::ranges::sort(first);
    const RunCoverage& coverage = reuse.coverage[r];
    EXPECT_NEAR(coverage.judged[1], at10, 1e-12);
    EXPECT_EQ(coverage.first_unjudged, first[1]);
    EXPECT_EQ(coverage.half_judged_at_10(), at10 >= 0.5);
    ASSERT_TRUE(coverage.judged_characters.has_value());
    EXPECT_NEAR(*coverage.judged_characters,
                static_cast<double>(judged_characters) / static_cast<double>(all_characters), 1e-12);
  }
}

TEST_F(ReuseTest, CutsAndDepthsCoverThePool) {
  const PoolReuse reuse = examine("AP");
  EXPECT_EQ(reuse.cuts.size(), 9U);
  std::uint64_t relevant = 0;
  for (const DepthBin& bin : reuse.depths) relevant += bin.relevant;
  EXPECT_EQ(relevant, reuse.relevant);
  EXPECT_EQ(reuse.judged, rows_.size());
}

TEST_F(ReuseTest, EndsWhereItIsCancelled) {
  std::atomic<std::size_t> asked = 0;
  std::size_t most = SIZE_MAX;
  const auto cancelled = [&] { return ++asked > most; };
  examine("AP", cancelled);
  // Runs are scored again for every group, run and cut.
  const std::size_t needed = asked;
  EXPECT_GT(needed, 9 * given_.size());
  for (const std::size_t share : {std::size_t{0}, needed / 2, needed - 1}) {
    most = share;
    asked = 0;
    EXPECT_THROW(examine("AP", cancelled), EvaluationCancelled) << share;
  }
}

TEST_F(ReuseTest, StatisticsAddUp) {
  const PoolStatistics statistics = describe(pool_, judgements_.get());
  EXPECT_EQ(statistics.all.items, pool_.items());
  EXPECT_EQ(statistics.all.one_run + statistics.all.one_group + statistics.all.many, pool_.items());
  EXPECT_DOUBLE_EQ(hours_for(90), 1);
  std::uint64_t one_run = 0;
  for (std::uint32_t r = 0; r < 4; ++r) {
    EXPECT_EQ(statistics.runs[r].unique, only_of({r}).size());
    one_run += statistics.runs[r].unique;
  }
  EXPECT_EQ(statistics.all.one_run, one_run);
  EXPECT_EQ(statistics.groups[0].unique, only_of({0, 1}).size());
  EXPECT_EQ(statistics.groups[0].runs, 2U);
  // In common, counted from what each contributed alone and together.
  const std::uint64_t either = pool_.items() - only_of({3}).size();
  EXPECT_EQ(statistics.overlaps[0].common,
            statistics.groups[0].contributed + statistics.groups[1].contributed - either);
}

}  // namespace
}  // namespace fovea::pools
