#include "cuts/placement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cutpoint {

namespace {

// A number of single precision, or what would follow the last one if there were no infinity.
double real_of(float x) {
  constexpr double kBeyond = 0x1p128;
  return std::isinf(x) ? std::copysign(kBeyond, static_cast<double>(x)) : static_cast<double>(x);
}

}  // namespace

double observed_limit(double below, double above) {
  const float middle = (static_cast<float>(below) + static_cast<float>(above)) / 2.0f;
  const float following = std::nextafter(middle, std::numeric_limits<float>::infinity());
  if (following == middle) return std::numeric_limits<double>::max();
  // Numbers up to halfway to the next single are rounded to the middle; halfway, to an even one.
  const double halfway = (real_of(middle) + real_of(following)) / 2.0;
  return static_cast<float>(halfway) <= middle
             ? halfway
             : std::nextafter(halfway, -std::numeric_limits<double>::infinity());
}

double observed_place(std::span<const double> column, double below, double above) {
  const auto low = std::lower_bound(column.begin(), column.end(), below);
  const auto high = std::lower_bound(low, column.end(), above);
  // The last that is not above the middle; the one below the cut if none is.
  const auto stop = std::upper_bound(low, column.end(), observed_limit(*low, *high));
  return stop == low || stop > high ? *low : *(stop - 1);
}

double place(Placement placement, std::span<const double> column, double below, double above,
             WeightsBeside weights) {
  if (placement == Placement::observed) return observed_place(column, below, above);
  if (placement == Placement::weighted) {
    return weighted_place(below, above, weights.left, weights.right);
  }
  return midpoint(below, above);
}

}  // namespace cutpoint
