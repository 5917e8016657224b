#include "text/arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <random>
#include <vector>

namespace fovea {
namespace {

TEST(Arena, HandsOutMemoryOfEverySizeThatNobodyElseHas) {
  std::mt19937 random(5);
  Arena arena;
  struct Piece {
    unsigned char* begin;
    std::size_t bytes;
    unsigned char mark;
  };
  std::vector<Piece> pieces;
  for (int i = 0; i < 400; ++i) {
    // From a byte to some large pages.
    const std::size_t bytes = std::size_t{1} << (random() % (i % 50 == 0 ? 24 : 14));
    const std::size_t alignment = std::size_t{1} << (random() % 7);
    auto* const begin = static_cast<unsigned char*>(arena.allocate(bytes, alignment));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(begin) % alignment, 0U);
    const auto mark = static_cast<unsigned char>(i);
    std::fill(begin, begin + bytes, mark);
    pieces.push_back({begin, bytes, mark});
  }
  for (const Piece& piece : pieces) {
    for (std::size_t i = 0; i < piece.bytes; ++i) ASSERT_EQ(piece.begin[i], piece.mark);
  }
}

TEST(Arena, ServesVectorsThatGrow) {
  Arena arena;
  std::pmr::vector<std::uint64_t> numbers(&arena);
  for (std::uint64_t i = 0; i < 1'000'000; ++i) numbers.push_back(i);
  for (std::uint64_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i);
}

}  // namespace
}  // namespace fovea
