// Keys and header of the stored collection; docs/specs/collection.md tells their story.
//
//     c               the header
//     i<id>           the number of the document with this id
//     p<id>           the same, for a document that an unfinished `add` has written
//     r<number>       the record of a document; eight bytes, most significant first
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea {

inline constexpr std::string_view kHeaderKey = "c";
inline constexpr char kIdPrefix = 'i';
inline constexpr char kPendingPrefix = 'p';
inline constexpr char kRecordPrefix = 'r';

/// LMDB's keys have at most 511 bytes, one of which is the prefix.
inline constexpr std::size_t kLongestId = 510;

inline constexpr std::uint32_t kStoreVersion = 1;

struct StoreHeader {
  std::uint32_t version = kStoreVersion;
  std::uint64_t documents = 0;
  /// Records from this number on belong to nobody: an `add` that did not finish left them.
  std::uint64_t next_number = 0;
};

std::string pack_header(const StoreHeader& header);
/// Nothing when these are not the bytes of a header of any version.
std::optional<StoreHeader> unpack_header(std::string_view bytes);

/// A key made on the stack.
class StoreKey {
 public:
  /// `id` must not be longer than kLongestId.
  StoreKey(char prefix, std::string_view id);
  static StoreKey of_record(std::uint64_t number);
  std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  StoreKey() = default;
  std::array<char, 1 + kLongestId> bytes_;
  std::size_t size_ = 0;
};

/// The number in a record's key; nothing if it is no such key.
std::optional<std::uint64_t> record_number(std::string_view key);

std::string pack_number(std::uint64_t number);
std::optional<std::uint64_t> unpack_number(std::string_view value);

}  // namespace fovea
