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
  explicit XLogXBounds(const XLogX& xlogx)
      : xlogx_(xlogx), drop_(0.03 / (kFineCases * kFineCases * kFineCases) * xlogx.scale() + 1.0) {
    for (u32 i = 0; i < kFineLines; ++i) fine_[i] = fine_line(i);
  }

  // Whether a weight is so small that the fine grid has it.
  static bool is_fine(Weight weight) { return weight.whole_cases() < kFineCases; }

  double above(Weight weight) const {
    if (is_fine(weight)) return fine_above(weight);
    const i64 n = weight.whole_cases();
    const double at = tabulated(n);
    return at + (tabulated(n + 1) - at) * rest_of_case(weight);
  }
  double fine_above(Weight weight) const {
    const FineLine& line = fine_line_of(weight);
    return line.at + line.chord * rest_of_fine(weight);
  }
  double below(Weight weight) const {
    if (is_fine(weight)) return fine_below(weight);
    const i64 n = weight.whole_cases();
    return tabulated(n) - drop_ + slope_at(n) * rest_of_case(weight);
  }
  double fine_below(Weight weight) const {
    const FineLine& line = fine_line_of(weight);
    return line.low + line.slope * rest_of_fine(weight);
  }
  // A tangent near this weight: below x lg x everywhere.
  Line tangent(Weight weight) const {
    if (is_fine(weight)) {
      const FineLine& line = fine_line_of(weight);
      return {line.low - line.slope * (weight.cases() - rest_of_fine(weight)), line.slope};
    }
    const i64 n = weight.whole_cases();
    const double slope = slope_at(n);
    return {tabulated(n) - drop_ - slope * static_cast<double>(n), slope};
  }

 private:
  static constexpr u32 kFineBits = 4, kFine = 1 << kFineBits;
  static constexpr u32 kFineShift = Weight::kUnitBits - kFineBits;
  static constexpr i64 kFineCases = 64;
  static constexpr u32 kFineLines = static_cast<u32>(kFineCases) * kFine;

  struct FineLine {
    double at, chord, low, slope;
  };

  FineLine fine_line(u32 i) const {
    const double step = 1.0 / kFine, x = i * step, scale = xlogx_.scale();
    const double at = xlgx(x), next = xlgx(x + step);
    const double from = i > 0 ? x : step;  // at 0 it is too steep
    const double slope = lg(from) + kLgE;
    return {at * scale, (next - at) / step * scale, (xlgx(from) + slope * (x - from)) * scale,
            slope * scale};
  }
  const FineLine& fine_line_of(Weight weight) const {
    return fine_[static_cast<u64>(weight.units() >> kFineShift)];
  }
  // Cases above the point of the grid.
  static double rest_of_fine(Weight weight) { return rest(weight, kFineShift); }
  static double rest_of_case(Weight weight) { return rest(weight, Weight::kUnitBits); }
  static double rest(Weight weight, u32 n_bits) {
    return static_cast<double>(weight.units() & ((i64{1} << n_bits) - 1)) * Weight::kCasesPerUnit;
  }
  double tabulated(i64 n) const {
    const u64 i = static_cast<u64>(n);
    if (i < xlogx_.n_tabulated()) [[likely]]
      return static_cast<double>(xlogx_[i].units());
    return static_cast<double>(xlogx_.fixed(static_cast<double>(n)).units());
  }
  // The difference of the neighbours is not quite the slope of the tangent; what it may be off by,
  // less than 0.25 / n^2 bits, lowers the line by less than 0.03 / n^3: by drop_ at most.
  double slope_at(i64 n) const { return 0.5 * (tabulated(n + 1) - tabulated(n - 1)); }

  const XLogX& xlogx_;
  double drop_;
  std::array<FineLine, kFineLines> fine_;
};

}  // namespace cutpoint
