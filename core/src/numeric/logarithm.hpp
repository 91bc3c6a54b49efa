// The binary logarithm, by our own arithmetic: the system's differs from one system to the next.
#pragma once
#include "cutpoint/integers.hpp"

namespace cutpoint {

// A number as the sum of two doubles, the second at most half a unit in the last place of the
// first.
struct DoubleDouble {
  double high = 0.0, low = 0.0;
};

// lg x of a positive, finite x, to within 2^-73.
DoubleDouble precise_lg(double x);

// x lg x of an x of at least 2^-60 and below 2^60, quickly: to within kQuickError * x. The first
// part has few enough bits to be exact when it is scaled by a power of two.
DoubleDouble quick_xlgx(double x);
inline constexpr double kQuickError = 1.0 / (u64{1} << 57);

// lg x of a positive, finite x, correctly rounded but for the rarest of ties; next to 1, where lg x
// is next to 0, to within 2^-73.
inline double lg(double x) { return precise_lg(x).high; }

// x lg x; 0 of 0.
inline double xlgx(double x) { return x > 0.0 ? x * lg(x) : 0.0; }

}  // namespace cutpoint
