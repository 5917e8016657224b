#include "judgements/options.h"

#include <gtest/gtest.h>

#include "collection_fixture.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

TEST(IdSource, IsALabelAFieldOrAFileName) {
  using Kind = IdSource::Kind;
  EXPECT_EQ(parse_id_source("label"), (IdSource{Kind::kLabel, ""}));
  EXPECT_EQ(parse_id_source("tag"), (IdSource{Kind::kLabel, ""}));
  EXPECT_EQ(parse_id_source("field:meta.topic"), (IdSource{Kind::kField, "meta.topic"}));
  EXPECT_EQ(parse_id_source("file"), (IdSource{Kind::kFile, ""}));
  EXPECT_EQ(parse_id_source("file:topic-{}.json"), (IdSource{Kind::kFile, "topic-{}.json"}));
  for (const char* bad : {"", "labels", "field", "field:", "file:", "file:*.json"}) {
    EXPECT_EQ(parse_id_source(bad), std::nullopt) << bad;
  }
}

TEST(IdSource, TakesTheIdOutOfAFileName) {
  EXPECT_EQ(id_from_file_name("a/b/301.jsonl.gz", ""), "301");
  EXPECT_EQ(id_from_file_name("301", ""), "301");
  EXPECT_EQ(id_from_file_name("x/topic-7.json", "topic-{}.json"), "7");
  EXPECT_EQ(id_from_file_name("x/7/doc.ann", "{}/*.ann"), "7");
  EXPECT_EQ(id_from_file_name("x/run_7_ann.json", "*_{}_*"), "7");
  EXPECT_EQ(id_from_file_name("x/7/doc.ann", "{}.ann"), "doc");
  EXPECT_EQ(id_from_file_name("topic-.json", "topic-{}.json"), std::nullopt);
  EXPECT_EQ(id_from_file_name("other.json", "topic-{}.json"), std::nullopt);
  EXPECT_EQ(id_from_file_name("7/doc.ann", "{}/*/*.ann"), std::nullopt);
}

TEST(DocumentTexts, AreFilesOfAFolder) {
  const TemporaryFolder folder;
  folder.write("a", "plain");
  folder.write("b.txt", "b text");
  folder.write("sub/c.md", "c text");
  folder.write("broken", "\xFF");
  DocumentTexts texts(texts_in_folder(folder.path().string()));
  ASSERT_NE(texts.find("a"), nullptr);
  EXPECT_EQ(texts.find("a")->text(), "plain");
  EXPECT_EQ(texts.find("b")->length(), 6U);
  EXPECT_EQ(texts.find("b.txt")->text(), "b text");
  EXPECT_EQ(texts.find("sub/c")->text(), "c text");
  for (const char* absent : {"", "d", "broken", "../", "/etc/hostname", "sub", "sub/../../x"}) {
    EXPECT_EQ(texts.find(absent), nullptr) << absent;
  }
}

TEST(DocumentTexts, AreDocumentsOfACollection) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea", {{"7", "<a>one<b>två</b></a>"}});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c.fovea", diagnostics);
  ASSERT_TRUE(collection);
  DocumentTexts texts(texts_in_collection(*collection));
  ASSERT_NE(texts.find("7"), nullptr);
  EXPECT_EQ(texts.find("7")->slice({3, 6}), "två");
  EXPECT_EQ(texts.find("8"), nullptr);
}

}  // namespace
}  // namespace fovea
