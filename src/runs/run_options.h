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
  /// Of a file of unknown format that looks like rows of documents, whatever follows the sixth column is ignored with a
  /// warning, ranks are not looked at, and the last tag names the run. A file that looks like another format, INEX rows
  /// included, is read as that.
  bool loose = false;
};

}  // namespace fovea
