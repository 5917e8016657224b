#include "measures/documents/from_ranking.h"

#include <cmath>
#include <limits>
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

std::unique_ptr<Measure> document_measure(const MeasureName& name, std::string& why, DocumentScore score) {
  std::optional<int> level;
  if (!name.parameter(kRel.name).empty()) {
    const auto number = name.number(kRel.name);
    if (!number || *number < 1 || *number > std::numeric_limits<int>::max() ||
        *number != std::floor(*number)) {
      why = "rel must be a grade, a whole number from 1";
      return nullptr;
    }
    level = static_cast<int>(*number);
  }
  return std::make_unique<FromRanking>(std::move(score), level);
}

std::unique_ptr<Measure> binary_measure(const MeasureName& name, std::string& why, BinaryScore score) {
  return document_measure(name, why, [score = std::move(score)](DocumentRanking& ranking, int level) {
    return score(ranking.at_level(level));
  });
}

std::function<std::unique_ptr<Measure>(const MeasureName&, std::string&)> binary_maker(BinaryScore score) {
  return [score = std::move(score)](const MeasureName& name, std::string& why) {
    return binary_measure(name, why, score);
  };
}

}  // namespace fovea
