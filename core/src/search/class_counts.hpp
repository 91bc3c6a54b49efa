// Counting the classes of a block of entries.
#pragma once
#include <bit>
#include <cstdint>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "data/entry.hpp"

namespace cutpoint {

#if defined(__AVX2__)
// A register of entries: which of them are full rows of a class.
template <class Entry>
class EntryVector {
 public:
  static constexpr u32 kSize = 32 / sizeof(Entry);

  EntryVector(const Entry* entries, u32 class_shift) {
    const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(entries));
    const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(class_shift));
    lanes_ = sizeof(Entry) == 2 ? _mm256_srl_epi16(v, shift) : _mm256_srl_epi32(v, shift);
  }
  u32 count(u32 cls) const {
    const __m256i is =
        sizeof(Entry) == 2
            ? _mm256_cmpeq_epi16(lanes_, _mm256_set1_epi16(static_cast<std::int16_t>(cls)))
            : _mm256_cmpeq_epi32(lanes_, _mm256_set1_epi32(static_cast<i32>(cls)));
    const u32 bytes = static_cast<u32>(_mm256_movemask_epi8(is));
    return static_cast<u32>(std::popcount(bytes)) / sizeof(Entry);
  }

 private:
  __m256i lanes_;
};
#endif

// Counts the full rows of each of K <= 4 classes among n < 256 entries, and lists the entries of
// fractions in `fractions`, which has an element for each entry; returns how many those are.
template <u32 K, bool has_fractions, class Entry>
u32 count_classes(const Entry* entries, u32 n, const EntryCodec<Entry>& codec, u32* counts,
                  Entry* fractions) {
  u32 i = 0;
  for (u32 k = 0; k < K; ++k) counts[k] = 0;
#if defined(__AVX2__)
  if constexpr (sizeof(Entry) <= 4) {
    for (; i + EntryVector<Entry>::kSize <= n; i += EntryVector<Entry>::kSize) {
      const EntryVector<Entry> some(entries + i, codec.class_shift());
      for (u32 k = 0; k < K; ++k) counts[k] += some.count(k);
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
