#include "collection/store_format.h"

#include <zlib.h>

#include <cassert>
#include <cstring>

#include "collection/packed.h"

namespace fovea {

namespace {

constexpr std::string_view kStoreMagic = "fovea collection";
constexpr std::size_t kStoreHeaderBytes = 40;

std::uint32_t header_checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

std::string pack_header(const StoreHeader& header) {
  std::string out(kStoreMagic);
  store(out, header.version);
  store(out, header.documents);
  store(out, header.next_number);
  store(out, header_checksum(out));
  return out;
}

std::optional<StoreHeader> unpack_header(std::string_view bytes) {
  if (bytes.size() < kStoreMagic.size() + 4 || !bytes.starts_with(kStoreMagic)) return std::nullopt;
  StoreHeader header;
  header.version = load<std::uint32_t>(bytes.data() + 16);
  if (header.version != kStoreVersion) return header;  // what follows is for that version to say
  if (bytes.size() != kStoreHeaderBytes ||
      load<std::uint32_t>(bytes.data() + 36) != header_checksum(bytes.substr(0, 36))) {
    return std::nullopt;
  }
  header.documents = load<std::uint64_t>(bytes.data() + 20);
  header.next_number = load<std::uint64_t>(bytes.data() + 28);
  return header;
}

StoreKey::StoreKey(char prefix, std::string_view id) : size_(1 + id.size()) {
  assert(id.size() <= kLongestId);
  bytes_[0] = prefix;
  if (!id.empty()) std::memcpy(bytes_.data() + 1, id.data(), id.size());
}

StoreKey StoreKey::of_record(std::uint64_t number) {
  StoreKey key;
  key.bytes_[0] = kRecordPrefix;
  for (std::size_t i = 0; i < 8; ++i) key.bytes_[1 + i] = static_cast<char>(number >> (56 - 8 * i));
  key.size_ = 9;
  return key;
}

std::optional<std::uint64_t> record_number(std::string_view key) {
  if (key.size() != 9 || key.front() != kRecordPrefix) return std::nullopt;
  std::uint64_t number = 0;
  for (std::size_t i = 1; i < 9; ++i) number = number << 8 | static_cast<unsigned char>(key[i]);
  return number;
}

std::string pack_number(std::uint64_t number) {
  std::string out;
  store(out, number);
  return out;
}

std::optional<std::uint64_t> unpack_number(std::string_view value) {
  if (value.size() != sizeof(std::uint64_t)) return std::nullopt;
  return load<std::uint64_t>(value.data());
}

}  // namespace fovea
