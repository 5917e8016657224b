#include "search/index/dictionary.h"

#include <algorithm>

namespace fovea::search {

bool DictionaryWriter::add(std::string_view text, std::string_view beside, std::string& out) {
  const bool head = size_++ % kDictionaryBlock == 0;
  std::size_t shared = 0;
  while (!head && shared < std::min(text.size(), before_.size()) && text[shared] == before_[shared]) ++shared;
  put_number(out, shared);
  put_number(out, text.size() - shared);
  out += text.substr(shared);
  put_number(out, beside.size());
  out += beside;
  before_ = text;
  return head;
}

Dictionary::Dictionary(std::string_view bytes, std::span<const std::uint64_t> places, std::size_t stride,
                       std::uint64_t size)
    : bytes_(bytes), places_(places), stride_(stride), size_(size) {
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
  const std::uint64_t shared = reader_.number();
  if (shared > text_.size() || (shared > 0 && next_ % kDictionaryBlock == 0)) ByteReader::fail();
  text_.resize(shared);
  text_ += reader_.bytes(reader_.number());
  beside_ = reader_.bytes(reader_.number());
  number_ = next_++;
  return true;
}

std::string_view Dictionary::head(std::uint64_t block) const {
  const std::uint64_t at = places_[block * stride_];
  if (at > bytes_.size()) ByteReader::fail();
  ByteReader reader(bytes_, at);
  if (reader.number() != 0) ByteReader::fail();
  return reader.bytes(reader.number());
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
