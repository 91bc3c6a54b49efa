// The binary logarithm, by our own arithmetic: the system's differs from one system to the next.
#pragma once
#include <array>
#include <bit>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// A number as the sum of two doubles, the second at most half a unit in the last place of the
// first.
struct DoubleDouble {
  double high = 0.0, low = 0.0;
};

inline constexpr double kLgE = 1.4426950408889634;

// lg x of a positive, finite x, to within 2^-73.
DoubleDouble precise_lg(double x);

// Of the middle of each of the equal parts of [1, 2): its logarithm, as a multiple of 2^-20 and
// what is left of it, and its reciprocal.
struct LogarithmOfPart {
  double high = 0.0, low = 0.0, middle = 0.0, reciprocal = 0.0;
};
inline constexpr u32 kPartBits = 7;
extern const std::array<LogarithmOfPart, u64{1} << kPartBits> logarithm_of_part;

// x lg x of an x of at least 2^-60 and below 2^60, quickly: to within kQuickError * x. The first
// part has few enough bits to be exact when it is scaled by a power of two.
//
// lg x = exponent + lg c + lg(1 + f), as in precise_lg. The first two terms, but for the rest of
// lg c, have 26 bits; so have both halves of x: their products are exact. What is left is below
// 2^-7 and needs no more than a double.
inline DoubleDouble quick_xlgx(double x) {
  const u64 bits = std::bit_cast<u64>(x);
  const double exponent = static_cast<double>(static_cast<i64>(bits >> 52) - 1023);
  const u64 fraction = bits & ((u64{1} << 52) - 1);
  const double m = std::bit_cast<double>(fraction | u64{1023} << 52);
  const LogarithmOfPart& part = logarithm_of_part[fraction >> (52 - kPartBits)];
  const double f = (m - part.middle) * part.reciprocal, square = f * f;
  const double even =
      kLgE * (-1.0 / 2) + square * (kLgE * (-1.0 / 4) + square * (kLgE * (-1.0 / 6)));
  const double odd = kLgE * (1.0 / 3) + square * (kLgE * (1.0 / 5) + square * (kLgE * (1.0 / 7)));
  const double rest = part.low + (kLgE * f + square * (even + f * odd));
  const double whole = exponent + part.high;
  const double x_high = std::bit_cast<double>(bits >> 27 << 27);
  return {x_high * whole, (x - x_high) * whole + x * rest};
}
inline constexpr double kQuickError = 1.0 / (u64{1} << 57);

// lg x of a positive, finite x, correctly rounded but for the rarest of ties; next to 1, where lg x
// is next to 0, to within 2^-73.
inline double lg(double x) { return precise_lg(x).high; }

// x lg x; 0 of 0.
inline double xlgx(double x) { return x > 0.0 ? x * lg(x) : 0.0; }

}  // namespace cutpoint
