#include "judgements/annotations/writing.h"

namespace fovea {

std::pair<const DocumentText*, std::string_view> fitting_text(const Judged& judged, DocumentTexts* texts) {
  const DocumentText* text = texts == nullptr ? nullptr : texts->find(judged.doc);
  if (text == nullptr) return {nullptr, "documents left out, as there is no text of them"};
  for (const Span passage : judged.passages) {
    if (!text->slice(passage))
      return {nullptr, "documents left out, as their highlights do not fit the text"};
  }
  return {text, {}};
}

}  // namespace fovea
