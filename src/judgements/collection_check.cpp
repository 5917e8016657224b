#include "judgements/collection_check.h"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <vector>

#include "collection/id_advice.h"

namespace fovea {

namespace {

void check_document(const Judgements& judgements, const TopicJudgements& topic, const JudgedDocument& judged,
                    const Document& document, Diagnostics& diagnostics) {
  const Place place{judgements.file(judged.file), judged.line, 0};
  if (judged.length && *judged.length != document.length()) {
    diagnostics.expected(place, "length-differs",
                         fmt::format("length {} of document {}", *judged.length, quote(judged.id)),
                         fmt::format("its length in the collection, {}", document.length()));
  }
  const SpanView highlights = topic.highlights(judged);
  if (!highlights.empty() && highlights.back().end > document.length()) {
    diagnostics.expected(
        place, "span-past-end",
        fmt::format("a passage of document {} that ends at {}", quote(judged.id), highlights.back().end),
        fmt::format("an end within its {} characters", document.length()));
  }
  for (const ElementGrade& element : topic.elements(judged)) {
    if (document.span_of(element.path)) continue;
    diagnostics.expected({place.file, element.line, 0}, "unresolvable-path", quote(element.path),
                         fmt::format("an element of document {}", quote(judged.id)));
  }
}

bool advise_on_judged_ids(const Judgements& judgements, const Collection& collection,
                          Diagnostics& diagnostics) {
  std::set<std::string_view> ids;
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& judged : topic.documents()) ids.insert(judged.id);
  }
  if (judgements.files() == 0) return false;
  return advise_on_ids(judgements.file(0), std::vector(ids.begin(), ids.end()), collection, diagnostics);
}

}  // namespace

void check_against_collection(const Judgements& judgements, const Collection& collection,
                              Diagnostics& diagnostics) {
  if (advise_on_judged_ids(judgements, collection, diagnostics)) return;
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& judged : topic.documents()) {
      if (const auto document = collection.find(judged.id)) {
        check_document(judgements, topic, judged, *document, diagnostics);
      } else {
        diagnostics.expected({judgements.file(judged.file), judged.line, 0}, "unknown-document",
                             fmt::format("document {}", quote(judged.id)),
                             fmt::format("a document of {}", collection.path()));
      }
    }
  }
}

}  // namespace fovea
