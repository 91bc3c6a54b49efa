// The distance of branches and classes in bits per case (López de Mántaras 1991), negative: higher
// is better, as of every measure.
#pragma once
#include "measures/information.hpp"
#include "measures/measure.hpp"

namespace cutpoint {

struct Distance {
  static constexpr std::string_view kName = "distance";
  static constexpr Family kFamily = Family::information;
  static constexpr bool kQuasiConvex = true;
  static constexpr u32 kMaxBranches = kAnyBranches;
  static constexpr double kLowest = kNoValue;

  static double value(const Information& i) {
    return (2.0 * i.gain - i.classes - i.split) / i.cases;
  }
  static Slopes slopes(const Information&) { return {-1.0, -1.0, 2.0}; }
  static AcceptanceLine line(double v, const LineTotals& t) {
    return {0.5 * (t.classes + t.xlgx_cases + v * t.cases), 0.5};
  }
};

}  // namespace cutpoint
