#include "judgements/output.h"

#include <algorithm>

namespace fovea {

std::vector<Span> listed_passages(const TopicJudgements& topic, const JudgedDocument& document) {
  const SpanView highlights = topic.highlights(document);
  std::vector<Span> passages(highlights.begin(), highlights.end());
  if (!document.first_listed) return passages;
  const Offset first = *document.first_listed;
  const auto around =
      std::ranges::find_if(passages, [first](Span span) { return span.begin <= first && first < span.end; });
  if (around == passages.end()) return passages;
  const Span listed{first, around->end};
  if (around->begin == first) {
    std::rotate(passages.begin(), around, around + 1);
    return passages;
  }
  around->end = first;
  passages.insert(passages.begin(), listed);
  return passages;
}

}  // namespace fovea
