#include "files/sha256_instructions.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace fovea {

#if defined(__x86_64__)

bool has_sha_instructions() {
  static const bool has = [] {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned kSha = 1U << 29;
    return __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 &&
           (b & kSha) != 0;
  }();
  return has;
}

__attribute__((target("sha,sse4.1"))) void add_blocks_by_instructions(
    std::array<std::uint32_t, 8>& state, const unsigned char* blocks, std::size_t count,
    const std::array<std::uint32_t, 64>& rounds) {
  const auto at = [](const void* bytes) { return static_cast<const __m128i*>(bytes); };
  // The instructions keep a, b, e, f in one register and c, d, g, h in the other, the first of them highest.
  const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(at(&state[0])), 0xb1);
  const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(at(&state[4])), 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  const __m128i turned = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);  // words are big-endian

  for (; count > 0; --count, blocks += 64) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i w[4];
    for (std::size_t four = 0; four < 16; ++four) {
      __m128i& next = w[four % 4];
      if (four < 4) {
        next = _mm_shuffle_epi8(_mm_loadu_si128(at(blocks + 16 * four)), turned);
      } else {
        const __m128i last = w[(four + 3) % 4];
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(next, w[(four + 1) % 4]),
                                          _mm_alignr_epi8(last, w[(four + 2) % 4], 4));
        next = _mm_sha256msg2_epu32(sum, last);
      }
      const __m128i added = _mm_add_epi32(next, _mm_loadu_si128(at(&rounds[4 * four])));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  const auto to = [](void* bytes) { return static_cast<__m128i*>(bytes); };
  _mm_storeu_si128(to(&state[0]), _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(to(&state[4]), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool has_sha_instructions() {
  return false;
}

void add_blocks_by_instructions(std::array<std::uint32_t, 8>& /*state*/, const unsigned char* /*blocks*/,
                                std::size_t /*count*/, const std::array<std::uint32_t, 64>& /*rounds*/) {}

#endif

}  // namespace fovea
