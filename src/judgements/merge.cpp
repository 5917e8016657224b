#include "judgements/merge.h"

#include <algorithm>

namespace fovea {

namespace {

ElementGrade merge_grades(ElementGrade first, const ElementGrade& second, bool unite) {
  const auto choose = [unite](std::uint8_t a, std::uint8_t b) {
    return unite ? std::max(a, b) : std::min(a, b);
  };
  first.exhaustivity = choose(first.exhaustivity, second.exhaustivity);
  first.specificity = choose(first.specificity, second.specificity);
  first.highlighted = unite ? std::max(first.highlighted, second.highlighted)
                            : std::min(first.highlighted, second.highlighted);
  if (first.size == 0) first.size = second.size;
  first.too_small = unite ? first.too_small && second.too_small : first.too_small || second.too_small;
  first.in_pool = first.in_pool || second.in_pool;
  first.inferred = first.inferred && second.inferred;
  first.inconsistent = first.inconsistent || second.inconsistent;
  return first;
}

/// Elements of the first in its order, then, in a union, those that only the second has.
std::vector<ElementGrade> merge_elements(const std::vector<ElementGrade>& first,
                                         const std::vector<ElementGrade>& second, bool unite) {
  absl::flat_hash_map<std::string_view, const ElementGrade*> others;
  for (const ElementGrade& element : second) others.emplace(element.path, &element);
  std::vector<ElementGrade> merged;
  for (const ElementGrade& element : first) {
    const auto other = others.find(element.path);
    if (other != others.end()) {
      merged.push_back(merge_grades(element, *other->second, unite));
      others.erase(other);
    } else if (unite) {
      merged.push_back(element);
    }
  }
  if (!unite) return merged;
  std::copy_if(second.begin(), second.end(), std::back_inserter(merged),
               [&others](const ElementGrade& element) { return others.contains(element.path); });
  return merged;
}

}  // namespace

Opinion merge_opinions(const Opinion& first, const Opinion& second, MergePolicy merge) {
  const bool unite = merge == MergePolicy::kUnion;
  const auto choose = [unite](auto a, auto b) { return unite ? std::max(a, b) : std::min(a, b); };
  Opinion merged{first.document, {}, merge_elements(first.elements, second.elements, unite)};
  JudgedDocument& document = merged.document;
  const JudgedDocument& other = second.document;

  const SpanSet ours(first.passages);
  const SpanSet theirs(second.passages);
  const SpanSet both = unite ? fovea::unite(ours, theirs) : intersect(ours, theirs);
  merged.passages.assign(both.begin(), both.end());

  if (!document.length) document.length = other.length;
  if (ours.empty() && theirs.empty()) {
    document.relevant_chars = choose(document.relevant_chars, other.relevant_chars);
  } else {
    document.relevant_chars = static_cast<Offset>(character_count(both));
  }
  document.grade = choose(document.grade, other.grade);
  const auto has_content = [](const Opinion& opinion) {
    return derived_grade(opinion.document.relevant_chars > 0 || !opinion.passages.empty(), opinion.elements) >
           0;
  };
  if ((has_content(first) || has_content(second)) && !has_content(merged)) {
    document.grade = std::min(document.grade, 0);
  }
  if (!document.bep) document.bep = other.bep;
  if (document.relevant_chars == 0) document.bep = {};
  document.first_listed = {};
  if (!both.empty()) document.first_listed = both.begin()->begin;
  return merged;
}

}  // namespace fovea
