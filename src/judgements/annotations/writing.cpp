#include "judgements/annotations/writing.h"

#include "text/escape.h"

namespace fovea {

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

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
