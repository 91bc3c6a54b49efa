// The class weights of each value of a binned or nominal column at a node.
#pragma once
#include <span>

#include "cutpoint/integers.hpp"
#include "numeric/weight.hpp"

namespace cutpoint {

// A slice of a histogram: a row per class that the node has, a place per value and one more for
// unknown. Counts of full rows, or units of Weight.
template <class Sum>
struct ValueTable {
  const Sum* counts = nullptr;
  u64 stride = 0;                // from one class to the next
  u32 n_values = 0;              // the place behind them is for unknown
  std::span<const u32> present;  // the classes that have a row
  u64 n_hidden = 0;              // distinct values that share a place with another

  Sum at(u32 row, u32 value) const { return counts[row * stride + value]; }
  u32 n_present() const { return static_cast<u32>(present.size()); }
  Sum weight_of(u32 value) const {
    Sum sum = 0;
    for (u32 row = 0; row < n_present(); ++row) sum += at(row, value);
    return sum;
  }
};

inline Weight as_weight(u32 n_rows) { return Weight::of_whole_cases(n_rows); }
inline Weight as_weight(i64 units) { return Weight::of_units(units); }
template <class Sum>
Sum table_sum(Weight weight) {
  if constexpr (sizeof(Sum) == sizeof(u32)) {
    return static_cast<Sum>(weight.whole_cases());
  } else {
    return weight.units();
  }
}

}  // namespace cutpoint
