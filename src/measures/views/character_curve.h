// Characters retrieved after each result of a topic, every character of every document counted once.
//
// What a result adds is the part of its text that no earlier result had, in whatever document. From the two
// counts, all characters and relevant ones, come the precision and recall of a list of results at each rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/new_text.h"

namespace fovea {

class TopicView;

struct CurvePoint {
  std::uint64_t relevant = 0;   ///< relevant characters retrieved so far
  std::uint64_t retrieved = 0;  ///< characters retrieved so far
};

class CharacterCurve {
 public:
  void build(TopicView& topic);

  /// One point per result.
  std::span<const CurvePoint> points() const { return points_; }
  /// The points at which relevant text came in. Between two of them recall stands still and precision falls,
  /// so that interpolated precision needs no others.
  std::span<const CurvePoint> steps() const { return steps_; }

  /// Whether a result adds nothing to those before, or ends behind a document whose length is judged: perhaps
  /// something is wrong with the run.
  bool suspicious() const { return suspicious_; }

 private:
  void add_article(TopicView& topic, std::size_t article);

  std::vector<CurvePoint> points_;
  std::vector<CurvePoint> steps_;
  bool suspicious_ = false;
  std::vector<Span> spans_;  ///< the results of the article at hand
  NewText new_text_;
};

}  // namespace fovea
