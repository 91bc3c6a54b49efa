// Gain by split information (C4.5), among tests of at least average gain.
#pragma once
#include "measures/information.hpp"
#include "measures/measure.hpp"

namespace cutpoint {

struct GainRatio {
  static constexpr std::string_view kName = "gain_ratio";
  static constexpr Family kFamily = Family::information;
  static constexpr bool kQuasiConvex = true;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = 0.0;
  // C4.5's least split information of a test, in bits per case.
  static constexpr double kLeastSplit = 0.001;

  static double value(const Information& i) { return ratio_or_zero(i.gain, i.split); }
  static Slopes slopes(const Information& i) {
    if (i.split <= 0.0) return {};
    return {0.0, -i.gain / (i.split * i.split), 1.0 / i.split};
  }
  static AcceptanceLine line(double v, const LineTotals& t) { return {v * t.xlgx_cases, v}; }
};

}  // namespace cutpoint
