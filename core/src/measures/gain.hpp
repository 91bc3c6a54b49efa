// The information gained (ID3).
#pragma once
#include "measures/information.hpp"
#include "measures/measure.hpp"

namespace cutpoint {

struct Gain {
  static constexpr std::string_view kName = "gain";
  static constexpr Family kFamily = Family::information;
  static constexpr bool kQuasiConvex = true;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = 0.0;
  // Whether cases without a value are a branch of the split information.
  // Whether only tests of at least average gain are compared.

  static double value(const Information& i) { return i.gain / i.cases; }
  static Slopes slopes(const Information&) { return {0.0, 0.0, 1.0}; }
  static AcceptanceLine line(double v, const LineTotals& t) { return {v * t.cases, 0.0}; }
};

}  // namespace cutpoint
