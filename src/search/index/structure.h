// What the index keeps of a document beside its terms: the words of its elements, and its sentences.
//
// Elements are intervals of words, in document order, those without words left out; the intervals imply the parents.
// Stored per document: their number; tags; numbers in the catalogue's tree, gaps − 1 (the first from −1); first words,
// gaps; words − 1; each column packed (packing.h). Sentences: their number; first words, gaps − 1; first characters,
// gaps − 1; the first of both is 0 and left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/analysis/analyser.h"

namespace fovea::search {

/// `tags`: per element, numbers in the index's list of tags.
void pack_element_tags(const std::vector<std::uint32_t>& tags, std::string& out);
/// What follows the tags.
void pack_elements(const std::vector<ElementWords>& elements, std::string& out);
/// ElementWords::name are the tags.
void unpack_elements(std::string_view bytes, std::vector<ElementWords>& elements);

void pack_sentences(const std::vector<SentenceStart>& sentences, std::string& out);
void unpack_sentences(std::string_view bytes, std::vector<SentenceStart>& sentences);

}  // namespace fovea::search
