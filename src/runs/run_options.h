// How runs and chunkings are read.
#pragma once

#include "collection/document_texts.h"
#include "collection/locate.h"

namespace fovea {

struct RunFormat;

struct RunOptions {
  /// Told from the content unless given; given, nothing else is let pass.
  const RunFormat* format = nullptr;
  /// Texts of documents, to find chunks in that come without offsets; may be nullptr. Runs may be opened on several
  /// threads, so that this is called from several at once.
  const DocumentTexts::Source* texts = nullptr;
  Locate locate = Locate::kOnly;
};

}  // namespace fovea
