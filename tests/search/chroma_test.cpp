// Chroma's chunking evaluation: 1,206 chunks of 1,200 characters as documents, 472 questions, published figures.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "collection/document_builder.h"
#include "collection/writer.h"
#include "files/csv.h"
#include "files/input.h"
#include "places.h"
#include "search/ranking/search.h"
#include "text/span_set.h"
#include "text/unicode.h"
#include "world.h"

namespace fovea::search {
namespace {

struct Chunk {
  std::string corpus;
  Span span;
};

class Chroma : public testing::Test {
 protected:
  void SetUp() override {
    data_ = source_folder() + "/../shared/data/chroma";
    if (!std::filesystem::exists(data_)) data_ = source_folder() + "/../../shared/data/chroma";
    if (!std::filesystem::exists(data_)) GTEST_SKIP() << "no folder shared/data/chroma beside the sources";
    store_chunks();
  }

  void store_chunks() {
    Diagnostics diagnostics;
    const auto writer =
        CollectionWriter::create(folder_ / "c", CollectionWriter::Existing::kReplace, diagnostics);
    DocumentBuilder builder;
    for (const char* const corpus : {"chatlogs", "finance", "pubmed", "state_of_the_union", "wikitexts"}) {
      const std::string text = read_whole(data_ + "/" + corpus + ".md");
      const auto length = static_cast<Offset>(count_code_points(text));
      for (Offset begin = 0; begin < length; begin += 1200) {
        const Span span{begin, std::min(begin + 1200, length)};
        const std::string id = corpus + (":" + std::to_string(begin));
        builder.read_text_document(InputFile::from_memory(id, code_point_slice(text, span)), diagnostics);
        writer->add({id, "x", builder.pack(id, "x")}, CollectionWriter::Existing::kRefuse, diagnostics);
        chunks_[id] = {corpus, span};
      }
    }
    writer->finish();
    for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
  }

  /// Means of recall, precision and intersection over union, in characters, over the first five chunks.
  std::string figures(const Index& index, const std::vector<std::string>& changes) const {
    Diagnostics diagnostics;
    Pipeline pipeline;
    for (const std::string& change : changes)
      EXPECT_TRUE(change_preset(change, pipeline, diagnostics)) << change;
    Analyser analyser(index.facts().analysis);
    const auto file = InputFile::open(data_ + "/questions_df.csv", diagnostics);
    CsvReader reader(*file, diagnostics);
    std::vector<CsvField> fields;
    reader.next(fields);
    double recall = 0;
    double precision = 0;
    double overlap = 0;
    double questions = 0;
    while (reader.next(fields)) {
      std::vector<Span> references;
      for (const auto& each : nlohmann::json::parse(fields[1].text))
        references.push_back({each["start_index"].get<Offset>(), each["end_index"].get<Offset>()});
      const SpanSet relevant(references);
      std::map<std::string, std::vector<Span>> retrieved;
      // Signs and quotes are words like any other here: the questions are no titles.
      std::string text = fields[0].text;
      std::ranges::replace_if(
          text, [](char c) { return c == '"' || c == '+' || c == '-'; }, ' ');
      const Query query = parse_query(text, analyser, pipeline.phrases, pipeline.signs);
      for (const Answer& each : answer(index, query, count(index, query), pipeline).articles)
        retrieved[chunks_.at(each.id).corpus].push_back(chunks_.at(each.id).span);
      double found = 0;
      double all = 0;
      for (const auto& [corpus, spans] : retrieved) {
        const SpanSet set(spans);
        all += static_cast<double>(character_count(set));
        if (corpus == fields[2].text) found = static_cast<double>(intersection_size(set, relevant));
      }
      const auto wanted = static_cast<double>(character_count(relevant));
      recall += found / wanted;
      precision += all == 0 ? 0 : found / all;
      overlap += found / (wanted + all - found);
      ++questions;
    }
    EXPECT_EQ(questions, 472);
    char text[64];
    std::snprintf(text, sizeof text, "%.4f %.4f %.4f", recall / questions, precision / questions,
                  overlap / questions);
    return text;
  }

  TemporaryFolder folder_;
  std::string data_;
  std::map<std::string, Chunk> chunks_;
};

TEST_F(Chroma, ChunksHaveTheirPublishedFigures) {
  EXPECT_EQ(chunks_.size(), 1206U);
  BuildOptions options;
  options.analysis.tokens = Tokens::kAscii;
  options.analysis.stem = "none";
  const Index index = build(folder_, folder_ / "c", options);
  EXPECT_EQ(figures(index, {"articles.depth=5"}), "0.8961 0.0400 0.0399");
  EXPECT_EQ(figures(index, {"articles.depth=5", "articles.idf=lucene"}), "0.8860 0.0397 0.0396");
}

}  // namespace
}  // namespace fovea::search
