// Cuts documents into chunks.
//
// packed:N goes by the structure of a document. Sections that follow each other stand in one chunk as long as they have
// up to N characters together; one that has more is cut by itself, at its sections, without any at its paragraphs and
// other blocks, last between its sentences. No sentence is cut: one of more than N characters is a chunk of its own. These chunks tile
// the text, as sentences do.
#pragma once

#include <vector>

#include "collection/collection.h"
#include "search/analysis/analyser.h"
#include "search/chunks/chunk_unit.h"

namespace fovea {
class Chunking;
}

namespace fovea::search {

class Chunker {
 public:
  /// `given` is for units of kind kFile, and must outlive this.
  Chunker(const ChunkUnit& unit, const AnalysisSettings& settings, const GivenChunks* given = nullptr);

  /// The chunks of a document, each once: by their first character, of those with the same the longest first.
  void cut(const Document& document, std::vector<Span>& chunks);

 private:
  void cut_words(const Document& document, std::vector<Span>& chunks);
  void cut_sentences(const Document& document, std::vector<Span>& chunks);
  void cut_elements(const Document& document, std::vector<Span>& chunks) const;
  void pack(const Document& document, std::vector<Span>& chunks);

  ChunkUnit unit_;
  Roles roles_;
  const GivenChunks* given_;
  Analyser analyser_;
  AnalysedDocument analysed_;
};

/// The chunks of a file, for the documents of a collection. A chunk of a document that is not there, or that goes beyond
/// its end, is reported; so is, once, that some stand there twice or are empty, which are left out.
GivenChunks chunks_of(const Chunking& chunking, const Collection& collection, Diagnostics& diagnostics);
/// The chunks of the unit's file, if it has one; faults are reported.
GivenChunks given_chunks(const ChunkUnit& unit, const Collection& collection, Diagnostics& diagnostics);

}  // namespace fovea::search
