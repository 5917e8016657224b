#include "measures/documents/from_ranking.h"

#include <utility>

#include "measures/views/topic_view.h"

namespace fovea {

namespace {

/// What a measure looks at: the ranking as `judged_only` has it, and the level as `rel` has it.
class RankingOf {
 public:
  explicit RankingOf(const MeasureName& name)
      : level_(level_of(name)), judged_only_(name.parameter(kJudgedOnly.name) == "True") {}

  DocumentRanking& ranking(TopicView& topic) const {
    return judged_only_ ? topic.judged_documents() : topic.documents();
  }
  int level(TopicView& topic) const { return level_.value_or(topic.relevance_level()); }

 private:
  std::optional<int> level_;
  bool judged_only_;
};

}  // namespace

std::unique_ptr<Measure> document_measure(const MeasureName& name, DocumentScore score, DocumentCurve curve) {
  std::function<Curve(TopicView&)> curve_of;
  if (curve) {
    curve_of = [of = RankingOf(name), curve = std::move(curve)](TopicView& topic) {
      return curve(of.ranking(topic));
    };
  }
  return measure_of([of = RankingOf(name), score = std::move(score)](
                        TopicView& topic) { return score(of.ranking(topic), of.level(topic)); },
                    std::move(curve_of));
}

std::optional<int> level_of(const MeasureName& name) {
  const auto grade = name.number(kRel.name);
  return grade ? std::optional(static_cast<int>(*grade)) : std::nullopt;
}

std::size_t rank_of(const MeasureName& name) {
  return name.rank().value_or(std::numeric_limits<std::uint32_t>::max());
}

std::unique_ptr<Measure> binary_measure(const MeasureName& name, BinaryScore score, BinaryCurve curve) {
  const auto of_level = [of = RankingOf(name)](TopicView& topic) {
    return of.ranking(topic).at_level(of.level(topic));
  };
  std::function<Curve(TopicView&)> curve_of;
  if (curve) {
    curve_of = [of_level, curve = std::move(curve)](TopicView& topic) { return curve(of_level(topic)); };
  }
  return measure_of([of_level, score = std::move(score)](TopicView& topic) { return score(of_level(topic)); },
                    std::move(curve_of));
}

std::function<std::unique_ptr<Measure>(const MeasureName&, std::string&)> binary_maker(BinaryScore score) {
  return [score = std::move(score)](const MeasureName& name, std::string&) {
    return binary_measure(name, score);
  };
}

}  // namespace fovea
