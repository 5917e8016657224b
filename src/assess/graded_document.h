// The grades of one document's elements, as the rules of judgements/consistency.h look at them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assess/document_state.h"
#include "collection/collection.h"
#include "judgements/consistency.h"
#include "judgements/judgements.h"

namespace fovea::assess {

/// Grades by path, and with a document (or nullptr) those that follow: all inside an element that is graded 0 is 0 unless
/// somebody says otherwise.
class GradedDocument {
 public:
  GradedDocument(const std::map<std::string, Grade>& grades, const Document* document);

  /// Paths are views into this.
  const std::vector<ElementGrade>& elements() const { return elements_; }
  /// The first break of a rule as a sentence that names rule, elements and cure; nothing when there is none. What is only unlikely
  /// is no break.
  std::optional<std::string> breach(GradeRules rules) const;
  /// What is only unlikely, in the same words.
  std::vector<std::string> warnings() const;

 private:
  std::map<std::string, ElementGrade> by_path_;
  std::vector<ElementGrade> elements_;
  const Document* document_;
};

}  // namespace fovea::assess
