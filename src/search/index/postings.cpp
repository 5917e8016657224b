#include "search/index/postings.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr std::uint32_t kExact = 16;
constexpr unsigned kSignificant = 4;

std::uint32_t too_large() {
  throw std::length_error("a term of the index has more than 4 GB of postings");
}

std::uint32_t narrow(std::uint64_t value) {
  return value <= UINT32_MAX ? static_cast<std::uint32_t>(value) : too_large();
}

/// The pairs that no other pair of the block outdoes; of more than four, neighbours become one pair that outdoes both.
std::array<FrontierPair, 4> find_frontier(std::span<const std::uint32_t> tfs,
                                          std::span<const std::uint32_t> lengths) {
  // Largest tf per code of a length, then those whose tf is above all of shorter ones.
  std::array<std::uint8_t, 256> largest{};
  for (std::size_t i = 0; i < tfs.size(); ++i) {
    std::uint8_t& tf = largest[round_down_code(lengths[i])];
    tf = std::max(tf, round_up_code(tfs[i]));
  }
  std::vector<FrontierPair> pairs;
  std::uint8_t highest = 0;
  for (std::size_t length = 0; length < largest.size(); ++length) {
    if (largest[length] <= highest) continue;
    highest = largest[length];
    pairs.push_back({highest, static_cast<std::uint8_t>(length)});
  }
  while (pairs.size() > std::tuple_size_v<decltype(BlockEntry::frontier)>) {
    // Join the two that lie nearest: the first takes over the tf of the second.
    std::size_t best = 0;
    int least = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i + 1 < pairs.size(); ++i) {
      const int distance = (pairs[i + 1].tf - pairs[i].tf) + (pairs[i + 1].length - pairs[i].length);
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    pairs[best].tf = pairs[best + 1].tf;
    pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
  std::array<FrontierPair, 4> frontier{};
  std::ranges::copy(pairs, frontier.begin());
  return frontier;
}

}  // namespace

std::uint8_t round_down_code(std::uint32_t value) {
  if (value < kExact) return static_cast<std::uint8_t>(value);
  const unsigned shift = static_cast<unsigned>(std::bit_width(value)) - kSignificant;
  return static_cast<std::uint8_t>(kExact + (shift - 1) * 8 + ((value >> shift) - 8));
}

std::uint8_t round_up_code(std::uint32_t value) {
  const std::uint8_t code = round_down_code(value);
  return decode_rounded(code) == value ? code : static_cast<std::uint8_t>(code + 1);
}

std::uint32_t decode_rounded(std::uint8_t code) {
  if (code < kExact) return code;
  const unsigned shift = (code - kExact) / 8U + 1;
  if (shift > 28) return UINT32_MAX;
  return (8U + (code - kExact) % 8U) << shift;
}

void PostingWriter::add(DocumentNumber document, std::uint32_t tf, std::uint32_t length, const Sink& sink) {
  gaps_.push_back(document - next_);
  tfs_.push_back(tf - 1);
  lengths_.push_back(length);
  next_ = document + 1;
  ++df_;
  cf_ += tf;
  largest_tf_ = std::max(largest_tf_, tf);
  smallest_length_ = std::min(smallest_length_, length);
  if (gaps_.size() == kBlockSize) close_block(sink);
}

void PostingWriter::close_block(const Sink& sink) {
  packed_.clear();
  pack(gaps_, packed_);
  pack(tfs_, packed_);
  bytes_ += packed_.size();
  sink(packed_);
  for (std::uint32_t& tf : tfs_) ++tf;
  table_.push_back({next_ - 1, narrow(bytes_), narrow(before_block_), find_frontier(tfs_, lengths_)});
  before_block_ = cf_;
  gaps_.clear();
  tfs_.clear();
  lengths_.clear();
}

std::uint64_t PostingWriter::finish(const Sink& sink) {
  if (!gaps_.empty()) close_block(sink);
  if (table_.size() > 1) {
    const std::size_t size = table_.size() * sizeof(BlockEntry);
    sink({reinterpret_cast<const char*>(table_.data()), size});
    bytes_ += size;
  }
  const std::uint64_t written = bytes_;
  *this = {};
  return written;
}

