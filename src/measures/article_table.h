// From a document's id to its place in the ranking, for one topic after another.
//
// A hash table with open addressing. Slots carry the stamp of the topic they were filled for, so that going
// to the next topic is one increment instead of clearing, and nothing is allocated once the table has grown
// to the largest topic.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/short_text.h"

namespace fovea {

class ArticleTable {
 public:
  /// Forgets everything, and makes room for `documents` different ids.
  void start(std::size_t documents) {
    const std::size_t wanted = std::bit_ceil(2 * documents + 2);
    if (wanted > slots_.size() || stamp_ == UINT32_MAX) {
      slots_.assign(std::max(wanted, slots_.size()), Slot{});
      stamp_ = 0;
    }
    ++stamp_;
  }

  /// The number under which `doc` was found before; if it is new it gets the number `next`. `hash` is that of
  /// IdIndex::hash_of(); `id_of(number)` gives back the id.
  template <class IdOf>
  std::uint32_t find_or_add(std::string_view doc, std::uint32_t hash, std::uint32_t next, const IdOf& id_of) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.stamp != stamp_) {
        slot = {stamp_, hash, next};
        return next;
      }
      if (slot.hash == hash && same_text(id_of(slot.number), doc)) return slot.number;
    }
  }

 private:
  struct Slot {
    std::uint32_t stamp = 0;
    std::uint32_t hash = 0;  ///< spares most comparisons of ids
    std::uint32_t number = 0;
  };
  std::vector<Slot> slots_;
  std::uint32_t stamp_ = 0;
};

}  // namespace fovea
