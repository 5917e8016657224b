// Ways to find settings from some topics: one function per way, all with the same face.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/pipeline/pipeline.h"
#include "tune/objective.h"
#include "tune/settings.h"

namespace fovea::tune {

class Tuner {
 public:
  virtual ~Tuner() = default;
  /// The settings that serve these topics best, as far as the way finds them.
  virtual Changes tune(std::span<const std::size_t> topics) = 0;
};

/// What a way of tuning is made from; all must outlive it.
struct TuningInput {
  Objective& objective;
  const search::Pipeline& pipeline;
  std::uint64_t seed = 1;
  /// Told, now and then, that a step was made.
  std::function<void()> progress;
};

/// Every point of the grid that the settings span; of equal ones the first.
std::unique_ptr<Tuner> make_grid(const TuningInput& input, std::vector<VariedSetting> settings);
/// From the preset on: of each setting in turn the value that is best while the others stay, until a round gains less
/// than .001.
std::unique_ptr<Tuner> make_coordinate(const TuningInput& input, std::vector<VariedSetting> settings);

/// The weights of `linear`, by how much of a unit is highlighted: "owpc", "listnet" (learners/pairs.cpp, lists.cpp), or by the
/// objective itself: "coordinate" (weight_ascent.cpp).
std::unique_ptr<Tuner> make_owpc(const TuningInput& input);
std::unique_ptr<Tuner> make_listnet(const TuningInput& input);
std::unique_ptr<Tuner> make_weight_ascent(const TuningInput& input);
/// The weights of tags, of `bm25t` and `proximity`, by how often their words are highlighted (learners/tags.cpp).
std::unique_ptr<Tuner> make_tags(const TuningInput& input);

/// Passes over the topics of those that learn from their units.
inline constexpr std::size_t kEpochs = 100;

struct Learner {
  std::string_view name;
  std::string_view meaning;
  std::unique_ptr<Tuner> (*make)(const TuningInput& input);
  /// Whether weights of `linear` are learnt; else those of tags.
  bool weighs_features = true;
  /// Whether it learns from highlighted text; else from the measure itself.
  bool from_highlights = true;
  std::size_t epochs = 0;  ///< steps that it tells of; 0 where nobody knows
};
std::span<const Learner> learners();

/// What stands between a learner and the session's pipeline; empty when nothing does.
std::string learner_fault(const Learner& learner, const search::SearchSession& session,
                          const Judgements& judgements);

}  // namespace fovea::tune
