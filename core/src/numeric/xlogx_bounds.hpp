// Lines above and below x lg x, for bounds that take no logarithm.
#pragma once
#include <algorithm>
#include <array>
#include <bit>

#include "numeric/bits.hpp"

namespace cutpoint {

// A line by the number of cases, in units of an XLogX.
struct Line {
  double at_zero, slope;
};

// x lg x is convex: between two points of a grid it is below the chord and above a tangent. Up to
// some cases the grid has as many points between any two powers of two, so that bounds of the
// slightest fractions are as close as others; beyond, it is that of whole cases.
class XLogXBounds {
 public:
  explicit XLogXBounds(const XLogX& xlogx)
      : xlogx_(xlogx), drop_(0.03 / (kFineCases * kFineCases * kFineCases) * xlogx.scale() + 1.0) {
    const FineLines& in_bits = fine_lines_in_bits();
    const double scale = xlogx.scale();
    for (u32 i = 0; i < kFineLines; ++i) {
      const FineLine& line = in_bits[i];
      fine_[i] = {line.at * scale, line.chord * scale, line.low * scale, line.slope * scale};
    }
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
    const FinePlace place(weight);
    const FineLine& line = fine_[place.line];
    return line.at + line.chord * place.rest;
  }
  double below(Weight weight) const {
    if (is_fine(weight)) return fine_below(weight);
    const i64 n = weight.whole_cases();
    return tabulated(n) - drop_ + slope_at(n) * rest_of_case(weight);
  }
  double fine_below(Weight weight) const {
    const FinePlace place(weight);
    const FineLine& line = fine_[place.line];
    return line.low + line.slope * place.rest;
  }
  // A tangent near this weight: below x lg x everywhere.
  Line tangent(Weight weight) const {
    if (is_fine(weight)) {
      const FinePlace place(weight);
      const FineLine& line = fine_[place.line];
      return {line.low - line.slope * (weight.cases() - place.rest), line.slope};
    }
    const i64 n = weight.whole_cases();
    const double slope = slope_at(n);
    return {tabulated(n) - drop_ - slope * static_cast<double>(n), slope};
  }

 private:
  static constexpr i64 kFineCases = 64;
  static constexpr u32 kFineBits = 5;  // 32 lines between two powers of two
  static constexpr u32 kFineShift = 52 - kFineBits;
  static constexpr u64 kFirst = std::bit_cast<u64>(1.0) >> kFineShift;  // one unit of Weight
  static constexpr u32 kFineLines =
      (static_cast<u32>(std::bit_width(static_cast<u64>(kFineCases))) - 1 + Weight::kUnitBits)
      << kFineBits;

  // In units of an XLogX, from a point of the grid on: the chord to the next point, and the tangent
  // in the middle of the two.
  struct FineLine {
    double at, chord, low, slope;
  };
  using FineLines = std::array<FineLine, kFineLines>;

  // The line for a weight, and the cases above its point of the grid. The first is that of a single
  // unit, and of none.
  struct FinePlace {
    explicit FinePlace(Weight weight) {
      const double units = static_cast<double>(weight.units());
      const u64 point = std::bit_cast<u64>(units) >> kFineShift;
      line = static_cast<u32>(std::max(point, kFirst) - kFirst);
      rest = (units - grid_units(line)) * Weight::kCasesPerUnit;
    }
    u32 line;
    double rest;
  };
  static double grid_units(u32 line) {
    return std::bit_cast<double>((kFirst + line) << kFineShift);
  }
  static const FineLines& fine_lines_in_bits() {
    static const FineLines lines = [] {
      FineLines made;
      for (u32 i = 0; i < kFineLines; ++i) {
        const double x = grid_units(i) * Weight::kCasesPerUnit;
        const double step = (grid_units(i + 1) - grid_units(i)) * Weight::kCasesPerUnit;
        const double at = xlgx(x), middle = x + 0.5 * step, slope = lg(middle) + kLgE;
        made[i] = {at, (xlgx(x + step) - at) / step, xlgx(middle) - 0.5 * step * slope, slope};
      }
      made[0].chord = made[0].at / Weight::kCasesPerUnit;  // 0 at no weight
      return made;
    }();
    return lines;
  }
  static double rest_of_case(Weight weight) {
    return static_cast<double>(weight.units() & (Weight::kUnitsPerCase - 1)) *
           Weight::kCasesPerUnit;
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
  FineLines fine_;
};

}  // namespace cutpoint
