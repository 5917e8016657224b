#include "measures/documents/from_ranking.h"

#include <optional>
#include <utility>

#include "measures/views/topic_view.h"

namespace fovea {

namespace {

class FromRanking final : public Measure {
 public:
  FromRanking(DocumentScore score, std::optional<int> level) : score_(std::move(score)), level_(level) {}

  double score(TopicView& topic) const override {
    return score_(topic.documents(), level_ ? *level_ : topic.relevance_level());
  }

 private:
  DocumentScore score_;
  std::optional<int> level_;
};

}  // namespace

std::unique_ptr<Measure> document_measure(const MeasureName& name, DocumentScore score) {
  std::optional<int> level;
  if (const auto grade = name.number(kRel.name)) level = static_cast<int>(*grade);
  return std::make_unique<FromRanking>(std::move(score), level);
}

std::unique_ptr<Measure> binary_measure(const MeasureName& name, BinaryScore score) {
  return document_measure(name, [score = std::move(score)](DocumentRanking& ranking, int level) {
    return score(ranking.at_level(level));
  });
}

std::function<std::unique_ptr<Measure>(const MeasureName&, std::string&)> binary_maker(BinaryScore score) {
  return [score = std::move(score)](const MeasureName& name, std::string&) {
    return binary_measure(name, score);
  };
}

}  // namespace fovea
