// What the dictionary says of a term, in numbers (bytes.h):
//
//   0, document, position                              a term that occurs once
//   1, sf − 1, document, tf, bytes of its positions    a term of one document
//   df, sf − df, cf − sf, largest tf, smallest length of its documents (round_down_code), bytes of its postings, bytes of
//   its positions
//
// df: documents, sf: sentences with the term, cf: occurrences. Lists lie in the order of the terms, so that sizes give
// places; the posting of a term of one document, and the position of one that occurs once, stand here and in no list.
#pragma once

#include <cstdint>
#include <string>

#include "search/index/bytes.h"
#include "search/index/postings.h"

namespace fovea::search {

struct TermRecord {
  std::uint32_t df = 0;
  std::uint64_t sf = 0;
  std::uint64_t cf = 0;
  std::uint32_t largest_tf = 0;
  std::uint8_t smallest_length = 0;  ///< a code; of more than one document
  DocumentNumber document = 0;       ///< of one document
  std::uint32_t position = 0;        ///< of one occurrence
  std::uint64_t postings_bytes = 0;
  std::uint64_t positions_bytes = 0;
};

void pack_term(const TermRecord& record, std::string& out);
/// Throws CorruptFile.
TermRecord read_term(ByteReader& reader);

}  // namespace fovea::search
