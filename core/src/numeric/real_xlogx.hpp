// x lg x as a real number of bits, looked up for whole numbers where a table is at hand.
#pragma once
#include <span>

#include "numeric/bits.hpp"

namespace cutpoint {

class RealXLogX {
 public:
  // Without a table everything is worked out: for one column that is faster than to make one.
  RealXLogX() = default;
  explicit RealXLogX(const XLogX& table)
      : table_(table.table()), size_(table.n_tabulated()), bits_per_unit_(1.0 / table.scale()) {}

  double operator()(double x) const {
    const u64 n = x > 0.0 ? static_cast<u64>(x) : 0;
    if (n < size_ && static_cast<double>(n) == x) {
      return static_cast<double>(table_[n].units()) * bits_per_unit_;
    }
    return xlgx(x);
  }
  // The sum over all of them.
  double sum(std::span<const double> weights) const {
    double total = 0.0;
    for (const double x : weights) total += (*this)(x);
    return total;
  }

 private:
  const Bits* table_ = nullptr;
  u64 size_ = 0;
  double bits_per_unit_ = 0.0;
};

}  // namespace cutpoint
