// Sums over the items of a node, in their order: in single precision it decides about roundings.
#pragma once
#include <algorithm>
#include <span>

#include "cutpoint/integers.hpp"

namespace cutpoint {

// The weight of the items: their number if all weights are 1.
template <class Real>
Real total_weight(std::span<const i32> items, std::span<const Real> weights, bool all_one) {
  if (all_one) return static_cast<Real>(items.size());
  Real total = 0;
  for (const i32 item : items) total += weights[static_cast<u64>(item)];
  return total;
}

template <class Real>
void sum_class_weights(std::span<const i32> items, std::span<const Real> weights,
                       std::span<const i32> classes, std::span<Real> sums) {
  std::ranges::fill(sums, Real{0});
  for (const i32 item : items) {
    sums[static_cast<u64>(classes[static_cast<u64>(item)])] += weights[static_cast<u64>(item)];
  }
}

template <class Real>
void scale_weights(std::span<const i32> items, std::span<Real> weights, Real factor) {
  for (const i32 item : items) weights[static_cast<u64>(item)] *= factor;
}

// In single precision this need not restore the last bit.
template <class Real>
void unscale_weights(std::span<const i32> items, std::span<Real> weights, Real factor) {
  for (const i32 item : items) weights[static_cast<u64>(item)] /= factor;
}

}  // namespace cutpoint
