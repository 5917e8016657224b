#include "search/analysis/surface_table.h"

#include <utility>

namespace fovea::search {

namespace {

constexpr std::size_t kFirstSlots = 1024;
/// What an entry of the hash map takes beside its text.
constexpr std::size_t kLongEntry = 40;

}  // namespace

void SurfaceTable::insert(std::string_view form, std::uint32_t number) {
  if (form.size() > kShort) {
    long_forms_.emplace(long_texts_.keep(form), number);
    long_bytes_ += form.size() + kLongEntry;
    return;
  }
  if (2 * used_ >= slots_.size()) grow();
  const Key key = key_of(form);
  std::size_t i = first_slot(key);
  while (slots_[i].key.high != 0) i = (i + 1) & (slots_.size() - 1);
  slots_[i] = {key, number};
  ++used_;
}

void SurfaceTable::grow() {
  std::vector<Slot> before(slots_.empty() ? kFirstSlots : 2 * slots_.size());
  std::swap(before, slots_);
  for (const Slot& slot : before) {
    if (slot.key.high == 0) continue;
    std::size_t i = first_slot(slot.key);
    while (slots_[i].key.high != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

void SurfaceTable::clear() {
  *this = {};
}

std::size_t SurfaceTable::memory() const {
  return slots_.size() * sizeof(Slot) + long_bytes_;
}

}  // namespace fovea::search
