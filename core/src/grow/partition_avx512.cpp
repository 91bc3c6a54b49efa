#include "grow/partition_avx512.hpp"

#if defined(CUTPOINT_HAS_AVX512_SOURCES)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"  // of the header itself, by GCC 12
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include <bit>

// Compiled for every processor, so that the tests can call it in any build; they ask first.
#if defined(__GNUC__)
#define CUTPOINT_AVX512 __attribute__((target("avx512f,popcnt")))
#else
#define CUTPOINT_AVX512
#endif

namespace cutpoint {

namespace {

// Entries are put together in a register and stored as a whole: to store those that count alone
// takes some processors many times as long.
template <Sides sides>
CUTPOINT_AVX512 void divide(const MarkedEntries& from, u32* staying, u32* moving) {
  const u32* entries = from.entries.data();
  const u64 n = from.entries.size();
  const __m512i row_mask = _mm512_set1_epi32(static_cast<int>(from.row_mask));
  const __m512i one = _mm512_set1_epi32(1), low = _mm512_set1_epi32(31);
  u64 i = 0, a = 0, b = 0;
  for (; i + 16 <= n; i += 16) {
    const __m512i some = _mm512_loadu_si512(entries + i);
    const __m512i rows = _mm512_and_si512(some, row_mask);
    const __m512i bits = _mm512_i32gather_epi32(_mm512_srli_epi32(rows, 5), from.bits, 4);
    const __m512i own = _mm512_sllv_epi32(one, _mm512_and_si512(rows, low));
    const __mmask16 moves = _mm512_test_epi32_mask(bits, own);
    if constexpr (sides != Sides::moving) {
      _mm512_storeu_si512(staying + a, _mm512_maskz_compress_epi32(_knot_mask16(moves), some));
    }
    if constexpr (sides != Sides::staying) {
      _mm512_storeu_si512(moving + b, _mm512_maskz_compress_epi32(moves, some));
    }
    const u64 n_moving = static_cast<u64>(std::popcount(static_cast<u16>(moves)));
    a += 16 - n_moving;
    b += n_moving;
  }
  for (; i < n; ++i) {
    const u32 entry = entries[i], row = entry & from.row_mask;
    const u64 moves = from.bits[row >> 5] >> (row & 31) & 1;
    if constexpr (sides != Sides::moving) staying[a] = entry;
    if constexpr (sides != Sides::staying) moving[b] = entry;
    a += 1 - moves;
    b += moves;
  }
}

}  // namespace

void partition_avx512(Sides sides, const MarkedEntries& from, u32* staying, u32* moving) {
  switch (sides) {
    case Sides::both:
      return divide<Sides::both>(from, staying, moving);
    case Sides::staying:
      return divide<Sides::staying>(from, staying, moving);
    default:
      return divide<Sides::moving>(from, staying, moving);
  }
}

}  // namespace cutpoint
#endif
