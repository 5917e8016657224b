#include "runs/passage_elements.h"

#include <absl/container/flat_hash_set.h>

#include <utility>
#include <vector>

#include "collection/collection.h"

namespace fovea {

void turn_into_elements(TopicResults& topic, const Collection& collection, PassageElements choice,
                        TextStore& paths, ElementTurn& turn) {
  std::vector<Result> turned;
  absl::flat_hash_set<std::pair<std::string_view, ElementIndex>> known;
  std::optional<Document> document;
  bool changed = false;
  for (const Result& result : topic.results) {
    if (!document || document->id() != result.doc) document = collection.find(result.doc);
    if (result.kind != ResultKind::kPassage || !document) {
      turned.push_back(result);
      continue;
    }
    const ElementTreeView& tree = document->tree();
    std::vector<ElementIndex> elements;
    if (choice == PassageElements::kAround) {
      elements.push_back(tree.smallest_containing(result.span));
    } else {
      elements = tree.largest_inside(result.span);
    }
    elements.empty() ? ++turn.lost : ++turn.passages;
    changed = changed || elements.size() != 1;
    for (const ElementIndex element : elements) {
      if (!known.emplace(result.doc, element).second) {
        ++turn.repeated;
        changed = true;
        continue;
      }
      Result& one = turned.emplace_back(result);
      one.kind = ResultKind::kElement;
      one.path = paths.keep(tree.path(element));
      one.span = tree.span(element);
    }
  }
  topic.results = std::move(turned);
  if (!changed) return;
  std::int32_t rank = 0;
  for (Result& result : topic.results) result.rank = result.rank == 0 ? 0 : ++rank;
}

}  // namespace fovea
