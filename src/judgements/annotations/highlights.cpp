#include "judgements/annotations/highlights.h"

#include "text/span_set.h"

namespace fovea {

void add_highlights(JudgementBuilder& builder, std::string_view topic, std::string_view doc,
                    std::span<const Span> spans, std::optional<Offset> length, std::uint64_t line) {
  JudgedDocument document;
  document.id = builder.keep(doc);
  document.relevant_chars = static_cast<Offset>(character_count(SpanSet({spans.begin(), spans.end()})));
  document.length = length;
  if (!spans.empty()) document.first_listed = spans.front().begin;
  document.grade = spans.empty() ? 0 : 1;
  document.line = static_cast<std::uint32_t>(line);
  builder.add_kinds({.highlights = true});
  builder.add(builder.keep(topic), document, spans);
}

}  // namespace fovea
