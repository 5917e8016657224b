// From an id to its position in a list of things that have ids.
//
// A hash table with open addressing whose slots hold positions, not ids: eight bytes each, so that the table
// of a topic fits the nearest caches, and looking for an id that is not there seldom touches anything else.
#pragma once

#include <absl/hash/hash.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea {

/// Brings a stretch of memory near that is about to be read here and there: waiting for it once, in order, is
/// far cheaper than waiting at every place.
inline void prefetch(const void* begin, std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  const char* const first = static_cast<const char*>(begin);
  for (std::size_t at = 0; at < bytes; at += kLine) __builtin_prefetch(first + at);
}

class IdIndex {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// Makes room for so many ids.
  void reserve(std::size_t ids) {
    if (2 * ids > slots_.size()) grow(std::bit_ceil(2 * ids));
  }

  /// What find() wants; one who asks several tables about an id computes it once.
  static std::uint32_t hash_of(std::string_view id) {
    return static_cast<std::uint32_t>(absl::Hash<std::string_view>{}(id));
  }

  /// The position of `id`, or kNone. `id_at(position)` gives back the id at a position.
  template <class IdAt>
  std::uint32_t find(std::string_view id, std::uint32_t hash, const IdAt& id_at) const {
    return slots_.empty() ? kNone : slots_[place_of(id, hash, id_at)].position;
  }

  /// Brings the table near before it is asked many times.
  void prefetch() const { fovea::prefetch(slots_.data(), slots_.size() * sizeof(Slot)); }

  /// Adds `id` at `position`. False, and nothing added, when it is there already.
  template <class IdAt>
  bool insert(std::string_view id, std::uint32_t position, const IdAt& id_at) {
    reserve(size_ + 1);
    const std::uint32_t hash = hash_of(id);
    Slot& slot = slots_[place_of(id, hash, id_at)];
    if (slot.position != kNone) return false;
    slot = {hash, position};
    ++size_;
    return true;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;  ///< spares most comparisons of ids
    std::uint32_t position = kNone;
  };

  /// Where `id` stands, or the empty slot where it would.
  template <class IdAt>
  std::size_t place_of(std::string_view id, std::uint32_t hash, const IdAt& id_at) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].position != kNone && (slots_[at].hash != hash || id_at(slots_[at].position) != id)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow(std::size_t slots) {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots));
    for (const Slot& slot : old) {
      if (slot.position == kNone) continue;
      std::size_t at = slot.hash & (slots - 1);
      while (slots_[at].position != kNone) at = (at + 1) & (slots - 1);
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;  ///< a power of two of them, at most half of them used
  std::size_t size_ = 0;
};

}  // namespace fovea
