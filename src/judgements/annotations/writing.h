// What the writers for annotation tools share. All are written so that our own readers give the same judgements
// again without being told where the topic stands.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/document_texts.h"
#include "judgements/judgements.h"
#include "judgements/output.h"
#include "text/unicode.h"

namespace fovea {

/// One judged document, ready to be written.
struct Judged {
  std::string_view topic;
  std::string_view doc;
  std::vector<Span> passages;
};

/// Calls write(judged), which says why it cannot write one, for every document that highlights can speak of,
/// and counts what they cannot say. `says_length`: the format carries the text and so its length.
template <typename Write>
Unsaid for_each_judged(const Judgements& judgements, bool says_length, Write write) {
  Unsaid unsaid;
  const auto miss = [&unsaid](std::string_view what, bool missed) {
    if (missed) ++unsaid[std::string(what)];
    return missed;
  };
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      Judged judged{topic.topic(), document.id, listed_passages(topic, document)};
      const bool highlighted = !judged.passages.empty();
      miss(kMissEntryPoints, document.bep.has_value());
      miss(kMissElements, document.element_count > 0);
      miss(kMissLengths, document.length && !says_length);
      miss(kMissCharacters, document.relevant_chars != character_count(topic.highlights(document)));
      if (miss(kMissUnfitIds, find_malformed_utf8(judged.topic) || find_malformed_utf8(judged.doc)) ||
          miss(kMissUnhighlighted, document.relevant() && !highlighted)) {
        continue;
      }
      miss(kMissGrades, document.grade != (highlighted ? 1 : 0));
      if (const std::string_view why = write(judged); !why.empty()) miss(why, true);
    }
  }
  return unsaid;
}

/// The text of a judged document that its passages fit; why there is none otherwise.
std::pair<const DocumentText*, std::string_view> fitting_text(const Judged& judged, DocumentTexts* texts);

}  // namespace fovea
