// The figures by which papers describe a collection: elements per document, how deep they are, how many hold enough text
// to be worth retrieving (Gövert et al. 2006, section 5.1; INEX 2010 overview, section 3.1).
#pragma once

#include <cstdint>

#include "collection/record.h"

namespace fovea {

struct CollectionStructure {
  /// An element with this many characters that are not white space is long enough to be an answer.
  static constexpr std::uint32_t kLongEnough = 50;

  std::uint64_t documents = 0;
  std::uint64_t elements = 0;
  std::uint64_t levels = 0;         ///< the depths of all elements together, that of a root being 1
  std::uint64_t text_bytes = 0;     ///< of all texts in UTF-8
  std::uint64_t long_elements = 0;  ///< elements of at least kLongEnough characters that are not white space

  /// Counts a document, whose text is unpacked for it. Throws CorruptFile.
  void add(const Document& document);

  double elements_per_document() const;
  double mean_depth() const;
};

}  // namespace fovea
