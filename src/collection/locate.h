// From a text to its place in a document: for quotes and chunks that come without offsets.
//
// A text stands where the document has exactly its characters; where that is nowhere, where the two are the same
// with white space made equal, since chunkers join lines and people copy from what they see; where that is nowhere
// either, where they are the same in Unicode's canonical form, NFC and NFD alike. A text that stands at several places has no place, unless the next one is asked for; one that stands nowhere is an error that
// shows what comes nearest.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/document_texts.h"
#include "files/diagnostics.h"
#include "text/span.h"

namespace fovea {

/// What becomes of a text that stands at several places.
enum class Locate : std::uint8_t {
  kOnly,  ///< an error that lists them
  kNext,  ///< the first that begins behind the beginning of the text before, or the first of all
};

/// Where `wanted` stands in `text`, in order, at most `most` places. Nowhere when it has no visible character.
std::vector<Span> places_of(std::string_view wanted, const DocumentText& text, std::size_t most);

/// The same for a text that stands there in another Unicode normalisation only.
std::vector<Span> places_in_other_form(std::string_view wanted, const DocumentText& text, std::size_t most);

/// Whether two texts are the same with white space made equal.
bool same_words(std::string_view a, std::string_view b);
/// Whether they are not, and would be in the same Unicode normalisation.
bool same_but_for_form(std::string_view a, std::string_view b);

/// The stretch of `text` that has as many words as `wanted` and the most in common with it; nothing when that is
/// less than half of them.
std::optional<Span> nearest_passage(std::string_view wanted, const DocumentText& text);

/// Locates the texts of one file, in its order.
class TextLocator {
 public:
  /// `texts` may be nullptr: then nothing can be located, and that is said.
  TextLocator(DocumentTexts* texts, Locate choice) : texts_(texts), choice_(choice) {}

  /// nullptr, with a message, when there is no text of this document. That there are no texts at all is said once.
  const DocumentText* text_of(std::string_view doc, const Place& place, Diagnostics& diagnostics);
  /// The same without a message.
  const DocumentText* text_if_any(std::string_view doc) const {
    return texts_ == nullptr ? nullptr : texts_->find(doc);
  }
  /// Nothing, with a message, when there is no place or no one place. Texts of one `group` (a topic) follow each
  /// other.
  std::optional<Span> locate(std::string_view wanted, std::string_view group, std::string_view doc,
                             const Place& place, Diagnostics& diagnostics);
  /// Warns how often the next place was taken, and of texts in another Unicode normalisation.
  void finish(const std::string& file, Diagnostics& diagnostics) const;

 private:
  DocumentTexts* texts_;
  Locate choice_;
  absl::flat_hash_map<std::string, Offset>
      before_;  ///< kNext: where the text before begins, by group and document
  std::size_t chosen_ = 0;
  std::size_t other_forms_ = 0;
  Place first_form_;
  std::string form_example_;
  bool lacks_texts_ = false;
};

}  // namespace fovea
