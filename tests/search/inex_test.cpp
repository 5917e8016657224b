// 9,804 real articles of INEX 2009: published figures of an independent computation.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "collection/document_builder.h"
#include "collection/writer.h"
#include "files/input.h"
#include "places.h"
#include "search/session/search.h"
#include "world.h"

namespace fovea::search {
namespace {

class Inex2009 : public testing::Test {
 protected:
  void SetUp() override {
    data_ = extended_data() + "/inex2009-articles";
    if (!std::filesystem::exists(data_)) GTEST_SKIP() << "no " << data_;
    store_articles();
    Diagnostics diagnostics;
    collection_ = Collection::open(folder_ / "c", diagnostics);
    ASSERT_TRUE(collection_);
    const auto qrels = InputFile::open(data_ + "/articles.qrels", diagnostics);
    std::istringstream rows{std::string(qrels->bytes())};
    std::string topic;
    std::string second;
    std::string id;
    std::string grade;
    for (std::string line; std::getline(rows, line);) {
      std::istringstream columns(line);
      columns >> topic >> second >> id >> grade;
      if (grade != "0" && collection_->find(id)) relevant_[topic].insert(id);
    }
  }

  void store_articles() {
    Diagnostics diagnostics;
    const auto writer =
        CollectionWriter::create(folder_ / "c", CollectionWriter::Existing::kReplace, diagnostics);
    const auto articles = InputFile::open(data_ + "/articles.tsv.zst", diagnostics);
    ASSERT_TRUE(writer && articles);
    DocumentBuilder builder;
    for (std::string_view rest = articles->bytes(); !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      const std::string id(line.substr(0, line.find('\t')));
      builder.read_text_document(InputFile::copy_of(id, line.substr(line.find('\t') + 1)), diagnostics);
      writer->add({id, "x", builder.pack(id, "x")}, CollectionWriter::Existing::kRefuse, diagnostics);
    }
    writer->finish();
    for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
  }

  Index index_with(unsigned bits) {
    Diagnostics diagnostics;
    BuildOptions options;
    options.analysis.tokens = Tokens::kSpace;
    options.analysis.stem = "none";
    options.impact_bits = bits;
    options.positions = false;
    options.replace = true;
    EXPECT_TRUE(build_index(*collection_, folder_ / "i", options, diagnostics));
    return std::move(*Index::open(folder_ / "i", diagnostics));
  }

  /// The mean of AP over the seven topics, to four digits.
  std::string map(const Index& index, const std::vector<std::string>& changes) const {
    static const std::vector<std::pair<std::string, std::string>> kTopics = {
        {"2009011", "oliv oil health benefit"},
        {"2009036", "not hill film actor"},
        {"2009067", "probabilist model in inform retriev"},
        {"2009073", "web link network analysi"},
        {"2009074", "web rank score algorithm"},
        {"2009078", "supervis machin learn algorithm"},
        {"2009085", "oper system mutual exclus"}};
    Pipeline pipeline;
    Diagnostics diagnostics;
    for (const std::string& change : changes)
      EXPECT_TRUE(change_preset(change, pipeline, diagnostics)) << change;
    double sum = 0;
    Analyser analyser(index.facts().analysis);
    for (const auto& [topic, title] : kTopics) {
      const Query query = parse_query(title, analyser, pipeline.phrases, pipeline.signs);
      const auto answers = finish(answer(index, query, count(index, query), pipeline), query, pipeline);
      const auto& relevant = relevant_.at(topic);
      double found = 0;
      double precisions = 0;
      for (std::size_t i = 0; i < answers.size(); ++i) {
        if (!relevant.contains(answers[i].id)) continue;
        precisions += ++found / static_cast<double>(i + 1);
      }
      sum += precisions / static_cast<double>(relevant.size());
    }
    char text[16];
    std::snprintf(text, sizeof text, "%.4f", sum / static_cast<double>(kTopics.size()));
    return text + 1;
  }

  TemporaryFolder folder_;
  std::string data_;
  std::optional<Collection> collection_;
  std::map<std::string, std::set<std::string>> relevant_;
};

TEST_F(Inex2009, ModelsHaveTheirPublishedMeanAveragePrecision) {
  const Index index = index_with(8);
  EXPECT_EQ(index.documents(), 9804U);
  EXPECT_EQ(index.facts().terms, 210232U);
  EXPECT_NEAR(static_cast<double>(index.facts().words) / 9804, 654.01, 0.005);
  std::vector<std::size_t> sizes;
  for (const auto& topic : {"2009011", "2009036", "2009067", "2009073", "2009074", "2009078", "2009085"})
    sizes.push_back(relevant_[topic].size());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{25, 88, 12, 14, 15, 5, 21}));

  EXPECT_EQ(map(index, {"articles.k1=1.1", "articles.b=0.3"}), ".3442");
  EXPECT_EQ(map(index, {"articles.k1=1.2", "articles.b=0.75"}), ".2939");
  EXPECT_EQ(map(index, {"articles.k1=2", "articles.b=0.7"}), ".2984");
  EXPECT_EQ(map(index, {"articles.idf=rsj"}), ".3215");
  const std::vector<std::pair<std::string, std::string>> dirichlet = {
      {"500", ".3027"}, {"1000", ".2971"}, {"2500", ".2498"}, {"6750", ".2105"}};
  for (const auto& [mu, expected] : dirichlet)
    EXPECT_EQ(map(index, {"articles.model=lm-dirichlet", "articles.mu=" + mu}), expected) << mu;
  const std::vector<std::pair<std::string, std::string>> jm = {
      {"0.15", ".2276"}, {"0.5", ".1678"}, {"0.85", ".1163"}};
  for (const auto& [c, expected] : jm)
    EXPECT_EQ(map(index, {"articles.model=lm-jm", "articles.c=" + c}), expected) << c;
  const std::vector<std::pair<std::string, std::string>> limits = {{"1", ".0233"},   {"15", ".0735"},
                                                                   {"50", ".1163"},  {"150", ".1450"},
                                                                   {"500", ".2251"}, {"1500", ".3308"}};
  for (const auto& [limit, expected] : limits)
    EXPECT_EQ(map(index, {"articles.model=impacts", "articles.K=" + limit}), expected) << limit;
  EXPECT_NEAR(std::stod("0" + map(index, {"articles.model=impacts"})), std::stod("0" + map(index, {})), 0.01);
}

TEST_F(Inex2009, FewerBitsOfImpactsHaveTheirPublishedMeanAveragePrecision) {
  const std::vector<std::pair<unsigned, std::string>> rows = {
      {3, ".2075"}, {4, ".2728"}, {5, ".3179"}, {6, ".3320"}};
  for (const auto& [bits, expected] : rows)
    EXPECT_EQ(map(index_with(bits), {"articles.model=impacts"}), expected) << bits;
}

}  // namespace
}  // namespace fovea::search
