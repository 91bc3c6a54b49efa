// Counting the classes of a block of entries.
#pragma once
#include <bit>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "data/entry.hpp"

namespace cutpoint {

// Counts the full rows of each of K <= 4 classes among n < 256 entries, and lists the entries of
// fractions in `fractions`, which has an element for each entry; returns how many those are.
template <u32 K, bool has_fractions, class Entry>
u32 count_classes(const Entry* entries, u32 n, const EntryCodec<Entry>& codec, u32* counts,
                  Entry* fractions) {
  u32 i = 0;
  for (u32 k = 0; k < K; ++k) counts[k] = 0;
#if defined(__AVX2__)
  if constexpr (sizeof(Entry) == 4) {
    const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(codec.class_shift()));
    for (; i + 8 <= n; i += 8) {
      const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(entries + i));
      const __m256i lane = _mm256_srl_epi32(v, shift);
      for (u32 k = 0; k < K; ++k) {
        const __m256i is = _mm256_cmpeq_epi32(lane, _mm256_set1_epi32(static_cast<int>(k)));
        counts[k] += static_cast<u32>(
            std::popcount(static_cast<u32>(_mm256_movemask_ps(_mm256_castsi256_ps(is)))));
      }
    }
  }
#endif
  u64 lanes = 0;  // eight counters of a byte
  for (; i < n; ++i) lanes += u64{1} << (codec.lane(entries[i]) << 3);
  for (u32 k = 0; k < K; ++k) counts[k] += static_cast<u32>(lanes >> (8 * k) & 255);
  u32 n_fractions = 0;
  if constexpr (has_fractions) {
    for (i = 0; i < n; ++i) {
      fractions[n_fractions] = entries[i];
      n_fractions += codec.is_fraction(entries[i]);
    }
  }
  return n_fractions;
}

}  // namespace cutpoint
