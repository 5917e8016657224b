#include "runs/resolve.h"
#include "places.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "collection_fixture.h"
#include "files/lines.h"
#include "runs/reading.h"
#include "runs/run_builder.h"
#include "runs/writer.h"
#include "temporary_folder.h"
#include "text/numbers.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A collection of one document: "one" "two" "three" in /a[1], /a[1]/b[1], /a[1]/b[2].
class Resolve : public testing::Test {
 protected:
  Resolve() {
    make_collection(folder_ / "c.fovea", {{"d", "<a>one<b>two</b><b>three</b></a>"}});
    collection_ = Collection::open(folder_ / "c.fovea", diagnostics_);
  }

  std::vector<Result> resolved(std::string_view text) {
    read_ = read_run(text);
    read_.run->read(0, topic_, diagnostics_);
    resolve(topic_, "run", *collection_, diagnostics_);
    return topic_.results;
  }

  std::string said() const {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics_.kept()) text += to_string(diagnostic) + "\n";
    return text;
  }

  TemporaryFolder folder_;
  Diagnostics diagnostics_;
  std::optional<Collection> collection_;
  ReadRun read_;
  TopicResults topic_;
};

TEST_F(Resolve, GivesElementsRangesAndDocumentsTheirSpans) {
  const auto results = resolved(
      "7 Q0 d 1 9 t /a[1]/b[2]\n7 Q0 d 2 8 t /a[1]/b[1] /a[1]/b[2]\n7 Q0 d 3 7 t\n7 Q0 d 4 6 t 2 5\n"
      "7 Q0 d 5 5 t /a[1]/text()[1].1 /a[1]/b[2]/text()[1].2\n7 Q0 d 6 4 t X\n");
  EXPECT_EQ(said(), "");
  ASSERT_EQ(results.size(), 6U);
  EXPECT_EQ(results[0].span, (Span{6, 11}));
  EXPECT_EQ(results[0].kind, ResultKind::kElement);
  EXPECT_EQ(results[1].span, (Span{3, 11}));
  EXPECT_EQ(results[2].span, (Span{0, 11}));
  EXPECT_EQ(results[3].span, (Span{2, 7}));
  EXPECT_EQ(results[4].span, (Span{1, 8}));
  EXPECT_EQ(results[5].kind, ResultKind::kUnresolved);
}

TEST_F(Resolve, ReportsWhatDoesNotFitTheCollectionAndKeepsTheRanks) {
  const auto results = resolved(
      "7 Q0 e 1 9 t 0 1\n7 Q0 d 2 8 t /a[1]/b[3]\n7 Q0 d 3 7 t /a[1]/b[2] /a[1]/b[1]\n7 Q0 d 4 6 t 5 7\n");
  EXPECT_EQ(
      said(),
      "run:1: found 'e', expected a document of the collection\n"
      "run:2: found '/a[1]/b[3]', expected the path of an element of document 'd'\n"
      "run:3: found a range from character 6 back to 6, expected a range that ends behind its beginning\n"
      "run:4: found a passage that ends at 12, expected an end within document 'd', which has 11 "
      "characters\n");
  ASSERT_EQ(results.size(), 4U);
  EXPECT_EQ(results[0].kind, ResultKind::kUnresolved);
  EXPECT_EQ(results[1].kind, ResultKind::kUnresolved);
  EXPECT_EQ(results[2].kind, ResultKind::kUnresolved);
  EXPECT_EQ(results[3].span, (Span{5, 12}));
}

TEST_F(Resolve, LetsElementRunsBeWrittenAsPassages) {
  read_ = read_run("7 Q0 d 1 9 t /a[1]/b[2]\n");
  std::string text;
  const Unsaid unsaid = write_run(
      *read_.run, run_formats::kPassage, &*collection_, [&](std::string_view bytes) { text += bytes; },
      diagnostics_);
  EXPECT_EQ(text, "7 Q0 d 1 9 t 6 5\n");
  EXPECT_TRUE(unsaid.empty());
}

/// Every element of the seven real articles, as a run.
TEST_F(Resolve, AgreesWithTheOffsetsOfAllElementsOfTheRealArticles) {
  const std::string data = extended_data() + "/inex2009-sample";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << "no " << data;
  const auto writer =
      CollectionWriter::create(folder_ / "real.fovea", CollectionWriter::Existing::kRefuse, diagnostics_);
  DocumentBuilder builder;
  for (const auto& entry : std::filesystem::directory_iterator(data)) {
    if (entry.path().extension() != ".xml") continue;
    const auto input = InputFile::open(entry.path(), diagnostics_);
    ASSERT_TRUE(builder.read_xml_document(*input, diagnostics_));
    const std::string id = entry.path().stem();
    writer->add({id, entry.path(), builder.pack(id, entry.path().string())},
                CollectionWriter::Existing::kRefuse, diagnostics_);
  }
  writer->finish();
  collection_ = Collection::open(folder_ / "real.fovea", diagnostics_);
  ASSERT_TRUE(collection_);

  std::string elements;
  std::vector<Span> expected;
  const auto offsets = InputFile::open(data + "/element_offsets.tsv", diagnostics_);
  LineReader lines(offsets->bytes());
  std::string_view line;
  while (lines.next(line)) {
    std::array<std::string_view, 4> columns;
    split_columns(line, columns);
    const auto offset = parse_offset(columns[2]);
    if (!offset) continue;
    elements += fmt::format("1 Q0 {} 1 1 t {}\n", columns[0], columns[1]);
    expected.push_back({*offset, *offset + *parse_offset(columns[3])});
  }
  const auto results = resolved(elements);
  EXPECT_EQ(said(), "");
  ASSERT_EQ(results.size(), 8756U);
  for (std::size_t i = 0; i < results.size(); ++i) ASSERT_EQ(results[i].span, expected[i]) << results[i].path;
}

}  // namespace
}  // namespace fovea
