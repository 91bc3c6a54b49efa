// The class weights of a sorted column, block by block.
#pragma once
#include <algorithm>
#include <array>

#include "search/class_counts.hpp"
#include "search/row_weights.hpp"

namespace cutpoint {

// K: the number of classes if it is small; else 0.
template <class Entry, class Rows, u32 K>
class BlockSums {
  using Sum = typename Rows::Sum;

 public:
  explicit BlockSums(u32 n_classes) : n_classes_(n_classes) {}

  u32 classes() const { return K > 0 ? K : n_classes_; }

  // Of the entries begin ... end - 1, in blocks of so many: the class weights behind each block,
  // which follow in `sums` those before the first. Returns how many blocks there are.
  u32 operator()(const Segment<Entry>& segment, u32 begin, u32 end, u32 block, Sum* sums) {
    const u32 n_blocks = (end - begin + block - 1) / block;
    for (u32 b = 0; b < n_blocks; ++b, sums += classes()) {
      const u32 first = begin + b * block;
      add(segment, first, std::min(block, end - first), sums);
    }
    return n_blocks;
  }

 private:
  void add(const Segment<Entry>& segment, u32 first, u32 n, Sum* sums) {
    const Entry* entries = segment.entries.data() + first;
    Sum* after = sums + classes();
    const EntryCodec<Entry> codec = segment.codec;
    if constexpr (K > 0) {
      u32 counts[K];
      const u32 n_fractions =
          count_classes<K, Rows::kHasFractions>(entries, n, codec, counts, fractions_.data());
      for (u32 k = 0; k < K; ++k) after[k] = sums[k] + Rows::cases(counts[k]);
      if constexpr (Rows::kHasFractions) {
        for (u32 f = 0; f < n_fractions; ++f) {
          const Entry e = fractions_[f];
          after[codec.cls(e)] += segment.weights[u64{codec.row(e)} + 1].units();
        }
      }
    } else {
      std::copy_n(sums, classes(), after);
      for (u32 i = 0; i < n; ++i) after[codec.cls(entries[i])] += Rows::of(segment, entries[i]);
    }
  }

  u32 n_classes_;
  std::array<Entry, 256> fractions_;
};

}  // namespace cutpoint
