#include "measures/graded/graded_judgements.h"

#include <fmt/format.h>

#include <utility>

#include "text/character_counts.h"

namespace fovea {
namespace {

ElementLocator locator_in(const Document& document) {
  return [&document](std::string_view path) -> std::optional<LocatedElement> {
    const auto element = document.tree().find(path);
    if (!element) return std::nullopt;
    return LocatedElement{*element, document.tree().span(*element)};
  };
}

/// The document in the collection; reported where it is not there.
std::optional<Document> find_document(const Collection& collection, const JudgedDocument& judged,
                                      const std::string& file, Diagnostics& diagnostics) {
  auto document = collection.find(judged.id);
  if (!document) {
    diagnostics.expected({file, judged.line, 0}, "unknown-document",
                         fmt::format("judged document {}", quote(judged.id)),
                         fmt::format("a document of the collection {}", collection.path()));
  }
  return document;
}

/// The elements of a document that hold highlighted text, with grades derived from it.
std::vector<ElementGrade> grades_from_highlights(const TopicJudgements& topic, const JudgedDocument& judged,
                                                 const Document& document, SpecificitySteps steps,
                                                 TextStore& paths) {
  absl::flat_hash_map<std::string_view, const ElementGrade*> assessed;
  for (const ElementGrade& element : topic.elements(judged)) assessed.emplace(element.path, &element);

  std::vector<ElementGrade> grades;
  const CharacterCounts highlights(topic.highlights(judged));
  const ElementTreeView& tree = document.tree();
  ElementIndex element = ElementTreeView::kRoot;
  while (element < tree.size()) {
    const Span span = tree.span(element);
    const auto highlighted = static_cast<Offset>(highlights.in(span));
    if (highlighted == 0) {
      element = tree.next(element);
      continue;
    }
    ElementGrade grade;
    grade.path = paths.keep(tree.path(element));
    grade.exhaustivity = kMaxGrade;
    if (const auto found = assessed.find(grade.path);
        found != assessed.end() && found->second->exhaustivity_given) {
      grade.exhaustivity = found->second->exhaustivity;
      grade.too_small = found->second->too_small;
    }
    // An element the assessor found not exhaustive at all is not relevant, whatever is highlighted in it.
    if (grade.exhaustivity > 0) grade.specificity = specificity_in_steps(highlighted, span.size(), steps);
    grade.size = span.size();
    grade.highlighted = highlighted;
    grade.line = static_cast<std::uint32_t>(judged.line);
    grades.push_back(grade);
    ++element;
  }
  return grades;
}

}  // namespace

std::uint8_t specificity_in_steps(Offset highlighted, Offset size, SpecificitySteps steps) {
  if (highlighted == 0) return 0;
  const std::uint64_t part = std::uint64_t{3} * highlighted;
  if (part <= size) return 1;
  if (steps == SpecificitySteps::kExact) return highlighted < size ? 2 : 3;
  return part <= std::uint64_t{2} * size ? 2 : 3;
}

GradedJudgements GradedJudgements::from_grades(const Judgements& judgements, const Collection* collection,
                                               Diagnostics& diagnostics) {
  GradedJudgements graded;
  graded.collection_ = collection;
  for (const TopicJudgements& topic : judgements.topics()) {
    RecallBaseBuilder builder;
    for (const JudgedDocument& judged : topic.documents()) {
      const auto elements = topic.elements(judged);
      if (elements.empty()) continue;
      const std::string& file = judgements.file(judged.file);
      if (collection == nullptr) {
        builder.add(judged.id, elements, nullptr, file, diagnostics);
      } else if (const auto document = find_document(*collection, judged, file, diagnostics)) {
        const ElementLocator locate = locator_in(*document);
        builder.add(judged.id, elements, &locate, file, diagnostics);
      }
    }
    graded.add(topic.topic(), std::move(builder).finish());
  }
  return graded;
}

GradedJudgements GradedJudgements::from_highlights(const Judgements& judgements, const Collection& collection,
                                                   SpecificitySteps steps, Diagnostics& diagnostics) {
  GradedJudgements graded;
  graded.collection_ = &collection;
  for (const TopicJudgements& topic : judgements.topics()) {
    RecallBaseBuilder builder;
    for (const JudgedDocument& judged : topic.documents()) {
      if (topic.highlights(judged).empty()) continue;
      const std::string& file = judgements.file(judged.file);
      const auto document = find_document(collection, judged, file, diagnostics);
      if (!document) continue;
      const ElementLocator locate = locator_in(*document);
      builder.add(judged.id, grades_from_highlights(topic, judged, *document, steps, graded.paths_), &locate,
                  file, diagnostics);
    }
    graded.add(topic.topic(), std::move(builder).finish());
  }
  return graded;
}

void grade_elements(Judgements& judgements, const Collection& collection, SpecificitySteps steps,
                    ElementRelevance relevance, Diagnostics& diagnostics) {
  TextStore paths;
  judgements.regrade([&](const TopicJudgements& topic, const JudgedDocument& judged) {
    std::vector<ElementGrade> grades(topic.elements(judged).begin(), topic.elements(judged).end());
    if (topic.highlights(judged).empty()) return grades;
    const auto document = find_document(collection, judged, judgements.file(judged.file), diagnostics);
    if (!document) return grades;
    grades = grades_from_highlights(topic, judged, *document, steps, paths);
    for (ElementGrade& grade : grades) {
      if (relevance == ElementRelevance::kSteps) {
        grade.size = grade.highlighted = 0;
        continue;
      }
      grade.exhaustivity = 1;
      grade.exhaustivity_given = false;
      grade.specificity = specificity_of_share(grade.highlighted, grade.size);
    }
    return grades;
  });
}

RecallBase base_from_paths(const TopicJudgements& topic) {
  RecallBaseBuilder builder;
  Diagnostics unread;
  for (const JudgedDocument& judged : topic.documents()) {
    builder.add(judged.id, topic.elements(judged), nullptr, {}, unread);
  }
  return std::move(builder).finish();
}

void GradedJudgements::add(std::string_view topic, RecallBase base) {
  index_.emplace(topic, bases_.size());
  bases_.emplace_back(topic, std::move(base));
}

const RecallBase& GradedJudgements::base(std::string_view topic) const {
  static const RecallBase kNothingRelevant;
  const auto found = index_.find(topic);
  return found == index_.end() ? kNothingRelevant : bases_[found->second].second;
}

std::optional<CollectionSize> GradedJudgements::collection_size() const {
  if (collection_ == nullptr) return std::nullopt;
  std::call_once(count_->once, [&] {
    CollectionSize& size = count_->size;
    collection_->each([&](const Document& document) {
      const ElementTreeView& tree = document.tree();
      size.elements += tree.size();
      size.characters += document.length();
      for (std::uint32_t element = 0; element < tree.size(); ++element) {
        size.element_characters += tree.span(element).size();
      }
      return true;
    });
  });
  return count_->size;
}

}  // namespace fovea
