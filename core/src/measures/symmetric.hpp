// Gain by the mean of class and split information (Geurts & Wehenkel 2000, equation 2).
#pragma once
#include "measures/information.hpp"
#include "measures/measure.hpp"

namespace cutpoint {

struct Symmetric {
  static constexpr std::string_view kName = "symmetric";
  static constexpr Family kFamily = Family::information;
  static constexpr bool kQuasiConvex = true;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = 0.0;

  static double value(const Information& i) {
    return ratio_or_zero(2.0 * i.gain, i.classes + i.split);
  }
  static Slopes slopes(const Information& i) {
    const double both = i.classes + i.split;
    if (both <= 0.0) return {};
    const double by_entropy = -2.0 * i.gain / (both * both);
    return {by_entropy, by_entropy, 2.0 / both};
  }
  static AcceptanceLine line(double v, const LineTotals& t) {
    return {0.5 * v * (t.classes + t.xlgx_cases), 0.5 * v};
  }
};

}  // namespace cutpoint
