// Settings that are tried one by one: a grid, or coordinate ascent. What a point scored for a topic is kept, so that folds,
// which share most of their topics, cost hardly more than one pass.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "tune/tuner.h"

namespace fovea::tune {

namespace {

/// Below this a round of coordinate ascent has gained nothing.
constexpr double kSmallestGain = 0.001;

/// Of each setting the number of its value; nothing: as the preset has it.
using Point = std::vector<std::optional<std::size_t>>;

class TriedPoints {
 public:
  TriedPoints(const TuningInput& input, std::vector<VariedSetting> settings)
      : input_(input), settings_(std::move(settings)) {}

  const std::vector<VariedSetting>& settings() const { return settings_; }

  Changes changes(const Point& point) const {
    Changes made;
    for (std::size_t i = 0; i < point.size(); ++i) {
      if (point[i]) made.push_back(settings_[i][*point[i]]);
    }
    return made;
  }

  double mean(const Point& point, std::span<const std::size_t> topics) {
    auto& known = scores_[point];
    if (known.empty())
      known.assign(input_.objective.topics().size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<std::size_t> missing;
    for (const std::size_t topic : topics) {
      if (std::isnan(known[topic])) missing.push_back(topic);
    }
    if (!missing.empty()) {
      const auto scores = input_.objective.scores(changed(input_.pipeline, changes(point)), missing);
      for (std::size_t i = 0; i < missing.size(); ++i) known[missing[i]] = scores[i];
    }
    if (input_.progress) input_.progress();
    double sum = 0;
    for (const std::size_t topic : topics) sum += known[topic];
    return topics.empty() ? 0 : sum / static_cast<double>(topics.size());
  }

 private:
  const TuningInput input_;
  const std::vector<VariedSetting> settings_;
  std::map<Point, std::vector<double>> scores_;
};

class Grid final : public Tuner {
 public:
  Grid(const TuningInput& input, std::vector<VariedSetting> settings) : points_(input, std::move(settings)) {}

  Changes tune(std::span<const std::size_t> topics) override {
    Point point(points_.settings().size(), 0);
    Point best;
    double best_mean = -std::numeric_limits<double>::infinity();
    do {
      const double mean = points_.mean(point, topics);
      if (mean > best_mean) {
        best_mean = mean;
        best = point;
      }
    } while (advance(point));
    return points_.changes(best);
  }

 private:
  /// The next point, the last setting fastest; false behind the last.
  bool advance(Point& point) const {
    for (std::size_t i = point.size(); i-- > 0;) {
      if (++*point[i] < points_.settings()[i].size()) return true;
      point[i] = 0;
    }
    return false;
  }

  TriedPoints points_;
};

class Coordinate final : public Tuner {
 public:
  Coordinate(const TuningInput& input, std::vector<VariedSetting> settings)
      : points_(input, std::move(settings)) {}

  Changes tune(std::span<const std::size_t> topics) override {
    Point point(points_.settings().size());
    double mean = points_.mean(point, topics);
    while (true) {
      const double before = mean;
      for (std::size_t i = 0; i < point.size(); ++i) {
        Point tried = point;
        for (std::size_t value = 0; value < points_.settings()[i].size(); ++value) {
          tried[i] = value;
          const double reached = points_.mean(tried, topics);
          if (reached <= mean) continue;
          mean = reached;
          point = tried;
        }
      }
      if (mean - before < kSmallestGain) return points_.changes(point);
    }
  }

 private:
  TriedPoints points_;
};

}  // namespace

std::unique_ptr<Tuner> make_grid(const TuningInput& input, std::vector<VariedSetting> settings) {
  return std::make_unique<Grid>(input, std::move(settings));
}

std::unique_ptr<Tuner> make_coordinate(const TuningInput& input, std::vector<VariedSetting> settings) {
  return std::make_unique<Coordinate>(input, std::move(settings));
}

}  // namespace fovea::tune
