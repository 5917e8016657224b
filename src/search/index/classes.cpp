#include "search/index/classes.h"

#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr std::uint64_t kClassBlock = 64;

}  // namespace

ClassWriter::ClassWriter(std::span<const std::uint32_t> tags, AppendFile& out) : out_(out) {
  put_number(packed_, tags.size());
  for (const std::uint32_t tag : tags) put_number(packed_, tag);
  out_.write(packed_);
}

void ClassWriter::add(std::uint64_t term, std::span<const std::uint64_t> counts) {
  if (records_++ % kClassBlock == 0) {
    places_.insert(places_.end(), {term, out_.at()});
    before_ = 0;
  }
  packed_.clear();
  put_number(packed_, term - before_);
  before_ = term;
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) mask |= counts[i] > 0 ? std::uint32_t{1} << i : 0;
  put_fixed(packed_, mask);
  for (const std::uint64_t count : counts) {
    if (count > 0) put_number(packed_, count);
  }
  out_.write(packed_);
}

Classes::Classes(std::string_view bytes, std::span<const std::uint64_t> places, std::size_t tags_of_index)
    : bytes_(bytes), places_(places) {
  if (places.size() % 2 != 0) ByteReader::fail();
  ByteReader reader(bytes);
  const std::uint64_t tags = reader.number();
  if (tags > kMostClasses) ByteReader::fail();
  for (std::uint64_t i = 0; i < tags; ++i) {
    tags_.push_back(reader.number32());
    if (tags_.back() >= tags_of_index) ByteReader::fail();
  }
}

bool Classes::find(std::uint64_t term, std::vector<std::uint64_t>& counts) const {
  // The last block that does not begin behind the term.
  std::size_t low = 0;
  std::size_t high = places_.size() / 2;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (places_[2 * middle] <= term) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return false;
  const std::uint64_t at = places_[2 * low - 1];
  if (at > bytes_.size()) ByteReader::fail();
  ByteReader reader(bytes_, at);
  std::uint64_t number = 0;
  for (std::uint64_t i = 0; i < kClassBlock && !reader.at_end(); ++i) {
    number += reader.number();
    if (number > term) return false;
    const auto mask = reader.fixed<std::uint32_t>();
    if (tags_.size() < kMostClasses && mask >> tags_.size() != 0) ByteReader::fail();
    counts.assign(tags_.size(), 0);
    for (std::size_t tag = 0; tag < tags_.size(); ++tag) {
      if ((mask >> tag & 1) != 0) counts[tag] = reader.number();
    }
    if (number == term) return true;
  }
  return false;
}

}  // namespace fovea::search
