// Van de Merckt's contrast (1993): the variance between the branches of a numeric attribute by the
// class entropy that is left in them. It depends on the scale of the attribute.
#pragma once
#include <limits>

#include "measures/information.hpp"
#include "measures/measure.hpp"

namespace cutpoint {

struct Contrast {
  static constexpr std::string_view kName = "contrast";
  static constexpr Family kFamily = Family::values;
  static constexpr bool kQuasiConvex = false;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = 0.0;
  // Bits per case: branches with no more entropy are pure, and what is left of it is rounding.
  static constexpr double kPure = 1e-12;

  static double left(const Information& i) { return (i.classes - i.gain) / i.cases; }
  // Infinite for pure branches.
  static double value(double between, const Information& i) {
    if (left(i) > kPure) return between / left(i);
    return between > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
  // The variance between the two sides of a cut, from their weights and means.
  static double between(double below, double above, double mean_below, double mean_above) {
    const double cases = below + above, apart = mean_below - mean_above;
    return below / cases * (above / cases) * apart * apart;
  }
};

}  // namespace cutpoint
