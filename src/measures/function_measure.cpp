#include "measures/function_measure.h"

#include <utility>

namespace fovea {

namespace {

class FunctionMeasure final : public Measure {
 public:
  FunctionMeasure(std::function<double(TopicView&)> score, std::function<Curve(TopicView&)> curve,
                  Needs further_needs)
      : score_(std::move(score)), curve_(std::move(curve)), further_needs_(further_needs) {}

  double score(TopicView& topic) const override { return score_(topic); }
  Curve curve(TopicView& topic) const override { return curve_ ? curve_(topic) : Curve(); }
  Needs further_needs() const override { return further_needs_; }

 private:
  std::function<double(TopicView&)> score_;
  std::function<Curve(TopicView&)> curve_;
  Needs further_needs_;
};

}  // namespace

std::unique_ptr<Measure> measure_of(std::function<double(TopicView&)> score,
                                    std::function<Curve(TopicView&)> curve, Needs further_needs) {
  return std::make_unique<FunctionMeasure>(std::move(score), std::move(curve), further_needs);
}

}  // namespace fovea
