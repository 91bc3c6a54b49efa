// Arithmetic on pairs of doubles (Dekker 1971), for constants and logarithms that must be the same
// everywhere. Needs -ffp-contract=off.
#pragma once
#include "numeric/logarithm.hpp"

namespace cutpoint {

// a + b exactly, for |a| >= |b|.
constexpr DoubleDouble quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}
// a + b exactly.
constexpr DoubleDouble two_sum(double a, double b) {
  const double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
// a * b exactly.
constexpr DoubleDouble two_product(double a, double b) {
  constexpr double kSplitter = 134217729.0;  // 2^27 + 1
  const double product = a * b;
  const double ta = kSplitter * a, a_high = ta - (ta - a), a_low = a - a_high;
  const double tb = kSplitter * b, b_high = tb - (tb - b), b_low = b - b_high;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}
constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble sum = two_sum(a.high, b.high);
  return quick_two_sum(sum.high, sum.low + a.low + b.low);
}
constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = two_product(a.high, b.high);
  return quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}
constexpr DoubleDouble operator/(DoubleDouble a, double b) {
  const double quotient = a.high / b;
  const DoubleDouble back = two_product(quotient, b);
  return quick_two_sum(quotient, ((a.high - back.high) - back.low + a.low) / b);
}

}  // namespace cutpoint
