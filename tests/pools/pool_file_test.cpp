// Faults of pool files, each with its place.
#include "pools/pool_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::pools {
namespace {

using testing::ElementsAre;

const std::string kHeader =
    R"({"pool":1,"method":"round-robin","size":5,"seed":1,"batch":1,"runs":[)"
    R"({"run":"a","group":"A","file":"a.run","sha256":"00"},{"run":"b","group":"B","file":"b.run","sha256":"11"}]})"
    "\n";
const std::string kTopic = R"({"topic":"7","reach":[2,1],"unknown":0})"
                           "\n";

std::vector<std::string> faults(const std::string& bytes) {
  Diagnostics said;
  EXPECT_FALSE(read_pool(InputFile::from_memory("p", bytes), said).has_value());
  std::vector<std::string> out;
  for (const Diagnostic& each : said.kept()) out.push_back(to_string(each));
  return out;
}

TEST(PoolFile, IsReadWithAllItsFields) {
  Diagnostics said;
  const auto pool =
      read_pool(InputFile::copy_of(
                    "p", kHeader + kTopic +
                             R"({"topic":"7","doc":"x","place":1,"by":1,"origins":[[0,9],[1,1]],"batch":1})"),
                said);
  ASSERT_TRUE(pool.has_value());
  EXPECT_EQ(pool->settings.size, 5U);
  EXPECT_EQ(pool->runs[1].group, "B");
  ASSERT_EQ(pool->topics.size(), 1U);
  EXPECT_THAT(pool->topics[0].reach, ElementsAre(2, 1));
  ASSERT_EQ(pool->topics[0].items.size(), 1U);
  EXPECT_THAT(pool->topics[0].items[0].origins, ElementsAre(Origin{0, 9}, Origin{1, 1}));
}

TEST(PoolFile, NeedsAHeader) {
  EXPECT_THAT(faults(""), ElementsAre("p:1: found nothing, expected the header of a pool"));
  EXPECT_THAT(faults(kTopic), ElementsAre("p:1:1: found no \"pool\", expected a number of that name"));
  EXPECT_THAT(faults(R"({"pool":2})"),
              ElementsAre("p:1:9: found 2, expected 1, the version of pool files that is known here"));
}

TEST(PoolFile, NamesWhatIsWrongInEveryLine) {
  const std::string item = R"({"topic":"7","doc":"x","place":1,"by":1,"origins":[[1,1]],"batch":1})"
                           "\n";
  EXPECT_THAT(faults(kHeader + item), ElementsAre("p:2:10: found '7', expected a topic, before its items"));
  EXPECT_THAT(faults(kHeader + kTopic + kTopic),
              ElementsAre("p:3:10: found '7', expected a topic that has not come before"));
  EXPECT_THAT(faults(kHeader + R"({"topic":"7","reach":[1],"unknown":0})"),
              ElementsAre("p:2:22: found an array, expected a depth for each of the 2 runs"));
  EXPECT_THAT(faults(kHeader + kTopic + item + item),
              ElementsAre("p:4:20: found 'x', expected a document that the topic does not have yet",
                          "p:4:32: found 1, expected place 2"));
  EXPECT_THAT(
      faults(kHeader + kTopic + R"({"topic":"8","doc":"x","place":1,"by":1,"origins":[[1,1]],"batch":1})"),
      ElementsAre("p:3:10: found '8', expected topic '7', whose items these are"));
  EXPECT_THAT(
      faults(kHeader + kTopic + R"({"topic":"7","doc":"x","place":1,"by":1,"origins":[[1,2]],"batch":2})"),
      ElementsAre("p:3:67: found 2, expected at most 1, the last batch of the header",
                  "p:3:39: found 1, expected one of the runs of its origins, within its reach"));
  EXPECT_THAT(faults(kHeader + kTopic +
                     R"({"topic":"7","doc":"x","place":1,"by":0,"origins":[[0,1],[2,1],[0]],"batch":1})"),
              ElementsAre("p:3:59: found 2, expected the number of a run below 2, in ascending order",
                          "p:3:64: found an array, expected a run and a rank: [0,1]"));
  EXPECT_THAT(faults(kHeader + "nonsense\n"), testing::SizeIs(1));
}

}  // namespace
}  // namespace fovea::pools
