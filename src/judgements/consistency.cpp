#include "judgements/consistency.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "collection/element_path.h"

namespace fovea {

namespace {

constexpr std::string_view kPairRule = "exhaustivity is 0 exactly when specificity is";
constexpr std::string_view kInnerRule = "an element is at least as exhaustive as what it contains";
constexpr std::string_view kZerosRule = "an element without text of its own whose children are all 0 is 0";
constexpr std::string_view kGradedRule = "what is around and inside a relevant element is graded too";
constexpr std::string_view kRangeRule =
    "an element without text of its own is as specific as its children, and not more exhaustive than all of them";

std::string describe(const ElementGrade& element) {
  return fmt::format("{} ({},{})", quote(element.path), element.exhaustivity, element.specificity);
}

/// The assessed elements of one document, by path.
class GradedTree {
 public:
  GradedTree(std::span<const ElementGrade> elements, const Document* document)
      : elements_(elements), document_(document) {
    by_path_.reserve(elements.size());
    for (const ElementGrade& element : elements) by_path_.emplace(element.path, Node{&element});
  }

  std::vector<GradeBreach> check(GradeRules rules) && {
    for (const ElementGrade& element : elements_) {
      check_pair(element);
      check_ancestor(element);
    }
    if (rules == GradeRules::kUnfinished) return std::move(out_);
    for (const ElementGrade& element : elements_) check_children(element);
    if (rules == GradeRules::kAll && document_ != nullptr) {
      check_graded();
      for (const ElementGrade& element : elements_) check_range(element);
    }
    return std::move(out_);
  }

 private:
  struct Node {
    const ElementGrade* element;
    bool has_children = false;
    bool has_relevant_child = false;
  };

  void check_pair(const ElementGrade& element) {
    if (element.too_small || (element.exhaustivity == 0) == (element.specificity == 0)) return;
    add("grades-disagree", kPairRule, element,
        fmt::format("{} is graded 0 in one dimension only; both or neither should be 0", describe(element)),
        "set both to 0, or neither");
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
        add("parent-less-exhaustive", kInnerRule, *around.element,
            fmt::format("{} is less exhaustive than {} inside it", describe(*around.element),
                        describe(element)),
            fmt::format("raise {} and all around it to {} at least, or lower {}", quote(around.element->path),
                        element.exhaustivity, quote(element.path)));
      }
      return;
    }
  }

  void check_children(const ElementGrade& element) {
    const Node& node = by_path_.find(element.path)->second;
    if (!node.has_children || node.has_relevant_child || element.exhaustivity == 0) return;
    if (const auto place = in_document(element.path)) {
      if (has_own_text(*place) || !children_of(*place)) return;
    }
    add("parent-of-zeros", kZerosRule, element,
        fmt::format("{} is relevant, but all of its assessed children are graded 0", describe(element)),
        fmt::format("grade {} 0, or one of its children above 0", quote(element.path)));
  }

  /// Elements around and inside relevant ones that are not graded themselves, each once.
  void check_graded() {
    const ElementTreeView& tree = document_->tree();
    std::vector<bool> seen(tree.size());
    for (const ElementGrade& element : elements_) {
      const auto place = in_document(element.path);
      if (element.exhaustivity == 0 || !place) continue;
      for (auto around = tree.parent(*place); around && !seen[*around]; around = tree.parent(*around)) {
        seen[*around] = true;
        want_grade(tree.path(*around), element, "around");
      }
      for (ElementIndex inside = *place + 1; inside < tree.next(*place); ++inside) {
        if (seen[inside] || tree.span(inside).empty()) continue;
        seen[inside] = true;
        want_grade(tree.path(inside), element, "inside");
      }
    }
  }

  void want_grade(const std::string& path, const ElementGrade& element, std::string_view where) {
    if (by_path_.contains(path)) return;
    add("not-graded", kGradedRule, element,
        fmt::format("{} is not graded, and stands {} {}, which is relevant", quote(path), where,
                    describe(element)),
        fmt::format("grade {}; 0 grades all that it contains", quote(path)));
  }

  void check_range(const ElementGrade& element) {
    const auto place = in_document(element.path);
    if (element.exhaustivity == 0 || !place || has_own_text(*place)) return;
    const auto children = children_of(*place);
    if (!children || children->empty()) return;
    const auto [least, most] =
        std::ranges::minmax(*children, {}, [](const ElementGrade* child) { return child->specificity; });
    int sum = 0;
    for (const ElementGrade* const child : *children) sum += child->exhaustivity;
    const bool between =
        element.specificity >= least->specificity && element.specificity <= most->specificity;
    if (between && element.exhaustivity <= sum) return;
    add("outside-children", kRangeRule, element,
        fmt::format(
            "{}, whose children have specificities from {} to {} and exhaustivities that sum up to {}",
            describe(element), least->specificity, most->specificity, sum),
        fmt::format("look at {} and its children again", quote(element.path)));
  }

  std::optional<ElementIndex> in_document(std::string_view path) const {
    return document_ == nullptr ? std::nullopt : document_->tree().find(path);
  }

  /// The grades of all children that have text; nothing when one of them has none.
  std::optional<std::vector<const ElementGrade*>> children_of(ElementIndex element) const {
    const ElementTreeView& tree = document_->tree();
    std::vector<const ElementGrade*> out;
    for (const ElementIndex child : tree.children(element)) {
      if (tree.span(child).empty()) continue;
      const auto found = by_path_.find(tree.path(child));
      if (found == by_path_.end()) return std::nullopt;
      out.push_back(found->second.element);
    }
    return out;
  }

  bool has_own_text(ElementIndex element) const {
    return std::ranges::any_of(document_->tree().text_nodes(element), [this](Span node) {
      return document_->text(node).find_first_not_of(" \t\r\n") != std::string::npos;
    });
  }

  void add(std::string_view code, std::string_view rule, const ElementGrade& element, std::string message,
           std::string cure) {
    out_.push_back({code, rule, &element, std::move(message), std::move(cure)});
  }

  std::span<const ElementGrade> elements_;
  const Document* document_;
  absl::flat_hash_map<std::string_view, Node> by_path_;
  std::vector<GradeBreach> out_;
};

}  // namespace

std::vector<GradeBreach> grade_breaches(std::span<const ElementGrade> elements, const Document* document,
                                        GradeRules rules) {
  return GradedTree(elements, document).check(rules);
}

void check_grade_consistency(const Judgements& judgements, const Collection* collection,
                             Diagnostics& diagnostics) {
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& judged : topic.documents()) {
      const auto elements = topic.elements(judged);
      if (elements.empty()) continue;
      const auto document = collection == nullptr ? std::nullopt : collection->find(judged.id);
      for (GradeBreach& breach :
           grade_breaches(elements, document ? &*document : nullptr, GradeRules::kFile)) {
        diagnostics.warning({judgements.file(judged.file), breach.element->line, 0}, breach.code,
                            std::move(breach.message));
      }
    }
  }
}

}  // namespace fovea
