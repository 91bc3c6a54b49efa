// The pairs of adjacent intervals by their keys, the least first: a tree of minima.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// A pair stays at the position of its left interval, so the leftmost of equal keys is found on the
// way down. A node of the tree covers kWidth nodes below it, whose least is found by one run over
// adjacent numbers, without branches: keys are doubles in an order-preserving form as integers.
class PairQueue {
 public:
  static constexpr u64 kNone = ~u64{0};

  // So many pairs, none of them with a key yet.
  void reset(u64 n_pairs) {
    starts_.clear();
    u64 size = 0;
    for (u64 n = n_pairs;; n = n_blocks(n)) {
      starts_.push_back(size);
      size += n_blocks(n) * kWidth;
      if (n <= kWidth) break;
    }
    keys_.assign(size, kNever);
  }
  // Give a pair a key, or take it away; `build` or `refresh` must follow before `next` is called.
  void put(u64 pair, double key) { keys_[pair] = ordered(key); }
  void remove(u64 pair) { keys_[pair] = kNever; }
  void build() {
    for (u64 level = 0; level + 1 < starts_.size(); ++level) {
      const u64 n = (starts_[level + 1] - starts_[level]) / kWidth;
      for (u64 block = 0; block < n; ++block) {
        keys_[starts_[level + 1] + block] = least(starts_[level] + block * kWidth);
      }
    }
  }
  // After the keys of a few pairs have changed, which are given in ascending order.
  template <std::size_t n>
  void refresh(std::array<u64, n> pairs) {
    std::size_t n_changed = n;
    for (u64 level = 0; level + 1 < starts_.size() && n_changed > 0; ++level) {
      std::size_t n_next = 0;
      for (std::size_t i = 0; i < n_changed; ++i) {
        const u64 block = pairs[i] / kWidth;
        if (n_next > 0 && pairs[n_next - 1] == block) continue;
        const i64 lowest = least(starts_[level] + block * kWidth);
        i64& above = keys_[starts_[level + 1] + block];
        if (above == lowest) continue;
        above = lowest;
        pairs[n_next++] = block;
      }
      n_changed = n_next;
    }
  }

  double key(u64 pair) const { return real(keys_[pair]); }

  struct Next {
    u64 pair = kNone;
    double key = std::numeric_limits<double>::infinity();
  };
  // The leftmost of the pairs with the least key; keys that differ by rounding only are equal.
  Next next() const {
    const i64 lowest = least(starts_.back());
    if (lowest == kNever) return {};
    const double key = real(lowest);
    const i64 limit = ordered(key + kSame * std::max(1.0, std::abs(key)));
    u64 at = 0;
    for (u64 level = starts_.size(); level-- > 0;) {
      at = first_within(starts_[level] + at * kWidth, limit) - starts_[level];
    }
    return {at, key};
  }

 private:
  static constexpr u64 kWidth = 8;
  static constexpr i64 kNever = std::numeric_limits<i64>::max();
  static constexpr double kSame = 1e-9;

  static u64 n_blocks(u64 n) { return n == 0 ? 1 : (n + kWidth - 1) / kWidth; }
  static i64 ordered(double key) {
    const i64 bits = std::bit_cast<i64>(key);
    return bits < 0 ? static_cast<i64>(~u64{0} >> 1) ^ bits : bits;
  }
  static double real(i64 key) {
    return std::bit_cast<double>(key < 0 ? static_cast<i64>(~u64{0} >> 1) ^ key : key);
  }
  i64 least(u64 start) const {
    i64 lowest = kNever;
    for (u64 i = 0; i < kWidth; ++i) lowest = std::min(lowest, keys_[start + i]);
    return lowest;
  }
  u64 first_within(u64 start, i64 limit) const {
    while (keys_[start] > limit) ++start;
    return start;
  }

  std::vector<i64> keys_;    // level by level, the pairs themselves first
  std::vector<u64> starts_;  // where each level begins
};

}  // namespace cutpoint
