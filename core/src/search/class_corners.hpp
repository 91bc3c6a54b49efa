// Blocks of entries of few classes under a measure of which no more is known than that it is
// quasi-convex: no cut inside is better than the best corner of its rectangle of class weights.
#pragma once
#include <array>
#include <span>

#include "search/class_counts.hpp"

namespace cutpoint {

inline constexpr u32 kMostCornered = 4;  // classes of blocks whose corners are worth their values
inline constexpr u32 kMostCounted = 64;  // entries of a block

// Of at most four classes: the weights before a block are followed by those behind it.
template <class Entry>
void add_class_weights(const Segment<Entry>& segment, u32 first, u32 stop, std::span<double> sums) {
  std::array<u32, kMostCornered> counts;
  std::array<Entry, kMostCounted> fractions;
  const bool may_have_fractions = segment.weights != nullptr;
  const auto count = may_have_fractions ? &count_classes<kMostCornered, true, Entry>
                                        : &count_classes<kMostCornered, false, Entry>;
  const u32 n_fractions = count(segment.entries.data() + first, stop - first, segment.codec,
                                counts.data(), fractions.data());
  const u64 n = sums.size() / 2;
  for (u64 k = 0; k < n; ++k) sums[n + k] = sums[k] + counts[k];
  for (u32 f = 0; f < n_fractions; ++f) {
    sums[n + segment.codec.cls(fractions[f])] += segment.weight(fractions[f]).cases();
  }
}

// Write the corners of a block one after the other into `corner`, but for the two ends, and ask
// `stops()` at each; returns whether it did. `sums` are as above.
template <class Stops>
bool visit_corners(std::span<const double> sums, std::span<double> corner, const Stops& stops) {
  const u64 n = sums.size() / 2;
  u32 changed = 0;
  for (u64 k = 0; k < n; ++k) changed |= u32{sums[k] != sums[n + k]} << k;
  for (u32 upper = (changed - 1) & changed; upper != 0; upper = (upper - 1) & changed) {
    for (u64 k = 0; k < n; ++k) corner[k] = sums[(upper >> k & 1) != 0 ? n + k : k];
    if (stops()) return true;
  }
  return false;
}

}  // namespace cutpoint
