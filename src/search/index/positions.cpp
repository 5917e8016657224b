#include "search/index/positions.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "search/index/bytes.h"

namespace fovea::search {

namespace {

std::uint32_t end_at(std::string_view ends, std::uint64_t block) {
  std::uint32_t end = 0;
  std::memcpy(&end, ends.data() + block * sizeof end, sizeof end);
  return end;
}

}  // namespace

void PositionWriter::add(std::uint32_t value, const Sink& sink) {
  values_.push_back(value);
  if (values_.size() == kBlockSize) close_block(sink);
}

void PositionWriter::close_block(const Sink& sink) {
  packed_.clear();
  pack(values_, packed_);
  values_.clear();
  bytes_ += packed_.size();
  sink(packed_);
  if (bytes_ > UINT32_MAX) throw std::length_error("a term of the index has more than 4 GB of positions");
  ends_.push_back(static_cast<std::uint32_t>(bytes_));
}

std::uint64_t PositionWriter::finish(const Sink& sink) {
  if (!values_.empty()) close_block(sink);
  if (ends_.size() > 1) {
    const std::size_t size = ends_.size() * sizeof(std::uint32_t);
    sink({reinterpret_cast<const char*>(ends_.data()), size});
    bytes_ += size;
  }
  const std::uint64_t written = bytes_;
  ends_.clear();
  bytes_ = 0;
  return written;
}

PositionReader::PositionReader(const PositionList& list) : bytes_(list.bytes), cf_(list.cf) {
  if (list.only != UINT32_MAX) {
    values_[0] = list.only;
    loaded_ = 0;
    return;
  }
  const std::uint64_t blocks = (cf_ + kBlockSize - 1) / kBlockSize;
  if (blocks > bytes_.size()) ByteReader::fail();
  if (blocks < 2) return;
  const std::size_t size = blocks * sizeof(std::uint32_t);
  if (size > bytes_.size()) ByteReader::fail();
  ends_ = bytes_.substr(bytes_.size() - size);
  bytes_.remove_suffix(size);
}

void PositionReader::load(std::uint64_t block) {
  const std::size_t begin = block == 0 ? 0 : end_at(ends_, block - 1);
  const std::size_t end = ends_.empty() ? bytes_.size() : end_at(ends_, block);
  if (begin > end || end > bytes_.size()) ByteReader::fail();
  const std::uint64_t count = std::min<std::uint64_t>(kBlockSize, cf_ - block * kBlockSize);
  unpack(bytes_.substr(begin, end - begin), std::span(values_).first(count));
  loaded_ = block;
}

void PositionReader::read(std::uint64_t before, std::uint32_t tf, std::vector<std::uint32_t>& positions) {
  if (before > cf_ || tf > cf_ - before) ByteReader::fail();
  positions.resize(tf);
  std::uint32_t position = 0;
  for (std::uint32_t i = 0; i < tf; ++i) {
    const std::uint64_t at = before + i;
    if (at / kBlockSize != loaded_) load(at / kBlockSize);
    const std::uint32_t value = values_[at % kBlockSize];
    position = i == 0 ? value : position + value + 1;
    positions[i] = position;
  }
}

}  // namespace fovea::search
