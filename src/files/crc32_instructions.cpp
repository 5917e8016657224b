// After V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel, 2009: 512 bits
// are folded at a time, then 128, and what is left is reduced by Barrett's method. The constants are the paper's for the
// polynomial of zlib, bits reflected: powers of x modulo the polynomial.
#include "files/crc32_instructions.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fovea {

#if defined(__x86_64__)

namespace {

#define FOVEA_CLMUL __attribute__((target("pclmul,sse4.1")))

FOVEA_CLMUL inline __m128i load_block(const char* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

/// `sum` moved forward over the distance of the constants, and the bytes that stand there added.
FOVEA_CLMUL inline __m128i fold(__m128i sum, __m128i constants, __m128i next) {
  const __m128i low = _mm_clmulepi64_si128(sum, constants, 0x00);
  const __m128i high = _mm_clmulepi64_si128(sum, constants, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

FOVEA_CLMUL inline std::uint32_t reduce(__m128i sum, __m128i by_16) {
  const __m128i every_other = _mm_setr_epi32(-1, 0, -1, 0);
  sum = _mm_xor_si128(_mm_srli_si128(sum, 8), _mm_clmulepi64_si128(sum, by_16, 0x10));
  const __m128i by_8 = _mm_set_epi64x(0, 0x163cd6124);
  sum = _mm_xor_si128(_mm_srli_si128(sum, 4),
                      _mm_clmulepi64_si128(_mm_and_si128(sum, every_other), by_8, 0x00));
  const __m128i polynomial = _mm_set_epi64x(0x1f7011641, 0x1db710641);
  __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(sum, every_other), polynomial, 0x10);
  quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, every_other), polynomial, 0x00);
  return static_cast<std::uint32_t>(_mm_extract_epi32(_mm_xor_si128(sum, quotient), 1));
}

}  // namespace

bool has_crc32_instructions() {
  static const bool has = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
  return has;
}

FOVEA_CLMUL std::uint32_t crc32_by_instructions(const char* bytes, std::size_t size) {
  const char* const end = bytes + size;
  __m128i sums[4];
  for (int i = 0; i < 4; ++i, bytes += 16) sums[i] = load_block(bytes);
  sums[0] = _mm_xor_si128(sums[0], _mm_cvtsi32_si128(-1));
  const __m128i by_64 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
  while (end - bytes >= 64) {
    for (__m128i& sum : sums) {
      sum = fold(sum, by_64, load_block(bytes));
      bytes += 16;
    }
  }
  const __m128i by_16 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
  __m128i sum = sums[0];
  for (int i = 1; i < 4; ++i) sum = fold(sum, by_16, sums[i]);
  for (; bytes < end; bytes += 16) sum = fold(sum, by_16, load_block(bytes));
  return ~reduce(sum, by_16);
}

#undef FOVEA_CLMUL

#else

bool has_crc32_instructions() {
  return false;
}
std::uint32_t crc32_by_instructions(const char*, std::size_t) {
  return 0;
}

#endif

}  // namespace fovea
