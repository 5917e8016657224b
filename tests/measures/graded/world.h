// A small world for the graded metrics: documents with element trees and grades, held in memory, and result
// lists over them. No collection file, no judgement file.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "files/diagnostics.h"
#include "measures/graded/graded_judgements.h"
#include "measures/graded/recall_base.h"
#include "runs/run.h"

namespace fovea {

struct WorldElement {
  std::string path;
  int parent = -1;
  Span span;
  Grade grade;
};

/// Elements in document order; the first is the root.
struct WorldDocument {
  std::string id;
  std::vector<WorldElement> elements;
};

/// A result: an element of a document, with the rank a run file would give it.
struct Pick {
  std::size_t document = 0;
  std::size_t element = 0;
  std::int32_t rank = 0;

  std::pair<std::size_t, std::size_t> key() const { return {document, element}; }
  bool same_element(const Pick& other) const {
    return document == other.document && element == other.element;
  }
};

struct World {
  std::deque<WorldDocument> documents;

  const WorldElement& at(const Pick& pick) const { return documents[pick.document].elements[pick.element]; }

  std::size_t elements() const {
    std::size_t count = 0;
    for (const WorldDocument& document : documents) count += document.elements.size();
    return count;
  }

  CollectionSize size() const {
    CollectionSize size{.elements = elements()};
    for (const WorldDocument& document : documents) {
      size.characters += document.elements[0].span.size();
      for (const WorldElement& element : document.elements) size.element_characters += element.span.size();
    }
    return size;
  }

  /// The recall base, with sizes or from the paths alone.
  RecallBase base(bool with_sizes = true) const {
    RecallBaseBuilder builder;
    Diagnostics diagnostics;
    for (const WorldDocument& document : documents) {
      const ElementLocator locate = [&](std::string_view path) -> std::optional<LocatedElement> {
        for (std::uint32_t i = 0; i < document.elements.size(); ++i) {
          if (document.elements[i].path == path) return LocatedElement{i, document.elements[i].span};
        }
        return std::nullopt;
      };
      std::vector<ElementGrade> grades;
      for (const WorldElement& element : document.elements) {
        ElementGrade grade;
        grade.path = element.path;
        grade.exhaustivity = element.grade.exhaustivity;
        grade.specificity = element.grade.specificity;
        grades.push_back(grade);
      }
      builder.add(document.id, grades, with_sizes ? &locate : nullptr, "world", diagnostics);
    }
    return std::move(builder).finish();
  }

  std::vector<Result> results(const std::vector<Pick>& picks) const {
    std::vector<Result> list;
    for (const Pick& pick : picks) {
      Result result;
      result.doc = documents[pick.document].id;
      result.path = at(pick).path;
      result.span = at(pick).span;
      result.kind = ResultKind::kElement;
      result.rank = pick.rank;
      list.push_back(result);
    }
    return list;
  }

  /// Where a node of base() stands in this world.
  Pick pick(const RecallBase& base, NodeId node, std::int32_t rank = 0) const {
    const std::string_view id = base.documents()[base[node].document].id;
    for (std::size_t d = 0; d < documents.size(); ++d) {
      if (documents[d].id != id) continue;
      for (std::size_t e = 0; e < documents[d].elements.size(); ++e) {
        if (documents[d].elements[e].path == base[node].path) return {d, e, rank};
      }
    }
    return {};
  }
};

/// The worked fixture: the shape of Figure 1 of Kazai et al. 2005.
inline World worked_fixture() {
  World world;
  world.documents.push_back({"co/2001/r7022",
                             {{"/article[1]", -1, {0, 1000}, {3, 1}},
                              {"/article[1]/bdy[1]", 0, {100, 1000}, {3, 1}},
                              {"/article[1]/bdy[1]/sec[4]", 1, {100, 500}, {2, 2}},
                              {"/article[1]/bdy[1]/sec[4]/p[1]", 2, {100, 200}, {2, 3}},
                              {"/article[1]/bdy[1]/sec[4]/ip1[2]", 2, {200, 300}, {2, 3}},
                              {"/article[1]/bdy[1]/sec[4]/p[2]", 2, {300, 500}, {1, 2}},
                              {"/article[1]/bdy[1]/sec[6]", 1, {500, 1000}, {3, 3}},
                              {"/article[1]/bdy[1]/sec[6]/p[1]", 6, {500, 600}, {3, 3}},
                              {"/article[1]/bdy[1]/sec[6]/p[2]", 6, {600, 800}, {2, 3}},
                              {"/article[1]/bdy[1]/sec[6]/ip1[2]", 6, {800, 1000}, {2, 3}}}});
  return world;
}

}  // namespace fovea
