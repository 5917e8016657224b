#include "collection/collection.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "collection_fixture.h"
#include "files/lines.h"
#include "places.h"
#include "temporary_folder.h"
#include "text/numbers.h"

namespace fovea {
namespace {

std::optional<Collection> open_or_fail(const std::string& path) {
  Diagnostics diagnostics;
  auto collection = Collection::open(path, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.kept()) ADD_FAILURE() << to_string(diagnostic);
  return collection;
}

TEST(Collection, FindsDocumentsByIdAndElementsByPath) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea", {{"7", "<a>one<b>two</b><b>three</b></a>"}, {"x/y.xml", "<a/>"}});
  const auto collection = open_or_fail(folder / "c.fovea");
  ASSERT_TRUE(collection);
  EXPECT_EQ(collection->documents(), 2U);
  const auto document = collection->find("7");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->id(), "7");
  EXPECT_EQ(document->length(), 11U);
  EXPECT_EQ(document->text(), "onetwothree");
  EXPECT_EQ(document->span_of("/a[1]"), (Span{0, 11}));
  EXPECT_EQ(document->span_of("/a[1]/b[2]"), (Span{6, 11}));
  EXPECT_EQ(document->text({6, 11}), "three");
  EXPECT_FALSE(document->span_of("/a[1]/b[3]"));
  EXPECT_FALSE(document->span_of("/a[1]/b"));
  EXPECT_EQ(document->offset_of("/a[1]/text()[1].2"), 2U);
  ASSERT_TRUE(collection->find("x/y.xml"));
  EXPECT_EQ(collection->find("x/y.xml")->length(), 0U);
  EXPECT_FALSE(collection->find("8"));
  EXPECT_FALSE(collection->find(""));
}

/// The seven real articles and the offset and length of each of their elements.
TEST(Collection, AgreesWithTheOffsetsOfAllElementsOfTheRealArticles) {
  const std::string data = extended_data() + "/inex2009-sample";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << "no " << data;
  const TemporaryFolder folder;
  Diagnostics diagnostics;
  const auto writer =
      CollectionWriter::create(folder / "c.fovea", CollectionWriter::Existing::kRefuse, diagnostics);
  ASSERT_TRUE(writer);
  DocumentBuilder builder;
  for (const auto& entry : std::filesystem::directory_iterator(data)) {
    if (entry.path().extension() != ".xml") continue;
    const auto input = InputFile::open(entry.path(), diagnostics);
    ASSERT_TRUE(builder.read_xml_document(*input, diagnostics)) << to_string(diagnostics.kept().front());
    const std::string id = entry.path().stem();
    writer->add({id, entry.path(), builder.pack(id, entry.path().string())},
                CollectionWriter::Existing::kRefuse, diagnostics);
  }
  writer->finish();
  const auto collection = open_or_fail(folder / "c.fovea");
  ASSERT_TRUE(collection);

  const auto table = InputFile::open(data + "/element_offsets.tsv", diagnostics);
  ASSERT_TRUE(table);
  std::size_t rows = 0;
  std::map<std::string, std::uint32_t> elements;
  LineReader lines(table->bytes());
  for (std::string_view line; lines.next(line); ++rows) {
    std::array<std::string_view, 4> columns;
    ASSERT_EQ(split_columns(line, columns), 4U);
    const auto document = collection->find(columns[0]);
    ASSERT_TRUE(document);
    const Offset begin = *parse_offset(columns[2]);
    const Span expected{begin, begin + *parse_offset(columns[3])};
    EXPECT_EQ(document->span_of(columns[1]), expected) << line;
    const auto element = document->tree().find(columns[1]);
    ASSERT_TRUE(element);
    EXPECT_EQ(document->tree().path(*element), columns[1]);
    ++elements[std::string(columns[0])];
  }
  EXPECT_EQ(rows, 8756U);
  for (const auto& [id, count] : elements) EXPECT_EQ(collection->find(id)->tree().size(), count);
  // The lengths that the official judgements give.
  EXPECT_EQ(collection->find("1064")->length(), 23219U);
  EXPECT_EQ(collection->find("1164")->length(), 74312U);
  EXPECT_EQ(collection->find("612")->length(), 9811U);
  EXPECT_EQ(collection->find("775")->length(), 53429U);
  collection->each([](const Document& document) {
    EXPECT_NO_THROW(document.check());
    return true;
  });
}

}  // namespace
}  // namespace fovea
