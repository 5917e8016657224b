// The texts of the chunks of one file, and where they stand: a TextLocator that looks documents up for itself, so
// that files can be read side by side.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

  /// Where a text is that comes with offsets: there, or at the one other place where its document has it. Nothing, and a
  /// message, when it has none or several.
  std::optional<Span> settle(std::string_view text, std::string_view doc, Span span, const Place& place,
                             Diagnostics& diagnostics) {
    const DocumentText* const document = locator_.text_if_any(doc);
    if (document == nullptr) return span;
    const auto found = document->slice(span);
    if (found && (same_words(*found, text) || same_but_for_form(text, *found))) return span;
    const std::vector<Span> places = places_of(text, *document, 2);
    if (places.size() != 1) {
      diagnostics.error(
          place, "other-text",
          fmt::format("characters {}-{} of {} are {}, and not the text given, {}, which stands {}: "
                      "are offsets in code points?",
                      span.begin, span.end, quote(doc), found ? quote(*found) : "beyond its end", quote(text),
                      places.empty() ? "nowhere in it" : "at several other places"));
      return std::nullopt;
    }
    if (moved_++ == 0) {
      first_ = place;
      example_ = fmt::format("{} stands at {}-{} of {}, not at {}-{}", quote(text), places[0].begin,
                             places[0].end, quote(doc), span.begin, span.end);
    }
    return places[0];
  }

  /// Warns of what was taken from another place than was said.
  void finish(const std::string& file, Diagnostics& diagnostics) const {
    if (moved_ > 0) {
      diagnostics.warning(first_, "moved-text",
                          fmt::format("{}: moved there{}; are offsets in code points?", example_,
                                      moved_ > 1 ? fmt::format(", as {} texts in all", moved_) : ""));
    }
    locator_.finish(file, diagnostics);
  }

 private:
  std::optional<DocumentTexts> texts_;
  TextLocator locator_;
  std::size_t moved_ = 0;
  Place first_;
  std::string example_;
};

}  // namespace fovea
