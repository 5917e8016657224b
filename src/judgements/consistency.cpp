#include "judgements/consistency.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <string>

#include "collection/element_path.h"

namespace fovea {

namespace {

std::string describe(const ElementGrade& element) {
  return fmt::format("{} ({},{})", quote(element.path), element.exhaustivity, element.specificity);
}

/// The assessed elements of one document, by path.
class GradedTree {
 public:
  GradedTree(const std::string& file, std::span<const ElementGrade> elements, Diagnostics& diagnostics)
      : file_(file), elements_(elements), diagnostics_(diagnostics) {
    by_path_.reserve(elements.size());
    for (const ElementGrade& element : elements) by_path_.emplace(element.path, Node{&element});
  }

  void check() {
    for (const ElementGrade& element : elements_) {
      check_pair(element);
      check_ancestor(element);
    }
    for (const ElementGrade& element : elements_) check_children(element);
  }

 private:
  struct Node {
    const ElementGrade* element;
    bool has_children = false;
    bool has_relevant_child = false;
  };

  void check_pair(const ElementGrade& element) {
    if (element.too_small || (element.exhaustivity == 0) == (element.specificity == 0)) return;
    warn(element, "grades-disagree",
         fmt::format("{} is graded 0 in one dimension only; both or neither should be 0", describe(element)));
  }

  void check_ancestor(const ElementGrade& element) {
    std::string_view path = parent_path(element.path);
    bool parent = true;
    for (; !path.empty(); path = parent_path(path), parent = false) {
      const auto found = by_path_.find(path);
      if (found == by_path_.end()) continue;
      Node& around = found->second;
      if (parent) {
        around.has_children = true;
        around.has_relevant_child |= element.exhaustivity > 0 || element.too_small;
      }
      if (around.element->exhaustivity < element.exhaustivity) {
        warn(*around.element, "parent-less-exhaustive",
             fmt::format("{} is less exhaustive than {} inside it", describe(*around.element),
                         describe(element)));
      }
      return;
    }
  }

  void check_children(const ElementGrade& element) {
    const Node& node = by_path_.find(element.path)->second;
    if (!node.has_children || node.has_relevant_child || element.exhaustivity == 0) return;
    warn(element, "parent-of-zeros",
         fmt::format("{} is relevant, but all of its assessed children are graded 0", describe(element)));
  }

  void warn(const ElementGrade& element, std::string_view code, std::string message) {
    diagnostics_.warning({file_, element.line, 0}, code, std::move(message));
  }

  const std::string& file_;
  std::span<const ElementGrade> elements_;
  Diagnostics& diagnostics_;
  absl::flat_hash_map<std::string_view, Node> by_path_;
};

}  // namespace

void check_grade_consistency(const Judgements& judgements, Diagnostics& diagnostics) {
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      const auto elements = topic.elements(document);
      if (!elements.empty()) GradedTree(judgements.file(document.file), elements, diagnostics).check();
    }
  }
}

}  // namespace fovea
