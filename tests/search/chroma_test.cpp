// Chroma's chunking evaluation: five documents, 472 questions, published figures of 1,206 chunks of 1,200 characters.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <filesystem>

#include "collection/document_builder.h"
#include "collection/writer.h"
#include "files/csv.h"
#include "files/input.h"
#include "fovea.h"
#include "places.h"
#include "runs/task.h"
#include "search/session/searcher.h"
#include "world.h"

namespace fovea::search {
namespace {

/// What a question asks, as words: signs and quotes are words like any other here, the questions are no titles.
std::string question_words(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '"' || c == '+' || c == '-'; }, ' ');
  return text;
}

class Chroma : public testing::Test {
 protected:
  void SetUp() override {
    data_ = extended_data() + "/chroma";
    if (!std::filesystem::exists(data_)) GTEST_SKIP() << "no " << data_;
    Diagnostics diagnostics;
    const auto writer =
        CollectionWriter::create(folder_ / "c", CollectionWriter::Existing::kReplace, diagnostics);
    DocumentBuilder builder;
    for (const std::string corpus : {"chatlogs", "finance", "pubmed", "state_of_the_union", "wikitexts"}) {
      const auto file = InputFile::open(data_ + "/" + corpus + ".md", diagnostics);
      builder.read_text_document(*file, diagnostics);
      writer->add({corpus, "x", builder.pack(corpus, "x")}, CollectionWriter::Existing::kRefuse, diagnostics);
    }
    writer->finish();
    for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
    collection_ = Collection::open(folder_ / "c", diagnostics);
    ASSERT_TRUE(collection_);
    judgements_ = read_judgements(data_ + "/questions_df.csv", *collection_, diagnostics);
    ASSERT_TRUE(judgements_);
  }

  /// The means of some measures, to four digits.
  std::string figures(const Index& index, const Pipeline& pipeline, std::string_view measures) const {
    Diagnostics diagnostics;
    const auto file = InputFile::open(data_ + "/questions_df.csv", diagnostics);
    CsvReader reader(*file, diagnostics);
    std::vector<CsvField> fields;
    reader.next(fields);
    Searcher searcher({&index}, &*collection_, pipeline, diagnostics);
    std::deque<std::string> names;
    std::vector<ResultRow> rows;
    while (reader.next(fields)) {
      Topic topic;
      topic.id = names.emplace_back(std::to_string(topics_++ % kQuestions));
      topic.title = question_words(fields[0].text);
      const std::string_view id = names.back();
      for (const Answer& each : searcher.search(searcher.count(*searcher.read(topic, diagnostics))))
        rows.push_back({id, names.emplace_back(each.id), each.span});
    }
    EXPECT_EQ(topics_ % kQuestions, 0U);
    const auto scores = evaluate(*judgements_, make_run("mine", rows), measures, diagnostics);
    for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
    std::string text;
    for (std::size_t i = 0; scores && i < scores->measures().size(); ++i) {
      char figure[16];
      std::snprintf(figure, sizeof figure, "%.4f", scores->summary(0, i));
      text += (text.empty() ? "" : " ") + std::string(figure);
    }
    return text;
  }

  static constexpr std::size_t kQuestions = 472;
  TemporaryFolder folder_;
  std::string data_;
  std::optional<Collection> collection_;
  std::shared_ptr<const Judgements> judgements_;
  mutable std::size_t topics_ = 0;
};

TEST_F(Chroma, ChunksHaveTheirPublishedFigures) {
  BuildOptions options;
  options.unit = *parse_chunk_unit("chars:1200");
  options.analysis.tokens = Tokens::kAscii;
  options.analysis.stem = "none";
  const Index index = build(folder_, folder_ / "c", options);
  EXPECT_EQ(index.documents(), 1206U);
  Diagnostics diagnostics;
  Pipeline pipeline;
  pipeline.depth = 5;
  EXPECT_EQ(figures(index, pipeline, "charR@5 charP@5 IoU@5"), "0.8961 0.0400 0.0399");
  EXPECT_TRUE(change_preset("articles.idf=lucene", pipeline, diagnostics));
  EXPECT_EQ(figures(index, pipeline, "charR@5 charP@5 IoU@5"), "0.8860 0.0397 0.0396");
}

TEST_F(Chroma, PassagesAreSharperThanChunks) {
  const Index index = build(folder_, folder_ / "c", {});
  Diagnostics diagnostics;
  Pipeline pipeline;
  for (const Preset& preset : presets()) {
    if (preset.name == "passages")
      read_preset(InputFile::from_memory("passages", preset.toml), *task_named("chunks"), pipeline,
                  diagnostics);
  }
  apply_task(pipeline, *task_named("chunks"));
  pipeline.results = 10;
  EXPECT_GE(std::stod(figures(index, pipeline, "charP(limit=1000)")), 0.15);
}

}  // namespace
}  // namespace fovea::search
