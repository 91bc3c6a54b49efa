// Where a cut lies between the two values a < b that it separates; always a <= cut < b.
#pragma once
#include <array>
#include <span>
#include <string_view>

#include "cutpoint/integers.hpp"

namespace cutpoint {

enum class Placement : u8 {
  midpoint,
  observed,  // at the greatest value of the whole column that is not above the middle (C4.5)
  weighted   // nearer to the side that has fewer cases (Berzal)
};
inline constexpr std::array<std::string_view, 3> kPlacementNames{"midpoint", "observed",
                                                                 "weighted"};

// The cut itself, or `below` where rounding has left no number between.
inline double within(double cut, double below, double above) {
  return below <= cut && cut < above ? cut : below;
}
inline double midpoint(double below, double above) {
  return within(below + (above - below) * 0.5, below, above);
}
// (R a + L b) / (L + R) for L cases below and R above.
inline double weighted_place(double below, double above, double left, double right) {
  return within((right * below + left * above) / (left + right), below, above);
}
// `column`: the distinct values of the whole column, ascending, `below` and `above` among them.
// Compared in single precision, whatever the values are: where the middle of two decimal numbers is
// itself a number of the column, rounding decides, and this way it decides as in C4.5.
double observed_place(std::span<const double> column, double below, double above);
// What such a cut must not be above: the greatest number that is not above the middle of two, in
// single precision.
double observed_limit(double below, double above);

struct WeightsBeside {
  double left, right;
};
double place(Placement placement, std::span<const double> column, double below, double above,
             WeightsBeside weights);

}  // namespace cutpoint
