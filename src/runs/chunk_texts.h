// The texts of the chunks of one file, and where they stand: a TextLocator that looks documents up for itself, so
// that files can be read side by side.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "collection/locate.h"
#include "runs/run_options.h"

namespace fovea {

class ChunkTexts {
 public:
  explicit ChunkTexts(const RunOptions& options) : locator_(nullptr, options.locate) {
    if (options.texts == nullptr) return;
    texts_.emplace(*options.texts);
    locator_ = TextLocator(&*texts_, options.locate);
  }
  ChunkTexts(const ChunkTexts&) = delete;
  ChunkTexts& operator=(const ChunkTexts&) = delete;

  TextLocator& locator() { return locator_; }

  /// Offsets count, whatever the text beside them; but where they lead to another text they were hardly meant, which is
  /// said once.
  void compare(std::string_view text, std::string_view doc, Span span, const Place& place,
               Diagnostics& diagnostics) {
    if (other_text_) return;
    const DocumentText* const document = locator_.text_if_any(doc);
    const auto found = document == nullptr ? std::nullopt : document->slice(span);
    if (document == nullptr || (found && same_words(*found, text))) return;
    other_text_ = true;
    diagnostics.warning(
        place, "other-text",
        fmt::format("characters {}-{} of {} are {}, and not the text given, {}: are offsets in code points?",
                    span.begin, span.end, quote(doc), found ? quote(*found) : "beyond its end", quote(text)));
  }

 private:
  std::optional<DocumentTexts> texts_;
  TextLocator locator_;
  bool other_text_ = false;
};

}  // namespace fovea
