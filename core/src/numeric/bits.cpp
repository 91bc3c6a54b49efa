#include "numeric/bits.hpp"

#include "numeric/double_double.hpp"

namespace cutpoint {

namespace {

// The units of a bit for which no sum over so many cases can overflow.
double scale_for(double total_cases) {
  const double largest = std::max(total_cases, 2.0);
  const int n_bits = static_cast<int>(std::ceil(lg(largest * lg(largest) + 2.0)));
  return std::ldexp(1.0, std::min(32, 59 - n_bits));
}

}  // namespace

XLogX::XLogX(double total_cases, u64 n_tabulated)
    : scale_(scale_for(total_cases)),
      bits_per_unit_(1.0 / scale_),
      least_gain_(static_cast<i64>(kLeastGain * scale_)),
      table_(n_tabulated + 1) {
  for (u64 n = 0; n <= n_tabulated; ++n) table_[n] = fixed(static_cast<double>(n));
}

Bits XLogX::precisely_fixed(double cases) const {
  const DoubleDouble log = precise_lg(cases);
  DoubleDouble product = two_product(cases, log.high);
  product.low += cases * log.low;
  const double high = product.high * scale_, low = product.low * scale_;
  const double whole = std::floor(high);
  return Bits(static_cast<i64>(whole) + static_cast<i64>(std::floor((high - whole) + low + 0.5)));
}

}  // namespace cutpoint
