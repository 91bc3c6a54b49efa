// Lines above and below x lg x, for bounds that take no logarithm.
#pragma once
#include <array>

#include "numeric/bits.hpp"

namespace cutpoint {

// A line by the number of cases, in units of an XLogX.
struct Line {
  double at_zero, slope;
};

// x lg x is convex: between two points of a grid it is below the chord and above a tangent. The
// grid is 1/16 of a case where weights are small, else one case.
class XLogXBounds {
 public:
  explicit XLogXBounds(const XLogX& xlogx) : xlogx_(xlogx) {
    for (u32 i = 0; i < kFineLines; ++i) fine_[i] = fine_line(i);
  }

  double above(Weight weight) const {
    const Place place = place_of(weight);
    return place.at + place.chord * place.rest;
  }
  double below(Weight weight) const {
    const Place place = place_of(weight);
    return place.low + place.slope * place.rest;
  }
  // A tangent near this weight: below x lg x everywhere.
  Line tangent(Weight weight) const {
    const Place place = place_of(weight);
    const double from = weight.cases() - place.rest;
    return {place.low - place.slope * from, place.slope};
  }

 private:
  static constexpr u32 kFineBits = 4, kFine = 1 << kFineBits;
  static constexpr i64 kFineCases = 64;
  static constexpr u32 kFineLines = static_cast<u32>(kFineCases) * kFine;

  struct FineLine {
    double at, chord, low, slope;
  };
  struct Place {
    double at, chord, low, slope;
    double rest;  // cases above the point of the grid
  };

  FineLine fine_line(u32 i) const {
    const double step = 1.0 / kFine, x = i * step, scale = xlogx_.scale();
    const double at = xlgx(x), next = xlgx(x + step);
    const double from = i > 0 ? x : step;  // at 0 it is too steep
    const double slope = lg(from) + kLgE;
    return {at * scale, (next - at) / step * scale, (xlgx(from) + slope * (x - from)) * scale,
            slope * scale};
  }
  double tabulated(i64 n) const {
    const u64 i = static_cast<u64>(n);
    return static_cast<double>(
        (i < xlogx_.n_tabulated() ? xlogx_[i] : xlogx_.fixed(static_cast<double>(n))).units());
  }
  Place place_of(Weight weight) const {
    const i64 n = weight.whole_cases();
    if (n < kFineCases) {
      constexpr u32 kShift = Weight::kUnitBits - kFineBits;
      const FineLine& line = fine_[static_cast<u64>(weight.units() >> kShift)];
      const i64 rest = weight.units() & ((i64{1} << kShift) - 1);
      return {line.at, line.chord, line.low, line.slope,
              static_cast<double>(rest) * Weight::kCasesPerUnit};
    }
    const double before = tabulated(n - 1), at = tabulated(n), after = tabulated(n + 1);
    // The difference of the neighbours is not quite the slope of the tangent; what it may be off
    // by, less than 0.25 / n^2 bits, lowers the line by less than 0.03 / n^3.
    const double cases = static_cast<double>(n);
    const double low = at - 0.03 / (cases * cases * cases) * xlogx_.scale() - 1.0;
    return {
        at, after - at, low, 0.5 * (after - before),
        static_cast<double>(weight.units() & (Weight::kUnitsPerCase - 1)) * Weight::kCasesPerUnit};
  }

  const XLogX& xlogx_;
  std::array<FineLine, kFineLines> fine_;
};

}  // namespace cutpoint
