#include "measures/documents/from_ranking.h"

#include <limits>
#include <optional>
#include <utility>

#include "measures/views/topic_view.h"

namespace fovea {

namespace {

class FromRanking final : public Measure {
 public:
  FromRanking(DocumentScore score, std::optional<int> level, bool judged_only)
      : score_(std::move(score)), level_(level), judged_only_(judged_only) {}

  double score(TopicView& topic) const override {
    return score_(judged_only_ ? topic.judged_documents() : topic.documents(),
                  level_ ? *level_ : topic.relevance_level());
  }

 private:
  DocumentScore score_;
  std::optional<int> level_;
  bool judged_only_;
};

}  // namespace

std::unique_ptr<Measure> document_measure(const MeasureName& name, DocumentScore score) {
  return std::make_unique<FromRanking>(std::move(score), level_of(name),
                                       name.parameter(kJudgedOnly.name) == "True");
}

std::optional<int> level_of(const MeasureName& name) {
  const auto grade = name.number(kRel.name);
  return grade ? std::optional(static_cast<int>(*grade)) : std::nullopt;
}

std::size_t rank_of(const MeasureName& name) {
  return name.rank().value_or(std::numeric_limits<std::uint32_t>::max());
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
