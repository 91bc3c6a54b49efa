// Sorting 64-bit keys: three passes over the leading bits that differ, then what is left.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "cutpoint/integers.hpp"
#include "numeric/buffer.hpp"

namespace cutpoint {

class RadixSort {
 public:
  explicit RadixSort(u64 most_keys) : other_(most_keys), counts_(kPasses * kSize) {}

  // Sort by all but the last `n_ignored` bits; keys that differ in nothing else come in any order.
  // Returns where the sorted keys are: in `keys` or in memory of this object.
  u64* operator()(u64* keys, u64 n, u32 n_ignored) {
    if (n < kFew) {
      std::sort(keys, keys + n);
      return keys;
    }
    u64 differ = 0;
    for (u64 i = 0; i < n; ++i) differ |= keys[i] ^ keys[0];
    const u32 n_bits = std::max(static_cast<u32>(std::bit_width(differ)), n_ignored);
    const u32 low = std::max(n_ignored, n_bits - std::min(n_bits, kPasses * kDigit));
    std::ranges::fill(counts_, 0);
    for (u64 i = 0; i < n; ++i) {
      for (u32 pass = 0; pass < kPasses; ++pass)
        ++counts_[pass * kSize + digit(keys[i], low, pass)];
    }
    u64 *from = keys, *to = other_.data();
    for (u32 pass = 0; pass < kPasses; ++pass) {
      u32* ends = counts_.data() + pass * kSize;
      if (ends[digit(from[0], low, pass)] == n) continue;  // all alike
      u32 sum = 0;
      for (u32 d = 0; d < kSize; ++d) sum += std::exchange(ends[d], sum);
      for (u64 i = 0; i < n; ++i) to[ends[digit(from[i], low, pass)]++] = from[i];
      std::swap(from, to);
    }
    if (low > n_ignored) finish(from, n, low, n_ignored);
    return from;
  }

 private:
  static constexpr u32 kDigit = 11, kSize = 1 << kDigit, kPasses = 3;
  static constexpr u64 kFew = 256;
  static u32 digit(u64 key, u32 low, u32 pass) {
    const u32 shift = low + pass * kDigit;
    return shift > 63 ? 0 : static_cast<u32>(key >> shift) & (kSize - 1);
  }
  // Sort the runs of keys that agree from bit `low` up: most are of one key.
  static void finish(u64* keys, u64 n, u32 low, u32 n_ignored) {
    for (u64 i = 1; i < n; ++i) {
      if (keys[i - 1] >> n_ignored <= keys[i] >> n_ignored) continue;
      u64 first = i - 1, end = i + 1;
      while (first > 0 && keys[first - 1] >> low == keys[i] >> low) --first;
      while (end < n && keys[end] >> low == keys[i] >> low) ++end;
      std::sort(keys + first, keys + end);
      i = end - 1;
    }
  }
  Buffer<u64> other_;
  std::vector<u32> counts_;
};

// The bits of a double in an order that sorts as the numbers do.
inline u64 sortable_bits(double x) {
  const u64 bits = std::bit_cast<u64>(x);
  return bits ^ (static_cast<u64>(static_cast<i64>(bits) >> 63) | u64{1} << 63);
}

}  // namespace cutpoint
