// What the index keeps of a document beside its terms: the words of its elements, and its sentences.
//
// Elements are intervals of words, in document order, those without words left out; the intervals imply the parents.
// Stored per document: the number of its tags and the tags, the most frequent first; the number of its elements; then
// columns: which of those tags; numbers in the catalogue's tree, gaps − 1 (the first from −1); first words, gaps; words − 1;
// each packed (packing.h). Sentences: their number; first words, gaps − 1; first characters, gaps − 1; the first of both
// is 0 and left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/analysis/analyser.h"

namespace fovea::search {

/// The elements of one document that have the same tag.
struct TagOfDocument {
  std::uint32_t name = 0;  ///< as in ElementWords
  std::uint32_t elements = 0;
  std::uint64_t words = 0;
};
/// The tags of a document, the most frequent first, then in the order of their first use. `places` gets, per element,
/// which of them it has.
std::vector<TagOfDocument> count_tags(const std::vector<ElementWords>& elements,
                                      std::vector<std::uint32_t>& places);

/// Numbers in the index's list of tags, in the order of count_tags().
void pack_tags(const std::vector<std::uint32_t>& tags, std::string& out);
/// What follows. `places`: per element, which of those tags.
void pack_elements(const std::vector<ElementWords>& elements, const std::vector<std::uint32_t>& places,
                   std::string& out);
/// ElementWords::name are the tags.
void unpack_elements(std::string_view bytes, std::vector<ElementWords>& elements);

void pack_sentences(const std::vector<SentenceStart>& sentences, std::string& out);
void unpack_sentences(std::string_view bytes, std::vector<SentenceStart>& sentences);

}  // namespace fovea::search
