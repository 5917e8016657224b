// IdIndex against std::map.
#include "text/id_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace fovea {
namespace {

TEST(IdIndex, FindsWhatWasInsertedAndNothingElse) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    IdIndex index;
    if (round % 2 == 0) index.restart(static_cast<std::size_t>(round));
    std::vector<std::string> ids;
    std::map<std::string, std::uint32_t> model;
    const auto id_at = [&](std::uint32_t position) -> std::string_view { return ids[position]; };
    for (int i = 0; i < 300; ++i) {
      const std::string id = std::to_string(random() % 400);
      const auto position = static_cast<std::uint32_t>(ids.size());
      ids.push_back(id);
      const bool fresh = model.emplace(id, position).second;
      ASSERT_EQ(index.insert(id, id_at), fresh);
      if (!fresh) ids.pop_back();
    }
    for (int i = 0; i < 500; ++i) {
      const auto known = model.find(std::to_string(i));
      const std::string id = std::to_string(i);
      ASSERT_EQ(index.find(id, IdIndex::hash_of(id), id_at),
                known == model.end() ? IdIndex::kNone : known->second);
    }
  }
}

TEST(IdIndex, HoldsNothingAtFirst) {
  EXPECT_EQ(IdIndex().find("a", IdIndex::hash_of("a"), [](std::uint32_t) { return std::string_view("a"); }),
            IdIndex::kNone);
}

}  // namespace
}  // namespace fovea
