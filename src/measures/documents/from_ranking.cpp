#include "measures/documents/from_ranking.h"

#include <limits>
#include <optional>
#include <utility>

#include "measures/views/topic_view.h"

namespace fovea {

namespace {

class FromRanking : public Measure {
 public:
  FromRanking(const MeasureName& name, DocumentScore score)
      : score_(std::move(score)),
        level_(level_of(name)),
        judged_only_(name.parameter(kJudgedOnly.name) == "True") {}

  double score(TopicView& topic) const override { return score_(ranking(topic), level(topic)); }

 protected:
  DocumentRanking& ranking(TopicView& topic) const {
    return judged_only_ ? topic.judged_documents() : topic.documents();
  }
  int level(TopicView& topic) const { return level_ ? *level_ : topic.relevance_level(); }

 private:
  DocumentScore score_;
  std::optional<int> level_;
  bool judged_only_;
};

class WithCurve final : public FromRanking {
 public:
  WithCurve(const MeasureName& name, DocumentScore score, BinaryCurve curve)
      : FromRanking(name, std::move(score)), curve_(std::move(curve)) {}

  Curve curve(TopicView& topic) const override { return curve_(ranking(topic).at_level(level(topic))); }

 private:
  BinaryCurve curve_;
};

}  // namespace

std::unique_ptr<Measure> document_measure(const MeasureName& name, DocumentScore score) {
  return std::make_unique<FromRanking>(name, std::move(score));
}

std::optional<int> level_of(const MeasureName& name) {
  const auto grade = name.number(kRel.name);
  return grade ? std::optional(static_cast<int>(*grade)) : std::nullopt;
}

std::size_t rank_of(const MeasureName& name) {
  return name.rank().value_or(std::numeric_limits<std::uint32_t>::max());
}

std::unique_ptr<Measure> binary_measure(const MeasureName& name, BinaryScore score, BinaryCurve curve) {
  auto at_level = [score = std::move(score)](DocumentRanking& ranking, int level) {
    return score(ranking.at_level(level));
  };
  if (!curve) return document_measure(name, std::move(at_level));
  return std::make_unique<WithCurve>(name, std::move(at_level), std::move(curve));
}

std::function<std::unique_ptr<Measure>(const MeasureName&, std::string&)> binary_maker(BinaryScore score) {
  return [score = std::move(score)](const MeasureName& name, std::string&) {
    return binary_measure(name, score);
  };
}

}  // namespace fovea
