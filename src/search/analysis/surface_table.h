// From surface forms to numbers, fast: what the analysis asks for every word of every text.
//
// Most words are short. A form of up to 15 bytes stands in the table itself, as two numbers, so that a look-up touches one
// line of the cache and compares no text elsewhere; longer ones go to a hash map.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "text/text_store.h"

namespace fovea::search {

class SurfaceTable {
 public:
  /// The number of a form, or nullptr. Valid until the next insert().
  const std::uint32_t* find(std::string_view form) const {
    if (form.size() > kShort) {
      const auto found = long_forms_.find(form);
      return found == long_forms_.end() ? nullptr : &found->second;
    }
    if (slots_.empty()) return nullptr;
    const Key key = key_of(form);
    for (std::size_t i = first_slot(key);; i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.key.low == key.low && slot.key.high == key.high) return &slot.number;
      if (slot.key.high == 0) return nullptr;
    }
  }
  /// A form, of at least one byte, that is not there yet.
  void insert(std::string_view form, std::uint32_t number);
  void clear();
  /// Bytes that it takes, about.
  std::size_t memory() const;

 private:
  static constexpr std::size_t kShort = 15;

  /// The bytes of a form, filled up with zeros, and its size in the last byte: never 0.
  struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };
  struct Slot {
    Key key;
    std::uint32_t number = 0;
  };

  static Key key_of(std::string_view form) {
    char bytes[16] = {};
    std::memcpy(bytes, form.data(), form.size());
    bytes[kShort] = static_cast<char>(form.size());
    Key key;
    std::memcpy(&key.low, bytes, sizeof key.low);
    std::memcpy(&key.high, bytes + sizeof key.low, sizeof key.high);
    return key;
  }
  std::size_t first_slot(const Key& key) const {
    std::uint64_t hash = (key.low ^ (key.high * 0x9E3779B97F4A7C15U)) * 0xBF58476D1CE4E5B9U;
    hash ^= hash >> 32;
    return static_cast<std::size_t>(hash * 0x94D049BB133111EBU >> 20) & (slots_.size() - 1);
  }
  void grow();

  std::vector<Slot> slots_;  ///< a power of two of them
  std::size_t used_ = 0;
  absl::flat_hash_map<std::string_view, std::uint32_t> long_forms_;
  TextStore long_texts_;
  std::size_t long_bytes_ = 0;
};

}  // namespace fovea::search
