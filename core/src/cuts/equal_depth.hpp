// Equal-depth intervals: as many cases in each as equal values, never separated, allow.
//
// A cut is possible only where the value changes. Where the running weight first reaches its target
// (what remains, by the bins that remain), the cut is here, or one value earlier if that was
// nearer, and the surplus is carried on. This is the rule of Weka's filter, exactly.
#pragma once
#include <span>
#include <vector>

#include "cuts/evidence_table.hpp"

namespace cutpoint {

// Fill in the cuts that make n_bins intervals of equal weight.
void equal_depth(const EvidenceTable& table, u32 n_bins, std::vector<u32>& cuts);

// The same for whole cases, without looking at every value: `up_to` are the cases up to each value,
// inclusive. `cuts` has room for n_bins - 1; returns how many there are.
u32 equal_depth_of_cases(std::span<const u32> up_to, u32 n_bins, std::span<u32> cuts);

// And where no two of so many cases have the same value.
u32 equal_depth_of_distinct(u32 n_cases, u32 n_bins, std::span<u32> cuts);

}  // namespace cutpoint
