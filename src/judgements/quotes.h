// Evidence as people have it: texts of the documents, without offsets.
//
//     "quotes":"a text"   "quotes":["one","another"]   "quotes":[{"text":"one","doc":"b.md"},{"begin":7,"end":9}]
//
// Each is found in its document (collection/locate.h). An object may name another document than the record does,
// and may have offsets, which its text is then checked against.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collection/locate.h"
#include "files/json.h"
#include "text/span.h"

namespace fovea {

struct QuotedDocument {
  std::string doc;
  std::vector<Span> spans;
  std::optional<Offset> length;  ///< where its text is known
};

/// The documents that are quoted, in the order of the quotes; `doc` is the record's, and may be empty. Wrong quotes
/// are reported to the reader's diagnostics and left out.
std::vector<QuotedDocument> locate_quotes(const JsonValue& quotes, std::string_view topic,
                                          std::string_view doc, TextLocator& locator,
                                          const JsonReader& reader);

}  // namespace fovea
