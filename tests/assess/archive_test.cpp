// Everything in one archive: what is in it, that its sums are right, and that it reads back.
#include "assess/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "files/sha256.h"
#include "judgements/judgement_file.h"
#include "world.h"

namespace fovea::assess {
namespace {

std::map<std::string, std::string> unpacked(const std::string& bytes) {
  std::map<std::string, std::string> out;
  archive* const reader = archive_read_new();
  archive_read_support_filter_gzip(reader);
  archive_read_support_format_tar(reader);
  EXPECT_EQ(archive_read_open_memory(reader, bytes.data(), bytes.size()), ARCHIVE_OK);
  archive_entry* entry = nullptr;
  while (archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
    std::string content(static_cast<std::size_t>(archive_entry_size(entry)), '\0');
    EXPECT_EQ(archive_read_data(reader, content.data(), content.size()),
              static_cast<la_ssize_t>(content.size()));
    out[archive_entry_pathname(entry)] = content;
  }
  archive_read_free(reader);
  return out;
}

TEST(Archive, HoldsEverythingWithItsSums) {
  World world;
  Store store = world.open();
  {
    Transaction transaction(store.database());
    must(store.act(world.first, world.mark(EventKind::kAdd, 3, 9, 0), world.rules, {world.ann, 0}));
    must(store.act(world.first, world.entry(3, 1), world.rules, {world.ann, 0}));
    must(store.act(world.first, world.verdict(Status::kRelevant, 2), world.rules, {world.ann, 0}));
    must(store.act(world.second, world.verdict(Status::kNotRelevant, 0), world.rules, {world.bob, 0}));
    must(store.answer(world.first, {"b", "B1", "well"}, op_of(9000), world.rules, {world.ann, 0}));
    transaction.commit();
  }
  const pools::Pool pool = pool_of({{"1", {"a", "b"}}});
  const std::string packed = everything(store, {&*world.collection, &pool});
  EXPECT_EQ(packed, everything(store, {&*world.collection, &pool})) << "the same moment, other bytes";
  const auto files = unpacked(packed);
  const auto manifest = nlohmann::json::parse(files.at("manifest.json"));
  EXPECT_EQ(manifest["chain"], hex(head_of(store.database()).chain));
  ASSERT_EQ(manifest["files"].size(), files.size() - 1);
  for (const auto& file : manifest["files"]) {
    const std::string& content = files.at(file["name"]);
    EXPECT_EQ(file["sha256"], sha256(content));
    EXPECT_EQ(file["bytes"], content.size());
  }
  for (const char* name :
       {"judgements/main.qrels", "judgements/main.trec-qrels", "judgements/main.jsonl",
        "judgements/main.webannotation", "judgements/main.labelstudio", "judgements/main.doccano",
        "judgements/second.qrels", "events.jsonl", "answers.jsonl", "pool.jsonl", "progress.json"}) {
    EXPECT_TRUE(files.contains(name)) << name;
  }
  EXPECT_EQ(files.at("judgements/main.qrels"), "1 Q0 a 6 40 3 3:6\n");
  EXPECT_THAT(files.at("answers.jsonl"), testing::HasSubstr(R"("question":"B1","value":"well")"));
  EXPECT_EQ(std::ranges::count(files.at("events.jsonl"), '\n'), head_of(store.database()).seq);
}

}  // namespace
}  // namespace fovea::assess
