// From an id to its position in a list of things that have ids.
//
// A hash table with open addressing whose slots hold positions, not ids, in four bytes each: memory is what a
// large set of judgements costs. The bits of a slot that a position does not need hold those bits of the hash
// that do not say where the slot is, so that an id that is not in the list seldom costs a look at one that
// is.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string_view>

#include "text/short_text.h"

namespace fovea {

class IdIndex {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  explicit IdIndex(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) : slots_(memory) {}

  /// Forgets all ids, and makes room for so many.
  void restart(std::size_t ids) {
    slots_.assign(std::bit_ceil(2 * ids), kEmpty);
    size_ = 0;
  }

  /// What find() wants; one who asks several tables about an id computes it once.
  static std::uint32_t hash_of(std::string_view id) { return static_cast<std::uint32_t>(hash_text(id)); }

  /// The position of `id`, or kNone. `id_at(position)` gives back the id at a position.
  template <class IdAt>
  std::uint32_t find(std::string_view id, std::uint32_t hash, const IdAt& id_at) const {
    return walk(hash, [&](std::uint32_t position) { return same_text(id_at(position), id); });
  }
  /// Where find() will look first, or kNone: for asking ahead for what stands there.
  std::uint32_t likely(std::uint32_t hash) const {
    return walk(hash, [](std::uint32_t) { return true; });
  }
  /// Asks ahead for the slot of an id.
  void prefetch(std::uint32_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & mask()]);
  }

  /// The position of `id`, which is added at the next one (0, 1, 2, …) when it is not there yet.
  template <class IdAt>
  std::uint32_t find_or_add(std::string_view id, std::uint32_t hash, const IdAt& id_at) {
    if (2 * (std::size_t{size_} + 1) > slots_.size()) grow(id_at);
    std::uint32_t at = hash & mask();
    for (;; at = (at + 1) & mask()) {
      const std::uint32_t position = slots_[at] & mask();
      if (position == mask()) break;
      if (((slots_[at] ^ hash) & ~mask()) == 0 && same_text(id_at(position), id)) return position;
    }
    slots_[at] = (hash & ~mask()) | size_;
    return size_++;
  }
  /// Adds the id at the next position. False, and nothing added, when it is there already.
  template <class IdAt>
  bool insert(std::string_view id, const IdAt& id_at) {
    const std::uint32_t next = size_;
    return find_or_add(id, hash_of(id), id_at) == next;
  }

 private:
  /// Its position is none that a table of any size has: at most half of the slots are used.
  static constexpr std::uint32_t kEmpty = UINT32_MAX;

  std::uint32_t mask() const { return static_cast<std::uint32_t>(slots_.size() - 1); }

  /// The first position under this hash that is `wanted`.
  template <class Wanted>
  std::uint32_t walk(std::uint32_t hash, const Wanted& wanted) const {
    if (slots_.empty()) return kNone;
    for (std::uint32_t at = hash & mask();; at = (at + 1) & mask()) {
      const std::uint32_t position = slots_[at] & mask();
      if (position == mask()) return kNone;
      if (((slots_[at] ^ hash) & ~mask()) == 0 && wanted(position)) return position;
    }
  }

  void put(std::uint32_t hash, std::uint32_t position) {
    std::uint32_t at = hash & mask();
    while ((slots_[at] & mask()) != mask()) at = (at + 1) & mask();
    slots_[at] = (hash & ~mask()) | position;
  }

  template <class IdAt>
  void grow(const IdAt& id_at) {
    slots_.assign(std::bit_ceil(2 * (std::size_t{size_} + 1)), kEmpty);
    for (std::uint32_t position = 0; position < size_; ++position) put(hash_of(id_at(position)), position);
  }

  std::pmr::vector<std::uint32_t> slots_;  ///< a power of two of them, at most half of them used
  std::uint32_t size_ = 0;
};

}  // namespace fovea
