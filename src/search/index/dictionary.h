// Sorted texts, front-coded: from a text to its number and what stands beside it, and from a number to its text.
//
// Blocks of 16. An entry is: a byte with the bytes shared with the text before (0 at the head of a block) times 16, and
// further bytes, each at most 15; where one is 15, the rest of it as a number (bytes.h); the further bytes; what stands
// beside the text, whose end its reader knows. A table has for each block where it begins, first of `stride` numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "search/index/bytes.h"

namespace fovea::search {

inline constexpr std::size_t kDictionaryBlock = 16;

class DictionaryWriter {
 public:
  /// Appends an entry, behind all before it in byte order, to `out`; true if it begins a block.
  bool add(std::string_view text, std::string_view beside, std::string& out);
  std::uint64_t size() const { return size_; }

 private:
  std::string before_;
  std::uint64_t size_ = 0;
};

class Dictionary {
 public:
  /// Reads what stands beside a text, to its end.
  using Skip = void (*)(ByteReader& reader);

  Dictionary() = default;
  /// Throws CorruptFile when `places` are not those of so many entries in `bytes`. Without `skip` nothing stands beside.
  Dictionary(std::string_view bytes, std::span<const std::uint64_t> places, std::size_t stride,
             std::uint64_t size, Skip skip = nullptr);

  std::uint64_t size() const { return size_; }

  /// Walks entries in order; the text is valid until next().
  class Cursor {
   public:
    /// False behind the last entry.
    bool next();
    std::uint64_t number() const { return number_; }
    const std::string& text() const { return text_; }
    std::string_view beside() const { return beside_; }

   private:
    friend class Dictionary;
    Cursor(const Dictionary& dictionary, std::uint64_t block);

    const Dictionary* dictionary_;
    ByteReader reader_;
    std::uint64_t number_;
    std::uint64_t next_;
    std::string text_;
    std::string_view beside_;
  };

  /// From the first entry of a block on.
  Cursor from_block(std::uint64_t block) const { return {*this, block}; }
  /// At the first entry that is not before `text`, already read; nothing if there is none.
  std::optional<Cursor> lower_bound(std::string_view text) const;
  std::optional<std::uint64_t> find(std::string_view text) const;
  std::string text(std::uint64_t number) const;

 private:
  std::uint64_t blocks() const { return (size_ + kDictionaryBlock - 1) / kDictionaryBlock; }
  std::string_view head(std::uint64_t block) const;

  std::string_view bytes_;
  std::span<const std::uint64_t> places_;
  std::size_t stride_ = 1;
  std::uint64_t size_ = 0;
  Skip skip_ = nullptr;
};

}  // namespace fovea::search
