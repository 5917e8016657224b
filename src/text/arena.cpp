#include "text/arena.h"

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace fovea {

namespace {

constexpr std::size_t kFirstBlock = std::size_t{64} << 10;
constexpr std::size_t kLargePage = std::size_t{2} << 20;

/// Blocks of whole large pages; smaller ones come from the heap.
class LargePages final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes < kLargePage) return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    const std::size_t rounded = (bytes + kLargePage - 1) / kLargePage * kLargePage;
    void* const block = std::aligned_alloc(kLargePage, rounded);
    if (block == nullptr) throw std::bad_alloc();
    // Where the system has no large pages, small ones do.
    static_cast<void>(madvise(block, rounded, MADV_HUGEPAGE));
    return block;
  }
  void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override {
    if (bytes < kLargePage) return std::pmr::new_delete_resource()->deallocate(block, bytes, alignment);
    std::free(block);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

LargePages& large_pages() {
  static LargePages pages;
  return pages;
}

}  // namespace

Arena::Arena() : monotonic_buffer_resource(kFirstBlock, &large_pages()) {}

}  // namespace fovea
