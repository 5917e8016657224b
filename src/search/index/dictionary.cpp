#include "search/index/dictionary.h"

#include <algorithm>

namespace fovea::search {

namespace {

constexpr std::uint64_t kLongCount = 15;

void put_counts(std::string& out, std::uint64_t shared, std::uint64_t further) {
  out += static_cast<char>(std::min(shared, kLongCount) << 4 | std::min(further, kLongCount));
  if (shared >= kLongCount) put_number(out, shared - kLongCount);
  if (further >= kLongCount) put_number(out, further - kLongCount);
}

struct EntryCounts {
  std::uint64_t shared = 0;
  std::uint64_t further = 0;
};

EntryCounts take_counts(ByteReader& reader) {
  const auto head = static_cast<unsigned char>(reader.bytes(1).front());
  EntryCounts counts{std::uint64_t{head} >> 4, head & kLongCount};
  for (std::uint64_t* const count : {&counts.shared, &counts.further}) {
    if (*count == kLongCount) *count += std::min<std::uint64_t>(reader.number(), UINT32_MAX);
  }
  return counts;
}

}  // namespace

bool DictionaryWriter::add(std::string_view text, std::string_view beside, std::string& out) {
  const bool head = size_++ % kDictionaryBlock == 0;
  std::size_t shared = 0;
  while (!head && shared < std::min(text.size(), before_.size()) && text[shared] == before_[shared]) ++shared;
  put_counts(out, shared, text.size() - shared);
  out += text.substr(shared);
  out += beside;
  before_ = text;
  return head;
}

Dictionary::Dictionary(std::string_view bytes, std::span<const std::uint64_t> places, std::size_t stride,
                       std::uint64_t size, Skip skip)
    : bytes_(bytes), places_(places), stride_(stride), size_(size), skip_(skip) {
  if (places.size() % stride != 0 || places.size() / stride != blocks() ||
      size / kDictionaryBlock > bytes.size())
    throw CorruptFile("a dictionary of the index has not the size that it says");
}

Dictionary::Cursor::Cursor(const Dictionary& dictionary, std::uint64_t block)
    : dictionary_(&dictionary),
      reader_(dictionary.bytes_, 0),
      number_(block * kDictionaryBlock),
      next_(number_) {
  if (block >= dictionary.blocks()) {
    next_ = dictionary.size_;
    return;
  }
  const std::uint64_t at = dictionary.places_[block * dictionary.stride_];
  if (at > dictionary.bytes_.size()) ByteReader::fail();
  reader_ = ByteReader(dictionary.bytes_, at);
}

bool Dictionary::Cursor::next() {
  if (next_ >= dictionary_->size_) return false;
  const EntryCounts counts = take_counts(reader_);
  if (counts.shared > text_.size() || (counts.shared > 0 && next_ % kDictionaryBlock == 0))
    ByteReader::fail();
  text_.resize(counts.shared);
  text_ += reader_.bytes(counts.further);
  const std::size_t begin = reader_.at();
  if (dictionary_->skip_ != nullptr) dictionary_->skip_(reader_);
  beside_ = dictionary_->bytes_.substr(begin, reader_.at() - begin);
  number_ = next_++;
  return true;
}

std::string_view Dictionary::head(std::uint64_t block) const {
  const std::uint64_t at = places_[block * stride_];
  if (at > bytes_.size()) ByteReader::fail();
  ByteReader reader(bytes_, at);
  const EntryCounts counts = take_counts(reader);
  if (counts.shared != 0) ByteReader::fail();
  return reader.bytes(counts.further);
}

std::optional<Dictionary::Cursor> Dictionary::lower_bound(std::string_view text) const {
  // The last block whose head is not behind `text`.
  std::uint64_t low = 0;
  std::uint64_t high = blocks();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (head(middle) <= text) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  Cursor cursor = from_block(low == 0 ? 0 : low - 1);
  while (cursor.next()) {
    if (cursor.text() >= text) return cursor;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> Dictionary::find(std::string_view text) const {
  const auto cursor = lower_bound(text);
  if (!cursor || cursor->text() != text) return std::nullopt;
  return cursor->number();
}

std::string Dictionary::text(std::uint64_t number) const {
  if (number >= size_) ByteReader::fail();
  Cursor cursor = from_block(number / kDictionaryBlock);
  do {
    cursor.next();
  } while (cursor.number() < number);
  return cursor.text();
}

}  // namespace fovea::search
