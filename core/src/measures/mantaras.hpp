// One less the normalised distance of branches and classes (López de Mántaras 1991, equation 24):
// the gain by the joint entropy.
#pragma once
#include "measures/information.hpp"
#include "measures/measure.hpp"

namespace cutpoint {

struct Mantaras {
  static constexpr std::string_view kName = "mantaras";
  static constexpr Family kFamily = Family::information;
  static constexpr bool kQuasiConvex = true;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = 0.0;

  static double joint(const Information& i) { return i.classes + i.split - i.gain; }
  static double value(const Information& i) { return ratio_or_zero(i.gain, joint(i)); }
  static Slopes slopes(const Information& i) {
    const double both = joint(i);
    if (both <= 0.0) return {};
    const double by_entropy = -i.gain / (both * both);
    return {by_entropy, by_entropy, (i.classes + i.split) / (both * both)};
  }
  static AcceptanceLine line(double v, const LineTotals& t) {
    const double slope = v / (1.0 + v);
    return {slope * (t.classes + t.xlgx_cases), slope};
  }
};

}  // namespace cutpoint