PostingList::PostingList(std::string_view bytes, std::uint32_t df, std::uint32_t documents)
    : bytes_(bytes), df_(df), documents_(documents) {
  if (df == 0 || df > documents) ByteReader::fail();
  if (!has_table()) return;
  const std::size_t size = blocks() * sizeof(BlockEntry);
  if (size > bytes.size()) ByteReader::fail();
  bytes_ = bytes.substr(0, bytes.size() - size);
  table_ = bytes.substr(bytes_.size());
}

PostingList PostingList::single(DocumentNumber document, std::uint32_t tf) {
  PostingList list;
  list.df_ = 1;
  list.only_document_ = document;
  list.only_tf_ = tf;
  return list;
}

BlockEntry PostingList::entry(std::size_t block) const {
  BlockEntry entry;
  std::memcpy(&entry, table_.data() + block * sizeof entry, sizeof entry);
  return entry;
}

void PostingList::read_documents(std::size_t block, std::span<DocumentNumber> documents,
                                 std::string_view& rest) const {
  if (only_document_ != kNoDocument) {
    documents[0] = only_document_;
    return;
  }
  std::uint64_t next = 0;
  std::size_t begin = 0;
  std::size_t end = bytes_.size();
  if (has_table()) {
    end = entry(block).end;
    if (block > 0) {
      const BlockEntry before = entry(block - 1);
      next = std::uint64_t{before.last} + 1;
      begin = before.end;
    }
  }
  if (begin > end || end > bytes_.size()) ByteReader::fail();
  const std::string_view bytes = bytes_.substr(begin, end - begin);
  rest = bytes.substr(unpack(bytes, documents));
  for (DocumentNumber& document : documents) {
    next += document;
    document = static_cast<DocumentNumber>(next++);
  }
  if (next > documents_ || (has_table() && next != std::uint64_t{entry(block).last} + 1)) ByteReader::fail();
}

void PostingList::read_tfs(std::string_view rest, std::span<std::uint32_t> tfs) const {
  if (only_document_ != kNoDocument) {
    tfs[0] = only_tf_;
    return;
  }
  unpack(rest, tfs);
  for (std::uint32_t& tf : tfs) {
    if (tf == UINT32_MAX) ByteReader::fail();
    ++tf;
  }
}

void PostingCursor::load(std::size_t block) {
  block_ = block;
  looked_ahead_ = std::max(looked_ahead_, block);
  at_ = 0;
  has_tfs_ = false;
  if (block >= list_.blocks()) {
    document_ = kNoDocument;
    return;
  }
  count_ = list_.postings(block);
  list_.read_documents(block, std::span(documents_).first(count_), rest_);
  read_ += count_;
  document_ = documents_[0];
}

void PostingCursor::load_tfs() {
  if (has_tfs_) return;
  list_.read_tfs(rest_, std::span(tfs_).first(count_));
  has_tfs_ = true;
}

std::uint32_t PostingCursor::tf() {
  load_tfs();
  return tfs_[at_];
}

std::uint64_t PostingCursor::occurrences_before() {
  load_tfs();
  std::uint64_t before = list_.has_table() ? list_.entry(block_).positions_before : 0;
  for (std::size_t i = 0; i < at_; ++i) before += tfs_[i];
  return before;
}

void PostingCursor::next() {
  if (++at_ < count_) {
    document_ = documents_[at_];
  } else {
    load(block_ + 1);
  }
}

std::size_t PostingCursor::block_of(DocumentNumber document) {
  if (!list_.has_table()) return list_.blocks() > 0 && looked_ahead_ == 0 ? 0 : list_.blocks();
  looked_ahead_ = std::max(looked_ahead_, block_);
  while (looked_ahead_ < list_.blocks() && list_.entry(looked_ahead_).last < document) ++looked_ahead_;
  return looked_ahead_;
}

void PostingCursor::seek(DocumentNumber document) {
  if (document_ >= document) return;
  if (list_.has_table()) {
    const std::size_t block = block_of(document);
    if (block != block_) load(block);
    if (document_ >= document) return;
  }
  const auto* const found = std::lower_bound(documents_.data() + at_, documents_.data() + count_, document);
  at_ = static_cast<std::size_t>(found - documents_.data());
  if (at_ < count_) {
    document_ = documents_[at_];
  } else {
    load(block_ + 1);
  }
}

}  // namespace fovea::search
