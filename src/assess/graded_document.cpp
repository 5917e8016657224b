#include "assess/graded_document.h"

#include <fmt/format.h>

namespace fovea::assess {

namespace {

constexpr std::string_view kUnlikely = "outside-children";

std::string sentence(const GradeBreach& breach) {
  return fmt::format("{}: {}; {}", breach.rule, breach.message, breach.cure);
}

}  // namespace

GradedDocument::GradedDocument(const std::map<std::string, Grade>& grades, const Document* document)
    : document_(document) {
  const auto add = [this](const std::string& path, Grade grade, bool inferred) {
    ElementGrade& element = by_path_[path];
    element.exhaustivity = grade.exhaustivity;
    element.specificity = grade.specificity;
    element.inferred = inferred;
  };
  for (const auto& [path, grade] : grades) add(path, grade, false);
  for (const auto& [path, grade] : grades) {
    const auto place = document == nullptr ? std::nullopt : document->tree().find(path);
    if (grade.exhaustivity > 0 || !place) continue;
    const ElementTreeView& tree = document->tree();
    for (ElementIndex inside = *place + 1; inside < tree.next(*place); ++inside) {
      std::string inner = tree.path(inside);
      if (!by_path_.contains(inner)) add(inner, {}, true);
    }
  }
  for (auto& [path, element] : by_path_) {
    element.path = path;
    elements_.push_back(element);
  }
}

std::optional<std::string> GradedDocument::breach(GradeRules rules) const {
  for (const GradeBreach& breach : grade_breaches(elements_, document_, rules)) {
    if (breach.code != kUnlikely) return sentence(breach);
  }
  return std::nullopt;
}

std::vector<std::string> GradedDocument::warnings() const {
  std::vector<std::string> out;
  for (const GradeBreach& breach : grade_breaches(elements_, document_, GradeRules::kAll)) {
    if (breach.code == kUnlikely) out.push_back(sentence(breach));
  }
  return out;
}

}  // namespace fovea::assess
