// The recall bases of all topics of a set of judgements: made once, read by every run.
//
// Grades come from the assessments of INEX 2002–2008, or from highlighted text, so that the graded metrics
// can be asked of any highlighted collection:
//
//   specificity   of an element: its highlighted characters over all its characters, in steps
//   exhaustivity  from the assessment file where that gives one, otherwise 3 for every element with
//                 highlighted text
//
// With a collection, element trees, document order and sizes are read from it; without one, the tree is made
// from the paths alone.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "measures/graded/recall_base.h"
#include "measures/graded/specificity_steps.h"
#include "text/text_store.h"

namespace fovea {

std::uint8_t specificity_in_steps(Offset highlighted, Offset size, SpecificitySteps steps);

/// How much a collection holds.
struct CollectionSize {
  std::uint64_t elements = 0;
  std::uint64_t characters = 0;          ///< of all documents
  std::uint64_t element_characters = 0;  ///< of all elements, nested text counted in each
};

/// Gives every element with highlighted text its grades, as files of assessments would have them: in steps, or as its size and highlighted size.
/// A judged document that is not in the collection is reported and keeps the grades it has.
void grade_elements(Judgements& judgements, const Collection& collection, SpecificitySteps steps,
                    ElementRelevance relevance, Diagnostics& diagnostics);

class GradedJudgements {
 public:
  /// From the grades of assessed elements. What does not fit (see RecallBaseBuilder::add) or is not in the
  /// collection is reported and left out. Judgements and collection must outlive this object.
  static GradedJudgements from_grades(const Judgements& judgements, const Collection* collection,
                                      Diagnostics& diagnostics);
  /// From highlighted text. A judged document that is not in the collection is reported.
  static GradedJudgements from_highlights(const Judgements& judgements, const Collection& collection,
                                          SpecificitySteps steps, Diagnostics& diagnostics);

  /// The recall base of a judged topic; an empty one for any other.
  const RecallBase& base(std::string_view topic) const;
  /// In the order of the judgements.
  const std::vector<std::pair<std::string_view, RecallBase>>& topics() const { return bases_; }

  /// The size of the collection; nothing without one. Counted when asked for the first time, from any thread.
  std::optional<CollectionSize> collection_size() const;

 private:
  GradedJudgements() = default;
  void add(std::string_view topic, RecallBase base);

  struct ElementCount {
    std::once_flag once;
    CollectionSize size;
  };

  std::vector<std::pair<std::string_view, RecallBase>> bases_;
  absl::flat_hash_map<std::string_view, std::size_t> index_;
  /// Paths that no judgement file holds.
  TextStore paths_;
  const Collection* collection_ = nullptr;
  std::unique_ptr<ElementCount> count_ = std::make_unique<ElementCount>();
};

/// The recall base of one topic from its grades and their paths alone; what does not fit is left out. For
/// those who score a topic by hand: GradedJudgements report it.
RecallBase base_from_paths(const TopicJudgements& topic);

}  // namespace fovea
