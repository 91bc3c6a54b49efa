#include "cuts/placement.hpp"

#include <algorithm>

namespace cutpoint {

double observed_place(std::span<const double> column, double below, double above) {
  const auto low = std::lower_bound(column.begin(), column.end(), below);
  const auto high = std::lower_bound(low, column.end(), above);
  const float middle = (static_cast<float>(*low) + static_cast<float>(*high)) / 2.0f;
  // The last that is not above the middle; the one below the cut if none is.
  auto first = low, stop = column.end();
  while (stop - first > 1) {
    const auto halfway = first + (stop - first) / 2;
    (static_cast<float>(*halfway) <= middle ? first : stop) = halfway;
  }
  return first >= high ? *low : *first;
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
