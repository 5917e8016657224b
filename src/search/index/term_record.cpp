#include "search/index/term_record.h"

#include <algorithm>

namespace fovea::search {

void pack_term(const TermRecord& record, std::string& out) {
  if (record.cf == 1) {
    put_number(out, 0);
    put_number(out, record.document);
    put_number(out, record.position);
    return;
  }
  put_number(out, record.df);
  put_number(out, record.sf - record.df);
  if (record.df == 1) {
    put_number(out, record.document);
    put_number(out, record.largest_tf);
  } else {
    put_number(out, record.cf - record.sf);
    put_number(out, record.largest_tf);
    put_number(out, record.smallest_length);
    put_number(out, record.postings_bytes);
  }
  put_number(out, record.positions_bytes);
}

TermRecord read_term(ByteReader& reader) {
  TermRecord record;
  record.df = reader.number32();
  if (record.df == 0) {
    record.df = 1;
    record.sf = 1;
    record.cf = 1;
    record.largest_tf = 1;
    record.document = reader.number32();
    record.position = reader.number32();
    return record;
  }
  record.sf = record.df + std::uint64_t{reader.number32()};
  if (record.df == 1) {
    record.document = reader.number32();
    record.largest_tf = reader.number32();
    record.cf = record.largest_tf;
  } else {
    record.cf = record.sf + reader.number32();
    record.largest_tf = reader.number32();
    record.smallest_length = static_cast<std::uint8_t>(std::min(reader.number32(), 255U));
    record.postings_bytes = reader.number();
  }
  record.positions_bytes = reader.number();
  return record;
}

}  // namespace fovea::search
