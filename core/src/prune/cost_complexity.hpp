// Minimal cost-complexity pruning (Breiman, Friedman, Olshen and Stone 1984, chapter 3).
//
// At strength a the smallest tree that minimises risk + a x leaves is unique, and these trees are
// nested: as a grows, tests become leaves and remain so. Hence one number per test says it all.
#pragma once
#include <span>
#include <vector>

#include "cutpoint/tree.hpp"

namespace cutpoint {

// Less risk than this, in cases, is a rounding of fractions: it counts as none.
inline constexpr double kNoRisk = 1e-6;

// For each test the least strength at which it is gone, never more than that of a test above it;
// 0 at a leaf. `risk` has for each node what it costs as a leaf, such as its errors.
// O(n log n) for n nodes, whatever the depth.
std::vector<double> pruning_strengths(const NodeTable& tree, std::span<const double> risk);

}  // namespace cutpoint
